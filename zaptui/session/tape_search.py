"""Looking for words in a tape on the disk, piece by piece."""

import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from zaptui.core.lines import decode
from zaptui.session.lines_at import LinesAt
from zaptui.view.matcher import Matcher
from zaptui.view.tape_index import TapeIndex

_LOOK = 64
"""Lines between two looks at the clock."""
_MOST = 100_000
"""Places that are kept."""


class TapeSearch:
    """Finds the places of a text from the start on; each counts the lines that show it."""

    def __init__(
        self,
        fd: int,
        index: TapeIndex,
        wanted: str,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wanted = wanted
        self.found = array("Q")
        self.line = 0
        """The lines that have been looked at."""
        self._index = index
        self._clock = clock
        self._lines = LinesAt(fd, 0, chunk=1024 * 1024)
        self._matcher = Matcher(wanted)

    @property
    def done(self) -> bool:
        """All has been looked at."""
        return (self._index.done and self.line >= self._index.lines) or len(self.found) >= _MOST

    def look(self, seconds: float) -> None:
        """Look at more of it, for about so long."""
        until = self._clock() + seconds
        while not self.done and self.line < self._index.lines:
            for _ in range(min(_LOOK, self._index.lines - self.line)):
                line = self._lines.take()
                self.line += 1
                if self._matches(line):
                    self.found.append(self.line)
            if self._clock() >= until:
                return

    def after(self, line: int) -> int | None:
        """The next place behind a line; None if none is known."""
        place = bisect_right(self.found, line)
        return self.found[place] if place < len(self.found) else None

    def before(self, line: int) -> int | None:
        """The last place before a line; None if none is known."""
        place = bisect_left(self.found, line) - 1
        return self.found[place] if place >= 0 else None

    def number(self, line: int) -> int:
        """Which of the places a line is, counted from 1."""
        return bisect_right(self.found, line)

    def _matches(self, line: bytes) -> bool:
        if not self._matcher.may_match(line):
            return False
        try:
            return self._matcher.match(decode(line).event)
        except ValueError:
            return False
