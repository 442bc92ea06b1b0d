"""Runs of other programs, kept as sessions of ours."""

import os
from collections.abc import Sequence
from pathlib import Path

from zaptui.core.events import Entry
from zaptui.core.lines import encode
from zaptui.headless.stdout import write_line
from zaptui.replay.adopt import Adopted
from zaptui.session.folder import (
    cannot_write,
    make_private_folder,
    new_session_id,
    session_file,
    state_dir,
)
from zaptui.session.index import list_sessions
from zaptui.wiring.clock import now
from zaptui.wiring.tapes import read_run, run_path, say_told


def import_sessions(names: Sequence[str]) -> int:
    """Keep each file or folder as a session of its own; their ids on stdout, one a line."""
    state = state_dir(os.environ)
    for name in names:
        path = run_path(name)
        session = new_session_id(now())
        _keep(path, session, session_file(state, session))
        write_line(session)
    list_sessions(state)  # they are in the index from now on
    return 0


def _keep(path: Path, session: str, target: Path) -> None:
    """Write the tape; the session is there whole or not at all."""
    adopted = Adopted(session, notice=f"imported from {path.name}")
    make_private_folder(target.parent)
    part = target.with_suffix(".part")
    try:
        fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(fd, "w", encoding="ascii") as file:

            def write(entry: Entry) -> None:
                file.writelines(f"{encode(each)}\n" for each in adopted(entry))

            told = read_run(path, write)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise cannot_write(target, error) from error
    finally:
        part.unlink(missing_ok=True)
    say_told(told)
