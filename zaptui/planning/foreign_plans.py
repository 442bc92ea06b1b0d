"""The plan calls of other programs, read as liberally as can be: never refused, never guessed."""

import re
from collections.abc import Mapping, Sequence

from zaptui.core.json import Json, JsonObject, parse_json
from zaptui.planning.dialects import DIALECTS, Meaning
from zaptui.planning.todos import TodoItem, read_id

LIST_KEYS: Mapping[str, tuple[str, ...]] = {
    **{dialect.tool.name: (dialect.list_key,) for dialect in DIALECTS.values()},
    "todo_write": ("todos", "items"),
    "todos": ("todos",),
    "TodoList": ("todos",),
    "SetTodoList": ("todos",),
    "task_tracker": ("task_list",),
    "task_tracking": ("task_list",),
    "update_todo_list": ("todos",),
    "updateTodoList": ("todos",),
    "update_todo": ("todos",),
    "manage_todo_list": ("todoList", "todos"),
}
"""The list planners that are known, and the argument that holds the list."""

TASK_TOOLS = frozenset({"TaskCreate", "TaskUpdate"})
"""Planners that change one item a call; their importer reads them."""

FOREIGN_PLANNERS = frozenset(LIST_KEYS) | TASK_TOOLS

_TEXT_KEYS = ("content", "step", "title", "subject", "text", "task", "name", "description")
_MEANINGS: Mapping[str, Meaning] = {
    "done": "done",
    "completed": "done",
    "complete": "done",
    "finished": "done",
    "closed": "done",
    "resolved": "done",
    "x": "done",
    "inprogress": "in_progress",
    "doing": "in_progress",
    "active": "in_progress",
    "running": "in_progress",
    "started": "in_progress",
    "current": "in_progress",
    "-": "in_progress",
    "~": "in_progress",
    "cancelled": "leaves",
    "canceled": "leaves",
    "deleted": "leaves",
    "removed": "leaves",
    "dropped": "leaves",
    "skipped": "leaves",
}
_CHECK_LINE = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX~-])\][ \t]+(\S.*)")
_BARE_CHECK_LINE = re.compile(r"[ \t]*\[([ xX~-])\][ \t]+(\S.*)")


def listed(tool: str, arguments: JsonObject) -> list[Json] | None:
    """The list that a call of a known list planner holds; None when it holds none."""
    if tool in ("task_tracker", "task_tracking") and arguments.get("command") not in (None, "plan"):
        return None
    for key in LIST_KEYS.get(tool, ()):
        found = as_listed(arguments.get(key))
        if found is not None:
            return found
    return None


def as_listed(value: Json) -> list[Json] | None:
    """A list: as it is, sent as JSON text, or as a check list in Markdown; else None."""
    if isinstance(value, list):
        return value
    if not isinstance(value, str):
        return None
    try:
        parsed = parse_json(value)
    except ValueError:
        return check_list(value) or None
    return parsed if isinstance(parsed, list) else None


def check_list(markdown: str) -> list[Json]:
    """The items of a Markdown check list: `[ ]` pending, `[-]` in progress, `[x]` done."""
    items: list[Json] = []
    for line in markdown.split("\n"):
        found = _CHECK_LINE.match(line) or _BARE_CHECK_LINE.match(line)
        if found:
            items.append({"content": found[2].strip(), "status": found[1].lower()})
    return items


def classic_items(records: Sequence[Json], previous: Sequence[TodoItem]) -> tuple[TodoItem, ...]:
    """Any list as classic items. Ids that are missing or double are matched by content (R4).

    What was cancelled or deleted is left out; a word that is not known counts as pending.
    """
    ids = _Ids(records, previous)
    items: list[TodoItem] = []
    for record in records:
        status = meaning_of(record)
        if status != "leaves":
            content = text_of(record) or "(no text)"
            items.append(TodoItem(id=ids.take(record, content), content=content, status=status))
    return tuple(items)


class _Ids:
    """Gives each item its id: its own, that of the same content before, else the next free one."""

    def __init__(self, records: Sequence[Json], previous: Sequence[TodoItem]) -> None:
        self._own = {own for record in records if (own := _own_id(record)) is not None}
        self._used: set[str] = set()
        self._before: dict[str, list[str]] = {}
        for item in reversed(previous):
            self._before.setdefault(item.content, []).append(item.id)
        self._known = self._own | {item.id for item in previous}
        self._number = 1

    def take(self, record: Json, content: str) -> str:
        own = _own_id(record)
        if own is None or own in self._used:
            own = self._matched(content) or self._free()
        self._used.add(own)
        return own

    def _matched(self, content: str) -> str | None:
        candidates = self._before.get(content, [])
        while candidates:
            found = candidates.pop()
            if found not in self._own and found not in self._used:
                return found
        return None

    def _free(self) -> str:
        while f"t{self._number}" in self._known or f"t{self._number}" in self._used:
            self._number += 1
        return f"t{self._number}"


def _own_id(record: Json) -> str | None:
    return read_id(record.get("id")) if isinstance(record, dict) else None


def merged_records(changes: Sequence[Json], previous: Sequence[TodoItem]) -> list[Json]:
    """The whole list after a call that names only some items, by id: the others stay."""
    records: dict[str, JsonObject] = {
        item.id: {"id": item.id, "content": item.content, "status": item.status}
        for item in previous
    }
    added: list[Json] = []
    for change in changes:
        item_id = _own_id(change)
        if isinstance(change, dict) and item_id is not None:
            given = {key: value for key, value in change.items() if value is not None}
            records[item_id] = {**records.get(item_id, {}), **given, "id": item_id}
        else:
            added.append(change)
    return [*records.values(), *added]


def text_of(record: Json) -> str:
    """The text of an item: itself when it is text, else under the first key that has one."""
    if not isinstance(record, dict):
        return record if isinstance(record, str) and record.strip() else ""
    texts = (record.get(key) for key in _TEXT_KEYS)
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def meaning_of(record: Json) -> Meaning:
    """What the status of an item says, whatever the word or flag."""
    if not isinstance(record, dict):
        return "pending"
    for key in ("status", "state"):
        word = record.get(key)
        if isinstance(word, str):
            plain = re.sub(r"[\s_-]+", "", word.strip().lower()) or word.strip()
            return _MEANINGS.get(plain, "pending")
    flags = (record.get(key) for key in ("completed", "done", "checked"))
    return "done" if any(flag is True for flag in flags) else "pending"


def is_merge(tool: str, arguments: JsonObject) -> bool:
    """Whether the call names only what changes."""
    if tool != "todo_write":
        return False
    return arguments.get("merge") is True or arguments.get("mode") == "patch"


def plain_name(tool: str) -> str:
    """A planner's name without the namespace that some programs put before it."""
    tail = tool.replace("::", ".").rsplit(".", 1)[-1]
    return tail if tail in FOREIGN_PLANNERS else tool


def listed_in_output(output: Json) -> list[Json] | None:
    """The list that a planner gave back, as JSON or JSON text: what was really stored."""
    value = output
    if isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        try:
            value = parse_json(value)
        except ValueError:
            return None
    if isinstance(value, dict):
        value = value.get("todos")
    return value if isinstance(value, list) and all(map(text_of, value)) else None
