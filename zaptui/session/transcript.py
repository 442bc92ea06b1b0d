"""Reading a transcript, whatever befell the file."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.lines import check_format, decode
from zaptui.errors import TranscriptError
from zaptui.session.repair import Runs

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes; a longer record is skipped with a warning."""


@dataclass(slots=True, kw_only=True)
class Loaded:
    """What a file held. `warnings` name what could not be read, with line numbers."""

    entries: list[e.Entry] = field(default_factory=list[e.Entry])
    warnings: list[str] = field(default_factory=list[str])
    missing: list[e.Entry] = field(default_factory=list[e.Entry])
    """The results and the end that the last run never wrote, as they stand in `entries` (R58)."""

    @property
    def crashed(self) -> bool:
        """The last run had no end: it was killed, or it is still running."""
        return bool(self.missing)


def load(path: Path) -> Loaded:
    """Read a transcript. Damaged records are left out with a warning, a crashed run gets its end.

    TranscriptError for a file that cannot be opened, is no transcript or is of a newer format.
    """
    loaded = Loaded()
    loaded.entries = list(read_entries(path, loaded))
    return loaded


def read_entries(path: Path, told: Loaded) -> Iterator[e.Entry]:
    """The entries as `load` gives them, one by one; nothing is held. What is to be told of the file
    goes into `told` on the way, `missing` at the end."""
    runs = Runs()
    for number, line in numbered_lines(path):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            told.warnings.append(f"line {number}: longer than {LONGEST_LINE} bytes; left out")
            continue
        try:
            entry = decode(line)
        except ValueError as error:
            told.warnings.append(f"line {number}: cannot be read ({_reason(error)}); left out")
            continue
        if isinstance(entry.event, e.RunStarted):
            check_format(entry.event.format)
        yield from runs.take(entry)
    if not runs.begun:
        raise TranscriptError(f"{path.name} is not a zap transcript: no line starts a run")
    told.missing = runs.missing_end()
    yield from told.missing


def is_transcript(path: Path) -> bool:
    """Whether a file begins as a transcript does: its first line that is not blank is an entry."""
    for _, line in numbered_lines(path):
        if line.strip():
            try:
                decode(line)
            except ValueError:
                return False
            return True
    return False


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
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


def _reason(error: ValueError) -> str:
    line = " ".join(str(error).split())
    return line[:120]
