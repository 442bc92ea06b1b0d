"""The signals of a process, for the app and for one-shots: the first ends the run, and no end is
waited for long."""

import asyncio
import os
import signal
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_PATIENCE_S = 5.0
"""From a first TERM, HUP or QUIT to the end. A first INT has all the time it needs."""
_AGAIN_S = 1.0
"""From a second signal to the end."""
_RESCUE_S = 0.3
"""For each thing that is still put right."""


class ProcessLife:
    """The signals of this process, and its end by force: from a thread of its own, whatever hangs,
    commands are killed and the terminal is as it was. `rescues` are called in order, each for a
    moment at most."""

    def __init__(self, *rescues: Callable[[], None]) -> None:
        self._rescues = (*rescues, _terminal_as_now())
        self._at = float("inf")
        self._before: dict[int, Any] = {}

    def watch(self, stop: Callable[[int], None]) -> None:
        """Call `stop` in the running loop with the number of each signal that asks for an end.

        The handlers are Python's own: those of the loop wait for a loop that does not hang.
        """
        loop = asyncio.get_running_loop()
        seen: list[int] = []

        def handle(number: int, frame: object) -> None:
            seen.append(number)
            if len(seen) > 1:
                self.end_within(_AGAIN_S, 128 + number)
            elif number != signal.SIGINT:
                self.end_within(_PATIENCE_S, 128 + number)
            if number == signal.SIGHUP:
                drop_dead_terminals()
            with suppress(RuntimeError):  # the loop has ended, and the process is about to
                loop.call_soon_threadsafe(stop, number)

        for number in _SIGNALS:
            self._before.setdefault(number, signal.signal(number, handle))

    def watch_pauses(self, pause: Callable[[], None], go_on: Callable[[], None]) -> None:
        """Call these before the shell stops the process, as by Ctrl+Z, and when it goes on."""
        if signal.getsignal(signal.SIGTSTP) == signal.SIG_IGN:
            return
        loop = asyncio.get_running_loop()

        def stopped() -> None:
            pause()
            loop.remove_signal_handler(signal.SIGTSTP)
            signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)  # here it stands still
            loop.add_signal_handler(signal.SIGTSTP, stopped)
            go_on()

        loop.add_signal_handler(signal.SIGTSTP, stopped)

    def close(self) -> None:
        """Leave the signals to whoever had them before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def end_within(self, seconds: float, code: int) -> None:
        """End with this code unless the process has ended by then; an earlier end stays."""
        at = time.monotonic() + seconds
        if at < self._at:
            self._at = at
            threading.Thread(target=self._end_at, args=(at, code), daemon=True).start()

    def _end_at(self, at: float, code: int) -> None:
        time.sleep(max(0.0, at - time.monotonic()))
        for rescue in self._rescues:
            thread = threading.Thread(target=_quietly, args=(rescue,), daemon=True)
            thread.start()
            thread.join(_RESCUE_S)
        os._exit(code)


def drop_dead_terminals() -> None:
    """Point stdout and stderr at the null device where their terminal has gone away: the
    interpreter's own last flush would fail, and make the exit code another one."""
    for fd in (1, 2):
        if _is_dead_terminal(fd):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, fd)
            os.close(null)


def open_missing_streams() -> None:
    """Open what of 0, 1 and 2 was closed at the start: the next file that is opened would take its
    place, and be written to by whoever means the terminal."""
    for fd in (0, 1, 2):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest that is free: this one


def _is_dead_terminal(fd: int) -> bool:
    if not os.path.realpath(f"/proc/self/fd/{fd}").startswith(("/dev/pts/", "/dev/tty")):
        return False
    try:
        termios.tcgetattr(fd)
    except (OSError, termios.error):
        return True
    return False


def _terminal_as_now() -> Callable[[], None]:
    """What gives the terminal back its settings of this moment, and its cursor."""
    fd = next((fd for fd in (0, 1, 2) if os.isatty(fd)), None)
    if fd is None:
        return _nothing
    settings: list[Any] = termios.tcgetattr(fd)

    def restore() -> None:
        termios.tcsetattr(fd, termios.TCSANOW, settings)
        if os.isatty(1):
            os.write(1, b"\x1b[?25h")

    return restore


def _nothing() -> None:
    """There is no terminal."""


def _quietly(rescue: Callable[[], None]) -> None:
    with suppress(Exception):
        rescue()
