"""`json`: the result of a run with all that the fold holds: turns, steps, parts, subagents."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import cast

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry, Event
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.lines import to_json
from zaptui.core.parts import (
    NoticePart,
    Part,
    PlanPart,
    ProviderData,
    ReasoningPart,
    TextPart,
    ToolPart,
    Usage,
)
from zaptui.core.turn import Step, Turn
from zaptui.replay.player import fold
from zaptui.view.result import result_of

_NAMES: dict[type[Part], str] = {
    TextPart: "text",
    ReasoningPart: "reasoning",
    ToolPart: "tool",
    PlanPart: "plan",
    NoticePart: "notice",
}
_FIELDS = {cls: tuple(fields(cls)) for cls in _NAMES}


def export_json(entries: Iterable[Entry]) -> Iterator[str]:
    """One JSON object, a step a line. Fields at their default are left out."""
    conversation = fold(entries)
    yield dump_json(result_of(conversation))[:-1]
    yield from _rest(conversation)
    yield "\n"


def _rest(conversation: Conversation) -> Iterator[str]:
    """The turns and what subagents did, up to the end of the object."""
    yield ',"turns":['
    for number, turn in enumerate(conversation.turns):
        yield from _turn(turn, first=number == 0)
    yield '],"children":{'
    for number, (call_id, child) in enumerate(conversation.children.items()):
        head = dump_json({"unknown": child.unknown})[:-1]
        yield f"{',' if number else ''}\n{dump_json(call_id)}:{head}"
        yield from _rest(child)
    yield "}}"


def _turn(turn: Turn, *, first: bool) -> Iterator[str]:
    head: JsonObject = {"started": _event(turn.started), "opening": _step(turn.opening)}
    if turn.finished is not None:
        head |= {"finished": _event(turn.finished), "ended_at": turn.ended_at}
    if turn.unheard:
        head |= {"unheard": [*turn.unheard]}
    if turn.summary is not None:
        head |= {"summary": turn.summary, "summary_at": turn.summary_at}
    yield f'{"" if first else ","}\n{dump_json(head)[:-1]},"steps":['
    for number, step in enumerate(turn.steps):
        yield f"{',' if number else ''}\n{dump_json(_step(step))}"
    yield "]}"


def _event(event: Event) -> JsonObject:
    line = to_json(Entry(seq=0, at=0.0, event=event))
    return {name: value for name, value in line.items() if name not in ("type", "seq", "at")}


def _step(step: Step) -> JsonObject:
    known: JsonObject = {
        "step": step.number,
        "began_at": step.began_at,
        "model": step.model,
        "reminder": step.reminder,
        "messages": [*step.messages],
        "finish_reason": step.finish_reason,
        "usage": _usage(step.usage),
        "parts": [_part(part) for part in step.parts],
    }
    return {name: value for name, value in known.items() if value not in (None, "", [])}


def _usage(usage: Usage | None) -> Json:
    if usage is None:
        return None
    return {field.name: getattr(usage, field.name) for field in fields(usage)}


def _part(part: Part) -> JsonObject:
    cls = type(part)
    result: JsonObject = {"type": _NAMES[cls]}
    for field in _FIELDS[cls]:
        value = cast("Json | ProviderData", getattr(part, field.name))
        if value != field.default or type(value) is not type(field.default):
            is_meta = isinstance(value, ProviderData)
            result[field.name] = (
                {"provider": value.provider, "data": value.data} if is_meta else value
            )
    return result
