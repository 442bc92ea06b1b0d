"""Lines to strips: the names of styles become the colours of the theme."""

from collections.abc import Iterable, Mapping

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from zaptui.view.lines import Line, Span, StyleName
from zaptui.view.text import clean_line

STYLE_NAMES: tuple[StyleName, ...] = (
    "plain", "dim", "bold", "alive", "done", "struck", "error", "asks", "added", "removed", "user",
)  # fmt: skip

COMPONENTS = {f"line--{name}" for name in STYLE_NAMES}
"""Component classes a widget declares to be painted; zap.tcss colours them."""


def foreground(style: Style) -> Style:
    """A component's colour and weight alone: what it stands on is its widget's."""
    return Style(
        color=style.color, bold=style.bold, dim=style.dim, strike=style.strike,
        italic=style.italic, underline=style.underline,
    )  # fmt: skip


def painter_of(widget: Widget) -> "Painter":
    """A painter in the colours that a widget's stylesheet gives its components now."""
    return Painter(
        {
            name: foreground(widget.get_component_rich_style(f"line--{name}", partial=True))
            for name in STYLE_NAMES
        }
    )


class Painter:
    """Paints with one set of styles; a new theme makes a new painter. What is painted is clean,
    whatever it is given: this is the last place to see to that."""

    def __init__(self, styles: Mapping[StyleName, Style]) -> None:
        self._styles = styles

    def style(self, name: StyleName) -> Style:
        """The style of a name."""
        return self._styles[name]

    def strip(self, line: Line, *, indent: int = 0) -> Strip:
        """One line, moved in by some columns."""
        segments = [
            Segment(clean_line(span.text).expandtabs(4), self._styles[span.style]) for span in line
        ]
        width = sum(cell_len(segment.text) for segment in segments)
        if indent:
            segments.insert(0, Segment(" " * indent, self._styles["plain"]))
        return Strip(segments, width + indent)

    def strips(self, lines: Iterable[Line], *, indent: int = 0) -> list[Strip]:
        """Many lines."""
        return [self.strip(line, indent=indent) for line in lines]

    def blank(self) -> Strip:
        """An empty line."""
        return Strip([], 0)


def spans(text: str, style: StyleName = "plain") -> Line:
    """A line of one span."""
    return (Span(text, style),)
