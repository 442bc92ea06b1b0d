"""Output of any size in bounded memory: the head and the tail, and how much was between."""

import codecs
from collections import deque
from collections.abc import Callable

_HEAD = 256 * 1024
_TAIL = 256 * 1024
_LIVE = 64 * 1024


class Capture:
    """Takes bytes as they come. Live text goes to `progress`, up to a limit."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        self.total = 0
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._progress = progress
        self._live = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> None:
        """More output."""
        self.total += len(data)
        self._tell(data)
        room = _HEAD - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail.append(data)
            self._tail_size += len(data)
            while self._tail_size - len(self._tail[0]) >= _TAIL:
                self._tail_size -= len(self._tail.popleft())

    @property
    def cut_bytes(self) -> int:
        """Bytes between head and tail that were let go."""
        return self.total - len(self._head) - min(self._tail_size, _TAIL)

    def text(self) -> str:
        """Head and tail as text: undecodable bytes replaced, NUL removed."""
        head, tail = bytes(self._head), b"".join(self._tail)[-_TAIL:]
        if not self.cut_bytes:
            return _text(head + tail)
        return f"{_text(head)}\n[… {self.cut_bytes} bytes cut …]\n{_text(tail)}"

    def _tell(self, data: bytes) -> None:
        if self._live >= _LIVE:
            return
        text = self._decoder.decode(data[: _LIVE - self._live])
        self._live += len(data)
        if text:
            self._progress(text)
        if self._live >= _LIVE:
            self._progress("\n[… more output, shown when the command has ended …]\n")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\0", "")
