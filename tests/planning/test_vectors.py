"""All cases of the planning vectors, and that their runner can fail."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.planning.queries import QUERIES, Actual
from tests.planning.vectors import CASES, Case, World
from zaptui.planning.todos import NewIds

_DOCUMENTED = {
    "output",
    "outputs",
    "output_keys",
    "todos",
    "input_after",
    "error",
    "todosIncomplete",
    "directive",
    "reminders",
    "reminders_absent",
    "reminders_contain",
    "block",
    "block_contains",
    "block_not_contains",
    "pointer",
    "workAtLastAdvance",
    "lastRefusedPointer",
    "stages",
    "output_stages",
    "outputs_stages",
    "evidence",
    "contents",
    "plan",
    "isPlanComplete",
    "stop",
    "toolChoice",
    "planner_tools",
    "displayTodo",
    "render",
    "rows",
    "before",
    "sink",
    "passthrough",
    "planning",
    "seed_read",
}


def _outcome(case: Case, new_ids: NewIds = "append") -> Actual:
    actions = case["call"] if isinstance(case["call"], list) else [case["call"]]
    if "query" in actions[0]:
        return QUERIES[actions[0]["query"]](case["before"])
    world = World(case, new_ids)
    for action in actions:
        world.act(action)
    return world.actual()


def _error(actual: Actual, failed: bool) -> None:
    """A tool error leaves the state as it was."""
    assert actual["error"] == failed
    assert actual.get("unchanged", True) or not failed


def _reminders_absent(actual: Actual, keys: list[str]) -> None:
    assert not set(keys) & set(actual["reminders"])


def _reminders_contain(actual: Actual, pieces: dict[str, str]) -> None:
    for key, piece in pieces.items():
        assert piece in actual["reminders"][key]


def _block_contains(actual: Actual, pieces: list[str]) -> None:
    assert all(piece in (actual["block"] or "") for piece in pieces)


def _block_not_contains(actual: Actual, pieces: list[str]) -> None:
    assert not any(piece in (actual["block"] or "") for piece in pieces)


def _contents(actual: Actual, contents: dict[str, str]) -> None:
    assert contents.items() <= actual["contents"].items()


_PARTLY: dict[str, Callable[[Actual, Any], None]] = {
    "error": _error,
    "reminders_absent": _reminders_absent,
    "reminders_contain": _reminders_contain,
    "block_contains": _block_contains,
    "block_not_contains": _block_not_contains,
    "contents": _contents,
}


def _check(actual: Actual, expect: Case) -> None:
    """Every expectation is compared; one that nobody knows fails."""
    for key, value in expect.items():
        if key in _PARTLY:
            _PARTLY[key](actual, value)
        else:
            assert key in _DOCUMENTED & actual.keys(), f"nobody checks {key}"
            assert actual[key] == value, key


def test_there_are_174_cases() -> None:
    assert (len(CASES), len({case["name"] for case in CASES})) == (174, 174)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_vector(case: Case) -> None:
    _check(_outcome(case), case["expect"])


@pytest.mark.parametrize("case", [c for c in CASES if "alt" in c], ids=lambda case: case["name"])
def test_R11_new_ids_as_sent(case: Case) -> None:
    _check(_outcome(case, case["alt"]["new_ids"]), {"todos": case["alt"]["todos"]})


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
    assert set(_WRONG) == _DOCUMENTED
    assert {key for case in CASES for key in case["expect"]} <= _DOCUMENTED


@pytest.mark.parametrize("key", _WRONG)
def test_a_wrong_expectation_fails(key: str) -> None:
    case = _case_for(key)
    with pytest.raises(AssertionError):
        _check(_outcome(case), {**case["expect"], key: _WRONG[key]})


def test_an_unknown_expectation_fails() -> None:
    with pytest.raises(AssertionError, match="nobody checks mood"):
        _check(_outcome(CASES[0]), {"mood": "calm"})


def test_an_unknown_state_fails() -> None:
    with pytest.raises(AssertionError, match="unknown state"):
        _outcome({**CASES[0], "before": {"mood": "calm"}})
