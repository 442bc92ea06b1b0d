"""Plain looks: what a widget shows in ASCII, where a person wants it so."""

from typing import Any, ClassVar, cast

from rich.segment import Segment
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget

from zaptui.view.plain import plain_text

PLAIN = "-plain"
"""The class of a screen whose marks are ASCII."""


class PlainBar(ScrollBarRender):
    """A scrollbar of colours alone."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def plain_bar(widget: Widget) -> None:
    """Give a widget such a scrollbar; Textual means this to be set on one bar, and types it as the
    class's."""
    cast("Any", widget.vertical_scrollbar).renderer = PlainBar


def as_shown(widget: Widget, strip: Strip) -> Strip:
    """The strip, in plain characters on a plain screen."""
    if not widget.screen.has_class(PLAIN):
        return strip
    segments = [Segment(plain_text(text), style, control) for text, style, control in strip]
    return Strip(segments, strip.cell_length)
