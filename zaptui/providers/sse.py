"""Server-sent events: bytes to data payloads. Lines end at CR or LF only, never at U+2028."""

import re
from collections.abc import Iterator

LONGEST_EVENT = 64 * 1024 * 1024
"""Bytes of one event; a stream that goes on beyond that is not an answer."""

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class SseDecoder:
    """Feeds on bytes in any cut; gives the data of each whole event."""

    def __init__(self) -> None:
        self._line: list[bytes] = []
        """The line that is not ended yet, in pieces: a long one is looked at once."""
        self._data: list[bytes] = []
        self._size = 0
        self._begun = False
        self.framed = False
        """A field of an event was seen."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The payloads that this chunk completes. ValueError for an event without end."""
        self._size += len(chunk)
        if self._size > LONGEST_EVENT:
            raise ValueError(f"an event is longer than {LONGEST_EVENT} bytes")
        if not _LINE_END.search(chunk):
            self._line.append(chunk)
            return
        text, held = b"".join([*self._line, chunk]), b""
        if text.endswith(b"\r"):  # the LF of a CRLF may come with the next chunk
            text, held = text[:-1], b"\r"
        *lines, rest = _LINE_END.split(text)
        self._line = [rest + held] if rest or held else []
        for line in lines:
            yield from self._take(line)

    def end(self) -> Iterator[bytes]:
        """What a stream that ends without its last blank line still held: perhaps half a line."""
        yield from self._take(b"".join(self._line).removesuffix(b"\r"))
        yield from self._take(b"")

    def _take(self, line: bytes) -> Iterator[bytes]:
        if not self._begun:
            self._begun, line = True, line.removeprefix(_BYTE_ORDER_MARK)
        field, _, value = line.partition(b":")
        if not line:
            payload, self._data, self._size = b"\n".join(self._data), [], 0
            if payload.strip():
                yield payload
        elif field in (b"data", b"error"):  # some servers tell a failure in a field `error`
            self._data.append(value.removeprefix(b" "))
            self.framed = True
