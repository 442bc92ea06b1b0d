"""What is left of a run that ended abnormally: a trace in the state folder, a word at the start."""

import faulthandler
import os
from contextlib import ExitStack
from pathlib import Path

from zaptui.errors import StateError, TranscriptError
from zaptui.session.folder import make_private_folder, session_file
from zaptui.session.lock import SessionLock, is_being_written
from zaptui.session.summary import CRASHED, Summary, summarise


def keep_faults(state: Path, *, stack: ExitStack) -> None:
    """Have a native crash leave its trace in `faults.log`. Not where somebody has it already."""
    if faulthandler.is_enabled():
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        make_private_folder(state)
        fd = os.open(state / "faults.log", flags, 0o600)
    except (OSError, StateError):
        return
    stack.callback(os.close, fd)
    faulthandler.enable(fd)
    stack.callback(faulthandler.disable)


def word_of_crash(state: Path, cwd: Path) -> str:
    """One line when the last run in this folder ended abnormally; empty when all is well. It is
    said once: what a killed process leaves behind is a lock that nobody holds."""
    for lock in sorted((state / "sessions").glob("*.lock"), reverse=True):
        path = session_file(state, lock.stem)
        summary = None if is_being_written(path) else _crashed(path)
        if summary is None or summary.cwd != os.path.realpath(cwd):
            continue
        try:
            SessionLock(path).release()
        except StateError:
            continue  # somebody goes on with it just now
        return f"the last run here ended abnormally: zap -r {summary.session}"
    return ""


def _crashed(path: Path) -> Summary | None:
    try:
        summary = summarise(path)
    except TranscriptError:
        return None
    return summary if summary is not None and summary.outcome == CRASHED else None
