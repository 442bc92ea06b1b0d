"""Plans that leak: into another session, another run, another task, or out of reach of a rule."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.agent.expected import (
    finished,
    on_item,
    on_stage,
    plan,
    plan_update,
    stages,
    step,
    todos,
    todos_update,
)
from tests.agent.faults.seen import errors, requests, rows, updates
from tests.fakes import COMPLETE, WorkInput, make_session, play, say, subject
from zaptui.agent.loop import Session
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Approval, Decision, Request, Tool, ToolContext
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import ScriptedReply
from zaptui.session.folder import new_session_id, session_file
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter
from zaptui.tape import Tape

CALL = ("work", {"what": "x"})


def _closing(ids: str) -> list[object]:
    """A plan and its stages, closed one a reply."""
    advances = [say("", CALL, ("advance", {"evidence": f"{i} ok"})) for i in ids.split()]
    return [say("", ("plan", stages(ids))), *advances, say("Done.")]


async def test_F34_the_plan_is_lost_with_the_history() -> None:
    """The plan does not live in the history: with none at all the directive is as before."""
    first = await play(make_session(_closing("a b c"), limits=Limits(max_steps=2)))
    planner = select_planner("metronome")
    planner.restore(updates(first)[-1].snapshot)
    told = await play(
        make_session(
            [say("", CALL, ("advance", {"evidence": "b ok"})), *[say("So.")] * 3], planner=planner
        )
    )
    assert updates(told)[-1].snapshot == plan("a+ b+ c", work=2)
    assert requests(told)[:2] == [step(1, on_stage(2, 3, "b")), step(2, on_stage(3, 3, "c"))]


async def test_F38_two_sessions_overwrite_each_others_tasks(tmp_path: Path) -> None:
    """They run side by side in one process, each with a plan and a transcript of its own."""
    paths = [session_file(tmp_path, new_session_id("2026-01-01T00:00:00Z")) for _ in range(2)]
    writers = [TranscriptWriter(path) for path in paths]
    running = [
        make_session(_closing(ids)).run("task", Tape([writer], clock=lambda: 0.0))
        for ids, writer in zip(["a b c", "d e f"], writers, strict=True)
    ]
    await asyncio.gather(*running)
    for writer in writers:
        writer.close()
    told = [[entry.event for entry in load(path).entries] for path in paths]
    assert [updates(one)[-1].snapshot for one in told] == [
        plan("a+ b+ c+", work=3),
        plan("d+ e+ f+", work=3),
    ]
    assert [len(requests(one)) for one in told] == [5, 5]
    assert [one[-1] for one in told] == [finished("complete", "answer")] * 2


async def test_F39_a_child_session_wipes_the_parents_list() -> None:
    """A whole session runs within a call of another one."""
    children: list[list[e.Event]] = []

    async def delegate(args: WorkInput, context: ToolContext) -> Json:
        """Run a session."""
        children.append(await play(make_session(_closing("x y"))))
        return "done"

    tool = Tool(name="delegate", input=WorkInput, run=delegate, subject=subject)
    told = await play(
        make_session(
            [
                say("", ("plan", stages("a b"))),
                say("", ("delegate", {}), ("advance", {"evidence": "a ok"})),
                say("", ("delegate", {}), ("advance", {"evidence": "b ok"})),
                say("Done."),
            ],
            tools=[tool, COMPLETE],
        )
    )
    assert [rows(child) for child in children] == [["1/2 Do x done", "2/2 Do y done"]] * 2
    assert [update.snapshot for update in updates(told)] == [
        plan("a b", work=0),
        plan("a+ b", work=1),
        plan("a+ b+", work=2),
    ]
    assert rows(told) == ["1/2 Do a done", "2/2 Do b done"]


async def test_F40_the_tape_cut_at_a_point_still_shows_the_later_list() -> None:
    """The tape up to a point holds the plan of then: its rows, and all that a planner needs."""
    told = await play(make_session(_closing("a b c")))
    cut = told[: told.index(plan_update("call_2_2", "a+ b c", work=1, version=2)) + 1]
    assert rows(cut) == ["1/3 Do a done", "2/3 Do b in_progress", "3/3 Do c pending"]
    planner = select_planner("metronome")
    planner.restore(updates(cut)[-1].snapshot)
    assert (planner.directive(), planner.work_tick) == (on_stage(2, 3, "b"), 1)


async def test_F41_an_old_tasks_list_disturbs_the_new_one() -> None:
    """A finished plan is put away: no row, no word of it in the next prompt of the session."""
    session = make_session([*_closing("a"), say("", CALL), say("It is so."), *_closing("b")])
    await play(session)
    question = await play(session, "and why?")
    assert (requests(question), rows(question)) == ([step(1), step(2)], [])
    assert question[-1] == finished("answered", "answer")
    task = await play(session, "now b")
    assert rows(task) == ["1/1 Do b done"]
    assert requests(task) == [step(1), step(2, on_stage(1, 1, "b")), step(3)]


@pytest.mark.parametrize(
    ("last", "limit"),
    [
        (say("", ("advance", {"evidence": "x"}), ("complete", {})), 9),
        (say("", ("advance", {"evidence": "x"})), 1),
    ],
    ids=["complete", "step limit"],
)
async def test_F41_a_word_for_the_old_task_is_told_in_the_new_one(last: object, limit: int) -> None:
    """What was still to be told when a run ended is not the next one's business."""
    session = make_session([last, say("Hello.")], limits=Limits(max_steps=limit))
    await play(session)
    assert requests(await play(session, "hello")) == [step(1)]


