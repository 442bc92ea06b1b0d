"""The planners as the loop sees them."""

import pytest

from zaptui.core.events import Violation
from zaptui.core.json import JsonObject
from zaptui.errors import ToolError, UsageError
from zaptui.planning.directives import ADVANCE_REFUSED, ALL_DONE, NO_ACTIVE_STAGE
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import (
    MODES,
    ClassicPlanner,
    MetronomePlanner,
    NoPlanner,
    Planner,
    PlannerResult,
    select_planner,
)

PLAN_FILE = parse_plan_file(b"- [x] A\n- [ ] B\n")


def _todos(specs: str) -> JsonObject:
    """`a+` is done, `a*` in progress, `a` pending."""
    words = {"+": "done", "*": "in_progress"}
    return {
        "todos": [
            {"id": spec[0], "content": spec[0], "status": words.get(spec[-1], "pending")}
            for spec in specs.split()
        ]
    }


def _stages(ids: str) -> JsonObject:
    return {"stages": [{"id": i, "content": f"Do {i}", "deliverable": "D"} for i in ids]}


def test_R1_a_mode_has_one_planner_and_metronome_is_the_default() -> None:
    planners = {mode: select_planner(mode) for mode in MODES}
    assert {mode: planner.mode for mode, planner in planners.items()} == {m: m for m in MODES}
    assert select_planner(None).mode == "metronome"


def test_R1_an_unknown_mode_is_a_usage_error_that_lists_the_modes() -> None:
    with pytest.raises(UsageError) as raised:
        select_planner("waltz")
    assert str(raised.value) == f"unknown mode 'waltz' — the modes are {', '.join(MODES)}"


def test_R1_mode_none_has_no_tools_no_directive_and_an_open_gate() -> None:
    planner = NoPlanner()
    planner.begin_step()
    planner.note_work()
    planner.seed(PLAN_FILE)
    planner.restore(_todos("a*"))
    assert (list(planner.tools), planner.directive(), planner.once) == ([], None, None)
    assert (planner.complete, planner.has_plan, planner.open_stages()) == (True, False, [])
    assert (planner.snapshot(), planner.work_tick) == ({}, 1)


@pytest.mark.parametrize(
    ("planner", "tool"),
    [(ClassicPlanner(), "plan"), (MetronomePlanner(), "write_todos"), (NoPlanner(), "plan")],
    ids=lambda value: getattr(value, "mode", value),
)
def test_R1_a_planner_refuses_the_tools_of_another(planner: Planner, tool: str) -> None:
    with pytest.raises(ToolError) as raised:
        planner.call(tool, {})
    assert str(raised.value) == f"{tool} is not a tool of mode {planner.mode}"


def test_classic_tells_what_it_did() -> None:
    planner = ClassicPlanner()
    planner.call("write_todos", _todos("a+ b* c"))
    planner.begin_step()
    planner.note_work()
    assert planner.call("write_todos", _todos("c* c")) == PlannerResult(
        output=_todos("a+ c*"),
        snapshot=_todos("a+ c*"),
        change="replaced",
        violations=[
            Violation(rule="R6", before=["c", "c"], after=["c"]),
            Violation(rule="R8", before=["c"], after=["a", "c"]),
        ],
        dropped=[{"id": "b", "content": "b"}],
    )
    assert (planner.open_stages(), planner.complete, planner.work_tick) == (["c"], False, 1)


@pytest.mark.parametrize(
    ("writes", "once"),
    [
        (["a*", "a+"], ALL_DONE),
        (["a+"], ALL_DONE),
        (["a+", "a+"], ALL_DONE),
        (["a+", "a*"], None),
        (["a*", ""], None),
        (["a*"], None),
    ],
)
def test_R20_all_done_is_told_once_after_the_last_item_closes(
    writes: list[str], once: str | None
) -> None:
    planner = ClassicPlanner()
    for write in writes:
        planner.call("write_todos", _todos(write))
    assert planner.once == once


