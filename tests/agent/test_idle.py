"""R47, R48: replies that get nowhere end the run, and work counts anew."""

import pytest

from tests.agent.expected import (
    ended,
    finished,
    on_item,
    step,
    text,
    todos,
)
from tests.fakes import make_session, play, say
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.providers.scripted import ScriptedReply

OPEN = say("", ("write_todos", todos("a* b")))
WORK = ("work", {"what": "x"})


async def _end(*replies: ScriptedReply, **more: object) -> tuple[int, e.Event]:
    """How many requests were made, and the last event."""
    session = make_session(replies, mode="classic", **more)
    told = await play(session)
    return sum(isinstance(event, e.StepStarted) for event in told), told[-1]


INCOMPLETE = {"open_stages": ["a", "b"]}


async def test_R47_three_texts_with_stages_open_end_the_run_as_incomplete() -> None:
    session = make_session([OPEN, say("one"), say("two"), say("three")], mode="classic")
    told = await play(session)
    directive = on_item(1, 2, "a", "b")
    assert told[-10:] == [
        step(2, directive),
        text("one"),
        ended("stop"),
        step(3, directive),
        text("two"),
        ended("stop"),
        step(4, directive),
        text("three"),
        ended("stop"),
        finished("incomplete", "idle_turns", 5, **INCOMPLETE),
    ]


async def test_R47_work_begins_the_count_anew() -> None:
    replies = [OPEN, say("1"), say("2"), say("", WORK), say("1"), say("2"), say("3")]
    assert await _end(*replies) == (7, finished("incomplete", "idle_turns", 5, **INCOMPLETE))


async def test_R47_planner_calls_between_the_texts_do_not() -> None:
    replies = [OPEN, say("1"), OPEN, say("2"), OPEN, say("3")]
    assert await _end(*replies) == (6, finished("incomplete", "idle_turns", 5, **INCOMPLETE))


async def test_R47_the_limit_is_a_setting() -> None:
    ended_at = await _end(OPEN, say("1"), limits=Limits(max_idle_turns=1))
    assert ended_at == (2, finished("incomplete", "idle_turns", 5, **INCOMPLETE))


async def test_R48_the_same_refusal_three_times_ends_the_run() -> None:
    complete = say("", ("complete", {}))
    assert await _end(OPEN, complete, complete, complete) == (
        4,
        finished("incomplete", "refusals", 5, **INCOMPLETE),
    )


async def test_R48_the_same_planner_error_three_times_ends_the_run() -> None:
    wrong = say("", ("write_todos", {"todos": "no list"}))
    assert await _end(OPEN, wrong, wrong, wrong) == (
        4,
        finished("incomplete", "refusals", 5, **INCOMPLETE),
    )


@pytest.mark.parametrize(
    "between",
    [WORK, ("write_todos", todos("a* b")), ("write_todos", {"todos": "no list"})],
    ids=["work", "a change of the plan", "another refusal"],
)
async def test_R48_anything_between_the_refusals_begins_the_count_anew(
    between: tuple[str, dict[str, object]],
) -> None:
    complete = say("", ("complete", {}))
    replies = [OPEN, complete, complete, say("", between), complete, complete, complete]
    assert await _end(*replies) == (7, finished("incomplete", "refusals", 5, **INCOMPLETE))


async def test_R47_a_text_after_the_last_stage_closed_is_the_answer() -> None:
    replies = [OPEN, say("", WORK, ("write_todos", todos("a+ b+"))), say("Here it is.")]
    assert await _end(*replies) == (3, finished("complete", "answer"))


async def test_an_empty_reply_with_no_plan_ends_the_turn() -> None:
    assert await _end(say("")) == (1, finished("answered", "answer"))
