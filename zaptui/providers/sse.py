"""Server-sent events: bytes to data payloads. Lines end at CR or LF only, never at U+2028."""

import re
from collections.abc import AsyncIterator, Iterator

_LINE_END = re.compile(rb"\r\n|\n|\r")


class SseDecoder:
    """Feeds on bytes in any cut; gives the data of each whole event."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The payloads that this chunk completes."""
        self._rest += chunk
        held = b""
        if self._rest.endswith(b"\r"):  # the LF of a CRLF may come with the next chunk
            self._rest, held = self._rest[:-1], b"\r"
        *lines, rest = _LINE_END.split(self._rest)
        self._rest = rest + held
        for line in lines:
            yield from self._line(line)

    def end(self) -> Iterator[bytes]:
        """What a stream that ends without its last blank line still held."""
        yield from self._line(self._rest.removesuffix(b"\r"))
        yield from self._line(b"")

    def _line(self, line: bytes) -> Iterator[bytes]:
        if not line:
            if self._data:
                yield b"\n".join(self._data)
                self._data = []
        elif line.startswith(b"data:"):
            self._data.append(line[5:].removeprefix(b" "))


async def payloads(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The data payloads of a stream of bytes."""
    decoder = SseDecoder()
    async for chunk in chunks:
        for payload in decoder.feed(chunk):
            yield payload
    for payload in decoder.end():
        yield payload
