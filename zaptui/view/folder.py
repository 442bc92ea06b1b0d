"""The incremental fold of one turn into rows, with stable references (R50, R53, R57).

L0: nothing changed, the same object comes back. L1: never a planner call, parts pass through.
L2: fold; a row that would look the same is the very object of the last fold. Steps that are over
are folded once, so that one more event costs what the running step holds, at any length.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zaptui.core.parts import FinishReason, Part
from zaptui.core.turn import Step, Turn
from zaptui.planning.checklist import (
    Checklist,
    all_done,
    display_item,
    is_plan_part,
)
from zaptui.view.bucket import PartsView
from zaptui.view.meters import NOTHING, Meter, metered
from zaptui.view.plan_walk import items_after
from zaptui.view.stages import Folded, StageRow, stage_row

_Key = tuple[int, int, int, FinishReason | None]

BEFORE, SINK = "before", "sink"
Place = tuple[str, str]
"""Where a part is shown: before the rows, in the sink, or ("stage", id)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What the steps of a turn that are not there have left: the list and its figures."""

    items: Checklist | None = None
    meters: Mapping[str, Meter] = field(default_factory=dict[str, Meter])


class StageFolder:
    """Folds a turn again and again while it grows. `start`: the turn has lost its first steps."""

    def __init__(self, turn: Turn, start: Carried | None = None) -> None:
        self.turn = turn
        self._start = start or Carried()
        self._reset()
        self._key: _Key | None = None
        self._folded: Folded | None = None

    def fold(self) -> Folded:
        """The turn as it is now."""
        turn = self.turn
        key = (len(turn.steps), turn.current.revision, turn.late_changes, turn.finish_reason)
        if self._folded is not None and key == self._key:
            return self._folded
        if turn.late_changes != self._late_changes:
            self._reset()
        self._close_steps()
        self._key, self._folded = key, self._assemble()
        return self._folded

    def carry(self) -> Carried:
        """What a fold that begins behind the steps of this one has to know."""
        self.fold()
        live = self.turn.current
        items = items_after(live, self._items)
        place = self._shown_place(self._place(self._items))
        return Carried(items=items, meters=self._metered(live, place, items))

    def _reset(self) -> None:
        self._late_changes = self.turn.late_changes
        self._closed_steps = 0
        self._items: Checklist | None = self._start.items
        """The authoritative list; once there is one it stays (the latch of R50)."""
        self._placed: list[tuple[Place, Part]] = []
        self._buckets: dict[Place, list[Part]] = {}
        self._shown_ids: frozenset[str] = frozenset()
        self._meters = dict(self._start.meters)

    def _close_steps(self) -> None:
        """Take in the steps that are followed by another one; only the last may still change."""
        steps = self.turn.steps
        while self._closed_steps < len(steps):
            number = self._closed_steps
            step = steps[number - 1] if number else self.turn.opening
            place = self._place(self._items)
            for part in step.parts:
                if not is_plan_part(part):
                    self._placed.append((place, part))
                    self._bucket(self._shown_place(place)).append(part)
            self._items = items_after(step, self._items)
            self._meters = self._metered(step, place, self._items)
            self._closed_steps += 1

    def _assemble(self) -> Folded:
        live = self.turn.current
        tail = tuple(part for part in live.parts if not is_plan_part(part))
        items = items_after(live, self._items) or ()
        self._show(items)
        live_place = self._shown_place(self._place(self._items))
        meters = self._metered(live, live_place, items)

        def view(place: Place) -> PartsView:
            return PartsView(self._bucket(place), tail if place == live_place else ())

        rows = tuple(
            self._stable(
                stage_row(
                    item,
                    view(("stage", item.id)),
                    meters.get(item.id, NOTHING),
                    place=(index, len(items)),
                    turn=self.turn,
                )
            )
            for index, item in enumerate(items, start=1)
        )
        before, sink = view((BEFORE, "")), view((SINK, ""))
        return self._stable_whole(Folded(before=before, rows=rows, sink=sink))

    def _metered(self, step: Step, place: Place, after: Checklist | None) -> dict[str, Meter]:
        stage_id = place[1] if place[0] == "stage" else None
        return metered(self._meters, step, stage_id=stage_id, after=after or ())

    @staticmethod
    def _place(items: Checklist | None) -> Place:
        if items is None:
            return (BEFORE, "")
        item = None if all_done(items) else display_item(items)
        return (SINK, "") if item is None else ("stage", item.id)

    def _shown_place(self, place: Place) -> Place:
        """The work of a dropped stage goes to the sink (R53)."""
        return (SINK, "") if place[0] == "stage" and place[1] not in self._shown_ids else place

    def _bucket(self, place: Place) -> list[Part]:
        return self._buckets.setdefault(place, [])

    def _show(self, items: Checklist) -> None:
        """When stages vanish or come back, their work moves; the sink keeps the stream's order."""
        ids = frozenset(item.id for item in items)
        changed = ids ^ self._shown_ids
        self._shown_ids = ids
        if changed and any(
            place[0] == "stage" and place[1] in changed for place, _ in self._placed
        ):
            self._buckets = {}
            for place, part in self._placed:
                self._bucket(self._shown_place(place)).append(part)

    def _stable(self, row: StageRow) -> StageRow:
        before = self._folded.rows if self._folded else ()
        old = before[row.index - 1] if row.index <= len(before) else None
        return old if old is not None and old.same_as(row) else row

    def _stable_whole(self, folded: Folded) -> Folded:
        """All equal: the same list, and views that did not change keep their identity (R57)."""
        old = self._folded
        if old is None:
            return folded
        stable = Folded(
            before=old.before if old.before == folded.before else folded.before,
            rows=old.rows if old.rows == folded.rows else folded.rows,
            sink=old.sink if old.sink == folded.sink else folded.sink,
        )
        same = stable.before is old.before and stable.rows is old.rows and stable.sink is old.sink
        return old if same else stable
