"""The planners as the loop sees them: tools, directive, gate (R1, R19, R39, R43)."""

from collections.abc import Sequence
from typing import Protocol

from zaptui.core.json import JsonObject
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError, UsageError
from zaptui.planning.classic import ClassicPlanner
from zaptui.planning.dialects import DialectName
from zaptui.planning.ledger import LedgerPlanner
from zaptui.planning.metronome import MetronomePlanner
from zaptui.planning.plan_file import PlanFile
from zaptui.planning.planner_result import MODES, Checked, DueCheck, Mode, PlannerResult
from zaptui.planning.todos import NewIds

__all__ = [
    "MODES",
    "ClassicPlanner",
    "LedgerPlanner",
    "MetronomePlanner",
    "Mode",
    "NoPlanner",
    "Planner",
    "PlannerResult",
    "select_planner",
]


class Planner(Protocol):
    """One planner of a run. Holds frozen values and swaps them; nothing else changes its plan."""

    mode: Mode
    key: str
    """Its key in the reminders."""
    once: str | None
    """A one-shot text for the next step; whoever puts it into the reminders clears it."""
    version: int
    """Of the plan: each change adds one. Where the plan is stored, the store's own number."""
    work_tick: int
    pinned: frozenset[str]
    """Ids that a person has pinned: no call can drop them."""

    @property
    def tools(self) -> Sequence[ToolSpec]: ...
    @property
    def complete(self) -> bool:
        """No stage is open; no plan counts as complete (R44)."""
        ...

    @property
    def only_blocked(self) -> bool:
        """Something is open, and all of it is blocked (L8)."""
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
    def note_work(self) -> str | None:
        """A call that is work has finished (R39); its receipt, where calls can be cited."""
        ...

    def due_check(self, tool: str, arguments: JsonObject) -> DueCheck | None:
        """The check that is to run before this call; None for none."""
        ...

    def call(
        self, tool: str, arguments: JsonObject, *, checked: Checked | None = None
    ) -> PlannerResult:
        """Run a planner call. ToolError for a malformed one; then nothing has changed."""
        ...

    def seed(self, file: PlanFile) -> None: ...
    def snapshot(self) -> JsonObject:
        """The output of a call that changed nothing; enough to restore the planner (R2)."""
        ...

    def restore(self, snapshot: JsonObject, *, version: int | None = None) -> None:
        """Take the state of a snapshot; without a version the number stays."""
        ...


def select_planner(
    mode: str | None,
    *,
    new_ids: NewIds = "append",
    dialect: DialectName = "zap",
    checks: bool = True,
) -> Planner:
    """The planner of a mode; metronome unless said otherwise. UsageError lists the modes (R1)."""
    if mode is None or mode == "metronome":
        return MetronomePlanner(checks=checks)
    if mode == "classic":
        return ClassicPlanner(new_ids=new_ids, dialect=dialect)
    if mode == "ledger":
        return LedgerPlanner()
    if mode == "none":
        return NoPlanner()
    raise UsageError(f"unknown mode {mode!r}", hint=f"the modes are {', '.join(MODES)}")


class NoPlanner:
    """Mode `none`: no planner tools, no reminders, an open gate (R1)."""

    mode: Mode = "none"
    key = "none"
    tools: Sequence[ToolSpec] = ()
    complete = True
    has_plan = False
    only_blocked = False
    done = 0

    def __init__(self) -> None:
        self.once: str | None = None
        self.version = 0
        self.work_tick = 0
        self.pinned: frozenset[str] = frozenset()

    def open_stages(self) -> list[str]:
        return []

    def directive(self) -> str | None:
        return None

    def begin_step(self) -> None:
        """There is no plan to step through."""

    def note_work(self) -> str | None:
        self.work_tick += 1

    def due_check(self, tool: str, arguments: JsonObject) -> DueCheck | None:
        return None

    def call(
        self, tool: str, arguments: JsonObject, *, checked: Checked | None = None
    ) -> PlannerResult:
        raise ToolError(f"{tool} is not a tool of mode {self.mode}")

    def seed(self, file: PlanFile) -> None:
        """A seed has nowhere to go."""

    def snapshot(self) -> JsonObject:
        return {}

    def restore(self, snapshot: JsonObject, *, version: int | None = None) -> None:
        """There is no state."""
