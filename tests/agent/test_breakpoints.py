"""Breakpoints: the run stops and asks before a stage; the plan may change while it waits."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.agent.expected import finished, stages
from tests.agent.faults.seen import requests, updates
from tests.agent.test_plan_keeper import WORK, Step, edit, script
from tests.fakes import make_session, play, say
from zaptui.agent import breakpoints
from zaptui.agent.loop import Session
from zaptui.core import events as e
from zaptui.core.json import JsonObject
from zaptui.core.ports import AskUser
from zaptui.planning.plan_edit import AddRow, DropRow, FlagRow
from zaptui.providers.scripted import ScriptedReply
from zaptui.session.plan_store import SqlitePlanStore

PLAN = say("", ("plan", stages("a b")))
ADVANCE: JsonObject = {"evidence": "seen"}
BREAK = FlagRow(id="b", flag="breakpoint", on=True)
QUESTION = "Breakpoint: go on with the stage 'Do b'?"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlitePlanStore]:
    store = SqlitePlanStore(tmp_path)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breakpoints, "POLL_S", 0.01)


class Person:
    """Answers with these words, one after another; `None` waits for ever."""

    def __init__(self, *answers: str | None) -> None:
        self.asked: list[tuple[str, Sequence[str]]] = []
        self.waiting = asyncio.Event()
        self.taken_back = 0
        self._answers = list(answers)

    async def __call__(self, question: str, options: Sequence[str]) -> str:
        self.asked.append((question, options))
        answer = self._answers.pop(0)
        if answer is None:
            self.waiting.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.taken_back += 1
                raise
        return answer or ""


def _session(store: SqlitePlanStore, ask_user: AskUser | None, *more: Step) -> Session:
    """Stage a is worked on, a breakpoint set before b meanwhile; then a is closed."""

    def broken() -> ScriptedReply:
        edit(store, BREAK)
        return say("", WORK, ("advance", ADVANCE))

    return make_session(script(PLAN, broken, *more), store=store, ask_user=ask_user)


async def test_without_a_person_the_run_ends_as_blocked_with_a_clear_line(
    store: SqlitePlanStore,
) -> None:
    session = _session(store, None, say("", WORK, ("advance", ADVANCE)), say("Done."))
    told = await play(session)
    assert len(requests(told)) == 2
    assert told[-2:] == [
        e.Notice(
            level="warning",
            text="stopped at the breakpoint before 'Do b'; zap run -r s \"go on\" goes on",
        ),
        finished("blocked", "breakpoint", 5, open_stages=["Do b"]),
    ]
    again = await play(session, "go on")
    assert again[-1] == finished("complete", "answer")
    assert [(u.change, u.breakpoints, u.why) for u in updates(again)][:2] == [
        ("snapshot", ["b"], None),
        ("edited", None, "a new prompt: the run goes on"),
    ]


async def test_a_person_who_says_so_lets_it_go_on(store: SqlitePlanStore) -> None:
    person = Person("go on")
    told = await play(_session(store, person, say("", WORK, ("advance", ADVANCE)), say("Done.")))
    assert person.asked == [(QUESTION, ["go on", "stop here"])]
    assert told[-1] == finished("complete", "answer")
    edited = [u for u in updates(told) if u.change == "edited"]
    assert [(u.breakpoints, u.why) for u in edited] == [
        (["b"], "breakpoint b"),
        (None, "a person let the run go on"),
    ]
    assert not any("changed from outside" in (r.reminder or "") for r in requests(told))


@pytest.mark.parametrize("answer", ["stop here", ""])
async def test_a_person_who_says_no_ends_it_as_blocked(store: SqlitePlanStore, answer: str) -> None:
    told = await play(_session(store, Person(answer), say("Done.")))
    assert told[-1] == finished("blocked", "breakpoint", 5, open_stages=["Do b"])
    live = store.read("s")
    assert live is not None
    assert [row.breakpoint for row in live.rows] == [False, True]


async def test_any_other_words_go_on_and_reach_the_model(store: SqlitePlanStore) -> None:
    told = await play(
        _session(store, Person("only the docs"), say("", WORK, ("advance", ADVANCE)), say("Done."))
    )
    assert e.UserMessage(text="only the docs") in told
    assert told[-1] == finished("complete", "answer")


async def _changed_meanwhile(
    store: SqlitePlanStore, person: Person, session: Session, *edits: AddRow | DropRow | FlagRow
) -> list[e.Event]:
    """The run, with edits while its question waits."""
    told: list[e.Event] = []
    running = asyncio.ensure_future(session.run("task", told.append))
    await asyncio.wait_for(person.waiting.wait(), 10)
    edit(store, *edits)
    await asyncio.wait_for(running, 10)
    return told


async def test_an_edit_while_it_waits_is_told_at_once_and_named_by_the_next_directive(
    store: SqlitePlanStore,
) -> None:
    """The stage with the breakpoint moves behind another one: the question is taken back."""
    person = Person(None)
    more = [say("", WORK, ("advance", ADVANCE)), say("So.")]
    session = _session(store, person, *more)
    add = AddRow(content="Tell Ann", at=1)
    told = await _changed_meanwhile(store, person, session, add, DropRow(id="b"))
    assert person.taken_back == 1
    assert requests(told)[2].reminder is not None
    assert '[Stage 2/2] Work on "Tell Ann" (final stage)' in (requests(told)[2].reminder or "")
    assert "[in_progress] t1: Tell Ann" in (requests(told)[2].reminder or "")
    assert told[-1] == finished("complete", "answer")


async def test_another_terminal_lifts_the_breakpoint(store: SqlitePlanStore) -> None:
    person = Person(None)
    session = _session(store, person, say("", WORK, ("advance", ADVANCE)), say("Done."))
    lift = FlagRow(id="b", flag="breakpoint", on=False)
    told = await _changed_meanwhile(store, person, session, lift)
    assert (len(person.asked), person.taken_back) == (1, 1)
    assert told[-1] == finished("complete", "answer")


async def test_an_edit_beside_the_breakpoint_leaves_the_question(store: SqlitePlanStore) -> None:
    """It goes on waiting, for the words that come after the edit."""
    asked = Person(None)

    async def person(question: str, options: Sequence[str]) -> str:
        waiting = asyncio.ensure_future(asked(question, options))
        while not any(
            update.change == "edited" and "Tell Ann" in str(update.todos) for update in seen
        ):
            await asyncio.sleep(0.005)
        waiting.cancel()
        return "go on"

    told: list[e.Event] = []
    seen: list[e.PlanUpdate] = []

    def emit(event: e.Event) -> None:
        told.append(event)
        if isinstance(event, e.PlanUpdate):
            seen.append(event)

    session = _session(store, person, say("So."))
    running = asyncio.ensure_future(session.run("task", emit))
    await asyncio.wait_for(asked.waiting.wait(), 10)
    edit(store, AddRow(content="Tell Ann about c"))
    await asyncio.wait_for(running, 10)
    assert len(asked.asked) == 1
    assert "Tell Ann about c" in (requests(told)[2].reminder or "")


async def test_a_cancelled_run_takes_its_question_back(store: SqlitePlanStore) -> None:
    person = Person(None)
    session = _session(store, person, say("Done."))
    told: list[e.Event] = []
    running = asyncio.ensure_future(session.run("task", told.append))
    await asyncio.wait_for(person.waiting.wait(), 10)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert person.taken_back == 1
    assert isinstance(told[-1], e.RunFinished)
    assert told[-1].outcome == "aborted"


async def test_without_a_store_there_are_no_breakpoints() -> None:
    session = make_session([say("Hello.")])
    session.keeper.pass_breakpoint("nothing to pass")
    assert session.keeper.breakpoint() is None
    assert (await play(session))[-1] == finished("answered", "answer")
