"""A transcript that is looked at piece by piece and read from anywhere: nothing of it is held."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.lines import check_format, decode
from zaptui.errors import TranscriptError
from zaptui.session.lines_at import LinesAt
from zaptui.session.quick_line import QuickLines
from zaptui.session.repair import Runs
from zaptui.session.tape_search import TapeSearch
from zaptui.view.playback import TapeLine
from zaptui.view.tape_index import TapeIndex

_LOOK = 32
"""Lines between two looks at the clock."""


class TapeFile:
    """A Source. `whole` says whether all of the file is written: it is asked until it is."""

    def __init__(
        self,
        fd: int,
        *,
        whole: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.damaged = 0
        """Lines that could not be read."""
        self.crashed = False
        """The last run has no end: it was killed, or it is still running."""
        self._fd = fd
        self._whole = whole
        self._clock = clock
        self.index = TapeIndex(size=os.fstat(fd).st_size)
        self._lines = LinesAt(fd, 0, chunk=1024 * 1024)
        self._quick = QuickLines()
        self._runs = Runs()

    @property
    def share(self) -> float:
        """How much of the file has been looked at, from 0 to 1."""
        size = os.fstat(self._fd).st_size
        return min(1.0, self._lines.offset / size) if size else 1.0

    def grow(self, seconds: float) -> None:
        """Look at more of it, for about so long."""
        until = self._clock() + seconds
        while not self.index.done:
            whole = self._whole()
            for _ in range(_LOOK):
                offset = self._lines.offset
                line = self._lines.take()
                if not line.endswith(b"\n") and not whole:
                    self._lines = LinesAt(self._fd, offset, chunk=1024 * 1024)
                    return
                if not line:
                    self._finish()
                    return
                self._take(line, offset)
            if self._clock() >= until:
                return

    def reader(self, line: int, offset: int) -> "TapeReader":
        """A reader from a line, which begins at an offset."""
        return TapeReader(self.index, LinesAt(self._fd, offset), line)

    def search(self, wanted: str) -> TapeSearch:
        """A search for a text, from the start on."""
        return TapeSearch(self._fd, self.index, wanted)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._fd)

    def _take(self, line: bytes, offset: int) -> None:
        quick = self._quick.read(line)
        if quick is None:
            self._take_whole(line, offset)
            return
        event = quick.event
        if event is None:
            self.index.skip(quick.kind, quick.at)
            self._runs.heard(quick.seq, quick.at)
            return
        list(self._runs.take(e.Entry(seq=quick.seq, at=quick.at, event=event)))
        if isinstance(event, e.ToolReturned):
            self.index.settle(quick.kind, quick.at, event.call_id)
        elif isinstance(event, e.ToolStarted):
            self.index.skip(quick.kind, quick.at)
        else:
            self.index.take(event, quick.at, offset)

    def _take_whole(self, line: bytes, offset: int) -> None:
        try:
            entry = decode(line)
        except ValueError:
            self.damaged += bool(line.strip())
            self.index.pass_over()
            return
        if isinstance(entry.event, e.RunStarted):
            check_format(entry.event.format)
        *missing, entry = self._runs.take(entry)
        self.index.insert(missing)
        self.index.take(self._quick.lighten(entry.event), entry.at, offset)

    def _finish(self) -> None:
        """All has been looked at; the run at the end gets the end that it lacks."""
        if not self._runs.begun:
            raise TranscriptError("this is no zap transcript: no line starts a run")
        missing = self._runs.missing_end()
        if missing:
            self.crashed = True
            self.index.insert(missing)
            self.index.pass_over()
        self.index.done = True


class TapeReader:
    """Reads the lines of a tape whole."""

    def __init__(self, index: TapeIndex, lines: LinesAt, line: int) -> None:
        self._index = index
        self._lines = lines
        self._line = line

    def take(self) -> TapeLine | None:
        """The next line; None at the end of what the index has seen."""
        if self._line >= self._index.lines:
            return None
        inserted = self._index.inserted.get(self._line, ())
        self._line += 1
        try:
            return TapeLine(entry=decode(self._lines.take()), inserted=inserted)
        except ValueError:
            return TapeLine(entry=None, inserted=inserted)


def open_tape(path: Path) -> TapeFile:
    """Open a transcript for looking at it. TranscriptError when it cannot be opened."""
    try:
        return TapeFile(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
    except OSError as error:
        raise TranscriptError(f"cannot read {path}: {os.strerror(error.errno or 0)}") from error
