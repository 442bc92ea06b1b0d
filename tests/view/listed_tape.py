"""A tape in memory as a Source, for the tests of playing."""

from collections.abc import Sequence

from zaptui.core.events import Entry
from zaptui.view.playback import TapeLine
from zaptui.view.slim import Slim
from zaptui.view.tape_index import TapeIndex


class ListedReader:
    def __init__(self, tape: "ListedTape", line: int) -> None:
        self._tape = tape
        self._line = line

    def take(self) -> TapeLine | None:
        if self._line >= self._tape.index.lines:
            return None
        line = self._line
        self._line += 1
        return TapeLine(
            entry=self._tape.entries[line], inserted=self._tape.index.inserted.get(line, ())
        )


class ListedTape:
    """The offset of a line is its number; None among the entries is a line that cannot be read."""

    def __init__(
        self,
        entries: Sequence[Entry | None],
        *,
        segment: tuple[int, int] = (10, 10_000),
        whole: bool = True,
    ) -> None:
        self.entries = entries
        self.index = TapeIndex(segment=segment)
        self._slim = Slim()
        if whole:
            self.grow(1)

    def grow(self, seconds: float) -> None:
        self.look(len(self.entries))
        self.index.done = True

    def look(self, lines: int) -> None:
        for line in range(self.index.lines, lines):
            entry = self.entries[line]
            if entry is None:
                self.index.pass_over()
            else:
                self.index.take(self._slim(entry.event), entry.at, line)

    def reader(self, line: int, offset: int) -> ListedReader:
        assert line == offset
        return ListedReader(self, line)
