"""Between a planner and the store of its plan: what changes is stored before it is told (R76).

Others patch the stored plan while a run goes on. The run takes their versions up before a step, and
a call works on the live version, so that no update is lost (L6).
"""

from collections.abc import Callable, Sequence

from zaptui.agent.plan_teller import PlanTeller
from zaptui.core import events as e
from zaptui.core.json import JsonObject
from zaptui.core.ports import Emit
from zaptui.errors import ToolError
from zaptui.planning.convert import convert
from zaptui.planning.plan_edit import RowEdit, edit_plan
from zaptui.planning.plan_rows import PlanRow, current_row, rows_of
from zaptui.planning.planner import Planner, PlannerResult
from zaptui.planning.planner_result import Checked, DueCheck
from zaptui.planning.stored_plan import (
    PlanStore,
    PlanVersion,
    PlanWrite,
    StoredPlan,
    plan_of_version,
)


class PlanKeeper:
    """The plan of one session. Without a store it calls the planner and tells."""

    def __init__(
        self,
        planner: Planner,
        *,
        store: PlanStore | None,
        session: str,
        now: Callable[[], str],
        tell: Emit,
        remind: Callable[[str], None],
    ) -> None:
        self._planner = planner
        self._store = None if planner.mode == "none" else store
        self._session = session
        self._now = now
        self._teller = PlanTeller(
            planner.mode, planner.snapshot(), version=planner.version, tell=tell, remind=remind
        )
        self._seen: frozenset[str] | None = None
        """The rows that the model knows of; what others add meanwhile it cannot drop unseen."""

    def begin(self, *, seeded: bool, goes_on: bool = False) -> None:
        """At the start of a run: a seeded plan is told, an open one told again, a complete one put
        away (R49). `goes_on`: the run before stopped at a breakpoint; a person has seen it."""
        planner = self._planner
        if self._store is not None:
            self._take_flags(self._store.read(self._session))
        self.take_up()
        if seeded:
            self._put("seeded")
        elif planner.has_plan and planner.complete:
            planner.restore({})
        elif planner.has_plan:
            self._put("snapshot")
        if goes_on:
            self.pass_breakpoint("a new prompt: the run goes on")

    def due_check(self, tool: str, arguments: JsonObject) -> DueCheck | None:
        """The check that is to run before this call, by the live version."""
        self.take_up()
        return self._planner.due_check(tool, arguments)

    def call(
        self, tool: str, arguments: JsonObject, *, checked: Checked | None = None
    ) -> PlannerResult:
        """A planner call on the live version, stored and not yet told: `tell` is to follow.

        ToolError for a malformed one, StateError when it cannot be stored.
        """
        if self._store is None:
            self._planner.pinned = self._teller.pinned
            return self._planner.call(tool, arguments, checked=checked)
        made: list[PlannerResult] = []

        def edit(live: StoredPlan | None) -> PlanWrite | None:
            if live is not None:
                self._catch_up(live)
            made.append(self._planner.call(tool, arguments, checked=checked))
            if made[0].change is None:
                return None
            return self._write(made[0], expected_version=self._planner.version - 1)

        try:
            self._store.change(self._session, edit)
        except ToolError:
            self.take_up()
            raise
        self._tell_others(before=self._planner.version if made[0].change else None)
        return made[0]

    def tell(self, result: PlannerResult, call_id: str | None = None) -> None:
        """One `plan_update` for a change of the plan (R64)."""
        self._teller.tell(result, version=self._planner.version, call_id=call_id)

    def show(self) -> None:
        """The model is about to be shown the plan as it is now."""
        self._seen = frozenset(row.id for row in rows_of(self._planner.snapshot()))

    def take_up(self) -> None:
        """Take on what others have written meanwhile, and tell it."""
        self._tell_others(before=None)

    def edit(self, edits: Sequence[RowEdit]) -> None:
        """What a person before this very process does to the plan: stored and told at once.

        UsageError for a row that is not there, and for what the mode cannot have.
        """
        self._commit(lambda live: edit_plan(live, edits, time=self._now()))

    def breakpoint(self) -> PlanRow | None:
        """The current stage, if a person wants to be asked before it."""
        row = current_row(rows_of(self._planner.snapshot()))
        return row if row is not None and row.id in self._teller.breakpoints else None

    def pass_breakpoint(self, why: str) -> None:
        """The run may work on the current stage: its breakpoint is taken away."""
        row = self.breakpoint()
        if row is None:
            return
        stops, time = self._teller.breakpoints - {row.id}, self._now()
        self._commit(
            lambda live: PlanWrite(
                snapshot=live.snapshot,
                who="person",
                what="edited",
                why=why,
                time=time,
                breakpoints=stops,
            )
        )

    # ---- the store

    def _commit(self, make: Callable[[StoredPlan], PlanWrite]) -> None:
        """Write what is made of the live plan, and tell it. Without a store it is in memory."""
        made: list[PlanWrite] = []

        def edit(live: StoredPlan | None) -> PlanWrite | None:
            put_away = not self._planner.has_plan and live and live.version <= self._planner.version
            base = self._in_memory(live) if live is None or put_away else live
            write = make(base)
            made.extend([write] if write.changes(base) else [])
            return made[0] if made else None

        if self._store is None:
            edit(None)
        elif self._store.change(self._session, edit) is not None:
            self.take_up()
            return
        for write in made:
            version = self._version(write, self._planner.version + 1)
            self._take_flags(plan_of_version(self._session, version))
            self._take_version(version)

    def _in_memory(self, live: StoredPlan | None) -> StoredPlan:
        """The plan as the planner has it: nothing of one that was put away."""
        now = PlanWrite(snapshot=self._planner.snapshot(), who="", what="")
        number = self._planner.version if live is None else live.version
        return plan_of_version(self._session, self._version(now, number))

    def _version(self, write: PlanWrite, number: int) -> PlanVersion:
        teller = self._teller
        return PlanVersion(
            version=number,
            who=write.who,
            what=write.what,
            why=write.why,
            time=write.time,
            snapshot=write.snapshot,
            pinned=teller.pinned if write.pinned is None else write.pinned,
            breakpoints=teller.breakpoints if write.breakpoints is None else write.breakpoints,
        )

    def _put(self, change: e.PlanChange) -> None:
        """Store what is no call's doing, a seed or a plan that was converted, and tell it."""
        planner = self._planner
        result = PlannerResult(output=planner.snapshot(), change=change)

        def edit(live: StoredPlan | None) -> PlanWrite | None:
            if live is not None and change != "seeded" and live.mode == planner.mode:
                return None
            expected = planner.version - 1 if live is None else None
            return self._write(result, who="zap", expected_version=expected)

        if self._store is not None:
            planner.version = self._store.change(self._session, edit) or planner.version
            result = PlannerResult(output=planner.snapshot(), change=change)
        self.tell(result)

    def _write(
        self, result: PlannerResult, *, who: str = "model", expected_version: int | None
    ) -> PlanWrite:
        return PlanWrite(
            snapshot=_snapshot(result),
            who=who,
            what=result.change or "snapshot",
            why=result.why,
            time=self._now(),
            expected_version=expected_version,
        )

    def _catch_up(self, live: StoredPlan) -> None:
        self._take_flags(live)
        ids = frozenset(stored.row.id for stored in live.rows)
        unseen = frozenset[str]() if self._seen is None else ids - self._seen
        self._planner.pinned = self._teller.pinned | unseen
        if live.version != self._planner.version:
            self._restore(live.snapshot, live.version)

    def _restore(self, snapshot: JsonObject, version: int) -> None:
        """What is still to be told once stays so, unless the plan opens or closes."""
        planner = self._planner
        once, complete = planner.once, planner.complete
        planner.restore(convert(snapshot, planner.mode, version=version), version=version)
        if planner.complete == complete:
            planner.once = once

    def _take_flags(self, live: StoredPlan | None) -> None:
        self._teller.take_flags(live.rows if live else ())

    def _tell_others(self, *, before: int | None) -> None:
        """Tell the versions that others wrote, those before one of our own."""
        if self._store is None:
            return
        versions = self._store.versions_after(self._session, self._teller.told)
        others = [v for v in versions if before is None or v.version < before]
        if others:
            self._take_flags(self._store.read(self._session))
        for version in others:
            self._take_version(version)

    def _take_version(self, version: PlanVersion) -> None:
        planner = self._planner
        if version.version > planner.version:
            self._restore(version.snapshot, version.version)
        snapshot = convert(version.snapshot, planner.mode, version=version.version)
        self._teller.tell_edit(snapshot, version=version.version, why=version.why)


def _snapshot(result: PlannerResult) -> JsonObject:
    return result.output if result.snapshot is None else result.snapshot
