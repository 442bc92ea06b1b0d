"""However a run ends, its tape ends in one RunFinished and every call has its result."""

import asyncio
from collections.abc import AsyncGenerator, Callable

import pytest

from tests.agent.expected import (
    called,
    ended,
    failed,
    finished,
    looked,
    on_item,
    returned,
    started,
    step,
    text,
    todos,
    todos_update,
)
from tests.fakes import COMPLETE, LOOK, WorkInput, make_session, play, say, subject
from zaptui.agent.loop import Session
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Decision, Request, Tool, ToolContext
from zaptui.errors import (
    AuthError,
    ContextTooLong,
    ProviderError,
    StateError,
    Unavailable,
    ZapError,
)

INTERRUPTED = "interrupted, may have run"
NOT_RUN = "not run: the run was interrupted"


class Stalled:
    """A provider that says the start of a reply and then nothing."""

    context_window = None

    def __init__(self, *events: e.ModelEvent) -> None:
        self._events = events
        self.closed = False

    async def stream(self, request: Request) -> AsyncGenerator[e.ModelEvent, None]:
        try:
            for event in self._events:
                yield event
            await asyncio.Event().wait()
        finally:
            self.closed = True

    async def close(self) -> None:
        """Nothing is held."""


class Endless:
    """A tool that never ends by itself, and cleans up when it is cancelled."""

    def __init__(self) -> None:
        self.cleaned = 0

    async def run(self, args: WorkInput, context: ToolContext) -> Json:
        """Wait for ever."""
        try:
            await asyncio.Event().wait()
        finally:
            self.cleaned += 1

    def tool(self, *, reads_only: bool = False) -> Tool[WorkInput]:
        return Tool(
            name="wait", input=WorkInput, run=self.run, subject=subject, reads_only=reads_only
        )


async def _cancelled(
    session: Session, when: Callable[[e.Event], bool], told: list[e.Event] | None = None
) -> list[e.Event]:
    """The tape of a run that is cancelled as soon as an event is told."""
    told = [] if told is None else told

    def emit(event: e.Event) -> None:
        told.append(event)
        if when(event):
            running.cancel()

    running = asyncio.ensure_future(session.run("task", emit))
    with pytest.raises(asyncio.CancelledError):
        await running
    assert session.conversation.turn.finished == told[-1]
    return told


def _aborted(exit_code: int = 130, **more: object) -> e.Event:
    return finished("aborted", "cancelled", exit_code, **more)


async def test_a_cancel_while_the_model_speaks() -> None:
    call = e.ToolCalled(call_id="c1", tool="work", input={})
    half = e.ToolInputDelta(call_id="c2", tool="work", delta="{")
    stalled = Stalled(e.TextDelta(part="text", text="I wi"), call, half)
    told = await _cancelled(make_session(stalled), lambda event: event == half)
    assert told == [
        started(),
        step(1),
        text("I wi"),
        call,
        half,
        failed("c1", NOT_RUN),
        _aborted(),
    ]
    assert stalled.closed


async def test_a_cancel_while_a_tool_runs() -> None:
    endless = Endless()
    session = make_session(
        [say("", ("look", {}), ("wait", {}), ("look", {}), ("complete", {}))],
        tools=[LOOK, endless.tool(), COMPLETE],
    )
    session.signal = 15
    start = e.ToolStarted(call_id="call_1_2")
    told = await _cancelled(session, lambda event: event == start)
    assert told[11:] == [
        *looked("call_1_1", "", "r1"),
        e.ToolDecided(call_id="call_1_2", decision="allow", by="test"),
        start,
        failed("call_1_2", INTERRUPTED),
        failed("call_1_3", NOT_RUN),
        failed("call_1_4", NOT_RUN),
        _aborted(143),
    ]
    assert endless.cleaned == 0  # it was cancelled before it began


async def test_a_cancel_while_reads_run_side_by_side_ends_them_all() -> None:
    endless = Endless()
    session = make_session(
        [say("", ("wait", {}), ("wait", {}))], tools=[endless.tool(reads_only=True)]
    )
    running = asyncio.ensure_future(play(session))
    while session.conversation.turn.started.prompt == "" or not _running(session, 2):
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    parts = session.conversation.turn.current.parts
    assert [part.error for part in parts] == [INTERRUPTED, INTERRUPTED]
    assert endless.cleaned == 2


def _running(session: Session, count: int) -> bool:
    parts = session.conversation.turn.current.parts
    return sum(part.state == "running" for part in parts) == count


@pytest.mark.parametrize(
    ("last", "step_two"), [(returned("call_1_1", "saw ", "r1"), []), (step(2), [step(2)])]
)
async def test_a_cancel_between_two_steps(last: e.Event, step_two: list[e.Event]) -> None:
    session = make_session([say("", ("look", {})), say("Done.")])
    assert await _cancelled(session, lambda event: event == last) == [
        started(),
        step(1),
        *called("call_1_1", "look"),
        ended(),
        *looked("call_1_1", "", "r1"),
        *step_two,
        _aborted(),
    ]


