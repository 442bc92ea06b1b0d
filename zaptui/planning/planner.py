"""The planners as the loop sees them: tools, directive, gate (R1, R19, R39, R43)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, get_args

from zaptui.core.events import PlanChange, Violation
from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError, UsageError
from zaptui.planning import specs
from zaptui.planning.directives import (
    ADVANCE_REFUSED,
    ALL_DONE,
    NO_ACTIVE_STAGE,
    stage_directive,
    todo_directive,
)
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
from zaptui.planning.plan_file import PlanFile, seed_plan, seed_todos
from zaptui.planning.todos import (
    NewIds,
    TodoItem,
    TodoStatus,
    deduplicate_todos,
    read_todos,
    settle,
    snapshot_todos,
    violations_of,
)

Mode = Literal["metronome", "classic", "none"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannerResult:
    """What a planner call did. `output` is the whole output of the tool (R2).

    `change` is None when the plan is as before: then no `plan_update` is told (R74).
    """

    output: JsonObject
    change: PlanChange | None = None
    violations: list[Violation] = field(default_factory=list[Violation])
    dropped: list[Json] = field(default_factory=list["Json"])


class Planner(Protocol):
    """One planner of a run. Holds frozen values and swaps them; nothing else changes its plan."""

    mode: Mode
    key: str
    """Its key in the reminders."""
    once: str | None
    """A one-shot text for the next step; whoever puts it into the reminders clears it."""
    work_tick: int

    @property
    def tools(self) -> Sequence[ToolSpec]: ...
    @property
    def complete(self) -> bool:
        """No stage is open; no plan counts as complete (R44)."""
        ...

    @property
    def has_plan(self) -> bool: ...
    @property
    def done(self) -> int:
        """How many stages are closed."""
        ...

    def open_stages(self) -> list[str]:
        """The contents of what is not done, in order."""
        ...

    def directive(self) -> str | None:
        """What to tell the model before each step while a stage is open, else None (R19, R38)."""
        ...

    def begin_step(self) -> None: ...
    def note_work(self) -> None:
        """A call that is work has finished (R39)."""
        ...

    def call(self, tool: str, arguments: JsonObject) -> PlannerResult:
        """Run a planner call. ToolError for a malformed one; then nothing has changed."""
        ...

    def seed(self, file: PlanFile) -> None: ...
    def snapshot(self) -> JsonObject:
        """The output of a call that changed nothing; enough to restore the planner (R2)."""
        ...

    def restore(self, snapshot: JsonObject) -> None: ...


def select_planner(mode: str | None, *, new_ids: NewIds = "append") -> Planner:
    """The planner of a mode; metronome unless said otherwise. UsageError lists the modes (R1)."""
    if mode is None or mode == "metronome":
        return MetronomePlanner()
    if mode == "classic":
        return ClassicPlanner(new_ids=new_ids)
    if mode == "none":
        return NoPlanner()
    raise UsageError(f"unknown mode {mode!r}", hint=f"the modes are {', '.join(MODES)}")


class ClassicPlanner:
    """`write_todos`: the model owns the list, the runner repairs it silently."""

    mode: Mode = "classic"
    key = "todos"
    tools: Sequence[ToolSpec] = (specs.WRITE_TODOS,)

    def __init__(self, *, new_ids: NewIds = "append") -> None:
        self.todos: tuple[TodoItem, ...] = ()
        self.once: str | None = None
        self.work_tick = 0
        self._new_ids: NewIds = new_ids

    @property
    def complete(self) -> bool:
        return all(item.status == "done" for item in self.todos)

    @property
    def has_plan(self) -> bool:
        return bool(self.todos)

    @property
    def done(self) -> int:
        return sum(item.status == "done" for item in self.todos)

    def open_stages(self) -> list[str]:
        return [item.content for item in self.todos if item.status != "done"]

    def directive(self) -> str | None:
        return None if self.complete else todo_directive(self.todos)

    def begin_step(self) -> None:
        """Nothing counts by the step here."""

    def note_work(self) -> None:
        self.work_tick += 1

    def call(self, tool: str, arguments: JsonObject) -> PlannerResult:
        if tool != "write_todos":
            raise ToolError(f"{tool} is not a tool of mode {self.mode}")
        sent, before, was_open = read_todos(arguments, self.todos), self.todos, not self.complete
        self.todos = settle(sent, before, new_ids=self._new_ids)
        if not self.todos or not self.complete:
            self.once = None
        elif was_open or not before:
            self.once = ALL_DONE  # on the step after the last item closes, once (R20)
        return PlannerResult(
            output={"todos": snapshot_todos(self.todos)},
            change="replaced",
            violations=violations_of(sent, before, self.todos),
            dropped=self._dropped(before),
        )

    def seed(self, file: PlanFile) -> None:
        self.todos = seed_todos(file)

    def snapshot(self) -> JsonObject:
        return {"todos": snapshot_todos(self.todos)}

    def restore(self, snapshot: JsonObject) -> None:
        records = map(as_object, as_list(snapshot.get("todos")))
        self.once = None
        self.todos = deduplicate_todos(
            TodoItem(
                id=str(record.get("id", "")),
                content=str(record.get("content", "")),
                status=_known_status(record.get("status")),
            )
            for record in records
        )

    def _dropped(self, before: Sequence[TodoItem]) -> list[Json]:
        kept = {item.id for item in self.todos}
        return [{"id": item.id, "content": item.content} for item in before if item.id not in kept]


class MetronomePlanner:
    """`plan` + `advance`: the runner owns a pointer, illegal moves cannot be written."""

    mode: Mode = "metronome"
    key = "plan"
    tools: Sequence[ToolSpec] = (specs.PLAN, specs.ADVANCE)

    def __init__(self) -> None:
        self.plan: PlanState | None = None
        self.once: str | None = None
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

    def snapshot(self) -> JsonObject:
        return {"plan": snapshot_plan(self.plan)}

    def restore(self, snapshot: JsonObject) -> None:
        self.once = None
        self.plan = restore_plan(snapshot.get("plan"))
        if self.plan is not None:  # work of an earlier process counts no more and no less
            self.work_tick = max(self.work_tick, self.plan.work_at_last_advance)

    def _replan(self, arguments: JsonObject) -> PlannerResult:
        before = self.plan
        self.plan = merge_plan(before, read_stages(arguments), work_tick=self.work_tick)
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
            return PlannerResult(output=self.snapshot(), change="advanced")
        self.once = ADVANCE_REFUSED if done.kind == "refused" else NO_ACTIVE_STAGE
        return PlannerResult(output=self.snapshot())


class NoPlanner:
    """Mode `none`: no planner tools, no reminders, an open gate (R1)."""

    mode: Mode = "none"
    key = "none"
    tools: Sequence[ToolSpec] = ()
    complete = True
    has_plan = False
    done = 0

    def __init__(self) -> None:
        self.once: str | None = None
        self.work_tick = 0

    def open_stages(self) -> list[str]:
        return []

    def directive(self) -> str | None:
        return None

    def begin_step(self) -> None:
        """There is no plan to step through."""

    def note_work(self) -> None:
        self.work_tick += 1

    def call(self, tool: str, arguments: JsonObject) -> PlannerResult:
        raise ToolError(f"{tool} is not a tool of mode {self.mode}")

    def seed(self, file: PlanFile) -> None:
        """A seed has nowhere to go."""

    def snapshot(self) -> JsonObject:
        return {}

    def restore(self, snapshot: JsonObject) -> None:
        """There is no state."""


def _known_status(value: Json) -> TodoStatus:
    if value == "done":
        return "done"
    return "in_progress" if value == "in_progress" else "pending"
