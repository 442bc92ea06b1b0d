"""Whole runs, event by event: what a tape holds on the main paths."""

from tests.agent.expected import (
    called,
    completed,
    ended,
    failed,
    finished,
    looked,
    on_item,
    on_stage,
    plan,
    plan_update,
    returned,
    stages,
    started,
    step,
    text,
    todos,
    todos_update,
    worked,
)
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.planning.directives import ALL_DONE, edited_plan
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import ClassicPlanner


async def test_R47_a_text_with_no_plan_ends_the_turn_as_answered() -> None:
    usage = Usage(input_tokens=7, output_tokens=2)
    session = make_session([say("Hello.", reasoning="Hm.", usage=usage)])
    assert await play(session) == [
        started(),
        step(1),
        e.ReasoningDelta(part="reasoning", text="Hm."),
        text("Hello."),
        e.ModelFinished(reason="stop", usage=usage),
        finished("answered", "answer", usage=usage),
    ]


async def test_R44_complete_with_no_plan_ends_the_turn() -> None:
    session = make_session(
        [say("I look.", ("look", {"what": "a"})), say("", ("complete", {"summary": "Seen."}))]
    )
    assert await play(session) == [
        started(),
        step(1),
        text("I look."),
        *called("call_1_1", "look", what="a"),
        ended(),
        *looked("call_1_1", "a", "r1"),
        step(2),
        *called("call_2_1", "complete", summary="Seen."),
        ended(),
        *completed("call_2_1", "Seen."),
        finished("complete", "complete"),
    ]


async def test_metronome_from_plan_to_complete() -> None:
    session = make_session(
        [
            say("", ("plan", stages("a b"))),
            say("", ("work", {"what": "x"}), ("advance", {"evidence": "a ok"})),
            say("", ("work", {"what": "y"})),
            say("", ("complete", {"summary": "s"}), ("advance", {"evidence": "b ok"})),
        ]
    )
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", "plan", **stages("a b")),
        ended(),
        returned("call_1_1", plan("a b", work=0)),
        plan_update("call_1_1", "a b", work=0, version=1, change="replaced"),
        step(2, on_stage(1, 2, "a")),
        *called("call_2_1", "work", what="x"),
        *called("call_2_2", "advance", evidence="a ok"),
        ended(),
        *worked("call_2_1", "x", "r1"),
        returned("call_2_2", plan("a+ b", work=1)),
        plan_update("call_2_2", "a+ b", work=1, version=2),
        step(3, on_stage(2, 2, "b")),
        *called("call_3_1", "work", what="y"),
        ended(),
        *worked("call_3_1", "y", "r2"),
        step(4, on_stage(2, 2, "b")),
        *called("call_4_1", "complete", summary="s"),
        *called("call_4_2", "advance", evidence="b ok"),
        ended(),
        returned("call_4_2", plan("a+ b+", work=2)),
        plan_update("call_4_2", "a+ b+", work=2, version=3),
        *completed("call_4_1", "s"),
        finished("complete", "complete"),
    ]


async def test_classic_from_the_list_to_the_answer() -> None:
    session = make_session(
        [
            say("", ("write_todos", todos("a* b"))),
            say("", ("work", {"what": "x"})),
            say("", ("write_todos", todos("a+ b*"))),
            say("", ("write_todos", todos("b+"))),
            say("Done."),
        ],
        mode="classic",
    )
    restored = e.Violation(rule="R8", before=["b"], after=["a", "b"])
    assert await play(session) == [
        started(mode="classic"),
        step(1),
        *called("call_1_1", "write_todos", **todos("a* b")),
        ended(),
        returned("call_1_1", todos("a* b")),
        todos_update("call_1_1", "a* b", version=1),
        step(2, on_item(1, 2, "a", "b")),
        *called("call_2_1", "work", what="x"),
        ended(),
        *worked("call_2_1", "x"),
        step(3, on_item(1, 2, "a", "b")),
        *called("call_3_1", "write_todos", **todos("a+ b*")),
        ended(),
        returned("call_3_1", todos("a+ b*")),
        todos_update("call_3_1", "a+ b*", version=2),
        step(4, on_item(2, 2, "b", None)),
        *called("call_4_1", "write_todos", **todos("b+")),
        ended(),
        returned("call_4_1", todos("a+ b+")),
        todos_update("call_4_1", "a+ b+", version=3, violations=[restored]),
        step(5, ALL_DONE),
        text("Done."),
        ended("stop"),
        finished("complete", "answer"),
    ]


async def test_R45_complete_too_early_names_what_is_open_and_the_run_goes_on() -> None:
    session = make_session(
        [
            say("", ("write_todos", todos("a* b"))),
            say("", ("complete", {})),
            say("", ("write_todos", todos("a+ b+")), ("complete", {})),
        ],
        mode="classic",
    )
    refusal = 'not complete: 2 open — "a"; "b". Finish these first.'
    assert await play(session) == [
        started(mode="classic"),
        step(1),
        *called("call_1_1", "write_todos", **todos("a* b")),
        ended(),
        returned("call_1_1", todos("a* b")),
        todos_update("call_1_1", "a* b", version=1),
        step(2, on_item(1, 2, "a", "b")),
        *called("call_2_1", "complete"),
        ended(),
        failed("call_2_1", refusal),
        step(3, on_item(1, 2, "a", "b")),
        *called("call_3_1", "write_todos", **todos("a+ b+")),
        *called("call_3_2", "complete"),
        ended(),
        returned("call_3_1", todos("a+ b+")),
        todos_update("call_3_1", "a+ b+", version=2),
        *completed("call_3_2"),
        finished("complete", "complete"),
    ]


async def test_R41_the_stages_that_a_replan_drops_are_told() -> None:
    session = make_session(
        [
            say("", ("plan", stages("a b")), ("plan", stages("b c"))),
            *[say("", ("complete", {}))] * 3,
        ]
    )
    told = await play(session)
    assert [event for event in told if isinstance(event, e.PlanUpdate)] == [
        plan_update("call_1_1", "a b", work=0, version=1, change="replaced"),
        plan_update(
            "call_1_2",
            "b c",
            work=0,
            version=2,
            change="replaced",
            dropped=[{"id": "a", "content": "Do a"}],
        ),
    ]


async def test_R1_mode_none_has_no_planner_and_no_block() -> None:
    session = make_session([say("", ("plan", stages("a"))), say("Done.")], mode="none")
    assert await play(session) == [
        started(mode="none"),
        step(1),
        *called("call_1_1", "plan", **stages("a")),
        ended(),
        failed("call_1_1", "there is no tool 'plan'; the tools are: work, look, complete"),
        step(2),
        text("Done."),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_R64_a_seed_is_told_at_the_start_of_the_first_run() -> None:
    planner = ClassicPlanner()
    planner.seed(parse_plan_file(b"- [ ] a\n"))
    session = make_session([say("Hm."), say("Hm.")], planner=planner, seeded=True)
    told = await play(session)
    assert told[:3] == [
        started(mode="classic"),
        e.PlanUpdate(
            mode="classic",
            snapshot={"todos": [{"id": "t1", "content": "a", "status": "pending"}]},
            todos=[{"content": "a", "status": "pending"}],
            change="seeded",
            version=1,
        ),
        step(
            1,
            edited_plan(["[pending] t1: a"]),
            "[Stage 1/1] No active stage — mark the first pending item as in_progress to begin.",
        ),
    ]
