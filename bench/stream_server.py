"""A model that streams one long Markdown answer over loopback.

python -m bench.stream_server BYTES CHUNKS RATE     prints its port; RATE: chunks a second, 0: all
"""

import asyncio
import sys

from bench.server import HEAD, chunk, end, read_request

END = "END-OF-STREAM"
_WORDS = ("agent", "loop", "tool", "model", "stream", "token", "cache", "diff", "shell", "plan")


def markdown(size: int) -> str:
    """Prose, lists, headings and code; about so many bytes, END the last line."""
    blocks: list[str] = []
    total = number = 0
    while total < size:
        number += 1
        words = " ".join(_WORDS[(number * 7 + k) % len(_WORDS)] for k in range(30))
        if number % 12 == 0:
            block = f"## Part {number}"
        elif number % 12 in (3, 4):
            block = "\n".join(
                f"- {number}.{k} **{words[:40]}** and `{words[40:60]}`" for k in range(5)
            )
        elif number % 12 == 8:
            lines = "\n".join(f"x_{number}_{k} = call('{words[:50]}')" for k in range(12))
            block = f"```python\n{lines}\n```"
        else:
            block = f"{number}: {words} **bold** and `code`."
        blocks.append(block)
        total += len(block) + 2
    return "\n\n".join([*blocks, END])


async def serve(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pieces: list[str], rate: float
) -> None:
    try:
        while await read_request(reader, writer):
            writer.write(HEAD + chunk({"role": "assistant", "content": ""}))
            for piece in pieces:
                writer.write(chunk({"content": piece}))
                if rate:
                    await asyncio.sleep(1 / rate)
                await writer.drain()
            writer.write(chunk({}, "stop") + end())
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main() -> None:
    size, count, rate = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    text = markdown(size)
    length = max(1, len(text) // count)
    pieces = [text[at : at + length] for at in range(0, len(text), length)]
    server = await asyncio.start_server(
        lambda reader, writer: serve(reader, writer, pieces, rate), "127.0.0.1", 0
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
