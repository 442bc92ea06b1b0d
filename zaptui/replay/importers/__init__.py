"""Transcripts of other programs, read as events of ours: recognised by content, never by name."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from zaptui.core.events import Entry
from zaptui.core.json import JsonObject
from zaptui.replay.importers.discover import find_run
from zaptui.replay.importers.format import Child, Children
from zaptui.replay.importers.log import ImportLog
from zaptui.replay.importers.recognise import is_zap
from zaptui.replay.importers.records import Source
from zaptui.replay.importers.scribe import Scribe
from zaptui.replay.importers.table import FORMATS

_NOTICES = 5
"""Damaged lines that are told on the tape itself; the others are warnings only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A foreign run as a tape of ours. `not_understood` counts records and lines left out."""

    entries: list[Entry]
    format: str
    not_understood: int
    warnings: list[str] = field(default_factory=list[str])


def import_run(path: Path) -> Imported:
    """Read a file, or a folder of the files of one run.

    TranscriptError for what cannot be opened or recognised; it says what was looked for.
    """
    entries: list[Entry] = []
    return replace(import_into(path, entries.append), entries=entries)


def import_into(path: Path, sink: Callable[[Entry], None]) -> Imported:
    """The same, each entry told to `sink` as it comes; none is kept."""
    found = find_run(path, FORMATS)
    log = ImportLog(sink)
    scribe = Scribe(log)
    children = Children(
        files=[
            Child(name=source.path.name, head=head, records=lambda s=source: _objects([s], scribe))
            for source, head in found.children
        ]
    )
    found.format.read(_objects(found.sources, scribe), scribe, children)
    scribe.end()
    return Imported(
        entries=[],
        format=found.format.name,
        not_understood=log.not_understood,
        warnings=[*log.warnings(), *found.warnings],
    )


def is_ours(path: Path) -> bool:
    """Whether a file is a transcript of zap's, however it begins."""
    return path.is_file() and is_zap(Source(path).head())


def _objects(sources: Sequence[Source], scribe: Scribe) -> Iterator[JsonObject]:
    """The records that are objects; all else is reported where it stands."""
    told = 0
    for source in sources:
        prefix = f"{source.path.name}, " if len(sources) > 1 else ""

        def report(where: str, prefix: str = prefix) -> None:
            nonlocal told
            told += 1
            scribe.log.unreadable(prefix + where)
            if told <= _NOTICES:
                scribe.notice(f"{prefix}{where}", level="warning")

        for record in source.records(report):
            if isinstance(record, dict):
                yield record
            else:
                scribe.unknown(f"a bare {type(record).__name__}")
