"""A model server for benchmarks: Chat Completions over loopback, `echo k` for n steps, then an end.

python -m bench.server STEPS            prints its port
"""

import asyncio
import json
import re
import sys

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


def chunk(delta: object, reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    data = json.dumps({"id": "x", "object": "chat.completion.chunk", "choices": [choice]})
    line = f"data: {data}\n\n".encode()
    return b"%x\r\n%b\r\n" % (len(line), line)


def call(number: int, tool: str, arguments: object) -> bytes:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    entry = {"index": 0, "id": f"step{number}", "type": "function", "function": function}
    return chunk({"tool_calls": [entry]}) + chunk({}, "tool_calls")


def answer(number: int, steps: int) -> bytes:
    """The reply to request `number`, from 1."""
    body = chunk({"role": "assistant", "content": f"Step {number}."})
    if number <= steps:
        body += call(number, "shell", {"command": f"echo {number}"})
    else:
        body += chunk({"content": " The end."}, "stop")
    return body + end()


def end() -> bytes:
    """The last bytes of a reply."""
    done = b"data: [DONE]\n\n"
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(done), done)


async def read_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """The body of the next model request; IncompleteReadError when there is none. What asks for
    anything else is told that there is nothing."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
        if size is not None:
            return await reader.readexactly(int(size[1]))
        writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, steps: int) -> None:
    try:
        while body := await read_request(reader, writer):
            ids = [int(found) for found in re.findall(rb'"step(\d+)"', body)]
            writer.write(HEAD + answer(max(ids, default=0) + 1, steps))
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main() -> None:
    steps = int(sys.argv[1])
    server = await asyncio.start_server(
        lambda reader, writer: serve(reader, writer, steps), "127.0.0.1", 0, limit=1 << 26
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
