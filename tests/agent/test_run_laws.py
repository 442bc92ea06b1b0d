"""Laws of whole runs, whatever the model says."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.agent.expected import stages, todos
from tests.agent.wire_law import check
from tests.core.strategies import long
from tests.fakes import Recorder, make_session, say
from zaptui.agent.loop import Session
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import as_object
from zaptui.core.lines import decode, encode
from zaptui.core.ports import Request
from zaptui.errors import Unavailable
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.view.folder import StageFolder

quick = settings(max_examples=50, deadline=None, derandomize=True)

_lists = st.sampled_from(["", "a* b", "a+ b*", "b+", "a+ b+", "b* c", "a b", "c*"])
_calls = st.one_of(
    st.builds(lambda n: ("work", {"what": n}), st.sampled_from("xy")),
    st.just(("look", {"what": "z"})),
    st.just(("work", {"fail": "no <task_reminder>"})),
    st.just(("grep", {})),
    st.just(("work", "{broken")),
    st.builds(lambda specs: ("write_todos", todos(specs)), _lists),
    st.just(("write_todos", {"todos": "no list"})),
    st.builds(lambda ids: ("plan", stages(ids)), st.sampled_from(["a b", "b c", "a", ""])),
    st.builds(lambda text: ("advance", {"evidence": text}), st.sampled_from(["ok", "ok", ""])),
    st.just(("complete", {"summary": "done"})),
)
_replies = st.builds(
    lambda text, calls, reason, error: say(text, *calls, reason=reason, error=error),
    st.sampled_from(["", "words", " ", "</task_reminder>"]),
    st.lists(_calls, max_size=4),
    st.sampled_from([None, None, None, "length"]),
    st.sampled_from([None, None, None, None, Unavailable("overloaded")]),
)
_scripts = st.lists(_replies, max_size=9)


class _Watched(Scripted):
    """A model that notes whether a stage was open at each request."""

    def __init__(self, replies: list[ScriptedReply]) -> None:
        super().__init__(replies)
        self.session: Session | None = None
        self.stage_open: list[bool] = []

    def _next(self, request: Request) -> ScriptedReply:
        assert self.session is not None
        self.stage_open.append(not self.session.setup.planner.complete)
        return super()._next(request)


async def _play(replies: list[ScriptedReply], mode: str) -> None:
    watched = _Watched(replies)
    recorder = Recorder(watched)
    session = make_session(
        recorder,
        mode=mode,
        limits=Limits(max_steps=6),
        retry=RetryPolicy(tries=2, first_wait_s=0.0),
    )
    watched.session = session
    told: list[e.Event] = []
    for prompt in ("one", "two", "three"):
        before = len(told)
        finish = await session.run(prompt, told.append)
        _one_run(told[before:], finish)
    check(recorder, watched.stage_open)
    _the_tape_is_the_state(session, told)


def _one_run(told: list[e.Event], finish: e.RunFinished) -> None:
    kinds = Counter(event.type for event in told)
    assert (told[0].type, told[-1]) == ("run_started", finish)
    assert (kinds["run_started"], kinds["run_finished"]) == (1, 1)
    called = [event.call_id for event in told if isinstance(event, e.ToolCalled)]
    results = [event.call_id for event in told if isinstance(event, e.ToolReturned)]
    assert sorted(called) == sorted(set(results)) == sorted(results)
    if finish.outcome in ("complete", "answered"):
        assert finish.open_stages == []
    pointers = [
        as_object(event.snapshot.get("plan")).get("pointer", 0)
        for event in told
        if isinstance(event, e.PlanUpdate)
    ]
    assert pointers == sorted(pointers)


def _the_tape_is_the_state(session: Session, told: list[e.Event]) -> None:
    """What was told, written down and read back is the conversation, to the eye as well."""
    again = Conversation()
    for seq, event in enumerate(told):
        again.apply(decode(encode(e.Entry(seq=seq, at=0.0, event=event))).event)
    for live, read in zip(session.conversation.turns, again.turns, strict=True):
        steps = [list(step.parts) for step in live.all_steps()]
        assert steps == [list(step.parts) for step in read.all_steps()]
        rows = [(row.stage_id, row.status) for row in StageFolder(live).fold().rows]
        assert rows == [(row.stage_id, row.status) for row in StageFolder(read).fold().rows]
        assert live.finished is not None
        if live.finished.outcome == "complete":
            assert {status for _, status in rows} <= {"done"}


@given(replies=_scripts, mode=st.sampled_from(["classic", "metronome", "none"]))
@quick
def test_laws_of_runs(replies: list[ScriptedReply], mode: str) -> None:
    asyncio.run(_play(replies, mode))


@pytest.mark.soak
@given(replies=_scripts, mode=st.sampled_from(["classic", "metronome", "none"]))
@long
def test_laws_of_runs_long_sweep(replies: list[ScriptedReply], mode: str) -> None:
    asyncio.run(_play(replies, mode))
