"""A session in another format, on stdout or in a file."""

import os
from pathlib import Path

from zaptui.errors import StateError, UsageError
from zaptui.headless.stdout import write_text
from zaptui.replay.exporters import EXPORTERS, ExportFormat, export
from zaptui.session.folder import find_transcript, state_dir
from zaptui.session.transcript import load
from zaptui.wiring.talk import say


def format_of(name: str) -> ExportFormat:
    """The export format of a name; UsageError lists them."""
    for known in EXPORTERS:
        if known == name:
            return known
    raise UsageError(f"unknown format {name[:40]!r}", hint=f"one of {', '.join(EXPORTERS)}")


def export_session(name: str, format: ExportFormat, *, to: Path | None, redact: bool) -> int:
    """Write a session out. A file that exists is not overwritten."""
    loaded = load(find_transcript(state_dir(os.environ), name))
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    chunks = export(loaded.entries, format, redact=redact)
    if to is None:
        for chunk in chunks:
            write_text(chunk)
        return 0
    try:
        with to.open("x", encoding="utf-8", newline="") as file:
            file.writelines(chunks)
    except FileExistsError:
        raise UsageError(f"{to} exists already", hint="choose another name") from None
    except OSError as error:
        raise StateError(f"cannot write {to}: {os.strerror(error.errno or 0)}") from error
    say(f"written: {to}")
    return 0
