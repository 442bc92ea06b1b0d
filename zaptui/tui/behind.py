"""`↓ 12 new lines`: shown while the reader looks at something older."""

from textual.message import Message

from zaptui.tui.painted import Painted
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span


class BehindLine(Painted):
    """One line below the transcript, or none."""

    class Clicked(Message):
        """Take me to the end."""

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id="behind")
        self._glyphs = glyphs
        self.count = 0

    def set(self, count: int) -> None:
        """So many new lines are below."""
        if count != self.count:
            self.count = count
            self.repaint()

    def lines(self, width: int) -> list[Line]:
        if not self.count:
            return []
        words = f"{self.count} new line{'s' if self.count != 1 else ''}"
        return [(Span(f" {self._glyphs.down} {words} {self._glyphs.dot} end", "alive"),)]

    def on_click(self) -> None:
        """To the end."""
        self.post_message(self.Clicked())
