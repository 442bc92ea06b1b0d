"""`svg`: the final screen as a picture, of shapes and text alone: it loads and runs nothing."""

from collections.abc import Iterable, Iterator
from html import escape

from rich.cells import cell_len

from zaptui.core.events import Entry
from zaptui.replay.exporters.final_screen import WIDTH, final_screen
from zaptui.view.lines import Line, StyleName
from zaptui.view.text import sanitize

_CELL, _LINE, _EDGE = 8.4, 18, 16
"""Pixels of a column, of a line, around the whole."""
_FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_COLOURS: dict[StyleName, str] = {
    "plain": "#d0d0d0",
    "dim": "#8a8a8a",
    "bold": "#ffffff",
    "alive": "#5fafff",
    "done": "#5faf5f",
    "struck": "#8a8a8a",
    "error": "#ff5f5f",
    "asks": "#ffaf5f",
    "added": "#5faf5f",
    "removed": "#ff5f5f",
    "user": "#ffffff",
}


def export_svg(entries: Iterable[Entry]) -> Iterator[str]:
    """The picture, a line at a time."""
    lines = final_screen(entries)
    width, height = round(WIDTH * _CELL) + 2 * _EDGE, len(lines) * _LINE + 2 * _EDGE
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n'
        f'<rect width="100%" height="100%" rx="8" fill="#1c1c1c"/>\n'
        f'<g font-family="{_FONT}" font-size="14" xml:space="preserve">\n'
    )
    for number, line in enumerate(lines):
        yield from _line(line, _EDGE + (number + 1) * _LINE - 5)
    yield "</g>\n</svg>\n"


def _line(line: Line, y: int) -> Iterator[str]:
    """Each span where its column is, as wide as its columns, whatever the font."""
    column = 0
    for span in line:
        text = sanitize(span.text).replace("\n", " ")
        shown = text.strip(" ")
        if shown:
            before = column + len(text) - len(text.lstrip(" "))
            weight = ' font-weight="bold"' if span.style in ("bold", "user") else ""
            yield (
                f'<text x="{_EDGE + before * _CELL:.1f}" y="{y}" '
                f'textLength="{cell_len(shown) * _CELL:.1f}" lengthAdjust="spacingAndGlyphs" '
                f'fill="{_COLOURS[span.style]}"{weight}>{escape(shown)}</text>\n'
            )
        column += cell_len(text)
