"""Tolerant reading: JSONL, server-sent events or JSON documents become records, one by one."""

import json
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, cast

from zaptui.core.json import Json, JsonObject
from zaptui.errors import TranscriptError

LONGEST_LINE = 64 * 1024 * 1024
"""Characters; a longer line is skipped and reported."""
LARGEST_DOCUMENT = 256 * 1024 * 1024
"""Bytes; a larger file is read line by line only."""
DEEPEST = 200
"""Levels of nesting; a record that goes deeper is left out."""
HEAD = 64
"""Records that recognition looks at."""

Report = Callable[[str], None]
"""Told what could not be read, and where."""


@dataclass(slots=True)
class _Document:
    values: list[Json] = field(default_factory=list["Json"])
    complaints: list[str] = field(default_factory=list[str])


class Source:
    """One file. It may be read more than once; nothing of it is held but a document's values."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._document: _Document | None = None

    def head(self) -> list[JsonObject]:
        """The first records that are objects: enough to tell the format."""
        found: list[JsonObject] = []
        for record in self.records(_say_nothing, keep=True):
            if isinstance(record, dict):
                found.append(record)
            if len(found) >= HEAD:
                break
        return found

    def records(self, report: Report, *, keep: bool = False) -> Iterator[Json]:
        """The values of the file, in order. TranscriptError when it cannot be opened.

        The elements of a list are records of their own. `keep`: it will be read again soon.
        """
        try:
            held = self._document or self._load_document()
            self._document = held if keep else None
            if not held.values:
                yield from self._lines(report)
                return
            yield from held.values
            for complaint in held.complaints:
                report(complaint)
        except OSError as error:
            raise _cannot_read(self.path, error) from error

    def _load_document(self) -> "_Document":
        """The values of JSON that is laid out over several lines; none when it is not."""
        with _open(self.path) as file:
            first = next((line for _, line in _numbered(file) if line and line.strip()), "").strip()
            small = os.fstat(file.fileno()).st_size <= LARGEST_DOCUMENT
            if not small or not first.startswith(("{", "[")) or _is_value(first):
                return _Document()
        with _open(self.path) as file:
            return _read_document(file.read())

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
                    report(f"line {number}: {_reason(error)}")
                    continue
                yield from value if isinstance(value, list) else [value]


def parse(text: str) -> Json:
    """JSON as the world writes it: NaN becomes null, raw control characters pass.

    ValueError for what is no JSON, or nested too deeply to be handled.
    """
    try:
        value = cast("Json", _DECODER.decode(text))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if text.count("[") + text.count("{") > DEEPEST and _too_deep(value):
        raise ValueError("nested too deeply")
    return value


def _read_document(text: str) -> _Document:
    """The elements of a list, or the objects that follow each other."""
    values, end = _document_values(text)
    document = _Document()
    for number, value in enumerate(values, start=1):
        if _too_deep(value):
            document.complaints.append(f"record {number}: nested too deeply")
        else:
            document.values.append(value)
    if end < len(text):
        document.complaints.append(f"character {end + 1}: not JSON; the rest is left out")
    return document


def _document_values(text: str) -> tuple[list[Json], int]:
    """The values, and where JSON ends."""
    values: list[Json] = []
    place = _skip(text, 0)
    in_list = text.startswith("[", place)
    place = _skip(text, place + 1) if in_list else place
    while place < len(text):
        if in_list and text.startswith("]", place):
            return values, _skip(text, place + 1)
        try:
            value, place = cast("tuple[Json, int]", _DECODER.raw_decode(text, place))
        except (ValueError, RecursionError):
            break
        values.append(value)
        place = _skip(text, place)
        if in_list and text.startswith(",", place):
            place = _skip(text, place + 1)
    return values, place


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n\ufeff":
        place += 1
    return place


def _too_deep(value: Json) -> bool:
    """Whether a value nests beyond the limit; without recursion of our own."""
    level: list[Json] = [value]
    for _ in range(DEEPEST):
        inner: list[Json] = []
        for item in level:
            if isinstance(item, dict):
                inner += [child for child in item.values() if isinstance(child, dict | list)]
            elif isinstance(item, list):
                inner += [child for child in item if isinstance(child, dict | list)]
        if not inner:
            return False
        level = inner
    return True


def _open(path: Path) -> TextIO:
    try:
        with path.open("rb") as file:
            mark = file.read(4)
        wide = mark.startswith((b"\xff\xfe", b"\xfe\xff"))  # what PowerShell writes
        encoding = "utf-16" if wide else "utf-8-sig"
        return path.open(encoding=encoding, errors="replace", newline="\n")
    except OSError as error:
        raise _cannot_read(path, error) from error


def _cannot_read(path: Path, error: OSError) -> TranscriptError:
    return TranscriptError(f"cannot read {path}: {os.strerror(error.errno or 0)}")


def _numbered(file: TextIO) -> Iterator[tuple[int, str | None]]:
    """Numbered lines, split at LF only; None for one that is too long."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            while line and not line.endswith("\n"):
                line = file.readline(LONGEST_LINE + 1)
            yield number, None
        else:
            yield number, line


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


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON ({error.msg} at character {error.pos + 1})"
    return " ".join(str(error).split())[:120]


def _number(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


def _say_nothing(_: str) -> None:
    """Recognition does not report; the reading after it does."""


_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None, parse_float=_number)
