"""Processes of a run: own session, no input, capped output, dead when they should be."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence

from zaptui.core.ports import Ran
from zaptui.errors import ToolError
from zaptui.safety.capture import Capture

TERM_GRACE_S = 2.0
"""From TERM to KILL when a command has run out of time."""
CANCEL_GRACE_S = 0.5
"""From TERM to KILL when a person does not want to wait."""
_STRAGGLERS_S = 0.1
"""How long output may trail behind the end of the command."""
_HARD_CAP = 1 << 30
"""Bytes of output after which a command is killed."""
_CHUNK = 1 << 16

_SECRET = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|COOKIE)(_|$)|^(BASH_ENV|ENV)$"
    r"|^PROMPT_COMMAND$|^BASH_FUNC_"
)
_QUIET = {"PAGER": "cat", "GIT_PAGER": "cat", "TERM": "dumb", "GIT_TERMINAL_PROMPT": "0"}


def child_environment(environ: Mapping[str, str], root: str) -> dict[str, str]:
    """The environment of a command: no key, token, secret or password, no start-up hook, and no
    program of the workspace by a bare name."""
    kept = {name: text for name, text in environ.items() if not _SECRET.search(name.upper())}
    return kept | {"PATH": outside_path(environ.get("PATH", os.defpath), root)} | _QUIET


def outside_path(path: str, root: str) -> str:
    """A PATH without relative, empty and in-workspace entries, but for its virtual environments:
    those are what a person means by `pytest`."""
    real = os.path.realpath(root)
    return os.pathsep.join(
        entry
        for entry in path.split(os.pathsep)
        if os.path.isabs(entry) and (not _is_inside(entry, real) or _is_environment(entry))
    )


def _is_inside(path: str, root: str) -> bool:
    return os.path.commonpath((os.path.realpath(path), root)) == root


def _is_environment(folder: str) -> bool:
    """Whether a folder is the `bin` of a virtual environment."""
    return os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))


class ProcessSpawner:
    """A Spawner over real processes."""

    def __init__(self, root: str, environ: Mapping[str, str]) -> None:
        self._root = root
        self._environ = child_environment(environ, root)
        self._left: set[int] = set()
        self._bash = next((p for p in ("/bin/bash", "/usr/bin/bash") if os.access(p, os.X_OK)), "")

    async def run(self, command: str, *, timeout_s: float, progress: Callable[[str], None]) -> Ran:
        """Run a shell command with bash."""
        if not self._bash:
            raise ToolError("cannot run commands: there is no bash on this machine")
        argv = [self._bash, "--norc", "--noprofile", "-c", command]
        return await self._run(argv, timeout_s=timeout_s, progress=progress)

    async def program(self, argv: Sequence[str], *, timeout_s: float) -> Ran:
        """Run a program of zap's own."""
        return await self._run(argv, timeout_s=timeout_s, progress=_silent)

    def close(self) -> int:
        """End what commands left running; how many groups that were."""
        ended = sum(_signal_group(group, signal.SIGKILL) for group in self._left)
        self._left.clear()
        return ended

    async def _run(
        self, argv: Sequence[str], *, timeout_s: float, progress: Callable[[str], None]
    ) -> Ran:
        read_end, write_end = os.pipe()
        try:
            process = self._start(argv, write_end)
        except BaseException:
            os.close(read_end)
            raise
        finally:
            os.close(write_end)
        running = _Running(process, read_end, Capture(progress))
        try:
            timed_out = not await running.wait(timeout_s)
            if timed_out:
                await running.stop(TERM_GRACE_S)
            left = await running.drain()
        except asyncio.CancelledError:
            await running.stop(CANCEL_GRACE_S)
            raise
        finally:
            running.close()
        if left:
            self._left.add(process.pid)
        return running.result(timed_out=timed_out, left=left)

    def _start(self, argv: Sequence[str], output: int) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self._root,
                env=self._environ,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = os.strerror(error.errno or 0) if isinstance(error, OSError) else str(error)
            if not os.path.isdir(self._root):
                reason = f"the workspace {self._root} is gone"
            raise ToolError(f"cannot start the command: {reason}") from error


class _Running:
    """One process, its exit watched by a thread, its output read as it comes."""

    def __init__(self, process: "subprocess.Popen[bytes]", read_end: int, capture: Capture) -> None:
        self._process = process
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
        _signal_group(self._process.pid, signal.SIGTERM)
        if not await self.wait(grace_s):
            _signal_group(self._process.pid, signal.SIGKILL)
            await self._exited.wait()
        else:
            _signal_group(self._process.pid, signal.SIGKILL)  # who ignored the TERM

    async def drain(self) -> bool:
        """Take what is still in the pipe; whether somebody lives on in the background."""
        try:
            async with asyncio.timeout(_STRAGGLERS_S):
                await self._ended.wait()
        except TimeoutError:
            return True
        return _signal_group(self._process.pid, 0)

    def close(self) -> None:
        """Whatever happened: no process, no reader, no descriptor stays behind."""
        if not self._exited.is_set():
            _signal_group(self._process.pid, signal.SIGKILL)
        if self._read_end >= 0:
            self._loop.remove_reader(self._read_end)
            os.close(self._read_end)
            self._read_end = -1

    def result(self, *, timed_out: bool, left: bool) -> Ran:
        return Ran(
            code=self._process.returncode,
            output=self._capture.text(),
            cut_bytes=self._capture.cut_bytes,
            timed_out=timed_out,
            left_running=left,
        )

    def _read(self) -> None:
        try:
            data = os.read(self._read_end, _CHUNK)
        except BlockingIOError:
            return
        if data:
            self._capture.feed(data)
            if self._capture.total > _HARD_CAP:
                _signal_group(self._process.pid, signal.SIGKILL)
        else:
            self._loop.remove_reader(self._read_end)
            self._ended.set()

    def _watch(self) -> None:
        self._process.wait()
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            self._loop.call_soon_threadsafe(self._exited.set)


def _signal_group(group: int, number: int) -> bool:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _silent(text: str) -> None:
    """Nobody looks on."""
