"""`b4run`: the chunks that a B4.run route streams, nested as `{type, data}`, one a line.

A subagent's chunks have the prefix `subagent.` and say whose they are. The user's words are no
chunk there, nor are notices.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.parts import Usage
from zaptui.replay.exporters.joined import unwrap

_Path = tuple[str, ...]


def export_b4run(entries: Iterable[e.Entry]) -> Iterator[str]:
    """One line a chunk."""
    stream = _Stream()
    for entry in entries:
        for chunk in stream.chunks(entry.event):
            yield f"{dump_json(chunk)}\n"


@dataclass(slots=True)
class _Agent:
    """What is known of an agent while it runs: its model, the tools of its open calls."""

    model: str = ""
    step: int = 0
    tools: dict[str, str] = field(default_factory=dict[str, str])
    last_text: str = ""


class _Stream:
    def __init__(self) -> None:
        self._agents: dict[_Path, _Agent] = {}
        self._names: dict[str, str] = {}
        """The names of subagents, by the calls that are open."""

    def chunks(self, event: e.Event) -> Iterator[JsonObject]:
        """The chunks that an event is worth."""
        path, event = unwrap(event)
        if path and path not in self._agents:
            yield {"type": "subagent.start", "data": self._identity(path, start=True)}
        agent = self._agents.setdefault(path, _Agent())
        if path and isinstance(event, e.RunFinished):
            yield {"type": "subagent.end", "data": {**self._identity(path), **_end(agent, event)}}
            del self._agents[path]
            return
        for kind, data in self._root(agent, event):
            if path:
                own = data if isinstance(data, dict) else {"data": data}
                yield {"type": f"subagent.{kind}", "data": {**self._identity(path), **own}}
            else:
                yield {"type": kind, "data": data}

    def _root(self, agent: _Agent, event: e.Event) -> Iterator[tuple[str, Json]]:
        """Type and data, as the main agent's chunk has them."""
        match event:
            case e.RunStarted() | e.StepStarted():
                agent.model = event.model or agent.model
                agent.last_text = ""
            case e.TextDelta():
                agent.last_text = event.text
                yield "token", event.text
            case e.ReasoningDelta():
                yield "reasoning", event.text
            case e.ToolCalled():
                agent.tools[event.call_id] = event.tool
                sent: Json = event.raw if event.input is None else event.input
                self._names[event.call_id] = _name_of(event)
                yield "tool_call", {"id": event.call_id, "name": event.tool, "input": sent}
            case e.ToolReturned():
                name = agent.tools.pop(event.call_id, "")
                self._names.pop(event.call_id, None)
                yield "tool_result", {"id": event.call_id, "name": name, "output": _output(event)}
            case e.PlanUpdate():
                known = {} if event.tool_call_id is None else {"tool_call_id": event.tool_call_id}
                yield "plan_update", {"todos": event.todos, **known}
            case e.ModelFinished(usage=Usage() as usage):
                tokens = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
                total = usage.input_tokens + usage.output_tokens
                counts: JsonObject = {**tokens, "total_tokens": total}
                yield "usage", {**_model(agent.model), "usage_metadata": counts}
            case e.RunFinished():
                yield "done", _done(event)
            case _:
                pass

    def _identity(self, path: _Path, *, start: bool = False) -> JsonObject:
        """Whose a chunk is; `start` says also who called it, where that was a subagent."""
        call_id = path[-1]
        own: JsonObject = {"call_id": call_id, "subagent": self._names.get(call_id, "subagent")}
        parent: JsonObject = {"parent_call_id": path[-2]} if start and path[1:] else {}
        return {**own, "depth": len(path), **parent}


def _name_of(call: e.ToolCalled) -> str:
    """What a call names the subagent it starts."""
    sent = call.input or {}
    names = (sent.get(key) for key in ("subagent", "subagent_type", "agent", "name"))
    return next((name for name in names if isinstance(name, str) and name.strip()), call.tool)


def _output(event: e.ToolReturned) -> Json:
    """The output; an error as the message of a tool that failed."""
    if event.error is None:
        return event.output
    return {"tool_call_id": event.call_id, "content": event.error, "status": "error"}


def _model(name: str) -> JsonObject:
    provider, _, model = name.rpartition("/")
    return {"provider": provider, "model": model} if provider else {"model": model}


def _done(event: e.RunFinished) -> JsonObject:
    known: JsonObject = {"outcome": event.outcome, "stopped_by": event.stopped_by}
    return known if event.error is None else {**known, "error": event.error}


def _end(agent: _Agent, event: e.RunFinished) -> JsonObject:
    if event.outcome in ("error", "aborted"):
        return {"error": event.error or event.stopped_by}
    return {"final_message": agent.last_text} if agent.last_text else {}
