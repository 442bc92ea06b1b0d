"""The keyboard of a one-shot: silent while rows are drawn, read a line at a time for an answer."""

import asyncio
import atexit
import os
import sys
import termios
from contextlib import suppress
from typing import Any


class Keyboard:
    """The terminal's line editing stays on; only its echo comes and goes."""

    def __init__(self) -> None:
        self._fd = sys.stdin.fileno()
        self._loud: list[Any] | None = None

    def silence(self) -> None:
        """Show no key: it would stand in the middle of a row."""
        try:
            self._loud = termios.tcgetattr(self._fd)
            quiet = termios.tcgetattr(self._fd)
            quiet[3] &= ~termios.ECHO
            termios.tcsetattr(self._fd, termios.TCSANOW, quiet)
        except termios.error:
            self._loud = None  # no terminal: nothing echoes
        else:
            atexit.register(self.speak)

    def speak(self) -> None:
        """Show keys as before."""
        loud, self._loud = self._loud, None
        if loud is None:
            return
        atexit.unregister(self.speak)
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(self._fd, termios.TCSANOW, loud)

    def forget(self) -> None:
        """Drop what was typed so far: it was not meant for what is asked next."""
        with suppress(termios.error):
            termios.tcflush(self._fd, termios.TCIFLUSH)

    async def line(self) -> str:
        """The next line; empty at the end of input. Waiting for it can be cancelled."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[str] = loop.create_future()

        def readable() -> None:
            if not future.done():
                future.set_result(_read_line(self._fd))

        loop.add_reader(self._fd, readable)
        try:
            return await future
        finally:
            loop.remove_reader(self._fd)


def _read_line(fd: int) -> str:
    """One line and no more: what a reader of its own would hold back could answer the next
    question."""
    try:
        return os.read(fd, 65536).decode("utf-8", "replace").rstrip("\n")
    except OSError:
        return ""
