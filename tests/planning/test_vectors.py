"""All cases of the planning vectors, and that their runner can fail."""

from typing import Any

import pytest

from zaptui.selftest.comparison import DOCUMENTED, compare, outcome
from zaptui.selftest.vectors import Case, cases

CASES = cases()


def test_there_are_174_cases() -> None:
    assert (len(CASES), len({case["name"] for case in CASES})) == (174, 174)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_vector(case: Case) -> None:
    compare(outcome(case), case["expect"])


@pytest.mark.parametrize("case", [c for c in CASES if "alt" in c], ids=lambda case: case["name"])
def test_R11_new_ids_as_sent(case: Case) -> None:
    compare(outcome(case, case["alt"]["new_ids"]), {"todos": case["alt"]["todos"]})


_ROW = {"id": "zz", "status": "done"}
_WRONG: dict[str, Any] = {
    "output": {},
    "outputs": [],
    "output_keys": ["plan", "message"],
    "todos": [_ROW],
    "input_after": {},
    "error": False,
    "todosIncomplete": True,
    "directive": "Hurry.",
    "reminders": {},
    "reminders_absent": ["baseline"],
    "reminders_contain": {"once:plan": "well done"},
    "block": "<task_reminder></task_reminder>",
    "block_contains": ["well done"],
    "block_not_contains": ["[Stage 1/2]"],
    "pointer": 7,
    "workAtLastAdvance": 70,
    "lastRefusedPointer": 7,
    "stages": [_ROW],
    "output_stages": [_ROW],
    "outputs_stages": [[_ROW]],
    "evidence": {"zz": "x"},
    "contents": {"zz": "x"},
    "plan": {"stages": []},
    "isPlanComplete": None,
    "stop": None,
    "toolChoice": "required",
    "planner_tools": [],
    "displayTodo": "zz",
    "render": "dropped",
    "rows": [_ROW],
    "before": ["zz"],
    "sink": ["zz"],
    "passthrough": False,
    "planning": None,
    "seed_read": False,
}


def _case_for(key: str) -> Case:
    """A case that has the expectation; for what must be absent one in which it is present."""
    if key == "reminders_absent":
        return next(c for c in CASES if "baseline" in c["before"].get("reminders", {}))
    return next(case for case in CASES if key in case["expect"])


def test_every_documented_expectation_is_made_wrong_below() -> None:
    assert set(_WRONG) == DOCUMENTED
    assert {key for case in CASES for key in case["expect"]} <= DOCUMENTED


@pytest.mark.parametrize("key", _WRONG)
def test_a_wrong_expectation_fails(key: str) -> None:
    case = _case_for(key)
    with pytest.raises(AssertionError):
        compare(outcome(case), {**case["expect"], key: _WRONG[key]})


def test_an_unknown_expectation_fails() -> None:
    with pytest.raises(AssertionError, match="nobody checks mood"):
        compare(outcome(CASES[0]), {"mood": "calm"})


def test_an_unknown_state_fails() -> None:
    with pytest.raises(AssertionError, match="unknown state"):
        outcome({**CASES[0], "before": {"mood": "calm"}})
