"""A request that fails is sent again in sight, and nothing of the failed try counts."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from tests.agent.expected import (
    called,
    ended,
    finished,
    looked,
    on_stage,
    stages,
    started,
    step,
    text,
)
from tests.fakes import Recorder, make_session, play, say
from zaptui.agent import reply
from zaptui.agent.retry import RetryPolicy
from zaptui.core import events as e
from zaptui.core.ports import Request
from zaptui.errors import ContextTooLong, Unavailable
from zaptui.planning.directives import ADVANCE_REFUSED
from zaptui.providers.scripted import Scripted

AT_ONCE = RetryPolicy(tries=3, first_wait_s=0.0)


def _retrying(attempt: int, wait_s: float = 0.0) -> e.Event:
    return e.Retrying(attempt=attempt, wait_s=wait_s, error="overloaded")


def _failing(**more: object) -> object:
    return say("I wi", error=Unavailable("overloaded", **more))


async def test_a_reply_that_failed_is_asked_for_again() -> None:
    session = make_session([_failing(), say("Hello.")], retry=AT_ONCE)
    assert await play(session) == [
        started(),
        step(1),
        text("I wi"),
        _retrying(1),
        text("Hello."),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_a_service_that_keeps_failing_ends_the_run_with_75() -> None:
    session = make_session([_failing()] * 4, retry=AT_ONCE)
    assert await play(session) == [
        started(),
        step(1),
        text("I wi"),
        _retrying(1),
        text("I wi"),
        _retrying(2),
        text("I wi"),
        finished("error", "error", 75, error="overloaded"),
    ]


async def test_an_error_that_stays_is_not_tried_again() -> None:
    session = make_session([say(error=ContextTooLong("too long")), say("Hello.")], retry=AT_ONCE)
    assert (await play(session))[2:] == [finished("error", "error", 1, error="too long")]


async def test_the_wait_is_at_least_what_the_service_asked_for() -> None:
    session = make_session([_failing(retry_after="2ms"), say("Hello.")], retry=AT_ONCE)
    assert _retrying(1, 0.002) in await play(session)


async def test_a_service_that_asks_for_too_long_is_not_waited_for_and_that_is_said() -> None:
    session = make_session([_failing(retry_after="600"), say("Hello.")], retry=AT_ONCE)
    told = await play(session)
    error = "overloaded — it asks to wait 600 s; --max-wait allows that"
    assert told[-1] == finished("error", "error", 75, error=error)


async def test_R24_a_retry_shows_the_once_keys_again_and_the_next_step_does_not() -> None:
    recorder = Recorder(
        Scripted(
            [
                say("", ("plan", stages("a"))),
                say("", ("advance", {"evidence": "a ok"})),
                _failing(),
                say("", ("look", {})),
                say("", ("advance", {"evidence": "a ok"}), ("complete", {})),
            ]
        )
    )
    told = await play(make_session(recorder, retry=AT_ONCE))
    nudged = step(0, on_stage(1, 1, "a"), ADVANCE_REFUSED).reminder
    plain = step(0, on_stage(1, 1, "a")).reminder
    assert recorder.reminders == [None, plain, nudged, nudged, plain]
    assert recorder.chat[2] == recorder.chat[3]
    assert recorder.messages[2] == recorder.messages[3]
    assert told[-1] == finished("complete", "complete")


class _BreaksOff:
    """A provider whose first try ends behind a whole call; the second one goes through."""

    context_window = None

    def __init__(self) -> None:
        self._tries = 0

    async def stream(self, request: Request) -> AsyncGenerator[e.ModelEvent, None]:
        self._tries += 1
        if self._tries < 3:
            for event in called("c1", "look"):
                yield event
        if self._tries == 1:
            raise Unavailable("overloaded")
        yield e.ModelFinished(reason="stop")

    async def close(self) -> None:
        """Nothing is held."""


async def test_calls_of_a_failed_try_do_not_run_and_get_no_result() -> None:
    session = make_session(_BreaksOff(), retry=AT_ONCE)
    assert await play(session) == [
        started(),
        step(1),
        *called("c1", "look"),
        _retrying(1),
        *called("c1", "look"),
        ended("stop"),
        *looked("c1", "", "r1"),
        step(2),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_a_run_that_ends_after_a_failed_try_gives_its_calls_no_result() -> None:
    session = make_session(_BreaksOff(), retry=RetryPolicy(tries=2, first_wait_s=30))
    told: list[e.Event] = []

    def emit(event: e.Event) -> None:
        told.append(event)
        if isinstance(event, e.Retrying):
            running.cancel()

    running = asyncio.ensure_future(session.run("task", emit))
    with pytest.raises(asyncio.CancelledError):
        await running
    assert told[4:] == [_retrying(1, 30.0), finished("aborted", "cancelled", 130)]


async def test_a_text_that_does_not_end_is_cut_and_ends_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "LONGEST_TEXT", 5)
    session = make_session([replace(say("456789", reasoning="123"), piece=3)])
    assert await play(session) == [
        started(),
        step(1),
        e.ReasoningDelta(part="reasoning", text="123"),
        text("456"),
        finished("capped", "output", 4),
    ]


async def test_no_call_of_a_reply_that_was_cut_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply, "LONGEST_ARGUMENTS", 3)
    session = make_session([say("", ("look", {}), ("look", {}))])
    told = await play(session)
    cut = "not run: the reply was cut by the output limit, so the arguments may be incomplete"
    assert told[2:] == [
        *called("call_1_1", "look"),
        called("call_1_2", "look")[0],
        e.ToolReturned(call_id="call_1_1", error=cut),
        finished("capped", "output", 4),
    ]
