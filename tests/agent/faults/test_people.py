"""Plans that a person cannot steer: no stop, no say in the list, no approval, no budget."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.agent.expected import finished, stages, todos
from tests.agent.faults.seen import folded, requests, rows, updates, work
from tests.agent.test_plan_keeper import edit, script
from tests.fakes import make_session, play, say
from zaptui.agent.loop import Session
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.json import JsonObject
from zaptui.core.parts import Usage
from zaptui.planning.plan_edit import DropRow, FlagRow, MoveRow, RewordRow
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import ScriptedReply
from zaptui.session.plan_store import SqlitePlanStore

MODES = ["metronome", "classic", "ledger"]
ADVANCE: tuple[str, JsonObject] = ("advance", {"evidence": "seen"})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlitePlanStore]:
    store = SqlitePlanStore(tmp_path)
    yield store
    store.close()


def _ledger(specs: str) -> JsonObject:
    words = {"+": "completed", "*": "in_progress"}
    return {
        "items": [
            {"id": s[0], "content": f"Do {s[0]}", "status": words.get(s[-1], "pending")}
            for s in specs.split()
        ]
    }


def _replies(mode: str) -> list[ScriptedReply]:
    """A plan of a, b and c, worked through without a look at anybody."""
    if mode == "metronome":
        advances = [say("", ("work", {"what": f"for {i}"}), ADVANCE) for i in "abc"]
        return [say("", ("plan", stages("a b c"))), *advances, say("Done.")]
    lists = ["a* b c", "a+ b* c", "a+ b+ c*", "a+ b+ c+"]
    tool, made = ("write_todos", todos) if mode == "classic" else ("todo_write", _ledger)
    first, *more = [(tool, made(specs)) for specs in lists]
    closing = [say("", ("work", {"what": f"for {i}"}), c) for i, c in zip("abc", more, strict=True)]
    return [say("", first), *closing, say("Done.")]


def _with_breakpoints(store: SqlitePlanStore, mode: str, *ids: str, **more: object) -> Session:
    """Breakpoints are set while stage a is worked on."""
    first, second, *others = _replies(mode)

    def broken() -> ScriptedReply:
        edit(store, *[FlagRow(id=i, flag="breakpoint", on=True) for i in ids])
        return second

    return make_session(script(first, broken, *others), mode=mode, store=store, **more)


@pytest.mark.parametrize("mode", MODES)
async def test_F21_the_gate_pushes_into_the_next_phase_against_the_users_wish(
    mode: str, store: SqlitePlanStore
) -> None:
    """No request is made beyond the stage they wanted, whatever the gate would have."""
    told = await play(_with_breakpoints(store, mode, "b"))
    assert len(requests(told)) == 2
    end = told[-1]
    assert isinstance(end, e.RunFinished)
    assert (end.outcome, end.stopped_by, end.exit_code) == ("blocked", "breakpoint", 5)
    assert rows(told)[0].endswith(" done")
    assert work(told)[1:] == [[], []]


async def test_F22_the_continuation_leaves_no_stop_for_a_review(store: SqlitePlanStore) -> None:
    """A person is asked before each stage, with what was done so far before them."""
    told: list[e.Event] = []
    seen: list[tuple[str, int, list[str]]] = []

    async def review(question: str, options: Sequence[str]) -> str:
        seen.append((question, len(requests(told)), [r.status for r in folded(told).rows]))
        return "go on"

    session = _with_breakpoints(store, "metronome", "b", "c", ask_user=review)
    await session.run("task", told.append)
    assert seen == [
        (
            "Breakpoint: go on with the stage 'Do b'?",
            2,
            ["done", "in_progress", "pending"],
        ),
        ("Breakpoint: go on with the stage 'Do c'?", 3, ["done", "done", "in_progress"]),
    ]
    assert told[-1] == finished("complete", "answer")


@pytest.mark.parametrize("mode", MODES)
async def test_F24_there_are_no_breakpoints_in_the_list(mode: str, store: SqlitePlanStore) -> None:
    """They are of the plan: told with each change of it, and kept when the model sends its list
    again and when another run goes on with it."""
    told = await play(_with_breakpoints(store, mode, "c", limits=Limits(max_steps=2)))
    assert [update.breakpoints for update in updates(told)] == [None, ["c"], ["c"]]
    planner = select_planner(mode)
    planner.restore(updates(told)[-1].snapshot, version=updates(told)[-1].version)
    again = make_session(_replies(mode)[2:], mode=mode, planner=planner, store=store)
    told = await play(again, "go on")
    assert (len(requests(told)), told[-1].stopped_by) == (1, "breakpoint")


@pytest.mark.parametrize("mode", MODES)
async def test_F50_an_approved_plan_stays_at_0_of_N(mode: str) -> None:
    """It is the live plan of the run that follows: in its context, told, and it moves."""
    planner = select_planner(mode)
    calls = {
        "metronome": [ADVANCE, ADVANCE],
        "classic": [
            ("write_todos", {"todos": [{"content": c, "status": s} for c, s in items]})
            for items in (
                [("Look", "done"), ("Mend", "in_progress")],
                [("Look", "done"), ("Mend", "done")],
            )
        ],
        "ledger": [
            ("todo_write", {"mode": "patch", "items": [{"id": i, "status": "completed"}]})
            for i in ("t1", "t2")
        ],
    }
    closing = [say("", ("work", {}), call) for call in calls[mode]]
    proposal = say("- [ ] Look\n- [ ] Mend")
    session = make_session([proposal, *closing, say("Done.")], planner=planner)
    await play(session, "propose a plan")
    planner.seed(parse_plan_file(b"- [ ] Look\n- [ ] Mend\n"))
    session.seed()
    told = await play(session, "carry it out")
    first, *_ = updates(told)
    assert (first.change, told.index(first)) == ("seeded", 1)
    told_first = {
        "metronome": 'Work on "Look" until',
        "classic": "keep what it holds:\n[pending] t1: Look\n[pending] t2: Mend\n",
        "ledger": "- [pending] Look",
    }
    assert told_first[mode] in (requests(told)[0].reminder or "")
    assert rows(told) == ["1/2 Look done", "2/2 Mend done"]
    assert told[-1] == finished("complete", "answer")


@pytest.mark.parametrize("mode", MODES)
async def test_F62_the_user_cannot_fix_or_reorder_the_list(
    mode: str, store: SqlitePlanStore
) -> None:
    """What they put in front, word anew and take out is what the model is told to do next."""
    first, *_ = _replies(mode)

    def edited() -> ScriptedReply:
        edit(
            store,
            MoveRow(id="c", to=0),
            RewordRow(id="c", content="Ask Ann first"),
            DropRow(id="b"),
        )
        return say("", ("work", {}))

    told = await play(make_session(script(first, edited, say("So.")), mode=mode, store=store))
    assert [row.split(" ", 1)[1].rsplit(" ", 1)[0] for row in rows(told)] == [
        "Ask Ann first",
        "a" if mode == "classic" else "Do a",
    ]
    assert "Ask Ann first" in (requests(told)[2].reminder or "")
    assert '"Do b"' not in (requests(told)[2].reminder or "")


async def test_F63_there_is_no_cost_and_no_budget_of_a_step() -> None:
    """Each stage has its tokens and calls, the run its cost, and a limit ends it in the middle."""
    usage = Usage(output_tokens=300)
    replies = [say(r.text, *r.calls, usage=usage) for r in _replies("metronome")]
    priced = {"price": lambda used: used.output_tokens / 1000}
    told = await play(make_session(replies, **priced))
    assert [(r.meter.tokens, r.meter.calls) for r in folded(told).rows] == [(300, 1)] * 3
    assert told[-1] == finished("complete", "answer", usage=Usage(output_tokens=1500), cost=1.5)
    capped = await play(make_session(replies, limits=Limits(max_cost=0.6), **priced))
    assert capped[-1] == finished(
        "capped", "max_cost", 4,
        usage=Usage(output_tokens=600), cost=0.6, open_stages=["Do b", "Do c"],
    )  # fmt: skip
