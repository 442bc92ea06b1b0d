"""No foreign text is parsed as markup: the source itself is read."""

from pathlib import Path

import pytest

from tests.tui.markup_rules import faults

ROOT = Path(__file__).resolve().parents[2] / "zaptui"
FILES = sorted(file for part in ("tui", "headless", "view") for file in (ROOT / part).rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_foreign_text_becomes_markup(file: Path) -> None:
    assert faults(file.read_text(encoding="utf-8")) == []


def test_every_module_is_read() -> None:
    names = {file.name for file in FILES}
    assert {"app.py", "main_screen.py", "inline.py", "lines.py"} <= names


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('yield Static(f"{name}")', "1: Static without markup=False"),
        ('yield Static("fixed")', "1: Static without markup=False"),
        ("Static(text, markup=True)", "1: Static without markup=False"),
        ('widgets.Label(f"{name}", id="x")', "1: Label without markup=False"),
        ('self.notify(f"no {path}")', "1: notify with foreign text and no markup=False"),
        ("app.notify(text)", "1: notify with foreign text and no markup=False"),
        ("app.notify(str(error), markup=True)", "1: notify with foreign text and no markup=False"),
        ("app.notify('a' + text)", "1: notify with foreign text and no markup=False"),
        ('Content.from_markup(f"[b]{name}")', "1: from_markup of a text that is not written here"),
        ("Text.from_markup(text)", "1: from_markup of a text that is not written here"),
        ("Content.from_markup('[b]%s' % x)", "1: from_markup of a text that is not written here"),
        ("console.print(text)", "1: print of foreign text and no markup=False"),
        ('self._console.print(f"{x}")', "1: print of foreign text and no markup=False"),
        ("console.print('a', x)", "1: print of foreign text and no markup=False"),
        ("panel.border_title = name", "1: border_title is markup"),
        ('self.prompt.placeholder = f"ask {model}"', "1: placeholder is markup"),
        ("TextArea(placeholder=question)", "1: placeholder is markup"),
        ("widget.tooltip = path", "1: tooltip is markup"),
        ("from textual.widgets import Button, Static", "1: Button parses markup"),
        ("Collapsible(title=title)", "1: Collapsible parses markup"),
        ("Option(path)", "1: Option parses markup"),
    ],
)
def test_the_walk_finds_foreign_text(source: str, fault: str) -> None:
    assert faults(source) == [fault]


@pytest.mark.parametrize(
    "source",
    [
        "Static(text, markup=False)",
        'Static(f"{name}", id="x", markup=False)',
        'self.notify("copied")',
        "self.notify(text, markup=False)",
        'Content.from_markup("[b]$name", name=name)',
        "console.print(Text(name))",
        "console.print()",
        "console.print(name, markup=False, highlight=False)",
        "prompt.placeholder = PLACEHOLDER",
        'prompt.placeholder = "what?"',
        "from textual.widgets import Static, TextArea",
        "values.update(name=name)",
        'print(f"{name}")',
    ],
)
def test_the_walk_lets_safe_text_pass(source: str) -> None:
    assert faults(source) == []
