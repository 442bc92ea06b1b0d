"""Any saved run by its name: a session, a file of ours, a file or a folder of another agent's."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from zaptui.core.ports import Sink
from zaptui.session.folder import find_transcript, state_dir
from zaptui.session.transcript import Loaded, is_transcript, read_entries
from zaptui.wiring.talk import say

OURS = "zap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is to be told of a file beyond its run. `not_understood` counts records left out."""

    format: str = OURS
    not_understood: int = 0
    crashed: bool = False
    warnings: list[str] = field(default_factory=list[str])


def run_path(name: str) -> Path:
    """The file or folder that a path, an id or the beginning of an id names."""
    path = Path(name[:4096])
    try:
        if path.is_dir():
            return path if path.name else path.resolve()  # the folder itself, as `.`
    except OSError:
        pass  # a name no folder can have
    return find_transcript(state_dir(os.environ), name)


def is_ours(path: Path) -> bool:
    """Whether it is a transcript of zap's; another one is left to the importers."""
    if path.is_dir():
        return False
    if is_transcript(path):
        return True
    from zaptui.replay import importers  # only for what does not begin as one of ours

    return importers.is_ours(path)


def read_run(path: Path, sink: Sink) -> Told:
    """Tell a run to a sink, entry by entry. TranscriptError for what cannot be recognised."""
    if is_ours(path):
        loaded = Loaded()
        for entry in read_entries(path, loaded):
            sink(entry)
        return Told(crashed=loaded.crashed, warnings=loaded.warnings)
    from zaptui.replay.importers import import_into

    imported = import_into(path, sink)
    return Told(
        format=imported.format,
        not_understood=imported.not_understood,
        warnings=imported.warnings,
    )


def say_told(told: Told) -> None:
    """Warnings, and how much was not understood, on stderr."""
    for line in told_lines(told):
        say(line)


def told_lines(told: Told) -> list[str]:
    """What is to be told of a file, line by line."""
    lines = [f"warning: {warning}" for warning in told.warnings]
    if told.crashed:
        lines.append("warning: the run has no end; it was killed or is still running")
    if told.format != OURS:
        plural = "" if told.not_understood == 1 else "s"
        lines.append(f"read as {told.format}; {told.not_understood} record{plural} not understood")
    return lines
