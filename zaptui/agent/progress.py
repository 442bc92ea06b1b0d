"""Whether a run gets anywhere: idle replies, refusals, circles, mere planning (R47, R48)."""

from collections import Counter

from zaptui.agent.calls import CallsDone
from zaptui.agent.repetition import WARN_AT, Repetition
from zaptui.agent.stop import StepFacts
from zaptui.planning.directives import REPEATED, UNPRODUCTIVE
from zaptui.planning.planner import Planner

_WARN_UNPRODUCTIVE = 6


class Progress:
    """Counts over the steps of one run."""

    def __init__(self) -> None:
        self.word: str | None = None
        """What to tell the model at its next step, once."""
        self._idle_turns = 0
        self._refusal = ""
        self._refusals = 0
        self._repetition = Repetition()
        self._unproductive = 0
        self._most_done = 0
        self._denied: Counter[tuple[str, str]] = Counter()

    def facts(
        self,
        step: int,
        *,
        calls: int,
        done: CallsDone,
        planner: Planner,
        cost: float = 0.0,
        too_long: bool = False,
    ) -> StepFacts:
        """Take in a step and say what the stop conditions need to know."""
        plan_open = not planner.complete
        if done.worked:
            self._idle_turns = 0
        elif not calls and plan_open:
            self._idle_turns += 1
        self._count_refusals(done)
        self._count_unproductive(calls, done, planner)
        # A step without work neither makes a round nor breaks one.
        rounds = self._repetition.note(frozenset(done.results)) if done.results else 0
        self._denied.update(done.denied)
        self._find_word(rounds, planning=bool(calls) and plan_open)
        return StepFacts(
            step=step,
            calls=calls,
            completed=done.completed,
            plan_open=plan_open,
            has_plan=planner.has_plan,
            idle_turns=self._idle_turns,
            refusals=self._refusals,
            planned=done.planned,
            only_blocked=planner.only_blocked,
            rounds=rounds,
            unproductive=self._unproductive,
            denials=max((self._denied[call] for call in done.denied), default=0),
            cost=cost,
            too_long=too_long,
        )

    def _count_refusals(self, done: CallsDone) -> None:
        if done.worked or done.planned:
            self._refusal, self._refusals = "", 0
        if done.refusals:
            same = done.refusals[-1] == self._refusal
            self._refusal = done.refusals[-1]
            self._refusals = self._refusals + 1 if same else 1

    def _count_unproductive(self, calls: int, done: CallsDone, planner: Planner) -> None:
        closed = planner.done > self._most_done
        self._most_done = max(self._most_done, planner.done)
        if done.worked or closed:
            self._unproductive = 0
        elif calls:
            self._unproductive += 1
        if closed:
            self._repetition = Repetition()  # the same check may close stage after stage

    def _find_word(self, rounds: int, *, planning: bool) -> None:
        """Only about this step: whoever does as told hears it no more. With no stage open there is
        none to work on, and calls that never ran are not planning."""
        if rounds >= WARN_AT:
            self.word = REPEATED
        elif planning and self._unproductive == _WARN_UNPRODUCTIVE:
            self.word = UNPRODUCTIVE
        else:
            self.word = None
