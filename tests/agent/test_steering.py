"""A person's words for the running turn, and the prompts that follow it."""

from collections.abc import Callable

import pytest

from tests.agent.expected import (
    called,
    ended,
    finished,
    looked,
    on_item,
    on_stage,
    plan_update,
    stages,
    started,
    step,
    text,
    todos,
    todos_update,
)
from tests.fakes import Recorder, make_session, play, say
from zaptui.agent.loop import Session
from zaptui.core import events as e
from zaptui.core.ports import Request
from zaptui.planning.planner import ClassicPlanner
from zaptui.providers.scripted import Scripted, ScriptedReply


def _steering(session: Callable[[], Session], *replies: ScriptedReply) -> Scripted:
    """A model during whose first reply a person says two things."""

    def script(request: Request) -> ScriptedReply:
        number = len(request.turns[-1].steps)
        if number == 1:
            session().inbox += ["also the docs", "and quick"]
        return replies[number - 1]

    return Scripted(script)


async def test_steer_messages_reach_the_next_step() -> None:
    recorder = Recorder(_steering(lambda: session, say("", ("look", {"what": "a"})), say("Done.")))
    session = make_session(recorder)
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", "look", what="a"),
        ended(),
        *looked("call_1_1", "a", "r1"),
        e.UserMessage(text="also the docs"),
        e.UserMessage(text="and quick"),
        step(2),
        text("Done."),
        ended("stop"),
        finished("answered", "answer"),
    ]
    assert recorder.chat[1]["messages"][3:] == [
        {"role": "tool", "tool_call_id": "call_1_1", "content": "saw a\n[r1]"},
        {"role": "user", "content": "also the docs"},
        {"role": "user", "content": "and quick"},
    ]


async def test_words_that_came_too_late_reach_the_next_prompt() -> None:
    session = make_session([say("Done."), say("Yes.")])
    await play(session)
    session.inbox.append("one more thing")
    assert await play(session, "next") == [
        started("next"),
        e.UserMessage(text="one more thing"),
        step(1),
        text("Yes."),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_R49_a_complete_list_is_put_away_before_the_next_prompt() -> None:
    session = make_session(
        [
            say("", ("write_todos", todos("a+")), ("complete", {})),
            say("Just an answer."),
        ],
        mode="classic",
    )
    await play(session)
    assert await play(session, "next") == [
        started("next", mode="classic"),
        step(1),
        text("Just an answer."),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_R49_a_complete_plan_is_put_away_before_the_next_prompt() -> None:
    session = make_session(
        [
            say("", ("plan", stages("a")), ("work", {})),
            say("", ("work", {}), ("advance", {"evidence": "a ok"}), ("complete", {})),
            say("", ("plan", stages("b"))),
            *[say("Hm.")] * 3,
        ]
    )
    await play(session)
    told = await play(session, "next")
    assert [event for event in told if isinstance(event, e.PlanUpdate)] == [
        plan_update("call_3_1", "b", work=2, version=3, change="replaced")
    ]


async def test_R49_an_open_list_stays_and_is_told_again() -> None:
    session = make_session(
        [say("", ("write_todos", todos("a* b"))), *[say("Hm.")] * 3, *[say("Hm.")] * 3],
        mode="classic",
    )
    await play(session)
    told = await play(session, "go on")
    assert told[:3] == [
        started("go on", mode="classic"),
        todos_update(None, "a* b", version=1, change="snapshot"),
        step(1, on_item(1, 2, "a", "b")),
    ]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])


async def test_R49_an_open_plan_stays_and_is_told_again() -> None:
    session = make_session([say("", ("plan", stages("a b"))), *[say("Hm.")] * 6])
    await play(session)
    told = await play(session, "go on")
    assert told[:3] == [
        started("go on"),
        plan_update(None, "a b", work=0, version=1, change="snapshot"),
        step(1, on_stage(1, 2, "a")),
    ]


@pytest.mark.parametrize("specs", ["", "a+"])
async def test_R60_a_seed_that_leaves_nothing_to_do_lets_a_text_answer(specs: str) -> None:
    planner = ClassicPlanner()
    planner.restore(todos(specs), version=1)
    session = make_session([say("Done.")], planner=planner, seeded=True)
    told = await play(session)
    assert told[1] == todos_update(None, specs, version=1, change="seeded")
    assert told[-1] == finished("complete" if specs else "answered", "answer")


async def test_figures_and_denials_are_of_one_run() -> None:
    session = make_session([say("", ("look", {})), say("One."), say("Two.")])
    await play(session)
    assert (await play(session, "next"))[-1] == finished("answered", "answer")
