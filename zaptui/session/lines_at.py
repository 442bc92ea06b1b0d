"""Lines of a file from any place in it, without a position that others could move."""

import os

from zaptui.session.transcript import LONGEST_LINE

_LARGEST_READ = 16 * 1024 * 1024


class LinesAt:
    """Reads on from an offset. `offset` is where the next line begins."""

    def __init__(self, fd: int, offset: int, *, chunk: int = 256 * 1024) -> None:
        self.offset = offset
        self._fd = fd
        self._chunk = chunk
        self._buffer = b""
        self._start = 0

    def take(self) -> bytes:
        """The next line with its line feed; empty at the end, without one where that is missing.

        Of a line that is too long to be read only the beginning is given, without a line feed.
        """
        end = self._buffer.find(b"\n", self._start)
        if end < 0:
            end = self._fill()
        line = self._buffer[self._start : end + 1]
        self._start = end + 1
        self.offset += len(line)
        return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE]

    def _fill(self) -> int:
        """Read until the line is whole; where it ends in the buffer."""
        size = self._chunk
        while True:
            at = self.offset + len(self._buffer) - self._start
            more = os.pread(self._fd, size, at)
            looked = len(self._buffer) - self._start
            self._buffer = self._buffer[self._start :] + more
            self._start = 0
            end = self._buffer.find(b"\n", looked)
            if end >= 0 or not more:
                return end if end >= 0 else len(self._buffer) - 1
            size = min(2 * size, _LARGEST_READ)
