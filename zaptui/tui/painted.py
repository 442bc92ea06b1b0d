"""A widget of a few painted lines, made anew when its owner says so; repaints never lay out."""

from abc import abstractmethod
from typing import ClassVar

from textual.strip import Strip
from textual.widget import Widget

from zaptui.tui.paint import COMPONENTS, Painter, painter_of
from zaptui.tui.plain import as_shown
from zaptui.view.lines import Line


class Painted(Widget):
    """Shows the lines of `lines(width)`. `repaint` after a change; the height follows."""

    COMPONENT_CLASSES: ClassVar[set[str]] = COMPONENTS
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._strips: list[Strip] = []
        self._painter: Painter | None = None
        self._ready = False
        """Mounted: the stylesheet has coloured its components."""

    @abstractmethod
    def lines(self, width: int) -> list[Line]:
        """What to show."""

    def repaint(self) -> None:
        """Draw anew; only a change of height touches the layout."""
        if not self._ready:
            return
        if self._painter is None:
            self._painter = painter_of(self)
        strips = self._painter.strips(self.lines(max(1, self.size.width)))
        if len(strips) != len(self._strips):
            self._strips = strips
            self.refresh(layout=True)
        elif strips != self._strips:
            self._strips = strips
            self.refresh()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """As many lines as there are."""
        return len(self.lines(max(1, width)))

    def render_line(self, y: int) -> Strip:
        """One line."""
        base = self.rich_style
        if y >= len(self._strips):
            return Strip.blank(self.size.width, base)
        strip = self._strips[y].apply_style(base).crop_extend(0, self.size.width, base)
        return as_shown(self, strip)

    def on_mount(self) -> None:
        """First lines."""
        self._ready = True
        self.repaint()

    def on_resize(self) -> None:
        """Another width."""
        self.repaint()

    def notify_style_update(self) -> None:
        """The theme may have changed; what it does to the components comes after this."""
        super().notify_style_update()
        self._painter = None
        if self._ready:
            self.call_next(self.repaint)
