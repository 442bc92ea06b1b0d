"""A sandbox around one workspace: how a process is started in it, and what it left changed."""

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from zaptui.safety.sandbox import Sandbox
from zaptui.safety.sandbox_bwrap import Mounts, Status, bwrap_argv
from zaptui.safety.sandbox_hidden import hidden_places
from zaptui.safety.sandbox_watch import State, Watch

_TMP = "/tmp"
"""What the private tmp is called in bubblewrap, as commands expect it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A process. `status` is what bubblewrap tells of it, None for other kinds."""

    process: "subprocess.Popen[bytes]"
    status: Status | None = None


class Cell:
    """Starts processes of one workspace in a sandbox that works.

    The private tmp lives as long as the cell: what one command leaves there the next one finds.
    """

    def __init__(
        self, sandbox: Sandbox, root: str, environ: Mapping[str, str], *, hidden: Sequence[str] = ()
    ) -> None:
        self._sandbox = sandbox
        self._root = os.path.realpath(root)
        self._environ = environ
        self._hidden = hidden
        self._folder: str | None = None
        self._watch: Watch | None = None

    def start(self, argv: Sequence[str], *, environ: Mapping[str, str], output: int) -> Started:
        """Start a program; OSError and ValueError as Popen raises them."""
        folder = self._private()
        tmp = os.path.join(folder, "tmp")
        match self._sandbox.kind:
            case "bwrap":
                own = dict(environ) | _caches(_TMP)
                return self._start_in_bwrap(argv, environ=own, output=output, folder=folder)
            case "landlock":
                from zaptui.safety.sandbox_landlock import confined  # ctypes: 6 ms

                own = dict(environ) | _caches(tmp)
                process = confined(
                    lambda: start_process(argv, cwd=self._root, environ=own, output=output),
                    writable=[self._root, tmp],
                    network=self._sandbox.network,
                )
                return Started(process=process)
            case "none":
                process = start_process(argv, cwd=self._root, environ=environ, output=output)
                return Started(process=process)
        assert_never(self._sandbox.kind)

    def watched(self) -> Callable[[], list[str]]:
        """Look at the files programs start from; the result tells which have changed since."""
        watch = self._watching()
        before: State = watch.state()
        return lambda: watch.changes(before)

    def close(self) -> None:
        """Remove the private tmp."""
        if self._folder is not None:
            _remove(self._folder)
            self._folder = None

    def _start_in_bwrap(
        self, argv: Sequence[str], *, environ: Mapping[str, str], output: int, folder: str
    ) -> Started:
        mounts = Mounts(
            root=self._root,
            tmp=os.path.join(folder, "tmp"),
            empty_folder=os.path.join(folder, "empty"),
            empty_file=os.path.join(folder, "empty-file"),
            hidden=hidden_places(self._root, self._environ, more=self._hidden),
            read_only=self._watching().masks(),
        )
        read_end, write_end = os.pipe()
        try:
            # Not in another thread: bwrap dies with the thread that started it.
            process = start_process(
                [
                    *bwrap_argv(self._sandbox.program, mounts, network=self._sandbox.network),
                    *["--json-status-fd", str(write_end), "--", *argv],
                ],
                cwd=self._root,
                environ=environ,
                output=output,
                kept=(write_end,),
            )
        except BaseException:
            os.close(read_end)
            raise
        finally:
            os.close(write_end)
        return Started(process=process, status=Status(read_end))

    def _watching(self) -> Watch:
        if self._watch is None:
            self._watch = Watch(self._root)
        return self._watch

    def _private(self) -> str:
        """The folder for this cell, made when it is first needed."""
        if self._folder is None:
            self._folder = os.path.realpath(tempfile.mkdtemp(prefix="zap-"))
            for name in ("tmp", "empty"):
                os.mkdir(os.path.join(self._folder, name), 0o700)
            os.close(os.open(os.path.join(self._folder, "empty-file"), os.O_CREAT, 0o600))
        return self._folder


def start_process(
    argv: Sequence[str],
    *,
    cwd: str,
    environ: Mapping[str, str],
    output: int,
    kept: Sequence[int] = (),
) -> "subprocess.Popen[bytes]":
    """Start a program in its own session, with no input and no terminal."""
    return subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        cwd=cwd,
        env=environ,
        start_new_session=True,
        pass_fds=kept,
    )


def _caches(tmp: str) -> dict[str, str]:
    """Where programs may write what is only for them; many refuse to start without."""
    return {"TMPDIR": tmp, "TMP": tmp, "TEMP": tmp, "XDG_CACHE_HOME": f"{tmp}/cache"}


def _remove(folder: str) -> None:
    """Remove a folder, also when a command has taken the rights from those in it."""
    try:
        shutil.rmtree(folder)
    except OSError:
        for above, names, _ in os.walk(folder):
            for path in (os.path.join(above, name) for name in names):
                if not os.path.islink(path):
                    with contextlib.suppress(OSError):
                        os.chmod(path, stat.S_IRWXU)
        shutil.rmtree(folder, ignore_errors=True)
