"""The one table of list planners: names, schemas and words, to and from classic items.

A dialect offers the model the planner it was trained on and is read strictly. What importers read,
as liberally as can be, is in foreign_plans.py; both know a list by the name of its tool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError, UsageError
from zaptui.planning import dialect_specs, specs
from zaptui.planning.todos import TodoItem, TodoStatus, read_records

DialectName = Literal["zap", "codex", "opencode", "claude", "b4run"]
DIALECT_NAMES: tuple[DialectName, ...] = get_args(DialectName)

Meaning = TodoStatus | Literal["leaves"]
"""What a status word says of an item; `leaves`: it is no longer on the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """A list planner as a model may be offered it."""

    name: DialectName
    tool: ToolSpec
    list_key: str
    text_key: str
    words: Mapping[str, Meaning]
    """Its status words; the first word of a status is the one we say."""
    extra: Mapping[str, str] = field(default_factory=dict[str, str])
    """Keys of its own in an item of ours: a fixed word, or `=` for the item's content."""

    def to_classic(self, arguments: JsonObject) -> JsonObject:
        """A call's arguments as those of `write_todos`; the input is left untouched (R3).

        ToolError, in the dialect's own words, for a status or a list that cannot be read.
        """
        shape = f"{{{self.text_key}, status: {', '.join(self.words)}}}"
        todos: list[Json] = []
        for number, record in enumerate(read_records(arguments, self.list_key, shape), start=1):
            status = self._status(record.get("status"), number)
            if status == "leaves":
                continue
            item: JsonObject = {"content": record.get(self.text_key), "status": status}
            todos.append(item if record.get("id") is None else {"id": record["id"], **item})
        return {"todos": todos}

    def from_classic(self, items: Sequence[TodoItem]) -> JsonObject:
        """The list in the dialect's words: the output of its tool."""
        said = {status: word for word, status in reversed(list(self.words.items()))}
        todos: list[Json] = []
        for item in items:
            record: JsonObject = {"id": item.id} if self.name == "zap" else {}
            record |= {self.text_key: item.content, "status": said[item.status]}
            for key, word in self.extra.items():
                record[key] = item.content if word == "=" else word
            todos.append(record)
        return {self.list_key: todos}

    def _status(self, word: Json, number: int) -> Meaning:
        status = self.words.get(word) if isinstance(word, str) else None
        if status is None:
            known = ", ".join(self.words)
            raise ToolError(
                f"{self.list_key}[{number}]: status must be one of {known}, not {word!r}"
            )
        return status


_WORDS: Mapping[str, Meaning] = {
    "pending": "pending",
    "in_progress": "in_progress",
    "completed": "done",
}

DIALECTS: Mapping[DialectName, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            name="zap",
            tool=specs.WRITE_TODOS,
            list_key="todos",
            text_key="content",
            words={
                "pending": "pending",
                "in_progress": "in_progress",
                "done": "done",
                "completed": "done",
            },
        ),
        Dialect(
            name="codex",
            tool=dialect_specs.UPDATE_PLAN,
            list_key="plan",
            text_key="step",
            words=_WORDS,
        ),
        Dialect(
            name="opencode",
            tool=dialect_specs.TODOWRITE,
            list_key="todos",
            text_key="content",
            words={**_WORDS, "cancelled": "leaves"},
            extra={"priority": "medium"},
        ),
        Dialect(
            name="claude",
            tool=dialect_specs.TODO_WRITE,
            list_key="todos",
            text_key="content",
            words=_WORDS,
            extra={"activeForm": "="},
        ),
        Dialect(
            name="b4run",
            tool=dialect_specs.WRITE_TODOS,
            list_key="todos",
            text_key="content",
            words=_WORDS,
        ),
    )
}


def select_dialect(name: str) -> Dialect:
    """The dialect of a name. UsageError lists the names."""
    for dialect in DIALECTS.values():
        if dialect.name == name:
            return dialect
    raise UsageError(
        f"unknown dialect {name!r}", hint=f"the dialects are {', '.join(DIALECT_NAMES)}"
    )
