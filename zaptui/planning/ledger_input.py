"""The arguments of `todo_write`, strictly typed: another word is an error that lists them (L1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from zaptui.core.json import Json, JsonObject
from zaptui.errors import ToolError
from zaptui.planning.ledger_items import (
    PRIORITIES,
    STATUSES,
    WRITE_MODES,
    GivenItem,
    WordT,
    WriteMode,
)
from zaptui.planning.todos import read_id, read_records

_SHAPE = f"{{id?, content, status: {', '.join(STATUSES)}, priority?: {', '.join(PRIORITIES)}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerWrite:
    """A call that can be read. `expected_version` None: whatever the version is."""

    mode: WriteMode
    items: Sequence[GivenItem]
    expected_version: int | None
    explanation: str


def read_write(arguments: JsonObject) -> LedgerWrite:
    """The write that a call's arguments ask for; ToolError where a word or a type is wrong.

    A list sent as text is read (R4), and so is an id sent as a number; words are not guessed.
    """
    records = read_records(arguments, "items", _SHAPE)
    expected, explanation = arguments.get("expected_version"), arguments.get("explanation")
    if expected is not None and (not isinstance(expected, int) or isinstance(expected, bool)):
        raise ToolError(f"expected_version must be a whole number, not {expected!r}")
    if not isinstance(explanation, str | None):
        raise ToolError("explanation must be a text")
    return LedgerWrite(
        mode=_word(arguments.get("mode"), "mode", WRITE_MODES) or "replace",
        items=[_given(record, number) for number, record in enumerate(records, start=1)],
        expected_version=expected,
        explanation=explanation or "",
    )


def _given(record: JsonObject, number: int) -> GivenItem:
    where = f"items[{number}]: "
    content = record.get("content")
    if content is not None and (not isinstance(content, str) or not content.strip()):
        raise ToolError(f"{where}content must be a text that is not blank")
    return GivenItem(
        number=number,
        id=_id(record.get("id"), where),
        content=content,
        status=_word(record.get("status"), f"{where}status", STATUSES),
        priority=_word(record.get("priority"), f"{where}priority", PRIORITIES),
    )


def _id(value: Json, where: str) -> str | None:
    """Text, or a number as text; None where it is missing or blank."""
    found = read_id(value)
    if found is None and value is not None and not isinstance(value, str):
        raise ToolError(f"{where}id must be a text")
    return found


def _word(value: Json, name: str, words: Sequence[WordT]) -> WordT | None:
    if value is None:
        return None
    found = next((word for word in words if word == value), None)
    if found is None:
        raise ToolError(f"{name} must be one of {', '.join(words)}, not {value!r}")
    return found
