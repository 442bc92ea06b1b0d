"""Stop conditions, a small function each. None of them forces the model by tool_choice (R46)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zaptui.core.outcomes import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds of a run. `timeout_s` None: no limit."""

    max_steps: int = 200
    max_idle_turns: int = 3
    max_refusals: int = 3
    max_rounds: int = 5
    """The same calls with the same results in a row."""
    max_unproductive: int = 12
    """Steps in a row with calls, but without work and without a stage closed."""
    max_denials: int = 3
    """The same denied call."""
    max_cost: float | None = None
    """US dollars."""
    timeout_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why a run ends: its outcome and the condition's name. `exit_code` overrides the outcome's."""

    outcome: Outcome
    stopped_by: str
    exit_code: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFacts:
    """What the conditions look at, read after all calls of the step have run (R43)."""

    step: int
    calls: int
    completed: bool
    """A `complete` of this step was accepted."""
    plan_open: bool
    has_plan: bool
    idle_turns: int
    """Replies without a call, in a row, while stages are open and no work was done."""
    refusals: int
    """The same refusal in a row, without progress between."""
    planned: int = 0
    """Planner calls that changed the plan."""
    only_blocked: bool = False
    """All that is open waits for something that the run cannot do."""
    rounds: int = 0
    unproductive: int = 0
    denials: int = 0
    cost: float = 0.0
    too_long: bool = False


Condition = Callable[[StepFacts, Limits], Stop | None]


def gate(facts: StepFacts, limits: Limits) -> Stop | None:
    """An accepted `complete` ends the turn; it is accepted only with no stage open (R43–R45)."""
    return Stop(outcome="complete", stopped_by="complete") if facts.completed else None


def answered(facts: StepFacts, limits: Limits) -> Stop | None:
    """A text-only reply with nothing open ends the turn: `answered`, or `complete` after a plan."""
    if facts.calls or facts.plan_open:
        return None
    return Stop(outcome="complete" if facts.has_plan else "answered", stopped_by="answer")


def blocked(facts: StepFacts, limits: Limits) -> Stop | None:
    """Only blocked items are left, as the plan came to be or as a reply without calls leaves it: it
    is a person's turn (L8)."""
    ends = facts.only_blocked and (facts.planned or not facts.calls)
    return _given_up(facts, "blocked") if ends else None


def idle(facts: StepFacts, limits: Limits) -> Stop | None:
    """Text-only replies with stages open go on, but not for ever (R47)."""
    if facts.idle_turns < limits.max_idle_turns:
        return None
    return _given_up(facts, "idle_turns")


def refused(facts: StepFacts, limits: Limits) -> Stop | None:
    """The same refusal again and again without progress ends the run (R48)."""
    if facts.refusals < limits.max_refusals:
        return None
    return _given_up(facts, "refusals")


def circling(facts: StepFacts, limits: Limits) -> Stop | None:
    """The same calls give the same results, round after round."""
    if facts.rounds < limits.max_rounds:
        return None
    return Stop(outcome="capped", stopped_by="repetition")


def insisting(facts: StepFacts, limits: Limits) -> Stop | None:
    """A call that was denied is tried again and again."""
    if facts.denials < limits.max_denials:
        return None
    return _given_up(facts, "denials")


def unproductive(facts: StepFacts, limits: Limits) -> Stop | None:
    """Planning without work."""
    if facts.unproductive < limits.max_unproductive:
        return None
    return _given_up(facts, "no_progress")


def overlong(facts: StepFacts, limits: Limits) -> Stop | None:
    """A reply that would not end."""
    return Stop(outcome="capped", stopped_by="output") if facts.too_long else None


def costly(facts: StepFacts, limits: Limits) -> Stop | None:
    """The cost limit."""
    if limits.max_cost is None or facts.cost < limits.max_cost:
        return None
    return Stop(outcome="capped", stopped_by="max_cost")


def steps(facts: StepFacts, limits: Limits) -> Stop | None:
    """The step limit."""
    if facts.step < limits.max_steps:
        return None
    return Stop(outcome="capped", stopped_by="max_steps")


CONDITIONS: tuple[Condition, ...] = (
    gate,
    overlong,
    answered,
    blocked,
    idle,
    refused,
    circling,
    insisting,
    unproductive,
    costly,
    steps,
)


def first_stop(
    facts: StepFacts, limits: Limits, conditions: Sequence[Condition] = CONDITIONS
) -> Stop | None:
    """The first condition that speaks."""
    return next((stop for check in conditions if (stop := check(facts, limits))), None)


def _given_up(facts: StepFacts, stopped_by: str) -> Stop:
    """An end with stages open: `blocked` where nothing else could be done."""
    outcome = "blocked" if facts.only_blocked else "incomplete"
    return Stop(outcome=outcome, stopped_by=stopped_by)
