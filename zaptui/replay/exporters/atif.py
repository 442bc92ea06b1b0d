"""`atif`: the trajectory format of Harbor, version 1.7: a step a reply, results beside their calls.

A step has one message, so that several texts of a reply become one. Results are text: what was
JSON is told as JSON, an error as the model read it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.parts import NoticePart, PlanPart, ReasoningPart, TextPart, ToolPart, Usage
from zaptui.core.turn import Step, Turn
from zaptui.replay.exporters.facts import total, usage_of
from zaptui.replay.player import fold

_SCHEMA = "ATIF-v1.7"
_STAND_INS = ("interrupted, ", "not run")
"""How the error begins that closes a call without a result of its own."""


def export_atif(entries: Iterable[Entry]) -> Iterator[str]:
    """One JSON document, a step a line; the trajectories of subagents are embedded."""
    yield from _document(fold(entries))
    yield "\n"


def _document(conversation: Conversation, *, trajectory_id: str = "") -> Iterator[str]:
    writer = _Writer(conversation)
    yield f'{dump_json(_head(conversation, trajectory_id))[:-1]},"steps":['
    for step in writer.steps():
        yield f"{'' if writer.count == 1 else ','}\n{dump_json(step)}"
    tail: JsonObject = {"final_metrics": writer.metrics(), "extra": _ending(conversation)}
    yield f"],\n{dump_json(tail)[1:-1]}"
    children = [
        (call_id, child) for call_id, child in conversation.children.items() if _is_shown(child)
    ]
    if children:
        yield ',\n"subagent_trajectories":['
        for number, (call_id, child) in enumerate(children):
            yield ",\n" if number else "\n"
            yield from _document(child, trajectory_id=call_id)
        yield "]"
    yield "}"


def _head(conversation: Conversation, trajectory_id: str) -> JsonObject:
    started = conversation.turn.started
    agent: JsonObject = {"name": "zaptui", "version": started.version or "unknown"}
    agent |= {"model_name": started.model} if started.model else {}
    agent |= {"extra": {"mode": started.mode}} if started.mode else {}
    known = {"session_id": started.session, "trajectory_id": trajectory_id}
    named: JsonObject = {name: value for name, value in known.items() if value}
    return {"schema_version": _SCHEMA, **named, "agent": agent}


def _ending(conversation: Conversation) -> JsonObject:
    finished = conversation.turn.finished
    if finished is None:
        return {}
    ending: JsonObject = {"outcome": finished.outcome, "stopped_by": finished.stopped_by}
    ending |= {"error": finished.error} if finished.error else {}
    return {**ending, "open_stages": [*finished.open_stages]}


def _is_shown(child: Conversation) -> bool:
    """Whether it has anything that a trajectory can hold: an empty one is no trajectory."""
    return any(turn.steps or turn.prompt.strip() for turn in child.turns)


@dataclass(slots=True)
class _Writer:
    """Numbers the steps of one trajectory."""

    conversation: Conversation
    count: int = 0

    def steps(self) -> Iterator[JsonObject]:
        """The steps in order; one at least."""
        for turn in self.conversation.turns:
            if turn.prompt.strip():
                yield self._step("user", turn.prompt, _time(turn, 0.0))
            yield from self._notices(turn, turn.opening)
            for step in turn.steps:
                for message in step.messages:
                    yield self._step("user", message, _time(turn, step.began_at))
                yield self._reply(turn, step)
                yield from self._notices(turn, step)
            for message in turn.unheard:
                yield self._step("user", message, _time(turn, turn.ended_at or 0.0))
        if not self.count:
            yield self._step("user", "", "")

    def metrics(self) -> JsonObject:
        """The sums of the trajectory; call it after the steps."""
        turns = self.conversation.turns
        usage = total(usage_of(turn) for turn in turns)
        costs = [t.finished.cost for t in turns if t.finished and t.finished.cost is not None]
        sums: JsonObject = {
            "total_prompt_tokens": usage.input_tokens,
            "total_completion_tokens": usage.output_tokens,
            "total_cached_tokens": usage.cached_tokens,
        }
        sums |= {"total_cost_usd": sum(costs)} if costs else {}
        return {**sums, "total_steps": self.count}

    def _step(self, source: str, message: str, time: str, **more: Json) -> JsonObject:
        self.count += 1
        stamp: JsonObject = {"timestamp": time} if time else {}
        known = {name: value for name, value in more.items() if value}
        return {"step_id": self.count, **stamp, "source": source, "message": message, **known}

    def _reply(self, turn: Turn, step: Step) -> JsonObject:
        texts = [p.text for p in step.parts if isinstance(p, TextPart) and not p.discarded]
        thoughts = [p.text for p in step.parts if isinstance(p, ReasoningPart) and not p.discarded]
        calls = [p for p in step.parts if isinstance(p, ToolPart) and not p.discarded]
        results: list[Json] = [result for call in calls for result in self._results(call)]
        return self._step(
            "agent",
            _joined(texts),
            _time(turn, step.began_at),
            model_name=step.model,
            reasoning_content=_joined(thoughts),
            tool_calls=[_call(call) for call in calls if call.called],
            observation={"results": results} if results else None,
            metrics=_metrics(step.usage),
        )

    def _notices(self, turn: Turn, step: Step) -> Iterator[JsonObject]:
        for part in step.parts:
            time = _time(turn, step.began_at)
            if isinstance(part, NoticePart) and part.text.strip():
                yield self._step("system", part.text, time, extra={"level": part.level})
            elif isinstance(part, PlanPart) and part.change != "snapshot":
                extra: JsonObject = {"snapshot": part.snapshot}
                yield self._step("system", f"the plan was {part.change}", time, extra=extra)

    def _results(self, call: ToolPart) -> Iterator[JsonObject]:
        """The result of a call, unless it only stands for one that never came."""
        content = _content(call)
        if content is None:
            return
        result: JsonObject = {"source_call_id": call.call_id} if call.called else {}
        result["content"] = content
        child = self.conversation.children.get(call.call_id)
        if child is not None and _is_shown(child):
            result["subagent_trajectory_ref"] = [{"trajectory_id": call.call_id}]
        yield {**result, "extra": {"is_error": True}} if call.error is not None else result


def _call(call: ToolPart) -> Json:
    known: JsonObject = {"tool_call_id": call.call_id, "function_name": call.tool}
    if call.input is not None:
        return {**known, "arguments": call.input}
    return {**known, "arguments": {}, "extra": {"raw_arguments": call.raw_input}}


def _content(call: ToolPart) -> str | None:
    if not call.finished:
        return None
    if call.error is not None:
        return None if call.error.startswith(_STAND_INS) else f"error: {call.error}"
    if call.output is None or isinstance(call.output, str):
        return call.output
    return dump_json(call.output)


def _metrics(usage: Usage | None) -> Json:
    if usage is None:
        return None
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
    }


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in texts if text.strip())


def _time(turn: Turn, at: float) -> str:
    """The moment `at` seconds into a run; empty where the run does not say when it began."""
    try:
        moment = datetime.fromisoformat(turn.started.time) + timedelta(seconds=at)
    except (ValueError, OverflowError):
        return ""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
