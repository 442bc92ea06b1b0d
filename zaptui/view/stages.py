"""Stage rows: one for each item of the authoritative list, the work done under it (R51–R56)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zaptui.core.parts import FinishReason, Part
from zaptui.core.turn import Turn
from zaptui.planning.checklist import ChecklistItem
from zaptui.planning.todos import TodoStatus
from zaptui.view.bucket import PartsView
from zaptui.view.meters import NOTHING, Meter

RenderStatus = Literal["pending", "in_progress", "done", "error", "aborted"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StageRow:
    """One row of the checklist. `index` is 1-based; rows compare by identity (R57)."""

    stage_id: str
    index: int
    total: int
    content: str
    status: RenderStatus
    deliverable: str
    evidence: str | None
    converged: bool
    """Closed by the end of the run, not by the planner: shown as done without proof (R55)."""
    subparts: PartsView
    is_streaming: bool
    has_next: bool
    trusted: bool = False
    """Closed by the model's word alone, without work (R35)."""
    receipts: tuple[str, ...] = ()
    """The calls that its evidence cites."""
    checked: str | None = None
    """What its check came to."""
    meter: Meter = NOTHING

    def same_as(self, other: "StageRow") -> bool:
        """Whether drawing this row would look as drawing that one (R57)."""
        return (
            (self.stage_id, self.status, self.evidence, self.is_streaming, self.has_next)
            == (other.stage_id, other.status, other.evidence, other.is_streaming, other.has_next)
            and (self.index, self.total, self.content, self.deliverable, self.converged)
            == (other.index, other.total, other.content, other.deliverable, other.converged)
            and (self.trusted, self.receipts, self.checked)
            == (other.trusted, other.receipts, other.checked)
            and self.meter == other.meter
            and self.subparts == other.subparts
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Folded:
    """A turn as shown: `before`, the rows, then `sink`. With no plan `before` is everything."""

    before: PartsView
    rows: tuple[StageRow, ...] = ()
    sink: PartsView

    def subparts(self) -> list[Sequence[Part]]:
        """The rows' parts, then the trailing sink at `[total]` (R53)."""
        return [*(row.subparts for row in self.rows), self.sink]


def stage_render_status(
    status: TodoStatus, *, is_streaming: bool, finish_reason: FinishReason | None
) -> RenderStatus:
    """What a stage shows: an open one converges at the end, a pending one stays pending (R55)."""
    if status != "in_progress":
        return status
    if finish_reason is None and is_streaming:
        return "in_progress"
    if finish_reason == "error":
        return "error"
    return "aborted" if finish_reason == "abort" else "done"


def stage_row(
    item: ChecklistItem, subparts: PartsView, meter: Meter, *, place: tuple[int, int], turn: Turn
) -> StageRow:
    """The row of an item; `place` is its 1-based index and the total."""
    index, total = place
    status = stage_render_status(
        item.status, is_streaming=turn.finished is None, finish_reason=turn.finish_reason
    )
    if item.status == "in_progress" and turn.finished is not None:
        meter = replace(meter, ended_at=turn.ended_at)
    return StageRow(
        stage_id=item.id,
        index=index,
        total=total,
        content=item.content,
        status=status,
        deliverable=item.deliverable,
        evidence=item.evidence,
        converged=status == "done" and item.status != "done",
        subparts=subparts,
        is_streaming=status == "in_progress",
        has_next=index < total,
        trusted=item.trusted,
        receipts=item.receipts,
        checked=item.checked,
        meter=meter,
    )
