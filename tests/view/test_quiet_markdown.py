"""Markdown as a transcript shows it."""

from io import StringIO

from markdown_it import MarkdownIt
from rich.console import Console

from zaptui.view.quiet_markdown import QuietBlock, QuietMarkdown


def rendered(text: str) -> str:
    file = StringIO()
    console = Console(file=file, width=30, force_terminal=True, color_system="truecolor")
    console.print(QuietMarkdown(text, code_theme="nord"))
    return file.getvalue()


def test_a_heading_stands_at_the_left() -> None:
    assert rendered("# A\n\n## B\n\nc").replace("\x1b[0m", "").split("\n")[0].rstrip().endswith("A")
    console = Console(file=StringIO(), width=30)
    lines = console.render_lines(QuietMarkdown("# A\n\n## B\n\nc", code_theme="nord"), pad=False)
    assert ["".join(part.text for part in line).rstrip() for line in lines] == [
        "A", "", "B", "", "c",
    ]  # fmt: skip


def test_code_has_no_ground_and_a_link_is_no_link_of_the_terminal() -> None:
    shown = rendered("```py\nx = 1\n```\n\n[here](http://a.example)\n")
    assert "48;2" not in shown
    assert "\x1b]8" not in shown
    assert "http://a.example" in shown


def test_a_block_that_is_parsed_already_looks_the_same() -> None:
    text = "# A\n\n- `b`\n- [c](http://a.example)\n"
    file = StringIO()
    console = Console(file=file, width=30, force_terminal=True, color_system="truecolor")
    console.print(QuietBlock(MarkdownIt().parse(text), code_theme="nord"))
    assert file.getvalue() == rendered(text)
