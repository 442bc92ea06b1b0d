"""Messages that wait for the running turn to end: visible, and taken back into the prompt by Up."""

from zaptui.tui.painted import Painted
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span, spread
from zaptui.view.text import one_line


class QueueView(Painted):
    """The waiting messages, oldest first."""

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id="queue")
        self._glyphs = glyphs
        self.waiting: list[str] = []

    def lines(self, width: int) -> list[Line]:
        shown: list[Line] = []
        for text in self.waiting[:4]:
            left = [Span("   waits  ", "dim"), Span(one_line(text, 400), "dim")]
            hint = [Span(f"{self._glyphs.up} edit ", "dim")] if text is self.waiting[-1] else []
            shown.append(spread(left, hint, width))
        if len(self.waiting) > 4:
            shown.append((Span(f"   +{len(self.waiting) - 4} more", "dim"),))
        return shown
