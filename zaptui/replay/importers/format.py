"""What an importer is: a name, a mark its records bear, and a pure reading of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from zaptui.core.json import JsonObject
from zaptui.replay.importers.scribe import Scribe


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A file of a subagent's own, beside the main one; `records` reads it when it is asked for."""

    name: str
    head: Sequence[JsonObject]
    records: Callable[[], Iterator[JsonObject]]


@dataclass(slots=True, kw_only=True)
class Children:
    """The subagents' files of a run that no call has claimed yet."""

    files: list[Child] = field(default_factory=list[Child])

    def take(self, belongs: Callable[[Child], bool]) -> Child | None:
        """The first file that belongs to a call; it is handed out once."""
        for place, child in enumerate(self.files):
            if belongs(child):
                return self.files.pop(place)
        return None


class Read(Protocol):
    """Folds the records of a run, in order, into what the scribe writes. Never raises."""

    def __call__(
        self, records: Iterator[JsonObject], scribe: Scribe, children: Children, /
    ) -> None: ...


def _never(_: Sequence[JsonObject]) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A foreign format. The marks of two formats exclude each other."""

    name: str
    shown: str
    """As the user knows it."""
    claims: Callable[[JsonObject], bool]
    """Whether a record can only be of this format."""
    read: Read
    is_child: Callable[[Sequence[JsonObject]], bool] = _never
    """Whether a file with this head is a subagent's, when it lies beside another one."""
    place: Callable[[Sequence[JsonObject]], str] | None = None
    """Sorts the files of a folder by their heads, where their names and times do not."""
