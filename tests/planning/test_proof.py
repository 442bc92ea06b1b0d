"""What closes a stage of metronome: evidence, receipts, its check; and what is locked."""

import pytest

from zaptui.core.events import Violation
from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.errors import ToolError
from zaptui.planning.checks import lock_check
from zaptui.planning.directives import PLAN_CHANGED
from zaptui.planning.metronome import MetronomePlanner
from zaptui.planning.plan_input import read_receipts, receipts_between
from zaptui.planning.planner import select_planner
from zaptui.planning.planner_result import Checked, DueCheck

DUE = DueCheck(stage_id="a", check=lock_check("true", "model"))
GREEN = Checked(due=DUE, verdict="green")
SEEN: JsonObject = {"evidence": "seen"}


def _stage(stage_id: str, **more: Json) -> Json:
    return {"id": stage_id, "content": stage_id, "deliverable": stage_id, **more}


def _planner(*stages: Json, checks: bool = True) -> MetronomePlanner:
    planner = MetronomePlanner(checks=checks)
    planner.call("plan", {"stages": [*stages]})
    planner.begin_step()
    return planner


def _stages(planner: MetronomePlanner) -> list[JsonObject]:
    plan = as_object(planner.snapshot()["plan"])
    return list(map(as_object, as_list(plan["stages"])))


def test_each_call_that_is_work_has_a_receipt() -> None:
    assert [select_planner(mode).note_work() for mode in ("metronome", "classic", "ledger")] == [
        "r1",
        None,
        None,
    ]
    assert select_planner("none").note_work() is None
    assert receipts_between(2, 4) == ("r3", "r4")


def test_without_receipts_the_calls_since_the_last_advance_attach_themselves() -> None:
    planner = _planner(_stage("a"), _stage("b"))
    planner.note_work()
    planner.note_work()
    planner.call("advance", SEEN)
    planner.begin_step()
    planner.note_work()
    planner.call("advance", {**SEEN, "receipts": []})
    assert [stage["receipts"] for stage in _stages(planner)] == [["r1", "r2"], ["r3"]]


def test_receipts_that_are_cited_are_those_that_count() -> None:
    planner = _planner(_stage("a"))
    for _ in range(3):
        planner.note_work()
    planner.call("advance", {**SEEN, "receipts": ["r3", "r1", "r3"]})
    assert _stages(planner)[0]["receipts"] == ["r3", "r1"]


@pytest.mark.parametrize("receipt", ["r0", "r4", "x", "", "r1 ", "r01", "r" + "9" * 30, 3, None])
def test_a_receipt_of_no_call_is_a_tool_error_and_changes_nothing(receipt: Json) -> None:
    planner = _planner(_stage("a"))
    planner.work_tick = 3
    before = planner.snapshot()
    with pytest.raises(ToolError, match="is of no finished call; the newest is r3"):
        planner.call("advance", {**SEEN, "receipts": [receipt]})
    assert planner.snapshot() == before
    with pytest.raises(ToolError, match="there is none yet"):
        read_receipts({"receipts": ["r1"]}, work_tick=0)


def test_R35_an_advance_that_is_trusted_without_work_is_marked() -> None:
    planner = _planner(_stage("a"), _stage("b"))
    planner.call("advance", SEEN)
    planner.begin_step()
    planner.call("advance", SEEN)
    planner.note_work()
    planner.begin_step()
    planner.call("advance", SEEN)
    first, second = _stages(planner)
    assert (first["trusted"], first.get("receipts")) == (True, None)
    assert (second.get("trusted"), second["receipts"]) == (None, ["r1"])
    again = MetronomePlanner()
    again.restore(planner.snapshot())
    assert again.snapshot() == planner.snapshot()


