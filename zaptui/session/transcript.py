"""A transcript: append entries as they happen, read them back whatever befell the file."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.lines import check_format, decode, encode
from zaptui.core.outcomes import exit_code_of
from zaptui.core.result_text import INTERRUPTED, NOT_RUN
from zaptui.errors import StateError, TranscriptError
from zaptui.session.folder import make_private_folder

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes; a longer record is skipped with a warning."""


class TranscriptWriter:
    """A sink: one `write` a record, append only, for this user only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        make_private_folder(path.parent)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            self._fd = os.open(path, flags, 0o600)
        except OSError as error:
            raise _cannot_write(path, error) from error

    def __call__(self, entry: e.Entry) -> None:
        """Append the line of an entry; StateError when the disk does not take it."""
        data = f"{encode(entry)}\n".encode("ascii")
        try:
            written = os.write(self._fd, data)
            while written < len(data):
                written += os.write(self._fd, data[written:])
        except OSError as error:
            raise _cannot_write(self.path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._fd)


@dataclass(slots=True, kw_only=True)
class Loaded:
    """What a file held. `warnings` name what could not be read, with line numbers."""

    entries: list[e.Entry] = field(default_factory=list[e.Entry])
    warnings: list[str] = field(default_factory=list[str])
    crashed: bool = False
    """The last run had no end; one was added (R58)."""


def load(path: Path) -> Loaded:
    """Read a transcript. Damaged records are left out with a warning, a crashed run gets its end.

    TranscriptError for a file that cannot be opened, is no transcript or is of a newer format.
    """
    loaded = Loaded()
    for number, line in _lines(path):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            loaded.warnings.append(f"line {number}: longer than {LONGEST_LINE} bytes; left out")
            continue
        try:
            entry = decode(line)
        except ValueError as error:
            loaded.warnings.append(f"line {number}: cannot be read ({_reason(error)}); left out")
            continue
        if isinstance(entry.event, e.RunStarted):
            check_format(entry.event.format)
        loaded.entries.append(entry)
    if not any(isinstance(entry.event, e.RunStarted) for entry in loaded.entries):
        raise TranscriptError(f"{path.name} is not a zap transcript: no line starts a run")
    end = _missing_end(loaded.entries)
    if end is not None:
        loaded.entries += end
        loaded.crashed = True
    return loaded


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Numbered lines, split at LF only, each read no further than the limit."""
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 2):
                number += 1
                rest = line
                while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
                    rest = file.readline(LONGEST_LINE + 2)
                yield number, line
    except OSError as error:
        raise TranscriptError(f"cannot read {path}: {os.strerror(error.errno or 0)}") from error


def _missing_end(entries: list[e.Entry]) -> list[e.Entry] | None:
    """The results and the end that a crashed run never wrote; None when it has an end (R58)."""
    open_calls: dict[str, bool] = {}
    running = False
    for entry in entries:
        match entry.event:
            case e.RunStarted():
                open_calls, running = {}, True
            case e.ToolCalled():
                open_calls[entry.event.call_id] = False
            case e.ToolStarted():
                open_calls[entry.event.call_id] = True
            case e.ToolReturned():
                open_calls.pop(entry.event.call_id, None)
            case e.RunFinished():
                running = False
            case _:
                pass
    if not running:
        return None
    last = entries[-1]
    events: list[e.Event] = [
        e.ToolReturned(call_id=call_id, error=INTERRUPTED if started else NOT_RUN)
        for call_id, started in open_calls.items()
    ]
    events.append(
        e.RunFinished(
            outcome="aborted",
            finish_reason="abort",
            stopped_by="crash",
            exit_code=exit_code_of("error"),
            error="the run ended abnormally",
        )
    )
    return [
        e.Entry(seq=last.seq + number, at=last.at, event=event)
        for number, event in enumerate(events, start=1)
    ]


def _reason(error: ValueError) -> str:
    line = " ".join(str(error).split())
    return line[:120]


def _cannot_write(path: Path, error: OSError) -> StateError:
    return StateError(
        f"cannot write {path}: {os.strerror(error.errno or 0)}",
        hint="free some space or set ZAP_HOME; --no-save runs without a transcript",
    )
