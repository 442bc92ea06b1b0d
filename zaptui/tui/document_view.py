"""Lines of a document on the screen: how they look, and what is marked of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual.geometry import Offset, Region
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.theme import Theme

from zaptui.core.conversation import Conversation
from zaptui.tui.block import Block, Drawing
from zaptui.tui.document import Document, Spot
from zaptui.tui.markdown import MarkdownRenderer
from zaptui.tui.paint import COMPONENTS, STYLE_NAMES, Painter, painter_of
from zaptui.tui.plain import as_shown
from zaptui.tui.textual_fixes import word_at, zap_app
from zaptui.tui.theme import code_theme, markdown_styles
from zaptui.view.glyphs import Glyphs

_MARGIN = 2
"""Columns kept free at the right."""
_REMEMBERED = 500
"""Painted lines that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line as it was painted, and what it was painted of."""

    source: Strip
    looks: tuple[int, Style]
    strip: Strip


class DocumentView(ScrollView, can_focus=True):
    """Shows the lines of a document."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*COMPONENTS, "transcript--cursor"}

    def __init__(self, clock: Callable[[], float], *, glyphs: Glyphs) -> None:
        super().__init__(id="transcript")
        self.document = Document(Conversation())
        self.cursor: Block | None = None
        self._clock = clock
        self._glyphs = glyphs
        self._drawing: Drawing | None = None
        self._stale = False
        """The styles may have changed since the drawing was made."""
        self._theme: Theme | None = None
        self._lines: dict[int, _Line] = {}
        self._style = Style()

    def use_clock(self, clock: Callable[[], float]) -> None:
        """Tell the time by another clock."""
        self._clock = clock

    # ---- drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines of the screen, in the style of this moment, which is costly to ask for."""
        self._style = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One line of the screen. Most lines are those of the last painting, a little higher up."""
        width, line = self.size.width, round(self.scroll_y) + y
        strip = self.document.line(line, self._look())
        if strip is None:
            return Strip.blank(width, self._style)
        base = self._base(self.document.spot(line))
        strip = self._selected(strip, line)
        known = self._lines.get(line)
        if known is not None and known.source is strip and known.looks == (width, base):
            return known.strip
        if len(self._lines) > _REMEMBERED:
            self._lines.clear()
        painted = self._painted(strip, line, base)
        self._lines[line] = _Line(source=strip, looks=(width, base), strip=painted)
        return painted

    def _painted(self, strip: Strip, line: int, base: Style) -> Strip:
        strip = strip.apply_style(base).crop_extend(0, self.size.width, self._style)
        return as_shown(self, strip).apply_offsets(0, line)

    def _base(self, spot: Spot | None) -> Style:
        head = spot is not None and spot.block is self.cursor and spot.line == spot.block.head_at
        if head and self.has_focus:
            return self.get_component_rich_style("transcript--cursor")
        return self._style

    def _selected(self, strip: Strip, y: int) -> Strip:
        selection = self.text_selection
        span = selection.get_span(y) if selection is not None else None
        if span is None:
            return strip
        start, end = span
        end = len(strip.text) if end == -1 else end
        style = self.screen.get_component_rich_style("screen--selection")
        left, middle, right = strip.crop(0, start), strip.crop(start, end), strip.crop(end)
        return Strip.join([left, middle.apply_style(style), right])

    def _look(self) -> Drawing:
        """What blocks draw with now; a new painter when the theme has changed."""
        width = max(1, self.scrollable_content_region.width - _MARGIN)
        if self._drawing is None or self._stale:
            self._drawing, self._stale = self._restyled(), False
        self._drawing.width = width
        self._drawing.now = self._clock()
        return self._drawing

    def _restyled(self) -> Drawing:
        """A new drawing where the theme has changed, else the one that is known."""
        painter, theme = painter_of(self), zap_app(self).current_theme
        known, same_theme = self._drawing, theme is self._theme
        if known is not None and same_theme and _same(painter, known.painter):
            return known
        self._theme = theme
        return Drawing(
            painter=painter,
            markdown=MarkdownRenderer(markdown_styles(painter), code_theme=code_theme(theme)),
            glyphs=self._glyphs,
            width=1,
        )

    def notify_style_update(self) -> None:
        """The theme may have changed; what it does to the components comes after this."""
        super().notify_style_update()
        self._stale = True

    # ---- selection

    def _mark_word(self, x: int, y: int) -> None:
        strip = self.document.line(y, self._look())
        if strip is not None:
            start, end = word_at(strip.text, len(strip.crop(0, x).text))
            self.screen.selections = {self: Selection(Offset(start, y), Offset(end, y))}

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, as it stands on the screen."""
        drawing = self._look()
        lines = [
            strip.text.rstrip() if (strip := self.document.line(y, drawing)) else ""
            for y in range(self.document.height)
        ]
        return selection.extract("\n".join(lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """The marked text has changed."""
        self.refresh()


def _same(one: Painter, other: Painter) -> bool:
    return all(one.style(name) == other.style(name) for name in STYLE_NAMES)
