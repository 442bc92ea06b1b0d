"""One process that runs: its exit watched, its output read as it comes, its end made sure of."""

import asyncio
import contextlib
import os
import signal
import threading

from zaptui.core.ports import Ran
from zaptui.safety.capture import Capture
from zaptui.safety.sandbox_cell import Started

_STRAGGLERS_S = 0.1
"""How long output may trail behind the end of the command."""
_HARD_CAP = 1 << 30
"""Bytes of output after which a command is killed."""
_CHUNK = 1 << 16


class Running:
    """One process, its exit watched by a thread, its output read as it comes."""

    def __init__(self, started: Started, read_end: int, capture: Capture) -> None:
        self._process = started.process
        self._status = started.status
        self._capture = capture
        self._read_end = read_end
        self._loop = asyncio.get_running_loop()
        self._exited = asyncio.Event()
        self._ended = asyncio.Event()
        """The output has ended: nobody holds the pipe any more."""
        os.set_blocking(read_end, False)
        self._loop.add_reader(read_end, self._read)
        # asyncio's own wait hangs while a grandchild holds the pipe; a thread's does not.
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def group(self) -> int:
        """The number of its process group."""
        return self._process.pid

    @property
    def was_run(self) -> bool:
        """Whether it was the command that ended, and not a sandbox that could not be set up."""
        return self._status is None or self._status.has_run

    async def wait(self, timeout_s: float) -> bool:
        """Whether the process has ended within the time."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._exited.wait()
        except TimeoutError:
            return False
        return True

    async def stop(self, grace_s: float) -> None:
        """TERM to the group, then KILL."""
        self._terminate()
        if not await self.wait(grace_s):
            self.kill()
            await self._exited.wait()
        else:
            signal_group(self.group, signal.SIGKILL)  # who ignored the TERM

    async def drain(self) -> bool:
        """Take what is still in the pipe; whether somebody lives on in the background."""
        try:
            async with asyncio.timeout(_STRAGGLERS_S):
                await self._ended.wait()
        except TimeoutError:
            return True
        return signal_group(self.group, 0)

    def close(self) -> None:
        """Whatever happened: no process, no reader, no descriptor stays behind."""
        if not self._exited.is_set():
            self.kill()
        if self._read_end >= 0:
            self._loop.remove_reader(self._read_end)
            os.close(self._read_end)
            self._read_end = -1

    def result(self, *, timed_out: bool, left: bool) -> Ran:
        """How it went, once it has ended."""
        return Ran(
            code=self._process.returncode,
            output=self._capture.text(),
            cut_bytes=self._capture.cut_bytes,
            timed_out=timed_out,
            left_running=left,
        )

    def _terminate(self) -> None:
        """Ask the command to end. bwrap would die of the signal itself, and take the command along
        before it could clean up; so in bubblewrap it goes to the command's own group."""
        if self._status is None:
            signal_group(self.group, signal.SIGTERM)
        elif (init := self._status.init) is not None:
            signal_group(init, signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, and in bubblewrap all that descends from it, whatever session it is in:
        when the first process of a pid namespace dies, the kernel ends the others before."""
        if self._status is not None and (init := self._status.init) is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(init, signal.SIGKILL)
                return
        signal_group(self.group, signal.SIGKILL)

    def _read(self) -> None:
        try:
            data = os.read(self._read_end, _CHUNK)
        except BlockingIOError:
            return
        if data:
            self._capture.feed(data)
            if self._capture.total > _HARD_CAP:
                self.kill()
        else:
            self._loop.remove_reader(self._read_end)
            self._ended.set()

    def _watch(self) -> None:
        if self._status is not None:
            self._status.follow()
        self._process.wait()
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            self._loop.call_soon_threadsafe(self._exited.set)


def signal_group(group: int, number: int) -> bool:
    """Signal a process group; whether there is one."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True
