"""Hostile text in every field: no page and no document lets it out, no line of JSON breaks."""

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.replay.exporters.tapes import ALL, told
from tests.replay.exporters.test_masked import full_of

TEXTS = {
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>\"'><b onclick=x>&lt;&#60;",
    "details": "</details></summary></div></pre></section></main>",
    "fences": "`````` ```\n~~~~\n```html\n<b>\n",
    "controls": "\x1b]0;x\x07\x1b[31m\x00\x9b2J\r\x08\u202e\u200b\U000e0041\ud83d\u2028x",
    "links": "[x](javascript:alert(1)) ![i](http://e/p) [r]\n\n[r]: javascript:x\n<javascript:x>",
    "markdown": "# h\n\n> q\n\n- [x] l\n\n| a |\n|---|\n| b |\n\n***\n    code\n1. x\n[^1]: f",
    "comment": "<!-- --> <![CDATA[ x ]]> <?php ?> <!doctype html>",
    "csp": '"><meta http-equiv="refresh" content="0;url=http://e"><style>*{}</style><base href=x>',
    "wide": "表示 emoji 🙂 a\u0301 ‮abc",
}
TAGS = frozenset(
    {
        *("html", "head", "meta", "title", "style", "body", "main", "header", "section", "footer"),
        *(
            "h1",
            "h2",
            "h3",
            "h4",
            "p",
            "span",
            "div",
            "ol",
            "ul",
            "li",
            "details",
            "summary",
            "pre",
        ),
        *("code", "a", "em", "strong", "blockquote", "hr", "br", "table", "thead", "tbody", "tr"),
        *("th", "td", "s"),
    }
)
VOID = frozenset({"meta", "br", "hr"})

every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())


class Page(HTMLParser):
    """Reads a page; tags must be known and close in order, attributes must be harmless."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.metas = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, tag
        self.metas += tag == "meta"
        assert tag not in ("style", "title") or self.open == ["html", "head"]
        for name, value in attrs:
            assert name in ATTRIBUTES.get(tag, {"class"}), (tag, name)
            assert name != "href" or str(value).startswith(("https://", "http://", "mailto:"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


ATTRIBUTES = {
    "html": {"lang"},
    "meta": {"charset", "name", "content", "http-equiv"},
    "a": {"href", "rel"},
    "span": {"class", "title"},
    "ol": {"class", "start"},
    "th": {"style"},
    "td": {"style"},
    "code": {"class"},
}


@every_text
def test_a_page_has_only_the_tags_that_are_ours(text: str) -> None:
    page = Page()
    page.feed(told(full_of(text), "html", redact=False))
    page.close()
    assert (page.open, page.metas) == ([], 5)


@every_text
def test_a_document_has_only_the_html_that_is_ours(text: str) -> None:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    tokens = [
        each
        for token in parser.parse(told(full_of(text), "md", redact=False))
        for each in (token, *(token.children or ()))
    ]
    blocks = [token.content for token in tokens if token.type.startswith("html")]
    depth = 0
    for block in blocks:
        if block.startswith("<details>\n<summary>"):
            assert block.count("<") == 3
            depth += 1
        else:
            assert block.startswith("</details>")
            depth -= block.count("</details>")
            assert block.replace("</details>", "").replace("\n", "") == ""
        assert depth >= 0
    assert depth == 0
    assert not [token for token in tokens if token.type == "image"]
    for token in tokens:
        url = str(token.attrs.get("href", "")).lower()
        assert not url.startswith(("javascript:", "data:", "vbscript:"))


@every_text
@pytest.mark.parametrize("format", ["md", "html"])
def test_pages_hold_no_control_and_nothing_hidden(text: str, format: str) -> None:
    shown = told(full_of(text), format, redact=False)
    shown.encode("utf-8")
    hidden = set("\x00\x07\x08\x0c\x1b\r\x9b\u200b\u202a\u202e\u2028\U000e0041")
    assert not hidden.intersection(shown)


@every_text
@pytest.mark.parametrize("format", ["json", "atif"])
def test_a_document_of_json_is_one_object_of_ascii(text: str, format: str) -> None:
    shown = told(full_of(text), format, redact=False)
    assert shown.isascii()
    assert isinstance(json.loads(shown), dict)


@every_text
@pytest.mark.parametrize("format", ["codex", "b4run", "cast"])
def test_each_line_is_json_of_ascii(text: str, format: str) -> None:
    shown = told(full_of(text), format, redact=False)
    assert shown.isascii()
    assert all(isinstance(json.loads(line), dict | list) for line in shown.split("\n")[:-1])


@every_text
def test_a_recording_steers_the_terminal_by_colours_alone(text: str) -> None:
    lines: list[Any] = [
        json.loads(line) for line in told(full_of(text), "cast", redact=False).splitlines()
    ]
    for _, kind, printed in lines[1:]:
        for code in ("1", "2", "31", "32", "0"):
            printed = printed.replace(f"\x1b[{code}m", "")
        rest = printed.replace("\r\n", "")
        assert kind == "o"
        assert not [c for c in rest if (ord(c) < 32 and c != "\t") or 127 <= ord(c) < 160]


@pytest.mark.parametrize("format", ALL)
def test_events_in_any_order_and_with_nothing_before_them_are_exported(format: str) -> None:
    entries = full_of("x")
    for tape in (entries[::-1], entries[5:], entries[::3], entries * 2):
        told(tape, format)
