"""The rows of a plan, of one kind for all planners: to store, compare, export and convert."""

from dataclasses import dataclass
from typing import Literal

from zaptui.core.events import CheckVerdict
from zaptui.core.json import JsonObject
from zaptui.planning.checks import StageCheck
from zaptui.planning.ledger_items import LedgerStatus, Priority, restore_items
from zaptui.planning.plan import restore_plan
from zaptui.planning.planner_result import Mode

RowStatus = Literal["pending", "in_progress", "done", "cancelled", "blocked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """One stage or item. A list planner has no deliverables, no checks and no evidence, only a
    ledger has priorities, and statuses other than the first three."""

    id: str
    content: str
    status: RowStatus
    deliverable: str = ""
    evidence: str | None = None
    priority: Priority = "medium"
    check: StageCheck | None = None
    receipts: tuple[str, ...] = ()
    trusted: bool = False
    checked: CheckVerdict | None = None

    @property
    def is_open(self) -> bool:
        """Still to be done; what is blocked is (L8)."""
        return self.status not in ("done", "cancelled")


Rows = tuple[PlanRow, ...]


def mode_of(snapshot: JsonObject) -> Mode:
    """The planner that a snapshot is of."""
    if "plan" in snapshot:
        return "metronome"
    if "todos" in snapshot:
        return "ledger" if "version" in snapshot else "classic"
    return "none"


def rows_of(snapshot: JsonObject) -> Rows:
    """The rows of any snapshot, in its order. Of a double id, as damage may leave, the first."""
    rows = _stage_rows(snapshot) if mode_of(snapshot) == "metronome" else _item_rows(snapshot)
    unique: dict[str, PlanRow] = {}
    for row in rows:
        unique.setdefault(row.id, row)
    return tuple(unique.values())


def current_row(rows: Rows) -> PlanRow | None:
    """The row that is worked on: the one in progress, else the first that waits (R18)."""
    for wanted in ("in_progress", "pending"):
        found = next((row for row in rows if row.status == wanted), None)
        if found is not None:
            return found
    return None


def status_word(status: RowStatus) -> LedgerStatus:
    """The word of a ledger for a row's status."""
    return "completed" if status == "done" else status


def _stage_rows(snapshot: JsonObject) -> list[PlanRow]:
    state = restore_plan(snapshot.get("plan"))
    if state is None:
        return []
    return [
        PlanRow(
            id=stage.id,
            content=stage.content,
            status=state.status(index),
            deliverable=stage.deliverable,
            evidence=stage.evidence,
            check=stage.check,
            receipts=stage.receipts,
            trusted=stage.trusted,
            checked=stage.checked,
        )
        for index, stage in enumerate(state.stages)
    ]


def _item_rows(snapshot: JsonObject) -> list[PlanRow]:
    """Items of either list planner; their words for what is done differ, no others do."""
    return [
        PlanRow(
            id=item.id,
            content=item.content,
            status="done" if item.status == "completed" else item.status,
            priority=item.priority,
        )
        for item in restore_items(snapshot)
    ]
