"""A session that goes on under another setup, and what a front end may put into it."""

from dataclasses import replace

from tests.agent.expected import finished, on_item, step, todos, todos_update
from tests.fakes import Recorder, make_session, play, say
from zaptui.agent.loop import Session
from zaptui.core import events as e
from zaptui.planning.directives import edited_plan
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import Scripted, ScriptedReply


def _model(*replies: ScriptedReply) -> Recorder:
    return Recorder(Scripted(replies))


async def test_another_setup_goes_on_with_the_conversation_and_the_plans_version() -> None:
    first = make_session(
        [say("", ("write_todos", todos("a+")), ("complete", {})), say("never")], mode="classic"
    )
    await play(first)
    recorder = _model(say("", ("write_todos", todos("b*"))), *[say("Hm.")] * 3)
    planner = select_planner("classic")
    planner.restore({}, version=first.setup.planner.version)
    second = Session(replace(first.setup, provider=recorder, planner=planner), past=first.past)
    told = await play(second, "next")
    assert [event for event in told if isinstance(event, e.PlanUpdate)] == [
        todos_update("zap_1_1", "b*", version=2)
    ]
    contents = [message["content"] for message in recorder.chat[0]["messages"]]
    assert [contents[1], contents[-1]] == ["task", "next"]
    assert len(first.conversation.turns) == 2


async def test_a_front_end_may_set_a_reminder_and_take_it_back() -> None:
    session = make_session([say("One."), say("Two.")])
    session.remind("proposal", "Only propose.")
    assert (await play(session))[1] == step(1, "Only propose.")
    session.remind("proposal", None)
    assert (await play(session, "next"))[1] == step(1)


async def test_a_plan_given_from_outside_is_told_by_the_next_run() -> None:
    planner = select_planner("classic")
    session = make_session([say("Hi."), *[say("Hm.")] * 3], planner=planner)
    await play(session)
    planner.restore(todos("a* b"), version=1)
    session.seed()
    told = await play(session, "next")
    assert told[1:3] == [
        todos_update(None, "a* b", version=1, change="seeded"),
        step(1, edited_plan(["[in_progress] a: a", "[pending] b: b"]), on_item(1, 2, "a", "b")),
    ]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])
