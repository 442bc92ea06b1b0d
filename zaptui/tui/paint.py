"""Lines to strips: the names of styles become the colours of the theme."""

from collections.abc import Iterable, Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from zaptui.view.lines import Line, Span, StyleName, line_width

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
    """Paints with one set of styles; a change of theme makes a new painter."""

    def __init__(self, styles: Mapping[StyleName, Style]) -> None:
        self._styles = styles

    def style(self, name: StyleName) -> Style:
        """The style of a name."""
        return self._styles[name]

    def strip(self, line: Line, *, indent: int = 0) -> Strip:
        """One line, moved in by some columns."""
        segments = [Segment(span.text, self._styles[span.style]) for span in line]
        width = line_width(line)
        if indent:
            segments.insert(0, Segment(" " * indent, self._styles["plain"]))
        return Strip(segments, width + indent)

    def strips(self, lines: Iterable[Line], *, indent: int = 0) -> list[Strip]:
        """Many lines."""
        return [self.strip(line, indent=indent) for line in lines]

    def blank(self) -> Strip:
        """An empty line."""
        return Strip([], 0)

    def indented(self, strips: Sequence[Strip], indent: int) -> list[Strip]:
        """Strips moved in by some columns."""
        if not indent:
            return list(strips)
        margin = Segment(" " * indent, self._styles["plain"])
        return [Strip([margin, *strip], strip.cell_length + indent) for strip in strips]


def spans(text: str, style: StyleName = "plain") -> Line:
    """A line of one span."""
    return (Span(text, style),)
