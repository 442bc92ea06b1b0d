"""The modes, and what a call of a planner's tool comes to."""

from dataclasses import dataclass, field
from typing import Literal, get_args

from zaptui.core.events import CheckVerdict, PlanChange, Violation
from zaptui.core.json import Json, JsonObject
from zaptui.planning.checks import StageCheck

Mode = Literal["metronome", "classic", "ledger", "none"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannerResult:
    """What a planner call did. `output` is the whole output of the tool (R2), `snapshot` the plan
    where that is in other words.

    `change` is None when the plan is as before: then no `plan_update` is told (R74).
    """

    output: JsonObject
    change: PlanChange | None = None
    snapshot: JsonObject | None = None
    violations: list[Violation] = field(default_factory=list[Violation])
    dropped: list[Json] = field(default_factory=list["Json"])
    why: str = ""
    """The reason the call itself gives, for the log of versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueCheck:
    """The check that has to run before a call closes a stage."""

    stage_id: str
    check: StageCheck


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A check that has run, and what it came to."""

    due: DueCheck
    verdict: CheckVerdict
