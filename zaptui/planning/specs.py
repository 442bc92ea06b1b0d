"""The planner tools as the model is offered them."""

from zaptui.core.json import JsonObject
from zaptui.core.ports import ToolSpec


def _object(properties: JsonObject, required: list[str]) -> JsonObject:
    return {"type": "object", "properties": properties, "required": [*required]}


def _list_of(item: JsonObject) -> JsonObject:
    return {"type": "array", "items": item}


_TEXT: JsonObject = {"type": "string"}

WRITE_TODOS = ToolSpec(
    name="write_todos",
    description=(
        "Write the whole list of stages, in order, each time it changes. Keep ids. "
        "Exactly one stage is in_progress; mark it done only after its output is verified."
    ),
    schema=_object(
        {
            "todos": _list_of(
                _object(
                    {
                        "id": _TEXT,
                        "content": _TEXT,
                        "status": {"type": "string", "enum": ["pending", "in_progress", "done"]},
                    },
                    ["id", "content", "status"],
                )
            )
        },
        ["todos"],
    ),
)

_STAGE: JsonObject = {
    "id": _TEXT,
    "content": {"type": "string", "description": "One goal."},
    "deliverable": {
        "type": "string",
        "description": "The one verifiable output of the stage.",
    },
}
_CHECK: JsonObject = {
    "type": "string",
    "description": (
        "What the runner is to verify before the stage closes, if that can be said in a line: a "
        "command that must end with 0, or `exit N: COMMAND`, `file: PATH`, `match: PATH REGEX`, "
        "`json: PATH /POINTER = VALUE`. It cannot be changed later."
    ),
}


def _plan(stage: JsonObject) -> ToolSpec:
    return ToolSpec(
        name="plan",
        description=(
            "Declare the stages of the work, in order, before starting a task of several steps. "
            "The first stage starts at once. Calling it again replaces the stages that are not "
            "done yet."
        ),
        schema=_object(
            {"stages": _list_of(_object(stage, ["id", "content", "deliverable"]))}, ["stages"]
        ),
    )


PLAN = _plan({**_STAGE, "check": _CHECK})
PLAN_WITHOUT_CHECKS = _plan(_STAGE)

ADVANCE = ToolSpec(
    name="advance",
    description=(
        "Close the current stage and open the next, once its deliverable is met and verified. "
        "One stage a call, one call a step."
    ),
    schema=_object(
        {
            "evidence": {
                "type": "string",
                "description": "How the deliverable was met: what was run or read, what it showed.",
            },
            "receipts": {
                "type": "array",
                "items": _TEXT,
                "description": (
                    "The calls that prove it, by the receipts their results end with, as r12; "
                    "without any, all calls since the last advance count."
                ),
            },
        },
        ["evidence"],
    ),
)

TODO_WRITE = ToolSpec(
    name="todo_write",
    description=(
        "Write the list of items. mode replace (the default) sets the whole list; mode patch "
        "changes the items it names by id, with the fields given, adds new ones at the end and "
        "leaves the rest as it is. At most one item is in_progress; mark it completed only after "
        "its output is verified, blocked when something else stands in the way, cancelled when it "
        "is no longer wanted. A new item needs content and status."
    ),
    schema=_object(
        {
            "mode": {"type": "string", "enum": ["replace", "patch"], "default": "replace"},
            "items": _list_of(
                _object(
                    {
                        "id": _TEXT,
                        "content": _TEXT,
                        "status": {
                            "type": "string",
                            "enum": [
                                "pending",
                                "in_progress",
                                "completed",
                                "cancelled",
                                "blocked",
                            ],
                        },
                        "priority": {
                            "type": "string",
                            "enum": ["high", "medium", "low"],
                            "default": "medium",
                        },
                    },
                    [],
                )
            ),
            "expected_version": {
                "type": "integer",
                "description": "The version the list must still have, else nothing is written.",
            },
            "explanation": {"type": "string", "description": "Why the plan changes."},
        },
        ["items"],
    ),
)
