"""A model's Markdown in a document of ours: it keeps its form and cannot break out of its place."""

import re
from functools import cache
from typing import TYPE_CHECKING

from zaptui.replay.exporters.markdown_text import MENTION, TICKS, fenced, quoted
from zaptui.view.text import sanitize

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_MOST_MARKS = 1000
"""Brackets or backticks; with more of them parsers take minutes."""
_OPENING = re.compile(r"<(?!https?://[^\s<>]*>)")
_UNSURE = re.compile(r"(?m)^[ \t>*+\d.)-]*(?:```|~~~|\[(?:[^\[\]\\]|\\.){0,999}\]:)")
"""What parsers differ in: a fence that is none, the target of a link or of a footnote."""
_ADDRESS = re.compile(r"(?i)(?:www\.|[:@])[^ \t]*$")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_GOOD_SCHEME = re.compile(r"(?i)https?:|mailto:")
_LEADING = re.compile(r"(?m)^[ \t>*+\d.)-]*\t")
"""White space at the start of a block, whose width depends on what stands before it."""
_BRACKET = re.compile(r"(\\*)\[")
_END = "END"


def safe_markdown(text: str, *, quote: bool = False) -> str:
    """A model's Markdown without HTML, images or links to anything but the web.

    What comes out is read once more by a parser; what it does not vouch for becomes a code block.
    """
    clean = _LEADING.sub(lambda found: found[0].expandtabs(4), sanitize(text).strip("\n"))
    frame = quoted if quote else str
    for links in () if is_tangled(clean) else (True, False):
        neutral = _neutral(clean, links=links)
        if neutral is not None and _is_safe(shown := frame(_closed(neutral))):
            return shown
    return frame(fenced(clean))


def is_tangled(text: str) -> bool:
    """Whether it is a puzzle rather than Markdown: too slow to read for what it can say."""
    return text.count("[") > _MOST_MARKS or text.count("`") > _MOST_MARKS


@cache
def _parser() -> "MarkdownIt":
    """Reads HTML as HTML, so that what slipped through is seen; any link counts as one."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 40})
    parser.enable("table").validateLink = lambda url: True  # pyright: ignore[reportAttributeAccessIssue]
    return parser


@cache
def _block_parser() -> "MarkdownIt":
    """Sees no HTML: so the blocks are those that the text has once its tags are text."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False, "maxNesting": 40}).enable("table")


def _neutral(text: str, *, links: bool) -> str | None:
    """The text with its tags and images made plain; code keeps its letters. None if unsure."""
    lines = text.split("\n")
    code, tables = _fences_and_tables(text)
    result: list[str] = []
    place = 0
    while place < len(lines):
        if place in code or not lines[place].strip(" \t"):
            result.append(lines[place])
            place += 1
            continue
        end = place
        while end < len(lines) and lines[end].strip(" \t") and end not in code:
            end += 1
        chunk = lines[place:end]
        if _UNSURE.search("\n".join(chunk)):
            return None
        trusted = all(
            _is_balanced(piece)
            for number, line in enumerate(chunk, start=place)
            for piece in (line.split("|") if number in tables else [line])
        )
        result += (_neutral_line(line, has_spans=trusted, links=links) for line in chunk)
        place = end
    return "\n".join(result)


def _fences_and_tables(text: str) -> tuple[set[int], set[int]]:
    """The numbers of the lines of fenced code, and of those in tables.

    Parsers differ in what is code by its indentation alone, so that this counts as text.
    """
    code: set[int] = set()
    tables: set[int] = set()
    for token in _block_parser().parse(text):
        if token.map and token.type == "fence":
            code.update(range(*token.map))
        elif token.map and token.type == "table_open":
            tables.update(range(*token.map))
    return code, tables


def _is_balanced(line: str) -> bool:
    """Whether each code span of a line, or of a table's cell, ends where that ends.

    A bare address before a span would swallow its first backtick on some hosts.
    """
    spans = None if "\\`" in line else _spans(line)
    if spans is None:
        return False
    ends = [0, *(end for _, end in spans)]
    between = (line[end:start] for end, (start, _) in zip(ends, spans, strict=False))
    return not any(map(_ADDRESS.search, between))


def _spans(line: str) -> list[tuple[int, int]] | None:
    """The code spans of a line; None when a run of backticks has no partner in it."""
    runs = list(TICKS.finditer(line))
    spans: list[tuple[int, int]] = []
    while runs:
        opening = runs.pop(0)
        partner = next((r for r in runs if len(r[0]) == len(opening[0])), None)
        if partner is None:
            return None
        spans.append((opening.start(), partner.end()))
        runs = [run for run in runs if run.start() >= partner.end()]
    return spans


def _neutral_line(line: str, *, has_spans: bool, links: bool) -> str:
    if not has_spans:
        return _plain(line, links=False)
    pieces: list[str] = []
    place = 0
    for start, end in _spans(line) or ():
        pieces += (_named(_plain(line[place:start], links=links)), line[start:end])
        place = end
    return "".join((*pieces, _named(_plain(line[place:], links=links))))


def _plain(text: str, *, links: bool) -> str:
    text = _OPENING.sub("&lt;", text).replace("![", "!\\[")
    return text if links else _BRACKET.sub(_escaped_bracket, text)


def _escaped_bracket(found: re.Match[str]) -> str:
    slashes = found[1]
    return found[0] if len(slashes) % 2 else f"{slashes}\\["


def _named(text: str) -> str:
    return MENTION.sub(lambda found: f"`{found[0]}`", text)


def _closed(text: str) -> str:
    """The text with the fence closed that it leaves open."""
    tokens = _parser().parse(f"{text}\n\n{_END}")
    last = tokens[-1] if tokens else None
    return f"{text}\n{last.markup}" if last is not None and last.type == "fence" else text


def _is_safe(text: str) -> bool:
    """Whether it holds no HTML and no bad link, and leaves nothing open behind it."""
    tokens = _parser().parse(f"{text}\n\n{_END}")
    ends = len(tokens) >= 3 and tokens[-2].content == _END and tokens[-2].level == 1
    return ends and all(map(_is_good, _flat(tokens)))


def _flat(tokens: "list[Token]") -> "list[Token]":
    return [each for token in tokens for each in (token, *(token.children or ()))]


def _is_good(token: "Token") -> bool:
    if token.type in ("html_block", "html_inline", "image"):
        return False
    url = str(token.attrs.get("href", ""))
    scheme = _SCHEME.match("".join(url.split()))
    return scheme is None or _GOOD_SCHEME.fullmatch(scheme[0]) is not None
