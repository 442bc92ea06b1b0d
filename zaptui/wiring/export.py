"""A session in another format, on stdout or in a file."""

import os
from collections.abc import Iterator
from pathlib import Path

from zaptui.core.events import Entry
from zaptui.errors import StateError, UsageError
from zaptui.headless.stdout import write_text
from zaptui.replay.exporters import EXPORTERS, ExportFormat, export
from zaptui.wiring.talk import say
from zaptui.wiring.tapes import read_run, run_path, say_told


def format_of(name: str) -> ExportFormat:
    """The export format of a name; UsageError lists them."""
    for known in EXPORTERS:
        if known == name:
            return known
    raise UsageError(f"unknown format {name[:40]!r}", hint=f"one of {', '.join(EXPORTERS)}")


def write_export(name: str, format: ExportFormat, *, to: Path, redact: bool) -> None:
    """Write a session into a new file. UsageError for one that exists."""
    try:
        with to.open("x", encoding="utf-8", newline="") as file:
            file.writelines(_chunks(name, format, redact=redact))
    except FileExistsError:
        raise UsageError(f"{to} exists already", hint="choose another name") from None
    except OSError as error:
        raise StateError(f"cannot write {to}: {os.strerror(error.errno or 0)}") from error


def export_session(name: str, format: ExportFormat, *, to: Path | None, redact: bool) -> int:
    """Write a session out: into a new file, or to stdout."""
    if to is not None:
        write_export(name, format, to=to, redact=redact)
        say(f"written: {to}")
        return 0
    for chunk in _chunks(name, format, redact=redact):
        write_text(chunk)
    return 0


def _chunks(name: str, format: ExportFormat, *, redact: bool) -> Iterator[str]:
    entries: list[Entry] = []
    say_told(read_run(run_path(name), entries.append))
    return export(entries, format, redact=redact)
