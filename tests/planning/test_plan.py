"""metronome: the values and how they are read."""

import pytest

from zaptui.core.json import Json, JsonObject
from zaptui.errors import ToolError
from zaptui.planning.plan import (
    PlanStage,
    PlanState,
    dropped_stages,
    merge_plan,
    restore_plan,
    snapshot_plan,
)
from zaptui.planning.plan_input import read_evidence, read_stages

SHAPE = "{id, content, deliverable}"


def _stage(stage_id: str, evidence: str | None = None) -> PlanStage:
    return PlanStage(
        id=stage_id, content=f"Do {stage_id}", deliverable=f"Out {stage_id}", evidence=evidence
    )


def _sent(stage_id: Json, **more: Json) -> JsonObject:
    return {"id": stage_id, "content": f"Do {stage_id}", "deliverable": f"Out {stage_id}", **more}


def test_R28_stages_are_read_and_other_keys_dropped() -> None:
    arguments: JsonObject = {"stages": [_sent("a", status="done", priority="high"), _sent(7)]}
    assert read_stages(arguments) == (_stage("a"), _stage("7"))


def test_R4_stages_sent_as_text_are_parsed_once() -> None:
    text = '[{"id": "a", "content": "Do a", "deliverable": "Out a"}]'
    assert read_stages({"stages": text}) == (_stage("a"),)


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ([], f"stages must hold at least one {SHAPE}"),
        ("no list", f"stages must be a list of {SHAPE}"),
        (["a"], f"every item of stages must be an object {SHAPE}"),
        (
            [{"content": "A", "deliverable": "D"}],
            f"stages[1]: id is missing; each stage is {SHAPE}",
        ),
        (
            [_sent("a"), _sent("b", content=" ")],
            f"stages[2]: content is missing; each stage is {SHAPE}",
        ),
        (
            [_sent("a", deliverable=None)],
            f"stages[1]: deliverable is missing; each stage is {SHAPE}",
        ),
    ],
)
def test_R28_a_stage_without_all_its_fields_is_a_tool_error(stages: Json, message: str) -> None:
    with pytest.raises(ToolError) as raised:
        read_stages({"stages": stages})
    assert str(raised.value) == message


@pytest.mark.parametrize("evidence", [None, "", " \n", 7])
def test_R33_blank_evidence_is_a_tool_error(evidence: Json) -> None:
    with pytest.raises(ToolError) as raised:
        read_evidence({"evidence": evidence})
    assert str(raised.value) == (
        "evidence must say how the deliverable was met; it cannot be blank"
    )


def test_R2_a_snapshot_is_the_whole_of_the_state() -> None:
    state = PlanState(
        stages=(_stage("a", "seen"), _stage("b"), _stage("c")),
        pointer=1,
        work_at_last_advance=4,
        last_refused_pointer=1,
    )
    snapshot = snapshot_plan(state)
    assert snapshot == {
        "stages": [
            _sent("a", status="done", evidence="seen"),
            _sent("b", status="in_progress", evidence=None),
            _sent("c", status="pending", evidence=None),
        ],
        "pointer": 1,
        "work_at_last_advance": 4,
        "last_refused_pointer": 1,
    }
    assert restore_plan(snapshot) == state
    assert (snapshot_plan(None), restore_plan(None)) == (None, None)


def test_a_damaged_snapshot_is_restored_as_far_as_it_goes() -> None:
    damaged: JsonObject = {
        "stages": [{"id": 7, "evidence": 7}, "no stage"],
        "pointer": 9,
        "work_at_last_advance": -3,
        "last_refused_pointer": "x",
    }
    assert restore_plan(damaged) == PlanState(
        stages=(
            PlanStage(id="7", content="", deliverable=""),
            PlanStage(id="", content="", deliverable=""),
        ),
        pointer=2,
        work_at_last_advance=0,
        last_refused_pointer=0,
    )


def test_R41_the_open_stages_that_a_replan_leaves_out_are_reported() -> None:
    before = PlanState(stages=(_stage("a", "e"), _stage("b"), _stage("c")), pointer=1)
    after = merge_plan(before, [_stage("a"), _stage("c"), _stage("d")], work_tick=0)
    assert [stage.id for stage in after.stages] == ["a", "c", "d"]
    assert dropped_stages(before, after) == [{"id": "b", "content": "Do b"}]
    assert dropped_stages(None, after) == []
