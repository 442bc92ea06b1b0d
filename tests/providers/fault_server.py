"""A loopback HTTP server that fails in the ways real services and networks fail."""

import asyncio
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

Act = bytes | float | Literal["cut", "reset", "close", "wait"]
"""Send a chunk; sleep; or end: within a chunk, by RST, without the last chunk, not at all."""


@dataclass(frozen=True)
class Status:
    """An answer that is no stream."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


@dataclass(frozen=True)
class Stream:
    """A 200 answer in chunks; it ends well unless an act says otherwise."""

    acts: Sequence[Act]
    content_type: str = "text/event-stream; charset=utf-8"


Answer = Status | Stream | Literal["drop", "hold"]
"""`drop`: the connection is closed before the head; `hold`: there is never a head."""


@dataclass(frozen=True)
class Seen:
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes
    connection: int


class FaultServer:
    """Gives its answers in turn, the last one again and again."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self._connections = 0
        self._open: set[asyncio.Task[None]] = set()
        self.requests: list[Seen] = []
        self.left = asyncio.Event()
        """The client has closed a connection whose answer was not over."""
        self.port = 0

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self._connections += 1
        try:
            await self._requests(reader, writer, self._connections)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.left.set()
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            self._open.discard(task)
            writer.close()

    async def stop(self) -> None:
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _requests(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, connection: int
    ) -> None:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            line, *fields = head.decode("latin-1").strip().split("\r\n")
            headers = {
                name.lower(): value for name, value in (field.split(": ", 1) for field in fields)
            }
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            answer = self._answers[min(len(self.requests), len(self._answers) - 1)]
            self.requests.append(Seen(line, headers, body, connection))
            if not await self._answer(answer, reader, writer):
                return

    async def _answer(
        self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Whether the connection may be used again."""
        match answer:
            case "drop":
                return False
            case "hold":
                await self._until_left(reader)
                return False
            case Status():
                extra = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
                writer.write(
                    f"HTTP/1.1 {answer.status} X\r\ncontent-type: {answer.content_type}\r\n"
                    f"content-length: {len(answer.body)}\r\n{extra}\r\n".encode()
                )
                writer.write(answer.body)
                await writer.drain()
                return True
            case Stream():
                writer.write(
                    f"HTTP/1.1 200 OK\r\ncontent-type: {answer.content_type}\r\n"
                    "transfer-encoding: chunked\r\n\r\n".encode()
                )
                return await self._stream(answer.acts, reader, writer)

    async def _until_left(self, reader: asyncio.StreamReader) -> None:
        await reader.read()
        self.left.set()

    async def _stream(
        self, acts: Sequence[Act], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        for act in acts:
            match act:
                case bytes():
                    writer.write(b"%x\r\n%b\r\n" % (len(act), act))
                    await writer.drain()
                case float():
                    await asyncio.sleep(act)
                case "wait":
                    await self._until_left(reader)
                    return False
                case "cut":
                    writer.write(b"ff\r\nhalf of it")
                    await writer.drain()
                    return False
                case "close":
                    return False
                case "reset":
                    await asyncio.sleep(0.05)  # or what was sent is thrown away too
                    linger = struct.pack("ii", 1, 0)
                    raw = writer.get_extra_info("socket")
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    writer.transport.abort()
                    return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


@asynccontextmanager
async def serving(
    *answers: Answer, tls: ssl.SSLContext | None = None
) -> AsyncIterator[FaultServer]:
    """A running server."""
    server = FaultServer(answers)
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0, ssl=tls)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        await server.stop()


def free_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
