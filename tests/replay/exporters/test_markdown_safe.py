"""Foreign Markdown in a document of ours: its form stays, what could break out does not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from zaptui.replay.exporters.markdown_safe import safe_markdown
from zaptui.replay.exporters.markdown_text import code_span, fenced, inline
from zaptui.view.text import one_line

PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
PARSER.validateLink = lambda url: True  # type: ignore[method-assign]

PIECES = [
    *("<b>", "</details>", "<script>", "<!--", "<![CDATA[", "`", "``", "```", "~~~", "\n", "\n\n"),
    *("    ", "\t", "- ", "1. ", "> ", "| ", "|---|\n", "a", "\\", "[x](javascript:a)", "[x]: /y"),
    *(
        "![i](http://e)",
        "<http://a.b>",
        "*",
        "_",
        "#",
        "@foo",
        "---",
        "&lt;",
        "$",
        "[^1]: ",
        "www.",
    ),
]


def tokens_of(markdown: str) -> list[Any]:
    return [x for t in PARSER.parse(markdown) for x in (t, *(t.children or ()))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain **bold** and `code`", "plain **bold** and `code`"),
        ("a <b>bold</b> claim", "a &lt;b>bold&lt;/b> claim"),
        ("keep `List[<int>]` as it is", "keep `List[<int>]` as it is"),
        ("```html\n<b>\n```", "```html\n<b>\n```"),
        (
            "1. run\n   ```\n   cat <x>\n   ```\n2. see",
            "1. run\n   ```\n   cat <x>\n   ```\n2. see",
        ),
        ("see <https://a.example/b>", "see <https://a.example/b>"),
        ("[web](https://a.example)", "[web](https://a.example)"),
        ("[bad](javascript:alert(1))", "\\[bad](javascript:alert(1))"),
        ("[bad](java&#115;cript:alert(1))", "\\[bad](java&#115;cript:alert(1))"),
        ("![pixel](https://a.example/p.png)", "!\\[pixel](https://a.example/p.png)"),
        ("![i](http://e) [w](https://e)", "!\\[i](http://e) [w](https://e)"),
        ("ask @octo/team, not a@b.example", "ask `@octo/team`, not a@b.example"),
        ("an open `tick <b>", "an open `tick &lt;b>"),
        ("```\nnever closed", "```\nnever closed\n```"),
        ("~~~~ x\nnever closed", "~~~~ x\nnever closed\n~~~~"),
        ("| a |\n|---|\n| `<b>` |", "| a |\n|---|\n| `<b>` |"),
        ("| a | b |\n|---|---|\n| `x | <b>` |", "| a | b |\n|---|---|\n| `x | &lt;b>` |"),
        ("[x]: javascript:a\n\n[x]", "```\n[x]: javascript:a\n\n[x]\n```"),
        ("esc\x1b[31mape \u202eback", "escape back"),
    ],
)
def test_foreign_markdown(text: str, expected: str) -> None:
    assert safe_markdown(text) == expected


def test_a_quotation_holds_each_line() -> None:
    assert safe_markdown("a\n\n<b>\n\tx", quote=True) == "> a\n>\n> &lt;b>\n>     x"


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.booleans())
def test_nothing_breaks_out_of_a_details_block(text: str, quote: bool) -> None:
    shown = safe_markdown(text, quote=quote)
    tokens = tokens_of(f"<details>\n\n{shown}\n\n</details>\n\nafter")
    assert [t.content for t in tokens if t.type.startswith("html")] == [
        "<details>\n",
        "</details>\n",
    ]
    assert not [t for t in tokens if t.type == "image"]
    links = [str(t.attrs["href"]) for t in tokens if t.type == "link_open"]
    assert not [url for url in links if url.lower().startswith(("javascript:", "data:"))]
    assert tokens[-2].content == "after"


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_short_text_is_shown_letter_for_letter(text: str) -> None:
    line = one_line(f"t {text}", 300)
    tokens = tokens_of(f"# {inline(f't {text}')}")
    shown = "".join(t.content for t in tokens if t.type in ("text", "code_inline", "text_special"))
    assert " ".join(shown.split()) == line
    span = code_span(f"t {text}", 300)
    assert [t.content for t in tokens_of(f"x {span}") if t.type == "code_inline"] == [line]


@given(st.lists(st.sampled_from(["```", "````", "\n", "~~~", "x"]), max_size=12).map("".join))
def test_a_fence_is_longer_than_any_in_it(text: str) -> None:
    tokens = tokens_of(f"{fenced(f'.{text}.', 'text')}\n\nafter")
    assert (tokens[0].type, tokens[0].content) == ("fence", f".{text}.\n")
    assert tokens[2].content == "after"


def test_two_dollars_are_no_formula_and_one_is_only_a_price() -> None:
    assert [inline("$5"), inline("$a$")] == ["$5", "\\$a\\$"]


@pytest.mark.parametrize("mark", ["[", "` "])
def test_a_puzzle_of_marks_is_shown_as_code_and_not_solved(mark: str) -> None:
    assert safe_markdown(mark * 1001).startswith(fenced(mark * 1001)[:8])
    assert not safe_markdown(mark * 10).startswith("```")
