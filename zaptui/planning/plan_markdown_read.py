"""An edited plan.md as a plan again: added, removed, reordered, ticked and edited lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from zaptui.core.json import JsonObject
from zaptui.errors import UsageError
from zaptui.planning.convert import items_of, todos_of
from zaptui.planning.ledger_items import snapshot_items
from zaptui.planning.plan import PlanStage, PlanState, restore_plan, snapshot_plan
from zaptui.planning.plan_markdown_blocks import Block, parse_blocks
from zaptui.planning.plan_rows import PlanRow, mode_of, rows_of
from zaptui.planning.planner_result import MODES, Mode
from zaptui.planning.todos import snapshot_todos

TICKED = "ticked in plan.md"
"""The evidence of a stage that a person closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPlan:
    """What a plan.md says. `version` is that of the plan it was written from, if it tells."""

    snapshot: JsonObject
    version: int | None


def read_plan(data: bytes, *, base: JsonObject | None = None) -> ReadPlan:
    """The plan of a file that `export_plan` wrote and a person may have edited.

    `base` is the snapshot it was written from: its mode counts, and what a person does not edit
    comes from there, such as the evidence of a stage that stays closed. Without it the file's own
    comments count. A line without an id, or with one that a line above has, is a new item.
    UsageError, with the line, for what cannot be read.
    """
    blocks = parse_blocks(data.decode("utf-8", "surrogateescape").removeprefix("\ufeff"))
    header = next((block for block in blocks if block.header is not None), None)
    mode = _mode(header) if base is None else mode_of(base)
    rows = _with_ids([row for block in blocks if (row := block.row()) is not None], base or {})
    version = _count(header, "version")
    if mode == "metronome":
        before = _before(header) if base is None else restore_plan(base.get("plan"))
        snapshot: JsonObject = {"plan": snapshot_plan(_state(rows, before))}
    elif mode == "classic":
        snapshot = {"todos": snapshot_todos(todos_of(rows))}
    elif mode == "ledger":
        stored = version or 0 if base is None else base["version"]
        snapshot = {"todos": snapshot_items(items_of(rows)), "version": stored}
    else:
        snapshot = {}
    return ReadPlan(snapshot=snapshot, version=version)


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
    """A stage; what its line does not say is as it was, or follows from the content."""
    deliverable = row.deliverable
    if not deliverable and old is not None and old.deliverable != old.content:
        deliverable = old.deliverable
    evidence = row.evidence or TICKED
    if old is not None and old.evidence is not None:
        evidence = old.evidence
    return PlanStage(
        id=row.id,
        content=row.content,
        deliverable=deliverable or row.content,
        evidence=evidence if row.status == "done" else None,
    )


def _with_ids(rows: Iterable[PlanRow], base: JsonObject) -> list[PlanRow]:
    """Each row with an id of its own: the one it has, else the next free `t<n>`."""
    given = list(rows)
    taken = {row.id for row in given} | {row.id for row in rows_of(base)}
    used: set[str] = {""}
    named: list[PlanRow] = []
    number = 1
    for row in given:
        row_id = row.id
        if row_id in used:
            while f"t{number}" in taken:
                number += 1
            row_id = f"t{number}"
            taken.add(row_id)
        used.add(row_id)
        named.append(replace(row, id=row_id))
    return named


def _mode(header: Block | None) -> Mode:
    word = header.header.value if header and header.header else None
    for mode in MODES:
        if mode == word:
            return mode
    raise UsageError(
        "this is no plan that zap wrote: no line names its mode",
        hint=f"it is to start with <!-- zap_plan: MODE -->, MODE one of {', '.join(MODES)}",
    )


def _before(header: Block | None) -> PlanState:
    return PlanState(
        stages=(),
        work_at_last_advance=_count(header, "work_at_last_advance") or 0,
        last_refused_pointer=_count(header, "last_refused_pointer"),
    )


def _count(header: Block | None, key: str) -> int | None:
    """A number of the header, None where it has none."""
    word = header.header.pairs.get(key) if header and header.header else None
    if header is None or word is None:
        return None
    if not (word.isascii() and word.isdecimal() and len(word) < 16):
        raise UsageError(f"line {header.first.number}: {key} must be a number, not {word[:40]!r}")
    return int(word)
