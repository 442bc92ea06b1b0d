"""The list planners of other programs as the model is offered them, in the words it knows."""

from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import ToolSpec

_RULE = (
    "Send the whole list, in order, each time it changes. Exactly one step is in_progress; mark it "
    "completed only after its output is verified."
)
_TEXT: JsonObject = {"type": "string"}


def _words(*words: str) -> JsonObject:
    listed: list[Json] = [*words]
    return {"type": "string", "enum": listed}


def _list_tool(
    name: str, key: str, item: JsonObject, *, doing: str, extra: JsonObject | None = None
) -> ToolSpec:
    """A tool that takes one list; every key of an item is required, `extra` keys are not."""
    names: list[Json] = [*item]
    items: JsonObject = {"type": "object", "properties": item, "required": names}
    return ToolSpec(
        name=name,
        description=f"{doing} {_RULE}",
        schema={
            "type": "object",
            "properties": {**(extra or {}), key: {"type": "array", "items": items}},
            "required": [key],
        },
    )


UPDATE_PLAN = _list_tool(
    "update_plan",
    "plan",
    {"step": _TEXT, "status": _words("pending", "in_progress", "completed")},
    doing="Update the task plan.",
    extra={"explanation": {"type": "string", "description": "Why the plan changes."}},
)

TODOWRITE = _list_tool(
    "todowrite",
    "todos",
    {
        "content": _TEXT,
        "status": _words("pending", "in_progress", "completed", "cancelled"),
        "priority": _words("high", "medium", "low"),
    },
    doing="Write the todo list.",
)

TODO_WRITE = _list_tool(
    "TodoWrite",
    "todos",
    {
        "content": {"type": "string", "description": "What to do, as an order."},
        "status": _words("pending", "in_progress", "completed"),
        "activeForm": {"type": "string", "description": "The same, as it is being done."},
    },
    doing="Write the todo list.",
)

WRITE_TODOS = _list_tool(
    "writeTodos",
    "todos",
    {"content": _TEXT, "status": _words("pending", "in_progress", "completed")},
    doing="Write the todo list.",
)