def test_a_check_is_due_only_for_an_advance_that_would_close_its_stage() -> None:
    planner = _planner(_stage("a", check="true"), _stage("b"))
    assert planner.due_check("advance", SEEN) is None  # an empty tick is refused before (R34)
    planner.note_work()
    assert planner.due_check("advance", SEEN) == DUE
    assert planner.due_check("plan", {"stages": []}) is None
    assert planner.due_check("advance", {"evidence": ""}) is None
    assert planner.due_check("advance", {**SEEN, "receipts": ["r9"]}) is None
    planner.call("advance", SEEN, checked=GREEN)
    assert planner.due_check("advance", SEEN) is None  # one a step (R40)
    planner.begin_step()
    planner.note_work()
    assert planner.due_check("advance", SEEN) is None  # the next stage has none
    assert MetronomePlanner().due_check("advance", SEEN) is None
    for mode in ("classic", "ledger", "none"):
        assert select_planner(mode).due_check("advance", SEEN) is None


def test_what_a_check_came_to_stays_with_the_stage() -> None:
    planner = _planner(_stage("a", check="true"))
    planner.note_work()
    planner.call("advance", SEEN, checked=Checked(due=DUE, verdict="red"))
    stage = _stages(planner)[0]
    assert (stage["checked"], stage["check"]) == (
        "red",
        {"text": "true", "by": "model", "sha256": DUE.check.digest},
    )


@pytest.mark.parametrize(
    "checked", [None, Checked(due=DueCheck(stage_id="b", check=DUE.check), verdict="green")]
)
def test_a_stage_whose_check_did_not_run_does_not_close(checked: Checked | None) -> None:
    planner = _planner(_stage("a", check="true"))
    planner.note_work()
    with pytest.raises(ToolError) as raised:
        planner.call("advance", SEEN, checked=checked)
    assert str(raised.value) == PLAN_CHANGED
    assert planner.call("advance", SEEN, checked=GREEN).change == "advanced"


def test_a_check_that_ran_for_a_stage_that_is_gone_closes_none() -> None:
    planner = _planner(_stage("a"))
    planner.note_work()
    with pytest.raises(ToolError, match="somebody changed the plan"):
        planner.call("advance", SEEN, checked=GREEN)


def test_a_check_is_locked_when_it_is_planned() -> None:
    planner = _planner(_stage("a", check="pytest -q"), _stage("b"))
    result = planner.call(
        "plan", {"stages": [_stage("a", check="true"), _stage("b", check="ls"), _stage("c")]}
    )
    kept = [as_object(stage.get("check")).get("text") for stage in _stages(planner)]
    assert kept == ["pytest -q", "ls", None]
    assert result.violations == [Violation(rule="lock", before="true", after="pytest -q")]
    same = planner.call("plan", {"stages": [_stage("a", check="pytest -q"), _stage("b")]})
    assert (same.violations, _stages(planner)[1]["check"]) == (
        [],
        {"text": "ls", "by": "model", "sha256": lock_check("ls", "model").digest},
    )


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (7, "stages[1]: check must be a text"),
        ("file:", "stages[1]: the check names no path"),
    ],
)
def test_a_check_that_asks_for_nothing_is_a_tool_error(check: Json, message: str) -> None:
    with pytest.raises(ToolError) as raised:
        _planner(_stage("a", check=check))
    assert str(raised.value) == message


@pytest.mark.parametrize("check", [None, ""])
def test_no_check_is_none(check: Json) -> None:
    assert "check" not in _stages(_planner(_stage("a", check=check)))[0]


def test_with_checks_off_the_model_is_offered_none_and_none_runs() -> None:
    planner = _planner(_stage("a", check="true"), checks=False)
    assert "check" not in _stages(planner)[0]
    offered = [str(spec.schema) for spec in planner.tools]
    assert ["'check'" in schema for schema in offered] == [False, False]
    assert ["'check'" in str(spec.schema) for spec in MetronomePlanner().tools] == [True, False]
    seeded = _planner(_stage("a", check="true"))
    planner.restore(seeded.snapshot())
    planner.note_work()
    assert planner.due_check("advance", SEEN) is None
    assert planner.call("advance", SEEN).change == "advanced"


def test_the_directive_names_the_check_that_will_run() -> None:
    planner = _planner(_stage("a", check="true"))
    assert (planner.directive() or "").endswith(
        "then call advance once with evidence and deliver to user. The runner then checks: true"
    )
    quiet = MetronomePlanner(checks=False)
    quiet.restore(planner.snapshot())
    assert (quiet.directive() or "").endswith("with evidence and deliver to user.")
