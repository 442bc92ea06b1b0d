"""classic: the pipeline that repairs a list the model owns (R4–R16)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zaptui.core.events import Violation
from zaptui.core.json import Json, JsonObject, parse_json
from zaptui.errors import ToolError
from zaptui.planning.put_back import keep_pinned, put_back

TodoStatus = Literal["pending", "in_progress", "done"]
NewIds = Literal["append", "as_sent"]

_STATUSES: dict[str, TodoStatus] = {
    "pending": "pending",
    "in_progress": "in_progress",
    "done": "done",
    "completed": "done",
}
_WORDS = "pending, in_progress, done"


@dataclass(frozen=True, slots=True, kw_only=True)
class TodoItem:
    """One item of the list; `id` is stable across calls."""

    id: str
    content: str
    status: TodoStatus


def settle(
    sent: Sequence[TodoItem],
    previous: Sequence[TodoItem],
    *,
    new_ids: NewIds = "append",
    pinned: Collection[str] = (),
) -> tuple[TodoItem, ...]:
    """The whole pipeline, in the one order there is (R5). settle(r, r) == r. Items that a person
    has pinned stay, with the words he gave them."""
    merged = merge_todos(deduplicate_todos(sent), previous, new_ids=new_ids)
    merged = keep_pinned(merged, previous, pinned, as_pinned=_as_pinned)
    return enforce_single_active(auto_promote(merged))


def deduplicate_todos(sent: Iterable[TodoItem]) -> tuple[TodoItem, ...]:
    """Keep the first item of each id (R6)."""
    first: dict[str, TodoItem] = {}
    for item in sent:
        first.setdefault(item.id, item)
    return tuple(first.values())


def merge_todos(
    sent: Sequence[TodoItem], previous: Sequence[TodoItem], *, new_ids: NewIds = "append"
) -> tuple[TodoItem, ...]:
    """Honour what was sent (R7, R12), restore omitted done items in place (R8, R9), drop the other
    omitted ones (R10), and put new ids at the end or leave them as sent (R11)."""
    known_ids = {item.id for item in previous}
    if new_ids == "append":
        result = [item for item in sent if item.id in known_ids]
        added = [item for item in sent if item.id not in known_ids]
    else:
        result, added = list(sent), []
    result = put_back(result, previous, stays=lambda item: item.status == "done")
    return (*result, *added)


def auto_promote(items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    """With nothing active, something pending and something done, start the first pending (R13)."""
    statuses = [item.status for item in items]
    if "in_progress" in statuses or "pending" not in statuses or "done" not in statuses:
        return tuple(items)
    place = statuses.index("pending")
    return (*items[:place], replace(items[place], status="in_progress"), *items[place + 1 :])


def enforce_single_active(items: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    """Keep the first active item, make the others pending (R14)."""
    active = next((i for i, item in enumerate(items) if item.status == "in_progress"), None)
    return tuple(
        replace(item, status="pending") if item.status == "in_progress" and i != active else item
        for i, item in enumerate(items)
    )


def violations_of(
    sent: Sequence[TodoItem], previous: Sequence[TodoItem], merged: Sequence[TodoItem]
) -> list[Violation]:
    """What was repaired, for clients only (R64): R6, R8 and R14, never R13."""
    found: list[Violation] = []
    unique = deduplicate_todos(sent)
    if len(unique) < len(sent):
        found.append(Violation(rule="R6", before=_ids(sent), after=_ids(unique)))
    sent_ids = {item.id for item in unique}
    restored = [i for i in previous if i.status == "done" and i.id not in sent_ids]
    if restored:
        found.append(Violation(rule="R8", before=_ids(unique), after=_ids(merged)))
    active = [item for item in unique if item.status == "in_progress"]
    if len(active) > 1:
        found.append(Violation(rule="R14", before=_ids(active), after=_ids(active[:1])))
    return found


def read_todos(arguments: JsonObject, previous: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    """The items of a call's arguments, read liberally (R4). ToolError names the allowed words."""
    records = read_records(arguments, "todos", f"{{id, content, status: {_WORDS}}}")
    taken = {given for record in records if (given := read_id(record.get("id"))) is not None}
    items: list[TodoItem] = []
    for number, record in enumerate(records, start=1):
        content = record.get("content")
        if not isinstance(content, str) or not content.strip():
            raise ToolError(f"todos[{number}]: content must be a text that is not blank")
        item_id = read_id(record.get("id"))
        if item_id is None:
            item_id = _id_for(content, previous, taken)
            taken.add(item_id)
        items.append(TodoItem(id=item_id, content=content, status=_status(record, number)))
    return tuple(items)


def read_records(arguments: JsonObject, key: str, shape: str) -> list[JsonObject]:
    """The list of objects under `key`; a list sent as a JSON string is parsed once (R4)."""
    value = arguments.get(key)
    if isinstance(value, str):
        try:
            value = parse_json(value)
        except ValueError:
            value = None
    if not isinstance(value, list):
        raise ToolError(f"{key} must be a list of {shape}")
    records = [record for record in value if isinstance(record, dict)]
    if len(records) < len(value):
        raise ToolError(f"every item of {key} must be an object {shape}")
    return records


def read_id(value: Json) -> str | None:
    """An id as text; a number becomes text, a missing or blank one is None."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value) if str(value).strip() else None


def snapshot_todos(items: Sequence[TodoItem]) -> list[Json]:
    """A detached copy for outputs and the tape (R2)."""
    return [{"id": i.id, "content": i.content, "status": i.status} for i in items]


def _as_pinned(item: TodoItem, before: TodoItem) -> TodoItem:
    return replace(item, content=before.content)


def _status(record: JsonObject, number: int) -> TodoStatus:
    value = record.get("status")
    status = _STATUSES.get(value) if isinstance(value, str) else None
    if status is None:
        raise ToolError(f"todos[{number}]: status must be one of {_WORDS}, not {value!r}")
    return status


def _id_for(content: str, previous: Sequence[TodoItem], taken: set[str]) -> str:
    """The id of the previous item with the same content, else the next free t<n>."""
    for item in previous:
        if item.content == content and item.id not in taken:
            return item.id
    used = taken | {item.id for item in previous}
    number = 1
    while f"t{number}" in used:
        number += 1
    return f"t{number}"


def _ids(items: Sequence[TodoItem]) -> list[Json]:
    return [item.id for item in items]
