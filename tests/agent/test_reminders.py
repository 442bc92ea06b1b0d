"""The reminders channel, alone and in a run."""

from tests.agent.expected import finished, on_item, on_stage, stages, step, todos
from tests.fakes import make_session, play, say
from zaptui.agent.reminders import Reminders
from zaptui.core import events as e
from zaptui.planning.directives import ALL_DONE


def test_R21_the_order_is_that_of_first_insertion() -> None:
    reminders = Reminders(baseline="No emoji.")
    reminders.set("a", "1")
    reminders.set("b", "2")
    reminders.set("a", "3")
    assert list(reminders.as_dict().items()) == [
        ("baseline", "No emoji."),
        ("a", "3"),
        ("b", "2"),
    ]
    reminders.clear("a")
    reminders.clear("nobody's")
    reminders.set("a", "4")
    assert reminders.take() == "<task_reminder>\nNo emoji.\n2\n4\n</task_reminder>"


def test_R24_a_once_key_is_taken_once() -> None:
    reminders = Reminders()
    reminders.set("once:x", "now")
    assert (reminders.take(), reminders.take()) == (
        "<task_reminder>\nnow\n</task_reminder>",
        None,
    )


async def _steps(*replies: object, mode: str, baseline: str | None = None) -> list[e.Event]:
    told = await play(make_session(replies, mode=mode, baseline=baseline))
    return [event for event in told if isinstance(event, e.StepStarted)]


async def test_R25_a_baseline_stays_in_every_block() -> None:
    replies = [say("", ("write_todos", todos("a*"))), say("", ("write_todos", todos("a+")))]
    assert await _steps(
        *replies, say("", ("look", {})), say("Done."), mode="classic", baseline="No emoji."
    ) == [
        step(1, "No emoji."),
        step(2, "No emoji.", on_item(1, 1, "a", None)),
        step(3, "No emoji.", ALL_DONE),
        step(4, "No emoji."),
    ]


async def test_R20_the_all_done_text_is_shown_exactly_once() -> None:
    look = say("", ("look", {}))
    replies = [say("", ("write_todos", todos("a*"))), say("", ("write_todos", todos("a+")))]
    again = [say("", ("write_todos", todos("a*"))), say("", ("write_todos", todos("a+")))]
    assert await _steps(*replies, look, look, *again, say("Done."), mode="classic") == [
        step(1),
        step(2, on_item(1, 1, "a", None)),
        step(3, ALL_DONE),
        step(4),
        step(5),
        step(6, on_item(1, 1, "a", None)),
        step(7, ALL_DONE),
    ]


async def test_R20_a_step_that_closes_and_completes_leaves_nothing_to_the_next_prompt() -> None:
    session = make_session(
        [say("", ("write_todos", todos("a+")), ("complete", {})), say("Hello.")], mode="classic"
    )
    assert (await play(session))[-1] == finished("complete", "complete")
    assert (await play(session, "next"))[1] == step(1)


async def test_R38_the_stage_directive_is_gone_once_the_plan_is_complete() -> None:
    assert await _steps(
        say("", ("plan", stages("a"))),
        say("", ("work", {}), ("advance", {"evidence": "a ok"})),
        say("Done."),
        mode="metronome",
    ) == [step(1), step(2, on_stage(1, 1, "a")), step(3)]
