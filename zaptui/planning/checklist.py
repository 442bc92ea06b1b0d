"""The authoritative list of any planner, as clients draw it (R51, R52, R54, R75).

A cancelled item of a ledger has no row: it is no longer to be done, as with R79 and with the list
planners of other programs. A blocked one is drawn as pending: it is open, and nobody works on it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zaptui.core.json import Json, JsonObject, as_list, as_object, parse_items, parse_json
from zaptui.core.parts import Part, PlanPart, ToolPart
from zaptui.planning.foreign_plans import FOREIGN_PLANNERS
from zaptui.planning.todos import TodoStatus, read_id

PLANNER_TOOLS = FOREIGN_PLANNERS | {"plan", "advance", "write_todos", "todo_write"}
"""The calls that are folded into rows instead of being shown as work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistItem:
    """One stage of any planner, status derived."""

    id: str
    content: str
    status: TodoStatus
    deliverable: str = ""
    evidence: str | None = None
    trusted: bool = False
    """Closed on the model's word: nothing was produced for it (R35)."""
    receipts: tuple[str, ...] = ()
    """The calls that its evidence cites."""
    checked: str | None = None
    """What its check came to."""


Checklist = tuple[ChecklistItem, ...]

_LIST = re.compile(r'\s*\{\s*(?:"mode"\s*:\s*"replace"\s*,\s*)?"(todos|stages|items)"\s*:\s*\[')


def is_plan_part(part: Part) -> bool:
    """A planner call or a plan mark: it makes rows, it is not work."""
    if isinstance(part, ToolPart):
        return part.plan is not None or part.tool in PLANNER_TOOLS
    return isinstance(part, PlanPart)


def display_item(items: Sequence[ChecklistItem]) -> ChecklistItem | None:
    """The item the work goes to: in progress, else the last done, else the first (R52)."""
    active = next((item for item in items if item.status == "in_progress"), None)
    if active is not None:
        return active
    done = [item for item in items if item.status == "done"]
    return done[-1] if done else next(iter(items), None)


def all_done(items: Sequence[ChecklistItem]) -> bool:
    """Whether nothing is open. An empty list counts as done."""
    return all(item.status == "done" for item in items)


def checklist_of_call(part: ToolPart, *, first: bool) -> Checklist | None:
    """The list a planner call stands for: its snapshot, its output, else its input (R54, R75).

    None means "as before": the call failed, is not whole yet, or names no list. `first`: there is
    no list yet, so the finished items of arguments that still stream may show early. The stages
    of a `plan` are a list only then: later ones go behind closed stages that it does not name.
    """
    if part.plan is not None:
        return checklist_of_snapshot(part.plan)
    if part.finished:
        return None if part.error is not None else checklist_of_snapshot(as_object(part.output))
    if part.called:
        return _of_input(part.input or {}, first=first)
    return _of_input(_closed_items(part.raw_input), first=True) if first else None


def checklist_of_snapshot(snapshot: JsonObject) -> Checklist | None:
    """The list of a planner's output or of a `plan_update`'s snapshot; None if it holds none."""
    if "todos" in snapshot:
        return _items(as_list(snapshot["todos"]))
    plan = as_object(snapshot.get("plan"))
    return _items(as_list(plan["stages"])) if "stages" in plan else None


def b4run_todos(items: Sequence[ChecklistItem]) -> list[Json]:
    """The list in B4.run's words (R64)."""
    words = {"done": "completed", "in_progress": "in_progress", "pending": "pending"}
    return [{"content": item.content, "status": words[item.status]} for item in items]


def _of_input(arguments: JsonObject, *, first: bool) -> Checklist | None:
    if "todos" in arguments:
        return _items(_list(arguments["todos"])) or None
    if "items" in arguments and (first or arguments.get("mode") != "patch"):
        return _items(_list(arguments["items"])) or None
    stages = map(as_object, _list(arguments.get("stages")) if first else [])
    return (
        _items(
            [
                {**stage, "status": "pending" if index else "in_progress"}
                for index, stage in enumerate(stages)
            ]
        )
        or None
    )


def _list(value: Json) -> list[Json]:
    """A list, also when it was sent as a JSON string (R4)."""
    if isinstance(value, str):
        try:
            return as_list(parse_json(value))
        except ValueError:
            return []
    return as_list(value)


def _items(records: Sequence[Json]) -> Checklist:
    """One item for each record. Work is placed by id (R53), so that ids are told apart here."""
    items: dict[str, ChecklistItem] = {}
    times: Counter[str] = Counter()
    for record in map(as_object, records):
        if record.get("status") == "cancelled":
            continue
        item = given = _item(record)
        times[given.id] += 1
        while item.id in items:
            item = replace(given, id=f"{given.id} {times[given.id]}")
            times[given.id] += item.id in items
        items[item.id] = item
    return tuple(items.values())


def _item(record: JsonObject) -> ChecklistItem:
    """Any record as an item: clients draw what they are given, they never fail on it."""
    status = record.get("status")
    content, evidence = record.get("content"), record.get("evidence")
    text = content if isinstance(content, str) else ""
    deliverable, checked = record.get("deliverable"), record.get("checked")
    return ChecklistItem(
        id=read_id(record.get("id")) or text,
        content=text,
        status=_status(status),
        deliverable=deliverable if isinstance(deliverable, str) else "",
        evidence=evidence if isinstance(evidence, str) else None,
        trusted=record.get("trusted") is True,
        receipts=tuple(r for r in as_list(record.get("receipts")) if isinstance(r, str)),
        checked=checked if isinstance(checked, str) else None,
    )


def _status(value: Json) -> TodoStatus:
    if value in ("done", "completed"):
        return "done"
    return "in_progress" if value == "in_progress" else "pending"


def _closed_items(raw: str) -> JsonObject:
    """The items of half-streamed arguments that are already closed."""
    found = _LIST.match(raw)
    return {found[1]: parse_items(raw, found.end())} if found else {}
