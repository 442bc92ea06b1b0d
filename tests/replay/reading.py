"""Reads invented records with the importer of a format, as the tests of the importers do."""

import json
from pathlib import Path
from typing import Any

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.replay.importers.format import Children
from zaptui.replay.importers.log import ImportLog
from zaptui.replay.importers.scribe import Scribe
from zaptui.replay.importers.table import FORMATS
from zaptui.replay.player import fold
from zaptui.view.result import result_of


class KeptLog(ImportLog):
    """An import whose entries are kept."""

    def __init__(self) -> None:
        self.entries: list[e.Entry] = []
        super().__init__(self.entries.append)


class Reading:
    """What an importer makes of records."""

    def __init__(self, entries: list[e.Entry], not_understood: int = 0) -> None:
        self.entries = entries
        self.not_understood = not_understood
        self.conversation: Conversation = fold(entries)
        self.result: Any = result_of(self.conversation)

    @property
    def counts(self) -> Any:
        return self.result["counts"]

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of a kind."""
        return [entry.event for entry in self.entries if isinstance(entry.event, kind)]

    @property
    def prompts(self) -> list[str]:
        return [event.prompt for event in self.of(e.RunStarted)]

    @property
    def asides(self) -> list[str]:
        return [event.text for event in self.of(e.UserMessage)]

    @property
    def texts(self) -> list[str]:
        return [event.text for event in self.of(e.TextDelta)]

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.of(e.Notice)]

    @property
    def outcomes(self) -> list[str]:
        return [event.outcome for event in self.of(e.RunFinished)]

    @property
    def results(self) -> list[Any]:
        """The outputs of calls, or their errors as `error: …`."""
        return [
            event.output if event.error is None else f"error: {event.error}"
            for event in self.of(e.ToolReturned)
        ]

    @property
    def plans(self) -> list[list[tuple[str, str]]]:
        """The lists as they were told, in B4.run's words."""
        return [[(t["content"], t["status"]) for t in u.todos] for u in self.of(e.PlanUpdate)]


def read(name: str, *records: dict[str, Any]) -> Reading:
    """Records as the importer of that format reads them."""
    log = KeptLog()
    scribe = Scribe(log)
    reader = next(each.read for each in FORMATS if each.name == name)
    reader(iter(records), scribe, Children())
    scribe.end()
    return Reading(log.entries, log.not_understood)


def write(path: Path, *records: Any) -> Path:
    """Records as lines of a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
