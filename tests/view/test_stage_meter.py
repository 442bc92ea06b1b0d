"""What each stage took, event by event."""

import pytest

from tests.core.work import work_of
from tests.view.turns import todos
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.parts import Usage
from zaptui.view.stage_meter import NOWHERE, StageFigures, StageMeter, changed_file, figures_json

STARTED = e.RunStarted(session="s", prompt="p", model="m/1")


def plan(specs: str) -> e.PlanUpdate:
    return e.PlanUpdate(
        mode="classic", snapshot=todos(specs), todos=[], change="replaced", version=1
    )


def called(call_id: str, tool: str = "shell", **arguments: Json) -> e.ToolCalled:
    return e.ToolCalled(call_id=call_id, tool=tool, input=dict(arguments))


def said(tokens: int, *, cached: int = 0) -> e.ModelFinished:
    usage = Usage(input_tokens=tokens, output_tokens=1, cached_tokens=cached)
    return e.ModelFinished(reason="stop", usage=usage)


def metered(*events: tuple[float, e.Event], priced: bool = True) -> StageMeter:
    meter = StageMeter(price=(lambda model, usage: usage.input_tokens / 10) if priced else None)
    for at, event in events:
        meter.take(event, at=at)
    return meter


def test_a_stage_has_its_time_steps_calls_tokens_cost_and_files() -> None:
    meter = metered(
        (0, STARTED),
        (1, e.StepStarted(step=1)),
        (2, said(10)),
        (2, called("w0", "write_todos")),
        (3, plan("a* b")),
        (3, e.StepStarted(step=2)),
        (4, said(20, cached=5)),
        (4, called("w1", "edit", path="./x.py")),
        (5, e.ToolReturned(call_id="w1", output={"path": "x.py"})),
        (5, called("w2", "write", path="y.py")),
        (6, e.ToolReturned(call_id="w2", error="no room")),
        (6, called("w3")),
        (7, e.ToolReturned(call_id="w3", output="ok")),
        (8, plan("a+ b*")),
        (9, e.StepStarted(step=3)),
        (9.5, called("w4", "complete")),
    )
    assert meter.stage == "b"
    assert meter.of("a") == StageFigures(
        seconds=5.0,
        steps=1,
        calls=3,
        usage=Usage(input_tokens=20, output_tokens=1, cached_tokens=5),
        cost=2.0,
        files=("x.py",),
    )
    assert meter.of("b") == StageFigures(seconds=1.5, steps=1)
    assert meter.of("c") == StageFigures()
    assert meter.of(NOWHERE, plan=0) == StageFigures(
        seconds=3.0, steps=1, usage=Usage(input_tokens=10, output_tokens=1), cost=1.0
    )
    total = meter.total()
    assert (total.seconds, total.steps, total.calls, total.cost) == (9.5, 3, 3, 3.0)
    assert total.files == ("x.py",)


def test_a_price_that_is_not_known_is_not_nothing() -> None:
    meter = metered((0, STARTED), (1, plan("a*")), (2, said(10)), (2, plan("a+")), priced=False)
    assert (meter.of("a").cost, meter.total().cost) == (None, None)
    assert metered((0, STARTED)).total().cost == 0.0


def test_the_calls_of_a_failed_try_do_not_count() -> None:
    meter = metered(
        (0, STARTED),
        (0, plan("a*")),
        (1, e.StepStarted(step=1)),
        (1, called("x")),
        (2, e.StepStarted(step=2)),
        (2, called("y")),
        (2, called("z")),
        (3, e.Retrying(attempt=1, wait_s=1, error="busy")),
        (4, called("y")),
    )
    assert (meter.of("a").steps, meter.of("a").calls) == (2, 2)


def test_time_between_two_prompts_is_of_no_stage() -> None:
    meter = metered((0, STARTED), (1, plan("a*")), (3, STARTED), (0, STARTED), (2, said(1)))
    assert meter.of("a").seconds == 2.0


def test_R49_the_stages_of_a_new_plan_have_figures_of_their_own() -> None:
    meter = metered(
        (0, STARTED),
        (0, plan("a*")),
        (5, plan("a+")),
        (6, STARTED),
        (1, plan("a*")),
        (3, said(7)),
    )
    assert (meter.plan, meter.of("a").seconds, meter.of("a", plan=1).seconds) == (2, 2.0, 5.0)


def test_a_plan_of_nothing_is_worked_on_nowhere() -> None:
    empty = e.PlanUpdate(mode="none", snapshot={}, todos=[], change="snapshot", version=1)
    assert metered((0, STARTED), (0, plan("a*")), (1, empty)).stage == NOWHERE


def test_what_a_subagent_takes_is_of_the_stage_that_began_it() -> None:
    inner: list[e.Event] = [
        STARTED,
        said(4),
        called("c", "Write", file_path="z.py"),
        e.ToolReturned(call_id="c", output="done"),
    ]
    events = [(1.0, e.Subagent(call_id="t", event=event)) for event in inner]
    meter = metered((0, STARTED), (0, plan("a*")), *events)
    assert (meter.of("a").usage.input_tokens, meter.of("a").files) == (4, ("z.py",))


def test_a_summary_of_the_history_is_paid_for() -> None:
    usage = Usage(input_tokens=9)
    compacted = e.Compacted(summary="", kept=1, tokens_before=9, tokens_after=1, usage=usage)
    free = e.ModelFinished(reason="stop")
    meter = metered((0, STARTED), (0, plan("a*")), (1, compacted), (2, free))
    assert meter.of("a").usage == usage


def test_what_a_call_changes_is_told_by_its_tool() -> None:
    assert changed_file("edit", {"path": "a"}) == "a"
    assert changed_file("read", {"path": "a"}) is None
    assert changed_file("write", {"path": ""}) is None


def test_figures_for_programs() -> None:
    usage = Usage(input_tokens=8, output_tokens=2, cached_tokens=4)
    figures = StageFigures(seconds=1.23456, steps=1, calls=2, usage=usage, cost=None, files=("a",))
    assert figures.tokens == 10
    assert figures_json(figures) == {
        "seconds": 1.235,
        "steps": 1,
        "calls": 2,
        "input_tokens": 8,
        "cached_tokens": 4,
        "output_tokens": 2,
        "cost": None,
        "cache_share": 0.5,
        "files": ["a"],
    }
    assert figures_json(StageFigures())["cache_share"] is None
    assert figures_json(StageFigures())["cost"] == 0.0


@pytest.mark.parametrize(
    "event",
    [
        said(1),
        called("new"),
        e.StepStarted(step=1),
        plan("a+ b* c"),
        e.TextDelta(part="t", text="x"),
    ],
    ids=lambda event: event.type,
)
def test_one_more_event_costs_the_same_at_any_length(event: e.Event) -> None:
    def cost(steps: int) -> int:
        meter = metered((0, STARTED), (0, plan("a* b c")))
        for number in range(steps):
            meter.take(e.StepStarted(step=number), at=number)
            meter.take(called(f"c{number}", "write", path=f"{number}"), at=number)
            meter.take(e.ToolReturned(call_id=f"c{number}", output="ok"), at=number)
        return work_of(lambda: meter.take(event, at=steps))

    assert cost(500) == cost(5)