def test_R20_writing_a_closed_list_again_does_not_tell_it_again() -> None:
    planner = ClassicPlanner()
    planner.call("write_todos", _todos("a+"))
    planner.once = None  # as prepare_step does
    planner.call("write_todos", _todos("a+"))
    assert planner.once is None


def test_metronome_tells_what_it_did() -> None:
    planner = MetronomePlanner()
    planner.call("plan", _stages("ab"))
    planner.note_work()
    advanced = planner.call("advance", {"evidence": "seen"})
    assert advanced == PlannerResult(output=planner.snapshot(), change="advanced")
    assert (planner.open_stages(), planner.has_plan, planner.complete) == (["Do b"], True, False)
    replanned = planner.call("plan", _stages("c"))
    assert replanned == PlannerResult(
        output=planner.snapshot(), change="replaced", dropped=[{"id": "b", "content": "Do b"}]
    )


def test_R74_an_advance_that_moves_nothing_is_no_change() -> None:
    planner = MetronomePlanner()
    assert planner.open_stages() == []
    assert planner.call("advance", {"evidence": "x"}) == PlannerResult(output={"plan": None})
    assert planner.once == NO_ACTIVE_STAGE
    planner.begin_step()
    planner.call("plan", _stages("a"))
    assert planner.call("advance", {"evidence": "x"}) == PlannerResult(output=planner.snapshot())
    assert planner.once == ADVANCE_REFUSED
    planner.once = None
    assert planner.call("advance", {"evidence": "x"}) == PlannerResult(output=planner.snapshot())
    assert planner.once is None  # R40: ignored, it used no nudge


def test_R68_a_plan_file_seeds_either_planner() -> None:
    classic, metronome = ClassicPlanner(), MetronomePlanner()
    for planner in (classic, metronome):
        planner.seed(PLAN_FILE)
    assert classic.snapshot() == {
        "todos": [
            {"id": "t1", "content": "A", "status": "done"},
            {"id": "t2", "content": "B", "status": "pending"},
        ]
    }
    assert metronome.open_stages() == ["B"]
    assert (classic.once, metronome.once) == (None, None)


@pytest.mark.parametrize("mode", ["classic", "metronome"])
def test_R49_a_planner_that_is_put_away_has_nothing_left_to_say(mode: str) -> None:
    planner = select_planner(mode)
    if mode == "classic":
        planner.call("write_todos", _todos("a+"))
    else:
        planner.call("plan", _stages("a"))
        planner.call("advance", {"evidence": "x"})
    assert planner.once is not None
    planner.restore({})
    assert (planner.once, planner.has_plan, planner.directive()) == (None, False, None)


def test_R2_a_restored_list_is_the_same_list_and_damage_is_read_around() -> None:
    planner = ClassicPlanner()
    planner.restore(_todos("a+ b* c"))
    assert planner.snapshot() == _todos("a+ b* c")
    planner.restore({"todos": [{"id": "a", "status": "odd"}, {"id": "a"}, "no item"]})
    assert planner.snapshot() == {
        "todos": [
            {"id": "a", "content": "", "status": "pending"},
            {"id": "", "content": "", "status": "pending"},
        ]
    }


def test_R34_work_counts_in_a_planner_restored_by_another_process() -> None:
    first = MetronomePlanner()
    first.call("plan", _stages("ab"))
    for _ in range(12):
        first.note_work()
    first.call("advance", {"evidence": "x"})
    second = MetronomePlanner()
    second.restore(first.snapshot())
    second.note_work()
    assert second.call("advance", {"evidence": "y"}).change == "advanced"


def test_R34_the_first_stage_of_a_seed_is_closed_after_one_piece_of_work() -> None:
    planner = MetronomePlanner()
    planner.seed(PLAN_FILE)
    assert planner.call("advance", {"evidence": "x"}).change is None
    planner.seed(PLAN_FILE)
    planner.begin_step()
    planner.note_work()
    assert planner.call("advance", {"evidence": "x"}).change == "advanced"
