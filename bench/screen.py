"""What the app costs on a terminal: a long answer, a steady one, and nothing at all."""

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager

from bench.serving import serving
from bench.stream_server import END
from bench.terminal import Terminal

SIZE, CHUNKS = 200_000, 5_000


@contextmanager
def app(url: str, home: str) -> Generator[Terminal]:
    """The app, ready to be typed into."""
    environ = {**os.environ, "OPENAI_BASE_URL": url, "ZAP_HOME": home, "TERM": "xterm-256color"}
    argv = [sys.executable, "-m", "zaptui", "--model", "openai-chat/bench"]
    terminal = Terminal(argv, environ)
    try:
        terminal.read_until(lambda: b"hat is to be done?" in terminal.tail, seconds=30)
        terminal.rest(2.5)  # the SDK is being loaded
        yield terminal
    finally:
        terminal.close()


def answered(terminal: Terminal, *, seconds: float) -> tuple[float, float]:
    """Ask and wait for the last line: CPU seconds and seconds."""
    before = terminal.cpu_s()
    terminal.type("go")
    terminal.rest(0.1)
    terminal.type("\r")
    wall = terminal.read_until(lambda: END.encode() in terminal.tail, seconds=seconds)
    return terminal.cpu_s() - before, wall


def long_answer(home: str) -> None:
    """200 KB in 5,000 chunks, as fast as they come: against Textual's own MarkdownStream."""
    with serving("bench.stream_server", SIZE, CHUNKS, 0) as url:
        with app(url, home) as terminal:
            zap_cpu, zap_wall = answered(terminal, seconds=120)
        bare = Terminal(
            [sys.executable, "-m", "bench.bare_markdown", url],
            {**os.environ, "TERM": "xterm-256color"},
        )
        bare_wall = bare.read_until(lambda: END.encode() in bare.tail, seconds=300)
        bare_cpu = bare.cpu_s()
        bare.close()
    print(
        f"200 KB of Markdown in 5,000 chunks: zap {zap_cpu:.2f} CPU s ({zap_wall:.1f} s), bare "
        f"MarkdownStream {bare_cpu:.2f} ({bare_wall:.1f} s): {zap_cpu / bare_cpu:.3f}×"
    )


def steady_answer(home: str) -> None:
    """200 chunks a second for 10 seconds: the share of a core, and whether it keeps up."""
    with serving("bench.stream_server", 80_000, 2_000, 200) as url, app(url, home) as terminal:
        cpu, wall = answered(terminal, seconds=60)
    print(f"200 chunks a second: {cpu / wall:.0%} of a core over {wall:.1f} s")


def idle(home: str) -> None:
    """Twenty seconds in which nothing happens, after an answer."""
    with serving("bench.stream_server", 2_000, 20, 0) as url, app(url, home) as terminal:
        answered(terminal, seconds=30)
        terminal.rest(3)
        before = terminal.cpu_s()
        terminal.rest(20)
        print(f"idle over 20 s: {terminal.cpu_s() - before:.2f} CPU s")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        long_answer(home)
        steady_answer(home)
        idle(home)


if __name__ == "__main__":
    main()
