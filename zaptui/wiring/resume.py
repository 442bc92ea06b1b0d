"""A saved session that goes on: found, locked, read; copied for a fork."""

import os
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from zaptui.agent.restore import Restored, restored
from zaptui.core.events import Entry
from zaptui.errors import TranscriptError, UsageError
from zaptui.session.folder import (
    cannot_write,
    find_transcript,
    new_session_id,
    session_file,
    state_dir,
)
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter
from zaptui.wiring.clock import now
from zaptui.wiring.options import RunOptions
from zaptui.wiring.talk import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """A session and its tape, ready to be written on. `writer` is None when nothing is saved."""

    session: str
    entries: list[Entry]
    missing: list[Entry]
    """What a crashed run never wrote, the last of `entries`: it is written first."""
    restored: Restored
    writer: TranscriptWriter | None

    @property
    def next_seq(self) -> int:
        return self.entries[-1].seq + 1


def resume(options: RunOptions, *, stack: ExitStack) -> Resumed | None:
    """The session that is to go on, if one is. TranscriptError, UsageError, SessionBusy."""
    if options.resume is None:
        if options.fork:
            raise UsageError("--fork goes with -r", hint="for example: zap -r ID --fork")
        return None
    state = state_dir(os.environ)
    try:
        path = find_transcript(state, options.resume)
    except TranscriptError as error:
        raise UsageError(error.message, hint="zap sessions lists them") from error
    if options.fork or path.parent != state / "sessions":  # another's file is left as it is
        load(path)
        path = _copy(path, session_file(state, new_session_id(now())))
    writer = TranscriptWriter(path) if options.save else None
    if writer is not None:
        stack.callback(writer.close)
    loaded = load(path)
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    found = restored(loaded.entries)
    folder = found.past.conversation.turn.started.cwd
    if folder and Path(folder) != options.cwd.resolve():
        say(f"warning: the session worked in {folder}; it goes on in {options.cwd}")
    return Resumed(
        session=path.stem,
        entries=loaded.entries,
        missing=loaded.missing,
        restored=found,
        writer=writer,
    )


def _copy(source: Path, target: Path) -> Path:
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o600)
    except OSError as error:
        raise cannot_write(target, error) from error
    return target
