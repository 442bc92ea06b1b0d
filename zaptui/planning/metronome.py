"""metronome as the loop sees it: `plan` and `advance`, the runner owns the pointer (R28–R42)."""

from collections.abc import Sequence

from zaptui.core.json import JsonObject
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError
from zaptui.planning import specs
from zaptui.planning.directives import (
    ADVANCE_REFUSED,
    NO_ACTIVE_STAGE,
    PLAN_CHANGED,
    stage_directive,
)
from zaptui.planning.plan import (
    PlanStage,
    PlanState,
    Proof,
    advance,
    dropped_stages,
    lock_violations,
    merge_plan,
    restore_plan,
    snapshot_plan,
)
from zaptui.planning.plan_file import PlanFile, seed_plan
from zaptui.planning.plan_input import (
    read_evidence,
    read_receipts,
    read_stages,
    receipt_of,
    receipts_between,
)
from zaptui.planning.planner_result import Checked, DueCheck, Mode, PlannerResult
from zaptui.planning.put_back import pin_violations


class MetronomePlanner:
    """`plan` + `advance`: the runner owns a pointer, illegal moves cannot be written."""

    mode: Mode = "metronome"
    key = "plan"
    only_blocked = False

    def __init__(self, *, checks: bool = True) -> None:
        self.plan: PlanState | None = None
        self.once: str | None = None
        self.version = 0
        self.work_tick = 0
        self.pinned: frozenset[str] = frozenset()
        plan = specs.PLAN if checks else specs.PLAN_WITHOUT_CHECKS
        self.tools: Sequence[ToolSpec] = (plan, specs.ADVANCE)
        self._checks = checks
        self._advanced_this_step = False

    @property
    def complete(self) -> bool:
        return self.plan is None or self.plan.complete

    @property
    def has_plan(self) -> bool:
        return self.plan is not None

    @property
    def done(self) -> int:
        return self.plan.pointer if self.plan else 0

    def open_stages(self) -> list[str]:
        return (
            [stage.content for stage in self.plan.stages[self.plan.pointer :]] if self.plan else []
        )

    def directive(self) -> str | None:
        return stage_directive(self.plan, checks=self._checks)

    def begin_step(self) -> None:
        self._advanced_this_step = False

    def note_work(self) -> str | None:
        self.work_tick += 1
        return receipt_of(self.work_tick)

    def due_check(self, tool: str, arguments: JsonObject) -> DueCheck | None:
        stage = self.plan.current if self.plan else None
        if tool != "advance" or stage is None or self._advanced_this_step:
            return None
        try:
            moved = advance(self.plan, self._proof(arguments, None), work_tick=self.work_tick)
        except ToolError:
            return None
        return self._check_of(stage) if moved.kind == "advanced" else None

    def call(
        self, tool: str, arguments: JsonObject, *, checked: Checked | None = None
    ) -> PlannerResult:
        if tool == "plan":
            return self._replan(arguments)
        if tool == "advance":
            return self._advance(arguments, checked)
        raise ToolError(f"{tool} is not a tool of mode {self.mode}")

    def seed(self, file: PlanFile) -> None:
        self.plan = seed_plan(file)
        self.version += self.has_plan

    def snapshot(self) -> JsonObject:
        return {"plan": snapshot_plan(self.plan)}

    def restore(self, snapshot: JsonObject, *, version: int | None = None) -> None:
        self.version = self.version if version is None else version
        self.once = None
        self.plan = restore_plan(snapshot.get("plan"))
        if self.plan is not None:  # work of an earlier process counts no more and no less
            self.work_tick = max(self.work_tick, self.plan.work_at_last_advance)

    def _replan(self, arguments: JsonObject) -> PlannerResult:
        before, sent = self.plan, read_stages(arguments, with_checks=self._checks)
        free = merge_plan(before, sent, work_tick=self.work_tick)
        self.plan = merge_plan(before, sent, work_tick=self.work_tick, pinned=self.pinned)
        self.version += 1
        return PlannerResult(
            output=self.snapshot(),
            change="replaced",
            violations=[
                *pin_violations(free.stages, self.plan.stages),
                *lock_violations(before, sent),
            ],
            dropped=dropped_stages(before, self.plan),
        )

    def _advance(self, arguments: JsonObject, checked: Checked | None) -> PlannerResult:
        proof = self._proof(arguments, checked)
        if self._advanced_this_step:
            return PlannerResult(output=self.snapshot())  # ignored, uses no nudge (R40)
        stage = self.plan.current if self.plan else None
        done = advance(self.plan, proof, work_tick=self.work_tick)
        due = self._check_of(stage) if stage and done.kind == "advanced" else None
        if due != (checked.due if checked else None):
            raise ToolError(PLAN_CHANGED)
        self._advanced_this_step = True
        self.plan = done.state
        if done.kind == "advanced":
            self.version += 1
            return PlannerResult(output=self.snapshot(), change="advanced")
        self.once = ADVANCE_REFUSED if done.kind == "refused" else NO_ACTIVE_STAGE
        return PlannerResult(output=self.snapshot())

    def _proof(self, arguments: JsonObject, checked: Checked | None) -> Proof:
        """What is cited; without any, all calls since the last advance."""
        cited = read_receipts(arguments, work_tick=self.work_tick)
        since = self.plan.work_at_last_advance if self.plan else self.work_tick
        return Proof(
            evidence=read_evidence(arguments),
            receipts=cited or receipts_between(since, self.work_tick),
            checked=checked.verdict if checked else None,
        )

    def _check_of(self, stage: PlanStage) -> DueCheck | None:
        if stage.check is None or not self._checks:
            return None
        return DueCheck(stage_id=stage.id, check=stage.check)
