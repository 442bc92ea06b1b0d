"""`zap` on a terminal of its own: what it writes, what is typed into it, how it ends."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.tui.grid import Grid

ZAP = (sys.executable, "-m", "zaptui")
_TAKE_OVER = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes the terminal the controlling one, so that its keys send signals and its end hangs up."""
_BEGUN = re.compile(r"\x1b(?:\[[\d;:<>=?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)?\Z")
"""A sequence whose end has not been read yet."""


class Tty:
    """A running program and its terminal. `raw` is every byte it wrote."""

    def __init__(
        self, argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], size: tuple[int, int]
    ) -> None:
        self.raw = b""
        self.grid = Grid(*size)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = ""
        self._master, self._slave = pty.openpty()
        self.resize(*size)
        self.before = self.settings()
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", _TAKE_OVER, *argv],
            cwd=cwd,
            env=dict(env),
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
        )

    def age(self) -> float:
        """Seconds since the program was started. What its start takes tells how slow the machine
        is just now."""
        return time.monotonic() - self.began

    def settings(self) -> list[Any]:
        """The terminal's own settings: echo, line editing, keys."""
        return termios.tcgetattr(self._slave)

    def resize(self, width: int, height: int) -> None:
        """Another size, told as a terminal tells it."""
        size = struct.pack("HHHH", height, width, 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, size)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._master, text.encode())

    def signal(self, number: int) -> None:
        """Send a signal to the program itself."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the window."""
        for fd in (self._slave, self._master):
            os.close(fd)
        self._slave = self._master = -1

    def read(self, seconds: float) -> bool:
        """Take what it has written; False when nothing came in that time."""
        if self._master < 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        data = os.read(self._master, 65536)
        self.raw += data
        text = self._begun + self._decoder.decode(data)
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun else ""
        self.grid.feed(text[: len(text) - len(self._begun)])
        return True

    def rest(self, seconds: float) -> None:
        """Read for some time, so that what is typed before and after is not in one breath."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.read(left)

    def until(self, condition: Callable[[], object], *, seconds: float = 20) -> None:
        """Read until something holds; AssertionError with the screen if it never does."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"it never came; the screen:\n{self.grid.text()}")
            if not self.read(0.05) and self.process.poll() is not None and not condition():
                raise AssertionError(f"it has ended; the screen:\n{self.grid.text()}")

    def shows(self, text: str, *, seconds: float = 20) -> None:
        """Read until a text stands on the screen or above it."""
        self.until(lambda: text in self.grid.text(), seconds=seconds)

    def prompts(self, prompt: str) -> None:
        """Read until a shell asks for the next command; what is typed before may be thrown away."""
        self.until(lambda: self.grid.text().endswith(prompt))

    def ended(self, *, seconds: float = 20) -> int:
        """Read to its end; its exit code as a shell tells it."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"it goes on; the screen:\n{self.grid.text()}")
            self.read(0.05)
        while self.read(0.05):
            pass
        code = self.process.returncode
        return code if code >= 0 else 128 - code

    def close(self) -> None:
        """End the program and its group, if it still runs."""
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
        if self._master >= 0:
            self.hang_up()


@contextmanager
def on_terminal(
    *arguments: str,
    cwd: Path,
    environment: Mapping[str, str],
    size: tuple[int, int] = (100, 30),
    program: Sequence[str] = ZAP,
) -> Iterator[Tty]:
    """`zap` with some arguments on a terminal; it is gone when the block ends."""
    env = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "ZAP_HOME": str(cwd / "home"),
        "HOME": str(cwd),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        **environment,
    }
    tty = Tty([*program, *arguments], cwd=cwd, env=env, size=size)
    try:
        yield tty
    finally:
        tty.close()
