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

PLAN = ToolSpec(
    name="plan",
    description=(
        "Declare the stages of the work, in order, before starting a task of several steps. The "
        "first stage starts at once. Calling it again replaces the stages that are not done yet."
    ),
    schema=_object(
        {
            "stages": _list_of(
                _object(
                    {
                        "id": _TEXT,
                        "content": {"type": "string", "description": "One goal."},
                        "deliverable": {
                            "type": "string",
                            "description": "The one verifiable output of the stage.",
                        },
                    },
                    ["id", "content", "deliverable"],
                )
            )
        },
        ["stages"],
    ),
)

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
            }
        },
        ["evidence"],
    ),
)
