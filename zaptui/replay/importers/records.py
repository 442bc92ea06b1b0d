"""Tolerant reading: JSONL, server-sent events or JSON documents become records, one by one."""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

from zaptui.core.json import Json, JsonObject
from zaptui.errors import TranscriptError
from zaptui.replay.importers.documents import (
    LARGEST,
    Document,
    is_archive,
    read_archive,
    read_document,
)
from zaptui.replay.importers.tolerant_json import parse, reason_of

LONGEST_LINE = 64 * 1024 * 1024
"""Characters; a longer line is skipped and reported."""
HEAD = 64
"""Records that recognition looks at."""
_NOISE = 20
"""Lines before a document: what a program said before it wrote."""
PATIENCE = 2000
"""Unreadable lines after which recognition gives up."""

Report = Callable[[str], None]
"""Told what could not be read, and where."""


class Source:
    """One file. It may be read more than once; nothing of it is held but a document's values."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.inner = ""
        """Where the records are wrapped in another one: the key of their list in it."""
        self._document: Document | None = None

    def head(self) -> list[JsonObject]:
        """The first records that are objects: enough to tell the format."""
        found: list[JsonObject] = []
        try:
            for record in self.records(_Patience(), keep=True):
                if isinstance(record, dict):
                    found.append(record)
                if len(found) >= HEAD:
                    break
        except _OutOfPatience:
            pass
        return found

    def records(self, report: Report, *, keep: bool = False) -> Iterator[Json]:
        """The values of the file, in order. TranscriptError when it cannot be opened.

        The elements of a list are records of their own. `keep`: it will be read again soon.
        """
        try:
            held = self._document or self._load_document()
            self._document = held if keep else None
            values = held.values or self._lines(report)
            for value in values:
                wrapped = value.get(self.inner) if isinstance(value, dict) else None
                if isinstance(wrapped, list):
                    yield from wrapped
                else:
                    yield value
            for complaint in held.complaints if held.values else ():
                report(complaint)
        except OSError as error:
            raise _cannot_read(self.path, error) from error

    def _load_document(self) -> Document:
        """The values of JSON that is laid out over several lines; none when it is not."""
        if is_archive(self.path):
            return read_archive(self.path)
        with _open(self.path) as file:
            before, first = _beginning(file)
            small = os.fstat(file.fileno()).st_size <= LARGEST
            if not small or not first or _is_value(first):
                return Document()
        with _open(self.path) as file:
            document = read_document(file.read()[len(before) :])
        if before.strip() and document.values:
            document.complaints.append("what stands before the JSON: left out")
        return document

    def _lines(self, report: Report) -> Iterator[Json]:
        with _open(self.path) as file:
            for number, line in _numbered(file):
                text = None if line is None else _payload(line)
                if text == "":
                    continue
                try:
                    if text is None:
                        raise ValueError("the line is too long")
                    value = parse(text)
                except ValueError as error:
                    report(f"line {number}: {reason_of(error)}")
                    continue
                if isinstance(value, list):
                    yield from value
                else:
                    yield value


class _OutOfPatience(Exception):
    """Nothing but unreadable lines."""


class _Patience:
    """Recognition does not report; it only gives up at some point."""

    def __init__(self) -> None:
        self._complaints = 0

    def __call__(self, _: str) -> None:
        self._complaints += 1
        if self._complaints > PATIENCE:
            raise _OutOfPatience


def _open(path: Path) -> TextIO:
    with path.open("rb") as file:
        mark = file.read(2)
    encoding = "utf-16" if mark in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"  # PowerShell's
    return path.open(encoding=encoding, errors="replace", newline="\n")


def _cannot_read(path: Path, error: OSError) -> TranscriptError:
    return TranscriptError(f"cannot read {path}: {os.strerror(error.errno or 0)}")


def _numbered(file: TextIO) -> Iterator[tuple[int, str | None]]:
    """Numbered lines, split at LF only; None for one that is too long."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) <= LONGEST_LINE:
            yield number, line
            continue
        skipped = 0
        while line and not line.endswith("\n"):
            line = file.readline(LONGEST_LINE + 1)
            skipped += len(line)
            if skipped > 16 * LONGEST_LINE:
                yield number, None  # this is no text; what follows is not looked for
                return
        yield number, None


def _beginning(file: TextIO) -> tuple[str, str]:
    """What stands before the first line that begins like JSON, and that line; empty for none."""
    before: list[str] = []
    for _, line in islice(_numbered(file), _NOISE):
        if line is not None and line.lstrip().startswith(("{", "[")):
            return "".join(before), line.strip()
        before.append(line or "")
    return "", ""


def _payload(line: str) -> str:
    """The JSON of a line: of a server-sent event its data; a comma that joins lines is cut."""
    text = line.strip()
    if text.startswith("data:"):
        text = text[5:].strip()
        return "" if text == "[DONE]" else text
    if text.startswith(("event:", "id:", "retry:", ":")) or text in ("[", "]"):
        return ""
    return text[:-1] if text.endswith("},") else text


def _is_value(text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True
