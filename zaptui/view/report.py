"""What a report tells of a session: its stages with their proof, what went wrong, what it took."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from zaptui.core import events as e
from zaptui.core.outcomes import Outcome
from zaptui.planning.plan_rows import RowStatus
from zaptui.view.stage_meter import StageFigures

Proof = Literal["proved", "claimed", "converged", "open", "cancelled"]
"""`proved`: closed, and its check was green, or with none a call that succeeded stands behind it.
`claimed`: closed on a word alone. `converged`: closed by the end of the run."""

PROOFS: tuple[Proof, ...] = ("proved", "claimed", "converged", "open", "cancelled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A finished call that stands for a stage. `run` and `step` are where it was made."""

    id: str
    call_id: str
    run: int
    step: int
    tool: str
    subject: str
    failed: bool
    output: str
    """The beginning and the end of it, or of the error."""
    diff: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """The check of a stage: who wrote it, what it came to last, how often it ran."""

    text: str
    by: str
    lock: str
    verdict: e.CheckVerdict | None = None
    """None for one that has not run."""
    output: str = ""
    runs: int = 0
    green: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StageReport:
    """A stage as the session left it. `plan` counts the plans of the session, `index` from 1."""

    plan: int
    index: int
    id: str
    content: str
    deliverable: str
    status: RowStatus
    proof: Proof
    evidence: str | None
    trusted: bool
    """It was closed without any work, on the model's second word (R35)."""
    receipts: tuple[Receipt, ...]
    check: CheckReport | None
    figures: StageFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A planner call or a `complete` that was not accepted. `stage_id` is of the stage that was
    worked on; empty for none."""

    run: int
    step: int
    tool: str
    reason: str
    stage_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan:
    """A change of what there is to do. `lines` are its diff, `dropped` the open stages it left
    out."""

    run: int
    step: int
    version: int
    by: Literal["model", "person"]
    why: str
    lines: tuple[str, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What a rule changed silently, as clients were told (R64)."""

    run: int
    version: int
    violation: e.Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """A prompt and how it ended. `outcome` None: the tape has no end of it."""

    prompt: str
    model: str
    mode: str
    time: str
    outcome: Outcome | None = None
    stopped_by: str = ""
    exit_code: int | None = None
    error: str | None = None
    seconds: float = 0.0
    cost: float | None = None
    denials: tuple[e.Denial, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A session, told."""

    session: str
    runs: tuple[RunReport, ...]
    stages: tuple[StageReport, ...]
    refusals: tuple[Refusal, ...]
    replans: tuple[Replan, ...]
    repairs: tuple[Repair, ...]
    idle_turns: int
    """Replies without a call while a stage was open."""
    total: StageFigures
    warnings: tuple[str, ...] = field(default=())

    @property
    def early_completes(self) -> int:
        """How often `complete` was called with something open."""
        return sum(refusal.tool == "complete" for refusal in self.refusals)

    @property
    def dropped(self) -> list[str]:
        """The stages that were left out while they were open, by name."""
        return [name for replan in self.replans for name in replan.dropped]

    @property
    def trusted(self) -> list[str]:
        """The stages that were closed without work."""
        return [stage.content for stage in self.stages if stage.trusted]

    @property
    def cost(self) -> float | None:
        """US dollars: as the runs counted them, else by what is known of their models."""
        told = [run.cost for run in self.runs]
        known = [cost for cost in told if cost is not None]
        return sum(known) if known and len(known) == len(told) else self.total.cost

    def count(self, proof: Proof) -> int:
        """How many stages have that proof."""
        return sum(stage.proof == proof for stage in self.stages)

    def of_plan(self, plan: int) -> Sequence[StageReport]:
        """The stages of one plan of the session."""
        return [stage for stage in self.stages if stage.plan == plan]
