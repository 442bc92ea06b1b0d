"""Commands that still run when the model is done (planning fault F11)."""

from collections.abc import Sequence
from dataclasses import replace

from tests.agent.expected import finished
from tests.fakes import FakeSpawner, make_session, play, say
from zaptui.agent.loop import Session
from zaptui.core import events as e
from zaptui.providers.scripted import ScriptedReply

COMPLETE = say("", ("complete", {"summary": "ok"}))


def session_over(left: Sequence[Sequence[int]]) -> Session:
    """A model that calls `complete` at once; what runs in the background then, request by
    request."""
    spawner, when = FakeSpawner(), iter(left)

    def script(request: object) -> ScriptedReply:
        spawner.left = [*next(when)]
        return COMPLETE

    return Session(replace(make_session(script).setup, spawner=spawner))


def errors(told: list[e.Event]) -> list[str]:
    return [ev.error for ev in told if isinstance(ev, e.ToolReturned) and ev.error is not None]


def warnings(told: list[e.Event]) -> list[str]:
    return [ev.text for ev in told if isinstance(ev, e.Notice) and ev.level == "warning"]


async def test_F11_complete_is_refused_while_a_command_runs_and_taken_when_it_has_ended() -> None:
    told = await play(session_over([[41, 42], []]))
    assert errors(told) == [
        "not complete yet: what you started in the background still runs (process groups 41, 42) "
        "and is ended with the run. Wait for it, or end it with `kill -- -GROUP`, then call "
        "complete. If it may be cut off, call complete again."
    ]
    assert warnings(told) == []
    assert told[-1] == finished("complete", "complete")


async def test_F11_insisting_ends_the_run_with_a_warning_on_the_tape() -> None:
    told = await play(session_over([[41], [41]]))
    assert len(errors(told)) == 1
    assert told[-2:] == [
        e.Notice(
            level="warning",
            text="a command still runs in the background; what is not done when zap ends is cut "
            "off",
        ),
        finished("complete", "complete"),
    ]


async def test_F11_another_command_is_another_refusal() -> None:
    told = await play(session_over([[41], [41, 42], [41, 42]]))
    assert [error.count("41, 42") for error in errors(told)] == [0, 1]
    assert warnings(told) == [
        "2 commands run in the background; what is not done when zap ends is cut off"
    ]


async def test_F11_a_text_answer_ends_with_the_warning_too() -> None:
    spawner = FakeSpawner()
    spawner.left = [7]
    session = make_session([say("The build is on its way.")])
    told = await play(Session(replace(session.setup, spawner=spawner)))
    assert len(warnings(told)) == 1
    assert told[-1] == finished("answered", "answer")
