"""bubblewrap: a command in its own namespaces, everything but the workspace read-only."""

import json
import os
import select
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

_PLACES = ("/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin")
"""Where the machine keeps its programs. No PATH is asked: it may name the workspace."""

_RUN_KEPT = ("/run/current-system", "/run/wrappers", "/run/opengl-driver")
"""Of /run: where some systems have their programs. The rest is sockets of services."""

_PROBE_TIMEOUT_S = 5.0
_LAST_MOMENT_MS = 2000
_PROBE = "test ! -w / && test $$ -lt 10"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounts:
    """What a command sees. All paths are absolute, resolved, and exist."""

    root: str
    """The workspace: can be written."""
    tmp: str
    """A folder that becomes /tmp and /var/tmp."""
    empty_folder: str
    empty_file: str
    hidden: Sequence[str] = ()
    """Folders and files that look empty."""
    read_only: Sequence[str] = ()
    """Places in the workspace that cannot be written."""


def find_bwrap(places: Sequence[str] = _PLACES) -> str | None:
    """The machine's bwrap."""
    candidates = (os.path.join(place, "bwrap") for place in places)
    return next((path for path in candidates if os.access(path, os.X_OK)), None)


def try_bwrap(program: str, *, network: Literal["off", "on"]) -> str | None:
    """Run something in it; what is wrong, None for nothing."""
    argv = [*_base(program, network=network), "--", "/bin/sh", "-c", _PROBE]
    try:
        done = subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_TIMEOUT_S,
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it did not end in {_PROBE_TIMEOUT_S:g} s"
    except OSError as error:
        return os.strerror(error.errno or 0)
    if done.returncode == 0:
        return None
    said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0][:200]
    return said or f"its probe ended with {done.returncode}"


def bwrap_argv(program: str, mounts: Mounts, *, network: Literal["off", "on"]) -> list[str]:
    """The arguments up to the command. What comes later lies over what came before."""
    argv = _base(program, network=network)
    if os.path.isdir("/run"):
        argv += ["--tmpfs", "/run"]
        resolver = [os.path.realpath("/etc/resolv.conf")] if network == "on" else []
        for path in (*_RUN_KEPT, *(path for path in resolver if path.startswith("/run/"))):
            argv += ["--ro-bind-try", path, path]
    for place in sorted({os.path.realpath(place) for place in ("/tmp", "/var/tmp")}):
        if os.path.isdir(place):
            argv += ["--bind", mounts.tmp, place]
    argv += ["--bind", mounts.root, mounts.root]
    for path in mounts.hidden:
        argv += ["--ro-bind", mounts.empty_folder if os.path.isdir(path) else mounts.empty_file]
        argv.append(path)
    for path in mounts.read_only:
        argv += ["--ro-bind", path, path]
    return [*argv, "--chdir", mounts.root]


def _base(program: str, *, network: Literal["off", "on"]) -> list[str]:
    # Root would keep its capabilities in the sandbox, and with them could lift the mounts again.
    shared = ["--share-net"] if network == "on" else []
    return [
        *[program, "--unshare-all", *shared, "--die-with-parent", "--new-session"],
        *["--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ]


class Status:
    """What bwrap tells of a run, through a pipe whose other end it got as `--json-status-fd`."""

    def __init__(self, read_end: int) -> None:
        self._read_end = read_end
        self.init: int | None = None
        """The process that is number 1 in the sandbox, by its number here; None before it is."""
        self.has_run = False
        """Whether the command was started and has ended: bwrap tells no exit code otherwise."""

    def follow(self) -> None:
        """Wait, in a thread, until bwrap and every process in the sandbox have ended."""
        ended: int | None = None
        try:
            with open(self._read_end, "rb") as pipe:
                for line in pipe:
                    told = json.loads(line)
                    self.has_run = self.has_run or "exit-code" in told
                    if "child-pid" in told:
                        ended = _process_descriptor(told["child-pid"])
                        self.init = told["child-pid"]
            # bwrap may be gone a moment before process 1, and that one after all the others.
            if ended is not None:
                waiting = select.poll()
                waiting.register(ended, select.POLLIN)
                waiting.poll(_LAST_MOMENT_MS)
        except ValueError:
            pass  # no bwrap says such a thing; `has_run` stays as it is
        finally:
            if ended is not None:
                os.close(ended)


def _process_descriptor(process: int) -> int | None:
    """Readable when the process is gone; None if it is, or where the kernel has no such thing."""
    try:
        return os.pidfd_open(process)
    except OSError:
        return None
