"""What an exporter is: a pure reading of a tape, told as chunks of text."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry
from zaptui.core.json import JsonObject

ExportFormat = Literal["md", "html", "json", "atif", "codex", "b4run", "cast"]

Print = Callable[[str, str], None]
"""Takes a clean line and the name of its style."""
LogMaker = Callable[[Print], Callable[[Entry], None]]
"""Makes the text log: it takes the entries and prints its lines."""
ResultMaker = Callable[[Conversation], JsonObject]
"""The result object of `--output json`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What an export needs of other parts of the program."""

    log: LogMaker
    result: ResultMaker


class Exporter(Protocol):
    """Tells a tape in another format. The chunks, joined, are the file."""

    def __call__(self, entries: Iterable[Entry], given: Given, /) -> Iterator[str]: ...


def fold_of(entries: Iterable[Entry]) -> Conversation:
    """The conversation of a tape that may be read only once."""
    conversation = Conversation()
    for entry in entries:
        conversation.apply(entry.event, at=entry.at)
    return conversation
