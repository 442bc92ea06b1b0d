"""Calls that cannot run get a result all the same, and the run goes on."""

import pytest

from tests.agent.expected import (
    called,
    called_raw,
    ended,
    failed,
    finished,
    looked,
    started,
    step,
    text,
    todos,
    worked,
)
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import JsonObject
from zaptui.core.ports import Decision

DONE = [step(2), text("Done."), ended("stop"), finished("answered", "answer")]


@pytest.mark.parametrize("tool", ["grep", "Work", "functions.work"])
async def test_N20_an_unknown_tool_names_the_tools(tool: str) -> None:
    session = make_session([say("", (tool, {"x": 1})), say("Done.")])
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", tool, x=1),
        ended(),
        failed(
            "call_1_1",
            f"there is no tool {tool!r}; the tools are: work, look, complete, advance, plan",
        ),
        *DONE,
    ]


async def test_N20_wrong_arguments_name_their_place() -> None:
    session = make_session([say("", ("work", {"what": 7, "fail": []})), say("Done.")])
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", "work", what=7, fail=[]),
        ended(),
        failed(
            "call_1_1",
            "wrong arguments for work: what: Input should be a valid string; "
            "fail: Input should be a valid string",
        ),
        *DONE,
    ]


@pytest.mark.parametrize("tool", ["work", "plan", "complete"])
async def test_N19_arguments_that_are_no_json_object_are_named(tool: str) -> None:
    session = make_session([say("", (tool, "[1")), say("Done.")])
    assert await play(session) == [
        started(),
        step(1),
        *called_raw("call_1_1", tool, "[1"),
        ended(),
        failed("call_1_1", "the arguments are not a JSON object: '[1'"),
        *DONE,
    ]


async def test_a_tools_error_is_its_result_and_counts_as_work() -> None:
    session = make_session([say("", ("work", {"fail": "no such file"})), say("Done.")])
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", "work", fail="no such file"),
        ended(),
        e.ToolDecided(call_id="call_1_1", decision="allow", by="test"),
        e.ToolStarted(call_id="call_1_1"),
        failed("call_1_1", "no such file", "r1"),
        *DONE,
    ]
    assert session.setup.planner.work_tick == 1


@pytest.mark.parametrize(
    "call",
    [("grep", {}), ("work", {"what": 7}), ("work", "{"), ("complete", {}), ("plan", {})],
    ids=["unknown", "wrong arguments", "no JSON", "complete", "planner"],
)
async def test_R39_what_never_ran_is_no_work(call: tuple[str, JsonObject | str]) -> None:
    session = make_session([say("", call), say("Done.")])
    await play(session)
    assert session.setup.planner.work_tick == 0


async def test_N21_of_fifty_calls_each_has_one_result_also_one_that_fails_and_one_denied() -> None:
    def decide(tool: str, arguments: JsonObject) -> Decision:
        denied = arguments == {"what": "30"}
        return Decision(verdict="deny" if denied else "allow", by="a rule", reason="no")

    calls = [("work", {"what": str(n)}) for n in range(50)]
    calls[20] = ("work", {"what": "20", "fail": "broken"})
    told = await play(make_session([say("", *calls), say("Done.")], decide=decide))
    results = [(event.call_id, event.error) for event in told if isinstance(event, e.ToolReturned)]
    errors = {20: "broken", 30: "denied: no"}
    assert results == [(f"call_1_{n + 1}", errors.get(n)) for n in range(50)]
    end = told[-1]
    assert isinstance(end, e.RunFinished)
    assert ([denial.call_id for denial in end.denials], end.exit_code) == (["call_1_31"], 3)


@pytest.mark.parametrize("count", [70, 2_000])
async def test_a_reply_may_hold_64_calls(count: int) -> None:
    calls = [("look", {"what": str(number)}) for number in range(count)]
    told = await play(make_session([say("", *calls), say("Done.")]))
    results = [event for event in told if isinstance(event, e.ToolReturned)]
    over = "not run: a reply may hold at most 64 calls"
    assert results == [
        *(looked(f"call_1_{n + 1}", str(n), f"r{n + 1}")[1] for n in range(64)),
        *(failed(f"call_1_{n + 1}", over) for n in range(64, count)),
    ]
    assert told[-4:] == DONE


async def test_calls_over_the_limit_are_not_work_and_cannot_complete() -> None:
    calls = [*[("look", {})] * 64, ("complete", {}), ("work", {}), ("plan", {})]
    session = make_session([say("", *calls), say("Done.")])
    told = await play(session)
    assert told[-4:] == DONE
    assert (session.setup.planner.work_tick, session.setup.planner.has_plan) == (64, False)


async def test_R39_planner_calls_run_after_the_work_and_complete_last() -> None:
    calls = [
        ("complete", {}),
        ("write_todos", todos("a+")),
        ("work", {"what": "x"}),
        ("write_todos", todos("a*")),
    ]
    told = await play(make_session([say("", *calls)], mode="classic"))
    assert [event.call_id for event in told if isinstance(event, e.ToolReturned)] == [
        "call_1_3",
        "call_1_2",
        "call_1_4",
        "call_1_1",
    ]


async def test_a_reply_cut_by_the_output_limit_runs_nothing() -> None:
    replies = [
        say("", ("work", {"what": "x"}), ("plan", '{"sta'), ("complete", {}), reason="length"),
        say("", ("work", {"what": "y"})),
        say("Done."),
    ]
    cut = "not run: the reply was cut by the output limit, so the arguments may be incomplete"
    session = make_session(replies)
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", "work", what="x"),
        *called_raw("call_1_2", "plan", '{"sta'),
        *called("call_1_3", "complete"),
        ended("length"),
        failed("call_1_1", cut),
        failed("call_1_2", cut),
        failed("call_1_3", cut),
        step(2),
        *called("call_2_1", "work", what="y"),
        ended(),
        *worked("call_2_1", "y", "r1"),
        step(3),
        text("Done."),
        ended("stop"),
        finished("answered", "answer"),
    ]
    assert session.setup.planner.work_tick == 1
