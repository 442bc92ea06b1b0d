"""A budget for each stage: warn, ask, stop."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from tests.agent.expected import finished, stages
from tests.fakes import make_session, play, say
from zaptui.agent.reply import Chance
from zaptui.agent.stage_budget import BudgetWatch, StageBudget
from zaptui.core import events as e
from zaptui.core.parts import Usage

USAGE = Usage(input_tokens=90, output_tokens=10)
PLAN = say("", ("plan", stages("a b")))
ADVANCE = ("advance", {"evidence": "seen"})
WARNED = "the stage 'Do a' is over its budget: 2 steps of 2"


def work(what: str, **more: Any) -> Any:
    return say("", ("work", {"what": what}), **more)


def close(what: str) -> Any:
    return say("", ("work", {"what": what}), ADVANCE)


class Person:
    """Answers with these words, one after another."""

    def __init__(self, *answers: str) -> None:
        self.asked: list[str] = []
        self._answers = list(answers)

    async def __call__(self, question: str, options: Sequence[str]) -> str:
        self.asked.append(question)
        assert options == ["go on", "stop here"]
        return self._answers.pop(0)


def notices(told: list[e.Event]) -> list[str]:
    return [event.text for event in told if isinstance(event, e.Notice)]


def steps(told: list[e.Event]) -> int:
    return sum(isinstance(event, e.StepStarted) for event in told)


LONG = [PLAN, *(work(str(n)) for n in range(5)), close("a"), close("b"), say("Done.")]


async def test_a_warning_is_given_once_a_stage() -> None:
    told = await play(make_session(LONG, stage_budget=StageBudget(steps=2)))
    assert (notices(told), told[-1].outcome) == ([WARNED], "complete")  # pyright: ignore


async def test_a_stage_over_its_budget_ends_the_run_as_capped() -> None:
    told = await play(make_session(LONG, stage_budget=StageBudget(steps=2, then="stop")))
    assert (notices(told), steps(told)) == ([WARNED], 3)
    assert told[-1] == finished("capped", "stage_budget", 4, open_stages=["Do a", "Do b"])


async def test_each_stage_has_the_whole_budget() -> None:
    script = [PLAN, work("1"), close("a"), work("2"), close("b"), say("Done.")]
    told = await play(make_session(script, stage_budget=StageBudget(steps=3, then="stop")))
    assert (notices(told), told[-1].outcome) == ([], "complete")  # pyright: ignore


async def test_with_nobody_to_ask_asking_is_stopping() -> None:
    told = await play(make_session(LONG, stage_budget=StageBudget(steps=2, then="ask")))
    assert told[-1] == finished("capped", "stage_budget", 4, open_stages=["Do a", "Do b"])


async def test_a_person_gives_as_much_again() -> None:
    person = Person("go on", "go on", "stop here")
    budget = StageBudget(steps=2, then="ask")
    told = await play(make_session([PLAN, *(work(str(n)) for n in range(9))],
                                   stage_budget=budget, ask_user=person))  # fmt: skip
    assert person.asked == [
        f"The stage 'Do a' is over its budget: {n} steps of {n}. Go on?" for n in (2, 4, 6)
    ]
    assert (steps(told), notices(told)) == (7, [])
    assert told[-1] == finished("capped", "stage_budget", 4, open_stages=["Do a", "Do b"])


async def test_other_words_are_told_to_the_model() -> None:
    person = Person("be quick", "")
    budget = StageBudget(steps=2, then="ask")
    told = await play(make_session(LONG, stage_budget=budget, ask_user=person))
    assert e.UserMessage(text="be quick") in told
    assert (steps(told), told[-1].outcome) == (5, "capped")  # pyright: ignore


async def test_a_new_prompt_begins_anew() -> None:
    session = make_session(LONG, stage_budget=StageBudget(steps=2, then="stop"))
    assert [steps(await play(session)) for _ in range(2)] == [3, 2]


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (StageBudget(tokens=200, then="stop"), "200 tokens of 200"),
        (StageBudget(cost=0.5, then="stop"), "$0.5000 of $0.5000"),
        (StageBudget(seconds=20.0, then="stop"), "s of 20 s"),
        (StageBudget(steps=2, tokens=200, then="stop"), "2 steps of 2, 200 tokens of 200"),
    ],
)
async def test_what_a_stage_takes_is_measured(budget: StageBudget, words: str) -> None:
    clock = count()
    script = [say("", ("plan", stages("a b")), usage=USAGE)]
    script += [work(str(n), usage=USAGE) for n in range(9)]
    session = make_session(
        script,
        stage_budget=budget,
        price=lambda usage: 0.25,
    )
    watch = session._budget  # pyright: ignore[reportPrivateUsage]
    watch._now = lambda: float(next(clock))  # pyright: ignore[reportPrivateUsage]
    told = await play(session)
    assert notices(told)[0].endswith(words)
    assert told[-1].stopped_by == "stage_budget"  # pyright: ignore


async def test_a_cost_that_is_not_known_is_none() -> None:
    script = [say("", ("plan", stages("a")), usage=USAGE), work("1", usage=USAGE), close("a")]
    told = await play(make_session([*script, say("Done.")], stage_budget=StageBudget(cost=0.1)))
    assert notices(told) == []


async def test_without_a_plan_or_a_budget_nothing_is_watched() -> None:
    for budget in (None, StageBudget(steps=1, then="stop")):
        watch = BudgetWatch(budget, price=None, ask_user=None, now=Chance().now, tell=print)
        watch.take(e.RunStarted(session="s", prompt="p"))
        watch.take(e.StepStarted(step=1))
        assert await watch.after_step() is None
