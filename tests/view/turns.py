"""Turns for the tests of the view, and a fold as plain values."""

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import Part, part_key
from zaptui.view.stages import Folded

STARTED = e.RunStarted(session="s", prompt="task")


def fold(*events: e.Event) -> Conversation:
    """A conversation of one run with these events."""
    conversation = Conversation()
    for event in (STARTED, *events):
        conversation.apply(event)
    return conversation


def todos(specs: str) -> JsonObject:
    """A list: `a+` is done, `a*` in progress, `a` pending; ids and contents are the same."""
    words = {"+": "done", "*": "in_progress"}
    items: list[Json] = [
        {"id": spec[0], "content": spec[0], "status": words.get(spec[-1], "pending")}
        for spec in specs.split()
    ]
    return {"todos": items}


def step(*events: e.Event) -> list[e.Event]:
    """A reply and what came of it."""
    return [e.StepStarted(step=1), *events]


def text(part: str) -> e.Event:
    """A text whose id is what it says."""
    return e.TextDelta(part=part, text=part)


def call(call_id: str, tool: str = "read") -> list[e.Event]:
    """A call of a tool that is no planner's, with its result."""
    return [
        e.ToolCalled(call_id=call_id, tool=tool, input={}),
        e.ToolReturned(call_id=call_id, output="x"),
    ]


def write(call_id: str, specs: str) -> list[e.Event]:
    """A `write_todos` call with its result."""
    return [
        e.ToolCalled(call_id=call_id, tool="write_todos", input=todos(specs)),
        e.ToolReturned(call_id=call_id, output=todos(specs)),
    ]


def finished(reason: str = "stop") -> e.Event:
    """The end of a run."""
    outcome = {"abort": "aborted", "error": "error"}.get(reason, "complete")
    return e.RunFinished(outcome=outcome, finish_reason=reason, stopped_by="x", exit_code=0)


def names(parts: "list[Part] | object") -> list[str]:
    """The ids of parts."""
    return [part_key(part) for part in parts]


def shown(folded: Folded) -> dict[str, list[str]]:
    """What is shown where: ids of parts by `before`, row and `sink`."""
    rows = {f"{row.stage_id} {row.status}": names(row.subparts) for row in folded.rows}
    return {"before": names(folded.before), **rows, "sink": names(folded.sink)}
