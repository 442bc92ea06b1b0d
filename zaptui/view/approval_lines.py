"""What a person is asked to approve: the whole of it, nothing hidden, nothing left out (A4)."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, dump_json
from zaptui.core.ports import Approval
from zaptui.view.lines import Line, Span, StyleName, chop
from zaptui.view.text import one_line, reveal

_VERBS = {"shell": "run", "write": "write", "edit": "change", "read": "read", "search": "search"}


def approval_title(approval: Approval) -> str:
    """`The model wants to run:`, and why that asks."""
    verb = _VERBS.get(approval.tool, f"call {one_line(approval.tool, 40)}")
    return f"The model wants to {verb}:"


def approval_lines(approval: Approval, width: int) -> list[Line]:
    """The command or the change, whole; hidden characters are spelled out."""
    return list(_lines(approval, max(8, width)))


def _lines(approval: Approval, width: int) -> Iterator[Line]:
    arguments = approval.input
    match approval.tool:
        case "shell":
            yield from _text(str(arguments.get("command", "")), width, "bold")
            yield from _rest(arguments, ("command",), width)
        case "edit":
            yield from _text(str(arguments.get("path", "")), width, "bold")
            old, new = str(arguments.get("old_text", "")), str(arguments.get("new_text", ""))
            yield from _marked(old, "- ", width, "removed")
            yield from _marked(new, "+ ", width, "added")
            yield from _rest(arguments, ("path", "old_text", "new_text"), width)
        case "write":
            yield from _text(str(arguments.get("path", "")), width, "bold")
            yield from _marked(str(arguments.get("content", "")), "+ ", width, "added")
        case _:
            yield from _rest(arguments, (), width)


def _text(text: str, width: int, style: StyleName) -> Iterator[Line]:
    for line in reveal(text).expandtabs(4).split("\n"):
        for piece in chop(line, width):
            yield (Span(piece, style),)


def _marked(text: str, mark: str, width: int, style: StyleName) -> Iterator[Line]:
    for line in reveal(text).removesuffix("\n").expandtabs(4).split("\n"):
        for piece in chop(line, max(1, width - len(mark))):
            yield (Span(f"{mark}{piece}", style),)


def _rest(arguments: JsonObject, shown: tuple[str, ...], width: int) -> Iterator[Line]:
    for name, value in arguments.items():
        if name not in shown:
            text = value if isinstance(value, str) else dump_json(value)
            yield from _text(f"{name}: {text}", width, "plain")
