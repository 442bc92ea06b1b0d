"""Puts the versions of a plan on the tape: one `plan_update` for each, in order (R64)."""

from collections.abc import Callable, Sequence

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Emit
from zaptui.core.reminder_block import neutralise
from zaptui.planning.checklist import b4run_todos, checklist_of_snapshot
from zaptui.planning.directives import edited_plan
from zaptui.planning.plan_diff import diff_plans
from zaptui.planning.plan_rows import PlanRow, rows_of
from zaptui.planning.planner_result import Mode, PlannerResult
from zaptui.planning.stored_plan import StoredRow


class PlanTeller:
    """What is told already, and the flags that go with it. `remind` is for the model."""

    def __init__(
        self,
        mode: Mode,
        snapshot: JsonObject,
        *,
        version: int,
        tell: Emit,
        remind: Callable[[str], None],
    ) -> None:
        self._mode: Mode = mode
        self._shown = snapshot
        """The plan as it was last told."""
        self.told = version
        """The newest version that is on the tape."""
        self.pinned: frozenset[str] = frozenset()
        self.breakpoints: frozenset[str] = frozenset()
        self._tell = tell
        self._remind = remind

    def take_flags(self, rows: Sequence[StoredRow]) -> None:
        """The flags as they are stored."""
        self.pinned = frozenset(stored.row.id for stored in rows if stored.pinned)
        self.breakpoints = frozenset(stored.row.id for stored in rows if stored.breakpoint)

    def tell_edit(self, snapshot: JsonObject, *, version: int, why: str) -> None:
        """A version that no call of the model made; it is reminded of the plan as it is now."""
        if snapshot != self._shown and self._mode != "ledger":  # whose directive lists the plan
            self._show_model(rows_of(snapshot))
        removed = [change.before for change in diff_plans(self._shown, snapshot).removed]
        dropped: list[Json] = [
            {"id": row.id, "content": row.content} for row in removed if row and row.is_open
        ]
        result = PlannerResult(output=snapshot, change="edited", dropped=dropped, why=why)
        self.tell(result, version=version, call_id=None)

    def tell(self, result: PlannerResult, *, version: int, call_id: str | None) -> None:
        """The update for a change of the plan."""
        snapshot = result.output if result.snapshot is None else result.snapshot
        rows = rows_of(snapshot)
        seeded = result.change == "seeded" and any(row.is_open for row in rows)
        if seeded and self._mode == "classic":  # whose directive names two items at most
            self._show_model(rows)
        self.told, self._shown = max(self.told, version), snapshot
        ids = [row.id for row in rows]
        self._tell(
            e.PlanUpdate(
                mode=self._mode,
                snapshot=snapshot,
                todos=b4run_todos(checklist_of_snapshot(snapshot) or ()),
                change=result.change or "snapshot",
                version=version,
                tool_call_id=call_id,
                violations=result.violations,
                dropped=result.dropped,
                why=result.why or None,
                pinned=[i for i in ids if i in self.pinned] or None,
                breakpoints=[i for i in ids if i in self.breakpoints] or None,
            )
        )

    def _show_model(self, rows: Sequence[PlanRow]) -> None:
        self._remind(edited_plan(list(map(_line, rows))))


def _line(row: PlanRow) -> str:
    return f"[{row.status}] {row.id}: {neutralise(' '.join(row.content.split()))}"
