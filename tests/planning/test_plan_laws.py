"""R32 and its neighbours: laws of the pointer over any calls."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import long, quick
from zaptui.core.json import JsonObject
from zaptui.errors import ToolError
from zaptui.planning.planner import MetronomePlanner

_stage = st.builds(
    lambda stage_id, content: {"id": stage_id, "content": content, "deliverable": "d"},
    st.sampled_from("abcdef"),
    st.sampled_from(["x", "y", " "]),
)
_plan = st.builds(lambda stages: ("plan", {"stages": stages}), st.lists(_stage, max_size=5))
_advance = st.builds(lambda text: ("advance", {"evidence": text}), st.sampled_from(["e", "f", ""]))
_step = st.tuples(st.integers(0, 2), st.lists(_plan | _advance, max_size=4))
"""Finished work calls, then planner calls: as the loop runs a reply."""

Step = tuple[int, list[tuple[str, JsonObject]]]


def _laws(steps: list[Step]) -> None:
    planner = MetronomePlanner()
    outputs: list[tuple[JsonObject, JsonObject]] = []
    for work, calls in steps:
        planner.begin_step()
        for _ in range(work):
            planner.note_work()
        before = planner.plan
        for tool, arguments in calls:
            _call(planner, tool, arguments, outputs)
        after = planner.plan
        if before is None or after is None:
            assert after is None or after.pointer <= 1
            continue
        assert before.pointer <= after.pointer <= before.pointer + 1
        assert after.stages[: before.pointer] == before.stages[: before.pointer]
        assert after.work_at_last_advance in (before.work_at_last_advance, planner.work_tick)
    assert [output for output, _ in outputs] == [then for _, then in outputs]


def _call(
    planner: MetronomePlanner,
    tool: str,
    arguments: JsonObject,
    outputs: list[tuple[JsonObject, JsonObject]],
) -> None:
    before, sent = planner.snapshot(), deepcopy(arguments)
    try:
        result = planner.call(tool, arguments)
    except ToolError:
        assert planner.snapshot() == before
        return
    finally:
        assert arguments == sent
    outputs.append((result.output, deepcopy(result.output)))
    assert result.output == planner.snapshot()
    plan = planner.plan
    if plan is not None:
        ids = [stage.id for stage in plan.stages]
        assert len(set(ids)) == len(ids)
        closed = [stage.evidence for stage in plan.stages[: plan.pointer]]
        assert all(closed)
        assert not any(stage.evidence for stage in plan.stages[plan.pointer :])
    twin = MetronomePlanner()
    twin.restore(planner.snapshot())
    assert (twin.plan, twin.complete) == (planner.plan, planner.complete)


@given(steps=st.lists(_step, max_size=8))
@quick
def test_R32_the_pointer_never_falls_and_rises_by_one_a_step(steps: list[Step]) -> None:
    _laws(steps)


@pytest.mark.soak
@given(steps=st.lists(_step, max_size=20))
@long
def test_R32_long_sweep(steps: list[Step]) -> None:
    _laws(steps)
