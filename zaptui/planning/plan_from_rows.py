"""Rows that a person has edited as a plan again, of the planner it was."""

from collections.abc import Sequence
from dataclasses import replace

from zaptui.core.json import JsonObject
from zaptui.planning.convert import items_of, todos_of
from zaptui.planning.ledger_items import snapshot_items
from zaptui.planning.plan import PlanStage, PlanState, restore_plan, snapshot_plan
from zaptui.planning.plan_rows import PlanRow, mode_of
from zaptui.planning.todos import snapshot_todos

TICKED = "ticked in plan.md"
"""The evidence of a stage that a person closed in a file."""


def plan_from_rows(rows: Sequence[PlanRow], base: JsonObject) -> JsonObject:
    """The snapshot, of the mode of `base`, with these rows. What they do not say is as in `base`,
    such as the evidence of a stage that stays closed."""
    mode = mode_of(base)
    if mode == "metronome":
        return {"plan": snapshot_plan(_state(rows, restore_plan(base.get("plan"))))}
    if mode == "classic":
        return {"todos": snapshot_todos(todos_of(rows))}
    if mode == "ledger":
        return {"todos": snapshot_items(items_of(rows)), "version": base["version"]}
    return {}


def _state(rows: Sequence[PlanRow], before: PlanState | None) -> PlanState | None:
    """The stages, ticked ones first; a person may also untick. None without a stage."""
    kept = [row for row in rows if row.status != "cancelled"]
    closed = [row for row in kept if row.status == "done"]
    opened = [row for row in kept if row.status != "done"]
    if not kept:
        return None
    before = before or PlanState(stages=())
    known = {stage.id: stage for stage in before.stages}
    state = PlanState(
        stages=tuple(_stage(row, known.get(row.id)) for row in [*closed, *opened]),
        pointer=len(closed),
        work_at_last_advance=before.work_at_last_advance,
    )
    same = not before.stages or (before.current and before.current.id) == (
        state.current and state.current.id
    )
    if same and before.last_refused_pointer == state.pointer:
        return replace(state, last_refused_pointer=state.pointer)
    return state  # a fresh nudge (R35)


def _stage(row: PlanRow, old: PlanStage | None) -> PlanStage:
    """A stage; what its row does not say is as it was, or follows from the content. A check that
    was not touched keeps its author and its lock."""
    deliverable = row.deliverable
    if not deliverable and old is not None and old.deliverable != old.content:
        deliverable = old.deliverable
    check = row.check
    if check is not None and old is not None and old.check and old.check.text == check.text:
        check = old.check
    stage = PlanStage(
        id=row.id, content=row.content, deliverable=deliverable or row.content, check=check
    )
    if row.status != "done":
        return stage
    if old is not None and old.evidence is not None:
        row = replace(
            row,
            evidence=old.evidence,
            receipts=old.receipts,
            trusted=old.trusted,
            checked=old.checked,
        )
    return replace(
        stage,
        evidence=row.evidence or TICKED,
        receipts=row.receipts,
        trusted=row.trusted,
        checked=row.checked,
    )
