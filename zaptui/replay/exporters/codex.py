"""`codex`: the lines of `codex exec --json`: items that start, change and complete.

The format has no user's words and no subagents' events; of the plan it knows what is done.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, as_object, dump_json
from zaptui.planning.checklist import PLANNER_TOOLS
from zaptui.replay.exporters.codex_calls import Call, completed_item, started_item

_Reply = e.TextDelta | e.ReasoningDelta | e.ToolInputDelta | e.ToolCalled


def export_codex(entries: Iterable[e.Entry]) -> Iterator[str]:
    """One line an event."""
    thread = _Thread()
    for entry in entries:
        for line in thread.lines(entry.event):
            yield f"{dump_json(line)}\n"


class _Thread:
    def __init__(self) -> None:
        self._began = False
        self._items = 0
        self._reply: list[_Reply] = []
        """What the model has said since its request; a retry takes it back."""
        self._calls: dict[str, Call] = {}
        self._todo_id: str | None = None
        self._todos: list[Json] = []

    def lines(self, event: e.Event) -> Iterator[JsonObject]:
        """The lines that an event is worth."""
        match event:
            case e.TextDelta() | e.ReasoningDelta() | e.ToolInputDelta() | e.ToolCalled():
                self._reply.append(event)
                return
            case e.PartMeta():
                return
            case e.Retrying():
                self._reply.clear()
                yield self._error(f"{event.error}; trying again")
                return
            case _:
                yield from self._said()
        yield from self._told(event)

    def _told(self, event: e.Event) -> Iterator[JsonObject]:
        match event:
            case e.RunStarted():
                if not self._began:
                    yield {"type": "thread.started", "thread_id": event.session}
                self._began, self._todo_id = True, None
                yield {"type": "turn.started"}
            case e.ToolDecided(decision="deny"):
                call = self._calls.get(event.call_id)
                if call is not None:
                    self._calls[event.call_id] = replace(call, denied=True)
            case e.ToolReturned():
                yield from self._returned(event)
            case e.PlanUpdate():
                yield self._planned(event)
            case e.Notice(level="warning" | "error"):
                yield self._error(event.text)
            case e.RunFinished():
                yield from self._finished(event)
            case _:
                pass

    def _said(self) -> Iterator[JsonObject]:
        """The reply so far, in the order it came."""
        reply, self._reply = self._reply, []
        for event in reply:
            match event:
                case e.TextDelta(text=text):
                    yield self._whole("agent_message", {"text": text})
                case e.ReasoningDelta(text=text):
                    yield self._whole("reasoning", {"text": text})
                case e.ToolInputDelta():
                    self._calls[event.call_id] = Call(item_id="", tool=event.tool, input={})
                case e.ToolCalled():
                    sent: JsonObject = event.input or ({"raw": event.raw} if event.raw else {})
                    shown = event.tool not in PLANNER_TOOLS and event.tool != "complete"
                    item_id = self._new_id() if shown else ""
                    call = Call(item_id=item_id, tool=event.tool, input=sent)
                    self._calls[event.call_id] = call
                    if shown:
                        yield {"type": "item.started", "item": started_item(call)}

    def _returned(self, event: e.ToolReturned) -> Iterator[JsonObject]:
        call = self._calls.pop(event.call_id, None)
        if call is None:
            return
        if call.tool in PLANNER_TOOLS or call.tool == "complete":
            if event.error is not None:
                yield self._error(event.error)
            elif call.tool == "complete" and _summary(call).strip():
                yield self._whole("agent_message", {"text": _summary(call)})
            return
        call = call if call.item_id else replace(call, item_id=self._new_id())
        yield {"type": "item.completed", "item": completed_item(call, event)}

    def _planned(self, event: e.PlanUpdate) -> JsonObject:
        """The first list of a turn starts the item, later ones update it."""
        self._todos = [
            {"text": record.get("content"), "completed": record.get("status") == "completed"}
            for record in map(as_object, event.todos)
        ]
        kind = "item.started" if self._todo_id is None else "item.updated"
        self._todo_id = self._todo_id or self._new_id()
        return {"type": kind, "item": self._todo_list(self._todo_id)}

    def _todo_list(self, item_id: str) -> JsonObject:
        return {"id": item_id, "type": "todo_list", "items": self._todos}

    def _finished(self, event: e.RunFinished) -> Iterator[JsonObject]:
        if self._todo_id is not None:
            yield {"type": "item.completed", "item": self._todo_list(self._todo_id)}
        self._calls.clear()
        if event.outcome in ("error", "aborted", "capped"):
            message = event.error or f"{event.outcome}: {event.stopped_by}"
            yield {"type": "turn.failed", "error": {"message": message}}
            return
        usage = event.usage
        yield {
            "type": "turn.completed",
            "usage": {
                "input_tokens": usage.input_tokens,
                "cached_input_tokens": usage.cached_tokens,
                "output_tokens": usage.output_tokens,
            },
        }

    def _whole(self, kind: str, data: JsonObject) -> JsonObject:
        return {"type": "item.completed", "item": {"id": self._new_id(), "type": kind, **data}}

    def _error(self, message: str) -> JsonObject:
        return self._whole("error", {"message": message})

    def _new_id(self) -> str:
        self._items += 1
        return f"item_{self._items - 1}"


def _summary(call: Call) -> str:
    summary = call.input.get("summary")
    return summary if isinstance(summary, str) else ""
