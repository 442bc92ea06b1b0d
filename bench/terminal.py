"""A program on a terminal of its own: what it costs between two moments."""

import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from fcntl import ioctl

_TICKS = os.sysconf("SC_CLK_TCK")


class Terminal:
    """Runs a program at 120×40 and reads all it writes."""

    def __init__(self, argv: Sequence[str], environ: Mapping[str, str]) -> None:
        self.tail = b""
        """The last of what it wrote."""
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execvpe(argv[0], list(argv), dict(environ))
        ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._fd, text.encode())

    def read_until(self, condition: Callable[[], object], *, seconds: float) -> float:
        """Read until something holds; the seconds that took. RuntimeError if it never does."""
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > seconds:
                raise RuntimeError(f"it never came: {self.tail[-300:]!r}")
            if select.select([self._fd], [], [], 0.02)[0]:
                try:
                    self.tail = (self.tail + os.read(self._fd, 1 << 16))[-200_000:]
                except OSError:
                    if not condition():
                        raise RuntimeError(f"it has ended: {self.tail[-300:]!r}") from None
        return time.monotonic() - began

    def rest(self, seconds: float) -> None:
        """Read for some time."""
        deadline = time.monotonic() + seconds
        self.read_until(lambda: time.monotonic() >= deadline, seconds=seconds + 5)

    def cpu_s(self) -> float:
        """CPU seconds of the process so far."""
        with open(f"/proc/{self.pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def close(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)
