"""Compares what a case of the vectors came to with what it expects."""

from collections.abc import Callable
from typing import Any, cast

from zaptui.planning.todos import NewIds
from zaptui.selftest.queries import QUERIES, Actual
from zaptui.selftest.vectors import Case, Unmet, World

DOCUMENTED = frozenset(
    {
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
)
"""The expectations a case may have."""


def outcome(case: Case, new_ids: NewIds = "append") -> Actual:
    """What a case comes to. Unmet for a state that nobody knows."""
    call: Any = case["call"]
    actions = cast("list[Any]", call) if isinstance(call, list) else [call]
    if "query" in actions[0]:
        return QUERIES[actions[0]["query"]](case["before"])
    world = World(case, new_ids)
    for action in actions:
        world.act(action)
    return world.actual()


def compare(actual: Actual, expect: Case) -> None:
    """Compare every expectation; Unmet names the one that is not met, or that nobody knows."""
    for key, value in expect.items():
        if key in _PARTLY:
            met = _PARTLY[key](actual, value)
        elif key in DOCUMENTED and key in actual:
            met = actual[key] == value
        else:
            raise Unmet(f"nobody checks {key}")
        if not met:
            raise Unmet(f"{key} is not as it is to be")


def _error(actual: Actual, failed: bool) -> bool:
    """A tool error leaves the state as it was."""
    return actual["error"] == failed and (actual.get("unchanged", True) or not failed)


def _reminders_contain(actual: Actual, pieces: dict[str, str]) -> bool:
    return all(piece in actual["reminders"][key] for key, piece in pieces.items())


_PARTLY: dict[str, Callable[[Actual, Any], bool]] = {
    "error": _error,
    "reminders_absent": lambda actual, keys: not set(keys) & set(actual["reminders"]),
    "reminders_contain": _reminders_contain,
    "block_contains": lambda actual, pieces: all(p in (actual["block"] or "") for p in pieces),
    "block_not_contains": lambda actual, pieces: (
        not any(p in (actual["block"] or "") for p in pieces)
    ),
    "contents": lambda actual, contents: contents.items() <= actual["contents"].items(),
}