async def test_F41_a_list_left_open_gives_way_to_the_one_of_the_new_task() -> None:
    """It is told again, and the model can let go of it: what is open goes, done items stay."""
    session = make_session(
        [
            say("", ("write_todos", todos("a+ b*"))),
            *[say("So.")] * 3,
            say("", ("write_todos", todos("c*"))),
            *[say("So.")] * 3,
        ],
        mode="classic",
    )
    await play(session)
    told = await play(session, "something else")
    assert requests(told)[:2] == [
        step(1, on_item(2, 2, "b", None)),
        step(2, on_item(2, 2, "c", None)),
    ]
    restored = e.Violation(rule="R8", before=["c"], after=["a", "c"])
    assert updates(told)[1] == todos_update(
        "call_5_1",
        "a+ c*",
        version=updates(told)[1].version,
        dropped=[{"id": "b", "content": "b"}],
        violations=[restored],
    )


_PLANNING = {
    "write_todos": ("classic", [], ("write_todos", todos("a*"))),
    "plan": ("metronome", [], ("plan", stages("a"))),
    "advance": (
        "metronome",
        [say("", ("plan", stages("a")))],
        ("advance", {"evidence": "a ok"}),
    ),
}


def _session(tool: str, verdict: str, answer: str | None) -> Session:
    """A model that calls a planner tool on which there is a rule."""

    def decide(name: str, arguments: JsonObject) -> Decision:
        return Decision(verdict=verdict if name == tool else "allow", by="a rule", reason="no")

    async def ask(approval: Approval) -> Decision:
        return Decision(verdict=answer or "deny", by="you", reason="no")

    mode, before, call = _PLANNING[tool]
    return make_session(
        [*before, say("", CALL, call), *[say("So.")] * 3],
        mode=mode,
        decide=decide,
        ask=ask if answer else None,
    )


@pytest.mark.parametrize("tool", _PLANNING)
@pytest.mark.parametrize(
    ("verdict", "answer", "allowed"),
    [
        ("allow", None, True),
        ("deny", None, False),
        ("deny", "allow", False),
        ("ask", None, False),
        ("ask", "deny", False),
        ("ask", "allow", True),
    ],
)
async def test_F61_a_permission_on_the_planners_tools_has_no_effect(
    tool: str, verdict: str, answer: str | None, allowed: bool
) -> None:
    told = await play(_session(tool, verdict, answer))
    assert errors(told)[-1] == (None if allowed else "denied: no")
    assert len(updates(told)) == len(_PLANNING[tool][1]) + allowed
    denials = [denial.tool for denial in told[-1].denials]
    assert denials == ([] if allowed else [tool])


class _Obedient:
    """Does what the directive says, twice a stage, and writes the summary when asked for one. It
    knows nothing but the request it is given."""

    def __init__(self) -> None:
        self.worked: list[str] = []

    def __call__(self, request: Request) -> ScriptedReply:
        if request.system == "Summarise.":
            return say("Some stages were worked on.")
        stage = re.search(r'Work on "Do (\w)"', request.reminder or "")
        if stage is None:
            return say("Done.") if self.worked else say("", ("plan", stages("a b c d")))
        self.worked.append(stage[1])
        calls = [("work", {"what": stage[1] + "x" * 2_000})]
        if self.worked.count(stage[1]) == 2:
            calls.append(("advance", {"evidence": f"{stage[1]} is proved"}))
        return say("", *calls)


async def test_F35_after_compaction_finished_steps_run_again() -> None:
    """What is done is in the summary with its evidence, and the directive goes on behind it."""
    model = _Obedient()
    told = await play(make_session(model, set_window=4_000, compact_prompt="Summarise."))
    assert "".join(model.worked) == "aabbccdd"
    assert told[-1] == finished("complete", "answer")
    made = [event for event in told if isinstance(event, e.Compacted)]
    assert len(made) >= 2
    closed = [
        [line for line in event.summary.split("\n") if line.startswith("[done]")] for event in made
    ]
    assert closed[-1][:2] == [
        "[done] Do a (evidence: a is proved)",
        "[done] Do b (evidence: b is proved)",
    ]
