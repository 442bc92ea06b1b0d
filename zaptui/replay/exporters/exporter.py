"""What an exporter is: a pure reading of a tape, told as chunks of text."""

from collections.abc import Iterable, Iterator
from typing import Literal, Protocol

from zaptui.core.events import Entry

ExportFormat = Literal["md", "html", "json", "atif", "codex", "b4run", "cast", "svg"]


class Exporter(Protocol):
    """Tells a tape in another format. The chunks, joined, are the file."""

    def __call__(self, entries: Iterable[Entry], /) -> Iterator[str]: ...
