"""An edited plan.md as a plan again: added, removed, reordered, ticked and edited lines."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from zaptui.core.json import JsonObject
from zaptui.errors import UsageError
from zaptui.planning.plan import PlanState, snapshot_plan
from zaptui.planning.plan_from_rows import TICKED, plan_from_rows
from zaptui.planning.plan_markdown_blocks import Block, parse_blocks
from zaptui.planning.plan_rows import PlanRow, mode_of, rows_of
from zaptui.planning.planner_result import MODES, Mode

__all__ = ["TICKED", "ReadPlan", "read_plan"]


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
    start = _empty(mode, header) if base is None else base
    return ReadPlan(snapshot=plan_from_rows(rows, start), version=version)


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


def _empty(mode: Mode, header: Block | None) -> JsonObject:
    """An empty plan with what the header says of it."""
    if mode == "metronome":
        state = PlanState(
            stages=(),
            work_at_last_advance=_count(header, "work_at_last_advance") or 0,
            last_refused_pointer=_count(header, "last_refused_pointer"),
        )
        return {"plan": snapshot_plan(state)}
    if mode == "ledger":
        return {"todos": [], "version": _count(header, "version") or 0}
    return {} if mode == "none" else {"todos": []}


def _count(header: Block | None, key: str) -> int | None:
    """A number of the header, None where it has none."""
    word = header.header.pairs.get(key) if header and header.header else None
    if header is None or word is None:
        return None
    if not (word.isascii() and word.isdecimal() and len(word) < 16):
        raise UsageError(f"line {header.first.number}: {key} must be a number, not {word[:40]!r}")
    return int(word)
