"""The pure functions that the vectors ask for by name."""

from collections.abc import Callable
from typing import Any

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import Part, TextPart
from zaptui.errors import UsageError
from zaptui.planning.checklist import b4run_todos, checklist_of_snapshot, display_item
from zaptui.planning.directives import todo_directive
from zaptui.planning.plan_file import PlanFile, parse_plan_file, seed_todos
from zaptui.planning.planner import ClassicPlanner, select_planner
from zaptui.planning.todos import snapshot_todos
from zaptui.selftest.vectors import Case
from zaptui.view.folder import StageFolder
from zaptui.view.stages import stage_render_status

Actual = dict[str, Any]


def _directive(before: Case) -> Actual:
    planner = ClassicPlanner()
    planner.restore({"todos": before["todos"] or []})
    return {"directive": todo_directive(planner.todos)}


def _tools(before: Case) -> Actual:
    try:
        planner = select_planner(before["planningMode"])
    except UsageError:
        return {"error": True}
    return {"error": False, "planner_tools": [spec.name for spec in planner.tools]}


def _display(before: Case) -> Actual:
    item = display_item(checklist_of_snapshot({"todos": before["todos"]}) or ())
    return {"displayTodo": None if item is None else item.id}


def _render(before: Case) -> Actual:
    status = stage_render_status(
        before["status"],
        is_streaming=before["isStreaming"],
        finish_reason=before["finishReason"],
    )
    return {"render": status}


def _plan_file(before: Case) -> Actual:
    data = _plan_bytes(before)
    if data is None:
        return {"planning": False}
    file = parse_plan_file(data)
    todos = checklist_of_snapshot({"todos": snapshot_todos(seed_todos(file))}) or ()
    return {
        "planning": True,
        "seed_read": file != PlanFile(too_large=True),
        "todos": b4run_todos(todos),
    }


def _plan_bytes(before: Case) -> bytes | None:
    if "plan_md_bytes" in before:
        return b"- [ ] one\n".ljust(before["plan_md_bytes"], b"\n")
    text = before["plan_md"]
    return None if text is None else text.encode()


def _fold(before: Case) -> Actual:
    """Each planner call ends its step, as the rule on places wants it (R53)."""
    conversation = Conversation()
    conversation.apply(e.RunStarted(session="s", prompt="task"))
    conversation.apply(e.StepStarted(step=1))
    for part in before["parts"]:
        for event in _events_of(part):
            conversation.apply(event)
    folded = StageFolder(conversation.turn).fold()
    return {
        "rows": [
            {"id": row.stage_id, "status": row.status, "subparts": _names(row.subparts)}
            for row in folded.rows
        ],
        "before": _names(folded.before),
        "sink": _names(folded.sink),
        "passthrough": not folded.rows and not folded.sink,
    }


def _events_of(part: Case) -> list[e.Event]:
    if part["type"] == "text":
        return [e.TextDelta(part=part["id"], text=part["id"])]
    called = e.ToolCalled(call_id=part["id"], tool=part["type"], input=part["input"])
    returned = (
        [e.ToolReturned(call_id=part["id"], output=part["output"])] if "output" in part else []
    )
    return [called, *returned, e.StepStarted(step=0)]


def _names(parts: "Any") -> list[str]:
    def name(part: Part) -> str:
        return part.text if isinstance(part, TextPart) else ""

    return list(map(name, parts))


QUERIES: dict[str, Callable[[Case], Actual]] = {
    "buildTodoDirective": _directive,
    "selectPlanningTool": _tools,
    "displayTodo": _display,
    "stageRenderStatus": _render,
    "parsePlanMd": _plan_file,
    "fold": _fold,
}
