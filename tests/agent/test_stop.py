"""Stop conditions, one by one."""

from dataclasses import replace

import pytest

from zaptui.agent.stop import Limits, StepFacts, Stop, first_stop

GOING = StepFacts(
    step=1, calls=1, completed=False, plan_open=True, has_plan=True, idle_turns=0, refusals=0
)


@pytest.mark.parametrize(
    ("facts", "stop"),
    [
        ({}, None),
        ({"completed": True, "step": 9}, Stop(outcome="complete", stopped_by="complete")),
        ({"calls": 0}, None),
        ({"calls": 0, "plan_open": False}, Stop(outcome="complete", stopped_by="answer")),
        (
            {"calls": 0, "plan_open": False, "has_plan": False},
            Stop(outcome="answered", stopped_by="answer"),
        ),
        ({"plan_open": False}, None),
        ({"calls": 0, "idle_turns": 2}, None),
        ({"calls": 0, "idle_turns": 3}, Stop(outcome="incomplete", stopped_by="idle_turns")),
        ({"refusals": 2}, None),
        ({"refusals": 3}, Stop(outcome="incomplete", stopped_by="refusals")),
        ({"step": 9}, Stop(outcome="capped", stopped_by="max_steps")),
    ],
    ids=str,
)
def test_R48_the_first_condition_that_speaks_ends_the_run(
    facts: dict[str, object], stop: Stop | None
) -> None:
    assert first_stop(replace(GOING, **facts), Limits(max_steps=9)) == stop
