"""metronome as the loop sees it: `plan` and `advance`, the runner owns the pointer (R28–R42)."""

from collections.abc import Sequence

from zaptui.core.json import JsonObject
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError
from zaptui.planning import specs
from zaptui.planning.directives import ADVANCE_REFUSED, NO_ACTIVE_STAGE, stage_directive
from zaptui.planning.plan import (
    PlanState,
    advance,
    dropped_stages,
    merge_plan,
    read_evidence,
    read_stages,
    restore_plan,
    snapshot_plan,
)
from zaptui.planning.plan_file import PlanFile, seed_plan
from zaptui.planning.planner_result import Mode, PlannerResult


class MetronomePlanner:
    """`plan` + `advance`: the runner owns a pointer, illegal moves cannot be written."""

    mode: Mode = "metronome"
    key = "plan"
    tools: Sequence[ToolSpec] = (specs.PLAN, specs.ADVANCE)
    only_blocked = False

    def __init__(self) -> None:
        self.plan: PlanState | None = None
        self.once: str | None = None
        self.version = 0
        self.work_tick = 0
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
        return stage_directive(self.plan)

    def begin_step(self) -> None:
        self._advanced_this_step = False

    def note_work(self) -> None:
        self.work_tick += 1

    def call(self, tool: str, arguments: JsonObject) -> PlannerResult:
        if tool == "plan":
            return self._replan(arguments)
        if tool == "advance":
            return self._advance(arguments)
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
        before = self.plan
        self.plan = merge_plan(before, read_stages(arguments), work_tick=self.work_tick)
        self.version += 1
        return PlannerResult(
            output=self.snapshot(), change="replaced", dropped=dropped_stages(before, self.plan)
        )

    def _advance(self, arguments: JsonObject) -> PlannerResult:
        evidence = read_evidence(arguments)
        if self._advanced_this_step:
            return PlannerResult(output=self.snapshot())  # ignored, uses no nudge (R40)
        self._advanced_this_step = True
        done = advance(self.plan, evidence, work_tick=self.work_tick)
        self.plan = done.state
        if done.kind == "advanced":
            self.version += 1
            return PlannerResult(output=self.snapshot(), change="advanced")
        self.once = ADVANCE_REFUSED if done.kind == "refused" else NO_ACTIVE_STAGE
        return PlannerResult(output=self.snapshot())
