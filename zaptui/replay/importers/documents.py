"""JSON that is laid out over several lines, and archives of it: read whole, up to a limit."""

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from zaptui.core.json import Json
from zaptui.errors import TranscriptError
from zaptui.replay.importers.tolerant_json import closed, parse, reason_of, too_deep, values_of

LARGEST = 256 * 1024 * 1024
"""Bytes of a document; a larger file is read line by line only."""


_LINES = 50


@dataclass(slots=True)
class Document:
    """The values of a document, and what of it could not be read."""

    values: list[Json] = field(default_factory=list["Json"])
    complaints: list[str] = field(default_factory=list[str])


def read_document(text: str) -> Document:
    """The elements of a list, or the values that follow each other."""
    values, end = values_of(text)
    document = Document()
    for number, value in enumerate(values, start=1):
        if too_deep(value):
            document.complaints.append(f"record {number}: nested too deeply")
        else:
            document.values.append(value)
    if end < len(text):
        complaint = f"character {end + 1}: not JSON; the rest is left out"
        try:
            rest = None if _is_lines(text[end:]) else closed(text[end:])
            if rest is not None:
                document.values += [rest] if rest else []
                complaint = "the file is cut off; what it was in the middle of is left out"
        except ValueError:
            pass
        document.complaints.append(complaint)
    return document


def _is_lines(text: str) -> bool:
    """Whether lines of their own follow: then it is no document that is cut, but lines, one bad."""
    for line in text.split("\n", _LINES)[1:_LINES]:
        if line.startswith("{"):
            try:
                parse(line)
            except ValueError:
                continue
            return True
    return False


def is_archive(path: Path) -> bool:
    """Whether a file is a zip archive, by its first bytes."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def read_archive(path: Path) -> Document:
    """The JSON files of an archive, the header first. TranscriptError when it is damaged."""
    document = Document()
    try:
        with ZipFile(path) as archive:
            members = [each for each in archive.infolist() if each.filename.endswith(".json")]
            members.sort(key=lambda each: (each.filename != "header.json", each.filename))
            if sum(each.file_size for each in members) > LARGEST:
                raise TranscriptError(f"{path.name} is too large to be unpacked")
            for member in members:
                inner = read_document(archive.read(member).decode("utf-8", errors="replace"))
                document.values += inner.values
                document.complaints += [f"{member.filename}, {at}" for at in inner.complaints]
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise TranscriptError(f"cannot unpack {path.name}: {reason_of(error)}") from error
    return document
