"""Messages that wait for the running turn to end: visible, and taken back into the prompt by Up."""

from zaptui.tui.painted import Painted
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span, pinned
from zaptui.view.text import one_line

_MOST = 4


class QueueView(Painted):
    """The waiting messages, oldest first; above them what the next step is told."""

    def __init__(self, *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id="queue")
        self._glyphs = glyphs
        self.waiting: list[str] = []
        self.steers: list[str] = []
        self.idle = False
        """No turn runs: what waits is sent by a person."""

    def lines(self, width: int) -> list[Line]:
        steers = [_line("steers", text, width) for text in self.steers]
        waiting = [_line("waits", text, width) for text in self.waiting]
        if waiting:
            edit = f"{self._glyphs.up} edit "
            hint = f"enter sends the first {self._glyphs.dot} {edit}" if self.idle else edit
            waiting[-1] = _line("waits", self.waiting[-1], width, hint=hint)
        return [*_few(steers), *_few(waiting)]


def _line(label: str, text: str, width: int, *, hint: str = "") -> Line:
    left = [Span(f"   {label:<6} ", "dim"), Span(one_line(text, 400), "dim")]
    return pinned(left, [Span(hint, "dim")] if hint else [], width)


def _few(lines: list[Line]) -> list[Line]:
    """A few of the lines, the newest among them; the rest is counted."""
    if len(lines) <= _MOST:
        return lines
    hidden = len(lines) - _MOST + 1
    return [*lines[: _MOST - 2], (Span(f"   +{hidden} more", "dim"),), lines[-1]]
