"""What the viewer costs on a tape of 100 MB and 100,000 events: first screen, the end, memory."""

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.big_tape import write
from bench.terminal import Terminal

RUNS = 3
_READY = ("hat is to be done?",)
_FIRST = ("Task 1:", "❯", "q quit")
"""The head, the transcript, the foot."""


def parsing(path: Path) -> float:
    """CPU seconds of `json.loads` over the lines."""
    began = time.process_time()
    with path.open("rb") as file:
        for line in file:
            json.loads(line)
    return time.process_time() - began


def started(argv: list[str], home: str, signs: Sequence[str]) -> Terminal:
    """A program on a terminal, its first screen drawn."""
    environ = {
        **os.environ, "ZAP_HOME": home, "TERM": "xterm-256color",
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
    }  # fmt: skip
    terminal = Terminal([sys.executable, "-m", "zaptui", *argv], environ)
    terminal.read_until(lambda: all(sign.encode() in terminal.tail for sign in signs), seconds=60)
    return terminal


def peak_mb(pid: int) -> float:
    """The largest resident size so far."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def ready(home: str) -> tuple[float, float]:
    """CPU seconds and memory of the app when it can be typed into."""
    terminal = started(["--model", "openai-chat/bench"], home, _READY)
    try:
        return terminal.cpu_s(), peak_mb(terminal.pid)
    finally:
        terminal.close()


def watched(path: Path, home: str, events: int) -> tuple[float, float, float]:
    """CPU seconds to the first screen, from there to the end of the tape, and memory."""
    terminal = started(["replay", str(path)], home, _FIRST)
    try:
        first = terminal.cpu_s()
        terminal.type("\x1b[F")
        last = f"{events} / {events}".encode()
        terminal.read_until(lambda: last in terminal.tail, seconds=120)
        return first, terminal.cpu_s() - first, peak_mb(terminal.pid)
    finally:
        terminal.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "tape.jsonl"
        events = write(path)
        parsed = min(parsing(path) for _ in range(RUNS))
        apps = [ready(home) for _ in range(RUNS)]
        views = [watched(path, home, events) for _ in range(RUNS)]
        size = path.stat().st_size / 1e6
    app_cpu, app_mb = min(apps)
    first, end, most_mb = (min(view[part] for view in views) for part in range(3))
    budget = app_cpu + 0.25 * parsed
    print(
        f"a tape of {size:.0f} MB, {events} events: first screen {first:.2f} CPU s, the app ready "
        f"{app_cpu:.2f} + 0.25 × json.loads {parsed:.2f}: {first / budget:.2f}× (goal <= 1)"
    )
    print(
        f"from there to its end: {end:.2f} CPU s, {end / parsed:.1f}× json.loads; memory at most "
        f"{most_mb:.0f} MB, {most_mb / app_mb:.2f}× the app's, {most_mb / size:.2f}× the tape"
    )


if __name__ == "__main__":
    main()
