"""Lines as they are meant, before any widget: spans of clean text with the name of a style."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len, chop_cells, set_cell_size

_LONG = 20_000
"""Characters of a paragraph that is no longer looked at as a whole."""
_NARROW = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u2400-\u2426\u2500-\u25ff]*+")
"""Text whose characters all take one column: it is cut without a look at each."""

StyleName = Literal[
    "plain", "dim", "bold", "alive", "done", "struck", "error", "asks", "added", "removed", "user"
]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line."""

    text: str
    style: StyleName = "plain"


Line = tuple[Span, ...]


def line_text(line: Iterable[Span]) -> str:
    """The text of a line without its styles."""
    return "".join(span.text for span in line)


def line_width(line: Iterable[Span]) -> int:
    """Columns a line takes."""
    return sum(cell_len(span.text) for span in line)


def crop(line: Sequence[Span], width: int) -> Line:
    """The line in at most `width` columns; what is cut is shown by an ellipsis."""
    if line_width(line) <= width:
        return tuple(line)
    if width <= 0:
        return ()
    kept: list[Span] = []
    room = width - 1
    while (size := cell_len(line[len(kept)].text)) <= room:
        kept.append(line[len(kept)])
        room -= size
    text, style = set_cell_size(line[len(kept)].text, room).rstrip(), line[len(kept)].style
    return (*kept, Span(text, style), Span("…", "dim"))


def spread(left: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    """Left and right on one line; when both do not fit, the right one gives way first."""
    gap = width - line_width(left) - line_width(right)
    if right and gap >= 2:
        return (*left, Span(" " * gap), *right)
    half = max(0, width - line_width(left) - 2)
    if right and half >= 12:
        cut = crop(right, half)
        return (*left, Span(" " * (width - line_width(left) - line_width(cut))), *cut)
    return crop(left, width)


def pinned(left: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    """Left and right on one line; when both do not fit, the left one is cut, at most to half."""
    room = max(width - line_width(right) - 2, width // 2)
    return spread(crop(left, room) if right else left, right, width)


def wrap_text(text: str, width: int) -> list[str]:
    """Clean text in lines of at most `width` columns, broken between words where that can be."""
    lines: list[str] = []
    for paragraph in text.expandtabs(4).split("\n"):
        lines += _wrapped(paragraph, max(1, width))
    return lines


def wrap_some(text: str, width: int, limit: int) -> tuple[list[str], int]:
    """The first `limit` lines of a clean text, and how many more there are. It costs what is shown
    and a glance at the rest: a very long paragraph is counted by its characters."""
    width = max(1, width)
    lines: list[str] = []
    more = 0
    for paragraph in text.expandtabs(4).split("\n"):
        room = limit - len(lines)
        if room <= 0:
            more += _height(paragraph, width)
            continue
        head = paragraph if len(paragraph) <= _LONG else paragraph[: (room + 1) * (width + 1)]
        wrapped = _wrapped(head, width)
        if len(head) < len(paragraph) and len(wrapped) <= room:
            head, wrapped = paragraph, _wrapped(paragraph, width)  # most of it has no width
        lines += wrapped[:room]
        if len(wrapped) > room:
            kept = sum(map(len, wrapped[:room]))
            more += (
                len(wrapped) - room if head == paragraph else -((kept - len(paragraph)) // width)
            )
    return lines, more


def _height(paragraph: str, width: int) -> int:
    """Lines of a paragraph, guessed where counting would cost."""
    if len(paragraph) <= width and paragraph.isascii():
        return 1
    if len(paragraph) <= _LONG:
        return len(_wrapped(paragraph, width))
    return -(-len(paragraph) // width)


def chop(text: str, width: int) -> list[str]:
    """Text in pieces of at most `width` columns, cut wherever the edge is: nothing is folded."""
    return _pieces(text, max(1, width)) or [""]


def _pieces(text: str, width: int) -> list[str]:
    if _NARROW.fullmatch(text):
        return [text[place : place + width] for place in range(0, len(text), width)]
    return chop_cells(text, width)


def _wrapped(paragraph: str, width: int) -> list[str]:
    if cell_len(paragraph) <= width:
        return [paragraph]
    lines: list[str] = []
    line, room = "", width
    for word in paragraph.split(" "):
        size = cell_len(word)
        gap = 1 if line else 0
        if size + gap <= room:
            line += " " * gap + word
            room -= size + gap
            continue
        if line:
            lines.append(line)
        *whole, word = _pieces(word, width) or [""]
        lines += whole
        line, room = word, width - cell_len(word)
    lines.append(line)
    return lines
