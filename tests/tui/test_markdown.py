"""Markdown while it streams: however a text is cut, at its end it looks as if it came at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style

from zaptui.tui.markdown import MarkdownRenderer, StreamingMarkdown

RENDERER = MarkdownRenderer({"markdown.code": Style(bold=True)}, code_theme="nord")
WIDTH = 40

BLOCKS = [
    "A paragraph of some words that goes over more than one line of the screen.",
    "# Heading",
    "## Smaller",
    "- one\n- two\n  - deep\n- three",
    "1. one\n2. two",
    "* loose\n\n* list",
    "> a quote\n> of two lines",
    "```py\nprint(1)\n\nprint(2)\n```",
    "~~~\ntext\n~~~",
    "    indented code",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "---",
    "A line  \nand a hard break",
    "Setext\n======",
    "<div>html</div>",
    "See [it][1] and `code` and **bold**.",
    "[1]: https://example.org",
    "- [ ] task\n- [x] done",
    "text\u2028with an odd break",
    "trailing \\",
    "```\nnever closed",
    "- item\n\n  ```\n  code in an item\n  ```",
    "***\nrule and text",
]


def lines(strips) -> list[str]:
    return [strip.text.rstrip() for strip in strips]


def at_once(text: str) -> list[str]:
    return lines(StreamingMarkdown(RENDERER, WIDTH).update(text, whole=True))


def in_pieces(text: str, cuts: list[int]) -> list[str]:
    streaming = StreamingMarkdown(RENDERER, WIDTH)
    for cut in sorted(cuts):
        streaming.update(text[:cut], whole=False)
    return lines(streaming.update(text, whole=True))


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("after", ["And then.", "- x", "# H"])
def test_a_block_and_another_one_look_the_same_letter_by_letter(block: str, after: str):
    text = f"Before.\n\n{block}\n\n{after}\n"
    assert in_pieces(text, list(range(len(text)))) == at_once(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=6), st.data())
def test_any_cut_of_any_blocks_ends_the_same(blocks: list[str], data):
    text = "\n\n".join(blocks)
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=12))
    assert in_pieces(text, cuts) == at_once(text)


def test_closed_blocks_are_rendered_once():
    rendered: list[str] = []

    class Counting(MarkdownRenderer):
        def render(self, text: str, width: int, **more):
            rendered.append(text)
            return super().render(text, width, **more)

    streaming = StreamingMarkdown(Counting({}, code_theme="nord"), WIDTH)
    text = ""
    for number in range(200):
        text += f"Paragraph {number}.\n\n"
        streaming.update(text, whole=False)
    assert sum(map(len, rendered)) < 4 * len(text)


def test_an_open_fence_is_plain_until_it_is_closed():
    streaming = StreamingMarkdown(RENDERER, WIDTH)
    before = lines(streaming.update("```py\n# x\n", whole=False))
    after = lines(streaming.update("```py\n# x\n```\n\nText.", whole=False))
    assert before == ["# x"]
    assert after == ["# x", "", "Text."]


def test_a_text_that_is_another_one_begins_anew():
    streaming = StreamingMarkdown(RENDERER, WIDTH)
    streaming.update("One.\n\nTwo.\n\nThree.", whole=False)
    assert lines(streaming.update("Other.", whole=False)) == ["Other."]


def test_lines_fit_the_width():
    text = "\n\n".join(BLOCKS)
    for width in (1, 2, 7, 40):
        strips = StreamingMarkdown(RENDERER, width).update(text, whole=True)
        assert max(strip.cell_length for strip in strips) <= max(width, 4)


def test_nothing_to_show_is_no_line():
    assert StreamingMarkdown(RENDERER, WIDTH).update("", whole=False) == []
    assert StreamingMarkdown(RENDERER, WIDTH).update("\n \n", whole=False) == []


def test_links_are_not_clickable():
    strips = RENDERER.render("[here](file:///etc/passwd)", WIDTH)
    assert [s.style.link for strip in strips for s in strip if s.style] == [None] * sum(
        1 for strip in strips for s in strip if s.style
    )


def test_a_block_with_a_very_long_paragraph_is_shown_as_text_whole() -> None:
    long = "*word* " * 6000
    shown = lines(RENDERER.render(f"**a**\n\n- one\n- {long}\n\nb", 60))
    assert (shown[0], shown[2], shown[-1]) == ("a", "- one", "b")
    assert sum(line.count("*word*") for line in shown) == 6000


def test_a_large_open_block_is_drawn_anew_only_once_it_has_grown() -> None:
    streaming = StreamingMarkdown(RENDERER, 60)
    text = "word\n" * 10_000
    first = streaming.update(text, whole=False)
    assert streaming.update(f"{text}more\n", whole=False) is first
    grown = streaming.update(text + "more\n" * 1000, whole=False)
    assert len(grown) == 11_000
    assert lines(streaming.update(f"{text}more\n", whole=True))[-2:] == ["word", "more"]
