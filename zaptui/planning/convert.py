"""A resume in another mode: the state of any planner as the state of any other (R49)."""

from collections.abc import Sequence
from copy import deepcopy

from zaptui.core.json import JsonObject
from zaptui.planning.ledger_items import LedgerItem, one_active, snapshot_items
from zaptui.planning.plan import PlanStage, PlanState, snapshot_plan
from zaptui.planning.plan_rows import PlanRow, RowStatus, mode_of, rows_of, status_word
from zaptui.planning.planner_result import Mode
from zaptui.planning.todos import TodoItem, TodoStatus, enforce_single_active, snapshot_todos

CARRIED_OVER = "carried over"

_ORDER: dict[RowStatus, int] = {"done": 0, "in_progress": 1, "pending": 2, "blocked": 3}


def convert(snapshot: JsonObject, mode: Mode, *, version: int = 0) -> JsonObject:
    """The snapshot of planner `mode` for the plan of any snapshot; restore only that planner.

    Done items come first and stay done, ids and contents are kept, the item in progress goes on.
    What only a ledger can say is left out elsewhere: a cancelled item, and that one is blocked.
    A snapshot of that mode is given back as it is; `version` is what a new ledger starts from.
    """
    if mode_of(snapshot) == mode:
        return deepcopy(snapshot)
    rows = sorted(rows_of(snapshot), key=lambda row: row.status != "done")
    if mode == "metronome":
        return {"plan": snapshot_plan(plan_of(rows))}
    if mode == "classic":
        return {"todos": snapshot_todos(todos_of(rows))}
    if mode == "ledger":
        return {"todos": snapshot_items(items_of(rows)), "version": version}
    return {}


def plan_of(rows: Sequence[PlanRow]) -> PlanState | None:
    """Stages: the closed ones, the one in progress, the others, and last what is blocked, so that
    the pointer stands where there is something to do. None without a stage."""
    kept = sorted((r for r in rows if r.status in _ORDER), key=lambda row: _ORDER[row.status])
    stages = tuple(
        PlanStage(
            id=row.id,
            content=row.content,
            deliverable=row.deliverable or row.content,
            evidence=(row.evidence or CARRIED_OVER) if row.status == "done" else None,
        )
        for row in kept
    )
    pointer = sum(row.status == "done" for row in kept)
    return PlanState(stages=stages, pointer=pointer) if stages else None


def todos_of(rows: Sequence[PlanRow]) -> tuple[TodoItem, ...]:
    """Items of the classic list, in the order of the rows."""
    return enforce_single_active(
        [
            TodoItem(id=row.id, content=row.content, status=_todo_status(row.status))
            for row in rows
            if row.status != "cancelled"
        ]
    )


def items_of(rows: Sequence[PlanRow]) -> tuple[LedgerItem, ...]:
    """Items of a ledger, in the order of the rows."""
    return one_active(
        LedgerItem(
            id=row.id,
            content=row.content,
            status=status_word(row.status),
            priority=row.priority,
        )
        for row in rows
    )


def _todo_status(status: RowStatus) -> TodoStatus:
    return status if status in ("in_progress", "done") else "pending"
