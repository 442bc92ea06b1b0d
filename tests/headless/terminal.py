"""A terminal for this very process: what is written is read back, keys can be typed."""

import fcntl
import os
import pty
import select
import struct
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


class Terminal:
    """Both ends of it."""

    def __init__(self, master: int, slave: int) -> None:
        self.slave = slave
        self._master = master

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self.slave)

    def written(self) -> str:
        """All that has been written since."""
        data = b""
        while select.select([self._master], [], [], 0.05)[0]:
            data += os.read(self._master, 65536)
        return data.decode("utf-8", "replace")


@contextmanager
def own_terminal(
    monkeypatch: pytest.MonkeyPatch, *, width: int = 80, height: int = 24, encoding: str = "utf-8"
) -> Iterator[Terminal]:
    """sys.stdin and sys.stdout are a terminal until the block ends."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    with (
        open(slave, encoding=encoding, closefd=False) as stdin,
        open(slave, "w", encoding=encoding, closefd=False) as stdout,
    ):
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr("sys.stdout", stdout)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("LINES", str(height))
        try:
            yield Terminal(master, slave)
        finally:
            monkeypatch.undo()
            os.close(master)
    os.close(slave)