async def test_a_cancel_tells_what_was_open() -> None:
    session = make_session([say("", ("write_todos", todos("a* b")))], mode="classic")
    told = await _cancelled(session, lambda event: isinstance(event, e.PlanUpdate))
    assert told[-2:] == [
        step(2, on_item(1, 2, "a", "b")),
        _aborted(open_stages=["a", "b"]),
    ]


async def test_after_a_cancel_the_next_prompt_goes_on() -> None:
    session = make_session([say("", ("look", {})), say("never"), say("Hello again.")])
    result = returned("call_1_1", "saw ", "r1")
    told = await _cancelled(session, lambda event: event == result)
    del told[:]
    again = await play(session, "go on")
    assert again[-1] == finished("answered", "answer")
    assert [turn.outcome for turn in _outcomes(session)] == ["aborted", "answered"]


def _outcomes(session: Session) -> list[e.RunFinished]:
    return [turn.finished for turn in session.conversation.turns if turn.finished]


async def test_a_timeout_ends_the_run_with_124() -> None:
    endless = Endless()
    session = make_session(
        [say("", ("wait", {}))], tools=[endless.tool()], limits=Limits(timeout_s=0.01)
    )
    assert (await play(session))[4:] == [
        ended(),
        e.ToolDecided(call_id="call_1_1", decision="allow", by="test"),
        e.ToolStarted(call_id="call_1_1"),
        failed("call_1_1", INTERRUPTED),
        finished("capped", "timeout", 124),
    ]
    assert endless.cleaned == 1


async def test_the_step_limit_ends_the_run_with_4() -> None:
    script = [say("", ("write_todos", todos("a*")))] * 3
    session = make_session(script, mode="classic", limits=Limits(max_steps=2))
    directive = on_item(1, 1, "a", None)
    assert (await play(session))[7:] == [
        step(2, directive),
        *called("call_2_1", "write_todos", **todos("a*")),
        ended(),
        returned("call_2_1", todos("a*")),
        todos_update("call_2_1", "a*", version=2),
        finished("capped", "max_steps", 4, open_stages=["a"]),
    ]


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (AuthError("no key", hint="set OPENAI_API_KEY"), 77),
        (Unavailable("overloaded"), 75),
        (ContextTooLong("too long"), 1),
        (ProviderError("refused"), 1),
        (ZapError("odd"), 1),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_a_provider_that_fails_ends_the_run_with_its_exit_code(
    error: ZapError, exit_code: int
) -> None:
    session = make_session([say("I wi", error=error)])
    assert await play(session) == [
        started(),
        step(1),
        text("I wi"),
        finished("error", "error", exit_code, error=str(error)),
    ]


async def test_a_denial_is_less_than_an_error() -> None:
    def deny(tool: str, arguments: JsonObject) -> Decision:
        return Decision(verdict="deny", by="a rule", reason="no")

    session = make_session(
        [say("", ("work", {})), say("", error=Unavailable("overloaded"))], decide=deny
    )
    denied = e.Denial(call_id="call_1_1", tool="work", subject="", reason="no")
    told = await play(session)
    assert told[-1] == finished("error", "error", 75, error="overloaded", denials=[denied])


async def _told_until_it_raises(session: Session, kind: type[Exception]) -> list[e.Event]:
    told: list[e.Event] = []
    with pytest.raises(kind):
        await session.run("task", told.append)
    return told


@pytest.mark.parametrize("bug", [RuntimeError("a bug"), TimeoutError("a bug")])
async def test_a_bug_in_a_tool_ends_the_tape_and_escapes(bug: Exception) -> None:
    async def run(args: WorkInput, context: ToolContext) -> Json:
        """Break."""
        raise bug

    tool = Tool(name="broken", input=WorkInput, run=run, subject=subject, reads_only=True)
    endless = Endless()
    session = make_session(
        [say("", ("broken", {}), ("wait", {}))], tools=[tool, endless.tool(reads_only=True)]
    )
    message = (await _told_until_it_raises(session, type(bug)))[-1]
    assert message == finished("error", "error", 1, error=message.error)
    assert "a bug" in message.error
    parts = session.conversation.turn.current.parts
    assert [part.error for part in parts] == [INTERRUPTED, INTERRUPTED]


async def test_a_tape_that_cannot_be_written_ends_the_run_with_74() -> None:
    session = make_session([say("Hello.")])
    told: list[e.Event] = []

    def emit(event: e.Event) -> None:
        told.append(event)
        if isinstance(event, e.TextDelta):
            raise StateError("the disk is full")

    finish = await session.run("task", emit)
    assert finish == told[-1] == finished("error", "error", 74, error="the disk is full")


async def test_a_result_that_cannot_be_written_does_not_keep_the_run_from_its_end() -> None:
    calls = [e.ToolCalled(call_id=call_id, tool="work", input={}) for call_id in ("c1", "c2")]
    session = make_session(Stalled(*calls), limits=Limits(timeout_s=0.01))
    told: list[e.Event] = []

    def emit(event: e.Event) -> None:
        told.append(event)
        if event == failed("c1", NOT_RUN):
            raise StateError("the disk is full")

    await session.run("task", emit)
    assert told[-3:] == [
        failed("c1", NOT_RUN),
        failed("c2", NOT_RUN),
        finished("capped", "timeout", 74, error="the disk is full"),
    ]
