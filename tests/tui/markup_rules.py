"""Where markup is parsed: a walk over the syntax tree that finds foreign text on its way there."""

import ast
from collections.abc import Iterator

_PARSING = {"Static", "Label"}
"""Widgets that parse markup unless told not to."""
_UNSAFE = {
    "Button", "Checkbox", "Collapsible", "Markdown", "Option", "OptionList", "RadioButton",
    "RichLog", "Select", "SelectionList", "TabPane", "Tab", "ToggleButton", "Tree", "Toast",
}  # fmt: skip
"""Widgets whose titles, labels or lines are markup in some way: the app has its own instead."""
_PARSED_ATTRIBUTES = {"border_title", "border_subtitle", "tooltip", "placeholder", "label"}
_PRINTING = {"print", "log", "rule", "status"}
_SAFE_PRINTS = {"Text", "_text", "QuietMarkdown", "Segment", "Group"}


def faults(source: str) -> list[str]:
    """`line: what is wrong`, in the order of the text."""
    tree = ast.parse(source)
    return [f"{line}: {what}" for line, what in sorted(_faults(tree))]


def _faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call():
                what = _call(node)
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
                what = f"{name} is markup" if _foreign(name, value) else None
            case ast.ImportFrom(module=module, names=names) if module == "textual.widgets":
                bad = sorted({alias.name for alias in names} & _UNSAFE)
                what = f"{', '.join(bad)} parses markup" if bad else None
            case _:
                continue
        if what is not None:
            yield node.lineno, what


def _foreign(name: str, value: ast.expr) -> bool:
    return name in _PARSED_ATTRIBUTES and not _own(value)


def _call(node: ast.Call) -> str | None:
    name = _name(node.func)
    plain = _keyword(node, "markup") is False
    first = node.args[0] if node.args else None
    if name in _PARSING and not plain:
        return f"{name} without markup=False"
    if name in _UNSAFE:
        return f"{name} parses markup"
    if name == "notify" and not plain and not _own(first):
        return "notify with foreign text and no markup=False"
    if name in ("from_markup", "render_markup") and not _own(first):
        return f"{name} of a text that is not written here"
    printing = name in _PRINTING and isinstance(node.func, ast.Attribute)
    if printing and not plain and not _printable(node.args):
        return f"{name} of foreign text and no markup=False"
    return _keywords(node)


def _keywords(node: ast.Call) -> str | None:
    """`TextArea(placeholder=…)` and the like."""
    for keyword in node.keywords:
        if keyword.arg is not None and _foreign(keyword.arg, keyword.value):
            return f"{keyword.arg} is markup"
    return None


def _printable(arguments: list[ast.expr]) -> bool:
    return all(
        _own(argument) or (isinstance(argument, ast.Call) and _name(argument.func) in _SAFE_PRINTS)
        for argument in arguments
    )


def _own(value: ast.expr | None) -> bool:
    """A text that is written in the source itself, or a constant of the module."""
    match value:
        case None | ast.Constant():
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_").isupper()
        case ast.IfExp(body=body, orelse=other):
            return _own(body) and _own(other)
        case _:
            return False


def _name(func: ast.expr) -> str:
    match func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _keyword(node: ast.Call, name: str) -> object:
    for keyword in node.keywords:
        if keyword.arg == name and isinstance(keyword.value, ast.Constant):
            return keyword.value.value
    return None
