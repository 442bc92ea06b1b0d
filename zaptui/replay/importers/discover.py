"""Which files make up a run, and of what format they are."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.errors import TranscriptError
from zaptui.replay.importers.fields import objects, seconds
from zaptui.replay.importers.format import Format
from zaptui.replay.importers.recognise import is_zap, recognise
from zaptui.replay.importers.records import HEAD, Source

_MOST_FILES = 20_000
_DEEPEST = 5
_TIMES = ("timestamp", "time", "ts", "startTime", "start_time", "created_at")
_WRAPPERS = (
    "events",
    "loglines",
    "messages",
    "records",
    "entries",
    "lines",
    "items",
    "log",
    "data",
)
"""Under these names a document may hold the records of a transcript."""
_BEGINNINGS = ("{", "[", "data:", "event:", "#")

Head = Sequence[JsonObject]
_NOTHING: tuple[Head, Format | None] = ((), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The files of a run in order; those of subagents apart, with their heads."""

    format: Format
    sources: Sequence[Source]
    children: Sequence[tuple[Source, Head]] = ()
    warnings: list[str] = field(default_factory=list[str])


def find_run(path: Path, formats: Sequence[Format]) -> Found:
    """The run of a file or folder. TranscriptError says what was looked for."""
    if path.is_dir():
        return _find_folder(path, formats)
    if not path.is_file():
        raise TranscriptError(f"there is no file {str(path)!r}")
    source = Source(path)
    head, found = _look(source, formats)
    if is_zap(head):
        raise TranscriptError(f"{path.name} is a transcript of zap, not a foreign one")
    if found is None:
        raise _not_recognised(f"{path.name} is not a transcript that can be read", formats)
    return Found(format=found, sources=[source])


def _look(source: Source, formats: Sequence[Format]) -> tuple[Head, Format | None]:
    """How a file begins, and of what format that is. Its records may be wrapped in one object."""
    head = source.head()
    found = recognise(head, formats)
    if found is not None or is_zap(head) or not head:
        return head, found
    for key in _WRAPPERS:
        inner = objects(head[0].get(key))[:HEAD]
        found = recognise(inner, formats)
        if found is not None:
            source.inner = key
            return inner, found
    return head, None


def _find_folder(path: Path, formats: Sequence[Format]) -> Found:
    heads: list[tuple[Source, Head, Format]] = []
    ignored: list[str] = []
    ours: list[str] = []
    for file in _files(path):
        source = Source(file)
        head, found = _look(source, formats) if _may_be_json(file) else _NOTHING
        if is_zap(head):
            ours.append(file.name)
        elif found is None:
            ignored.append(file.name)
        else:
            heads.append((source, head, found))
    if ours and not heads:
        raise TranscriptError(
            f"{path.name} holds {len(ours)} transcripts of zap",
            hint=f"name one of them: {', '.join(ours[:5])}",
        )
    if not heads:
        raise _not_recognised(f"no file in {path.name} is a transcript that can be read", formats)
    ignored += ours
    votes = Counter(found.name for _, _, found in heads)
    chosen = max((each for each in formats), key=lambda each: votes[each.name])
    ignored += [source.path.name for source, _, found in heads if found is not chosen]
    mine = [(source, head) for source, head, found in heads if found is chosen]
    main = [(source, head) for source, head in mine if not chosen.is_child(head)]
    children = [] if not main else [(s, head) for s, head in mine if chosen.is_child(head)]
    return Found(
        format=chosen,
        sources=[source for source, _ in _in_order(main or mine, chosen)],
        children=_in_order(children, chosen),
        warnings=_ignored(ignored),
    )


def _in_order(files: Sequence[tuple[Source, Head]], chosen: Format) -> list[tuple[Source, Head]]:
    """By the format's own order, else by the time they begin, else by name, numbers as numbers."""
    named = sorted(files, key=lambda file: _natural(str(file[0].path)))
    if chosen.place is not None:
        place = chosen.place
        return sorted(named, key=lambda file: place(file[1]))
    times = [_begins(head) for _, head in named]
    if any(time is None for time in times):
        return named
    order = sorted(range(len(named)), key=lambda i: times[i] or 0.0)
    return [named[i] for i in order]


def _files(folder: Path) -> list[Path]:
    """The files below a folder that are not hidden; no link is followed."""
    found: list[Path] = []
    waiting = [(folder, 0)]
    while waiting:
        here, depth = waiting.pop()
        try:
            below = sorted(here.iterdir(), key=lambda path: _natural(path.name))
        except OSError:
            continue
        for path in below:
            if path.name.startswith(".") or path.is_symlink():
                continue
            if path.is_dir() and depth < _DEEPEST:
                waiting.append((path, depth + 1))
            elif path.is_file():
                found.append(path)
        if len(found) > _MOST_FILES:
            raise TranscriptError(f"{folder.name} holds more than {_MOST_FILES} files")
    return found


def _may_be_json(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            start = file.read(512)
    except OSError:
        return False
    if start.startswith(b"PK"):
        return True
    wide = start.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = start.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return text.lstrip().startswith(_BEGINNINGS)


def _natural(name: str) -> list[tuple[int, str]]:
    return [
        (int(piece[:18]), "") if piece.isdecimal() else (-1, piece)
        for piece in re.split(r"(\d+)", name)
    ]


def _begins(head: Head) -> float | None:
    """The first time that a file tells."""
    for record in head:
        payload = as_object(record.get("payload"))
        values: Iterable[Json] = (each.get(key) for each in (record, payload) for key in _TIMES)
        time = next((found for value in values if (found := seconds(value)) is not None), None)
        if time is not None:
            return time
    return None


def _ignored(names: Sequence[str]) -> list[str]:
    if not names:
        return []
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return [f"{len(names)} files of the folder are no part of the run: {shown}"]


def _not_recognised(message: str, formats: Sequence[Format]) -> TranscriptError:
    known = ", ".join(each.shown for each in formats)
    return TranscriptError(message, hint=f"looked for zap, {known}")
