"""Processes of a run: own session, no input, capped output, dead when they should be."""

import asyncio
import os
import re
import shutil
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from zaptui.core.ports import Ran
from zaptui.errors import ToolError
from zaptui.safety.capture import Capture
from zaptui.safety.running import Running, signal_group
from zaptui.safety.sandbox import NO_SANDBOX, Sandbox
from zaptui.safety.sandbox_cell import Cell, Started, start_process
from zaptui.safety.sandbox_trouble import changes_note, trouble_note
from zaptui.view.text import one_line

TERM_GRACE_S = 2.0
"""From TERM to KILL when a command has run out of time."""
CANCEL_GRACE_S = 0.5
"""From TERM to KILL when a person does not want to wait."""

_SECRET = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|(^|_)PASS|_PWD|_PAT|CREDENTIALS?|COOKIE)(_|$)"
    r"|^(BASH_ENV|ENV|PROMPT_COMMAND)$|^BASH_FUNC_"
)
_QUIET = {"PAGER": "cat", "GIT_PAGER": "cat", "TERM": "dumb", "GIT_TERMINAL_PROMPT": "0"}


def child_environment(environ: Mapping[str, str], root: str) -> dict[str, str]:
    """The environment of a command: no key, token, secret or password, no start-up hook, and no
    program of the workspace by a bare name."""
    kept = {name: text for name, text in environ.items() if not is_secret_variable(name)}
    return kept | {"PATH": outside_path(environ.get("PATH", os.defpath), root)} | _QUIET


def is_secret_variable(name: str) -> bool:
    """Whether a variable of the environment is called like one that holds a secret or a hook."""
    return bool(_SECRET.search(name.upper()))


def outside_path(path: str, root: str, *, environments: bool = True) -> str:
    """A PATH without relative, empty and in-workspace entries, but for its virtual environments:
    those are what a person means by `pytest`."""
    real = os.path.realpath(root)
    return os.pathsep.join(
        entry
        for entry in path.split(os.pathsep)
        if os.path.isabs(entry)
        and (not _is_inside(entry, real) or (environments and _is_environment(entry)))
    )


def own_program(name: str, environ: Mapping[str, str], root: str) -> str:
    """The absolute path of a program of zap's own; a bare name is never one of the workspace's.

    ToolError when there is none.
    """
    if os.path.isabs(name):
        return name
    path = outside_path(environ.get("PATH", os.defpath), root, environments=False)
    found = None if os.sep in name else shutil.which(name, path=path)
    if found is None:
        raise ToolError(f"there is no {one_line(name, 80)} on this machine")
    return found


def _is_inside(path: str, root: str) -> bool:
    return os.path.commonpath((os.path.realpath(path), root)) == root


def _is_environment(folder: str) -> bool:
    """Whether a folder is the `bin` of a virtual environment."""
    return os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))


class ProcessSpawner:
    """A Spawner over real processes; commands run in the sandbox, zap's own programs do not.

    `hidden` are files and folders that commands are not to see: zap's own.
    """

    def __init__(
        self,
        root: str,
        environ: Mapping[str, str],
        *,
        sandbox: Sandbox = NO_SANDBOX,
        hidden: Sequence[str] = (),
    ) -> None:
        self._root = root
        self._environ = child_environment(environ, root)
        self._program = cache(partial(own_program, environ=environ, root=root))
        self._sandbox = sandbox
        self._cell = Cell(sandbox, root, environ, hidden=hidden) if sandbox.has_boundary else None
        self._left: set[int] = set()
        self._running: set[Running] = set()
        self._bash = next((p for p in ("/bin/bash", "/usr/bin/bash") if os.access(p, os.X_OK)), "")

    async def run(
        self,
        command: str,
        *,
        timeout_s: float,
        progress: Callable[[str], None],
        outside: bool = False,
    ) -> Ran:
        """Run a shell command with bash, in the sandbox if there is one and not `outside`."""
        if not self._bash:
            raise ToolError("cannot run commands: there is no bash on this machine")
        argv = [self._bash, "--norc", "--noprofile", "-c", command]
        cell = None if outside else self._cell
        if cell is None:
            return await self._run(argv, timeout_s=timeout_s, progress=progress)
        changes = cell.watched()
        ran = await self._run(argv, timeout_s=timeout_s, progress=progress, cell=cell)
        is_root = os.geteuid() == 0
        notes = (
            trouble_note(self._sandbox, code=ran.code, output=ran.output, is_root=is_root),
            changes_note(changes()),
        )
        return _with_notes(ran, notes, progress)

    async def program(self, argv: Sequence[str], *, timeout_s: float) -> Ran:
        """Run a program of zap's own; a bare name is never one of the workspace's."""
        found = self._program(argv[0])
        return await self._run([found, *argv[1:]], timeout_s=timeout_s, progress=_silent)

    def kill(self) -> None:
        """End what runs and what was left running, at once, from any thread."""
        for running in tuple(self._running):
            running.kill()
        for group in tuple(self._left):
            signal_group(group, signal.SIGKILL)

    def running(self) -> Sequence[int]:
        """The groups that commands have left and that still run."""
        self._left = {group for group in self._left if signal_group(group, 0)}
        return sorted(self._left)

    def close(self) -> int:
        """End what commands left running; how many groups that were."""
        ended = sum(signal_group(group, signal.SIGKILL) for group in self._left)
        self._left.clear()
        if self._cell is not None:
            self._cell.close()
        return ended

    async def _run(
        self,
        argv: Sequence[str],
        *,
        timeout_s: float,
        progress: Callable[[str], None],
        cell: Cell | None = None,
    ) -> Ran:
        running = self._start(argv, Capture(progress), cell)
        self._running.add(running)
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
            self._running.discard(running)
        if left:
            self._left.add(running.group)
        ran = running.result(timed_out=timed_out, left=left)
        if not running.was_run and not timed_out:
            said = one_line(ran.output, 300) or f"it ended with {ran.code}"
            raise ToolError(f"the sandbox could not run the command: {said}")
        return ran

    def _start(self, argv: Sequence[str], capture: Capture, cell: Cell | None) -> Running:
        """Start a process and look after it. ToolError when that cannot be."""
        try:
            read_end, write_end = os.pipe()
            try:
                return Running(self._started(argv, write_end, cell), read_end, capture)
            except BaseException:
                os.close(read_end)
                raise
            finally:
                os.close(write_end)
        except (OSError, ValueError) as error:
            reason = os.strerror(error.errno or 0) if isinstance(error, OSError) else str(error)
            if not os.path.isdir(self._root):
                reason = f"the workspace {self._root} is gone"
            raise ToolError(f"cannot start the command: {reason}") from error

    def _started(self, argv: Sequence[str], output: int, cell: Cell | None) -> Started:
        if cell is not None:
            return cell.start(argv, environ=self._environ, output=output)
        return Started(
            process=start_process(argv, cwd=self._root, environ=self._environ, output=output)
        )


def _with_notes(ran: Ran, notes: Sequence[str], progress: Callable[[str], None]) -> Ran:
    """The result with a line for each thing the sandbox has to say."""
    lines = "".join(f"[sandbox: {note}]\n" for note in notes if note)
    if not lines:
        return ran
    if ran.output and not ran.output.endswith("\n"):
        lines = f"\n{lines}"
    progress(lines)
    return replace(ran, output=f"{ran.output}{lines}")


def _silent(text: str) -> None:
    """Nobody looks on."""
