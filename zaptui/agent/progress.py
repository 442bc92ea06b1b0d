"""Whether a run gets anywhere: idle replies and repeated refusals, counted (R47, R48)."""

from zaptui.agent.calls import CallsDone
from zaptui.agent.stop import StepFacts
from zaptui.planning.planner import Planner


class Progress:
    """Counts over the steps of one run."""

    def __init__(self) -> None:
        self._idle_turns = 0
        self._refusal = ""
        self._refusals = 0

    def facts(self, step: int, *, calls: int, done: CallsDone, planner: Planner) -> StepFacts:
        """Take in a step and say what the stop conditions need to know."""
        plan_open = not planner.complete
        if done.worked:
            self._idle_turns = 0
        elif not calls and plan_open:
            self._idle_turns += 1
        self._count_refusals(done)
        return StepFacts(
            step=step,
            calls=calls,
            completed=done.completed,
            plan_open=plan_open,
            has_plan=planner.has_plan,
            idle_turns=self._idle_turns,
            refusals=self._refusals,
        )

    def _count_refusals(self, done: CallsDone) -> None:
        if done.worked or done.planned:
            self._refusal, self._refusals = "", 0
        if done.refusals:
            same = done.refusals[-1] == self._refusal
            self._refusal = done.refusals[-1]
            self._refusals = self._refusals + 1 if same else 1
