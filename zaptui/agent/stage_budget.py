"""A budget for each stage: a word, a question or the end of the run when one is over it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from zaptui.agent.stop import Stop
from zaptui.core import events as e
from zaptui.core.ports import AskUser, Emit, Price
from zaptui.view.stage_meter import StageFigures, StageMeter
from zaptui.view.text import duration

GO, STOP = "go on", "stop here"

Then = Literal["warn", "ask", "stop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageBudget:
    """What a stage may take, and what happens then. None is no limit; `cost` is US dollars."""

    steps: int | None = None
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    then: Then = "warn"


class BudgetWatch:
    """Hears all events of a session; each prompt begins anew, as a person has seen the last one.
    `ask_user` is None with nobody to ask: then `ask` is `stop`."""

    def __init__(
        self,
        budget: StageBudget | None,
        *,
        price: Price | None,
        ask_user: AskUser | None,
        now: Callable[[], float],
        tell: Emit,
    ) -> None:
        self._budget = budget
        self._price = price
        self._ask_user = ask_user
        self._now = now
        self._tell = tell
        self._meter = StageMeter()
        self._began = 0.0
        self._times: dict[str, int] = {}
        """How many budgets a stage has been given."""

    def take(self, event: e.Event) -> None:
        """Hear an event."""
        if self._budget is None:
            return
        if isinstance(event, e.RunStarted):
            price = self._price
            self._meter = StageMeter(price=None if price is None else lambda _, usage: price(usage))
            self._began = self._now()
            self._times = {}
        self._meter.take(event, at=self._now() - self._began)

    async def after_step(self) -> Stop | None:
        """Look at the stage that is worked on; why the run ends, if it does."""
        if self._budget is None:
            return None
        stage = next((i for i in self._meter.items or () if i.id == self._meter.stage), None)
        if stage is None:
            return None
        times = self._times.setdefault(stage.id, 1)
        over = ", ".join(_over(self._meter.of(stage.id), self._budget, times))
        if not over or (self._budget.then == "warn" and times > 1):
            return None
        self._times[stage.id] = times + 1
        words = f"the stage {stage.content!r} is over its budget: {over}"
        if self._budget.then == "ask" and self._ask_user is not None:
            return await self._ask(self._ask_user, words)
        self._tell(e.Notice(level="warning", text=words))
        return None if self._budget.then == "warn" else _STOP

    async def _ask(self, ask_user: AskUser, words: str) -> Stop | None:
        """The person's answer: as much again, an end, or words for the model."""
        answer = await ask_user(f"{words[0].upper()}{words[1:]}. Go on?", [GO, STOP])
        if answer in ("", STOP):
            return _STOP
        if answer != GO:
            self._tell(e.UserMessage(text=answer))
        return None


def _over(figures: StageFigures, budget: StageBudget, times: int) -> Iterator[str]:
    """What is over so many budgets, in words."""
    if budget.steps is not None and figures.steps >= budget.steps * times:
        yield f"{figures.steps} steps of {budget.steps * times}"
    if budget.seconds is not None and figures.seconds >= budget.seconds * times:
        yield f"{duration(figures.seconds)} of {duration(budget.seconds * times)}"
    if budget.tokens is not None and figures.tokens >= budget.tokens * times:
        yield f"{figures.tokens} tokens of {budget.tokens * times}"
    if budget.cost is not None and (figures.cost or 0.0) >= budget.cost * times:
        yield f"${figures.cost:.4f} of ${budget.cost * times:.4f}"


_STOP = Stop(outcome="capped", stopped_by="stage_budget")
