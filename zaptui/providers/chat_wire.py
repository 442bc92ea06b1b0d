"""Chat Completions, outgoing: a request as a body of plain JSON (R23, R27)."""

import hashlib

from zaptui.core.history import History, HistoryItem, UserText
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.parts import ReasoningPart, TextPart, ToolPart
from zaptui.core.ports import Request, ToolSpec
from zaptui.core.reminder_block import neutralise
from zaptui.core.result_text import result_text
from zaptui.providers.chat_translator import PROVIDER

_LONGEST_ID = 40


class ChatWire:
    """Bodies of successive requests; what was rendered once is kept."""

    def __init__(self) -> None:
        self._history = History()
        self._messages: list[Json] = []

    def body(self, request: Request) -> JsonObject:
        """The JSON body of a request; the reminder is a trailing user message."""
        seen = self._history.look(request.turns)
        if seen.fresh:
            self._messages = []
        self._messages += [m for item in seen.closed for m in chat_messages(item)]
        messages: list[Json] = [{"role": "system", "content": request.system}, *self._messages]
        messages += [m for item in seen.live for m in chat_messages(item)]
        if request.reminder is not None:
            messages.append({"role": "user", "content": request.reminder})
        body: JsonObject = {
            "model": request.model,
            "messages": messages,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.tools:
            body["tools"] = [_tool(spec) for spec in request.tools]
        return body


def to_wire(request: Request) -> JsonObject:
    """The body of one request."""
    return ChatWire().body(request)


def chat_messages(item: HistoryItem) -> list[Json]:
    """A user message, or an assistant message and its results in call order."""
    if isinstance(item, UserText):
        return [{"role": "user", "content": neutralise(item.text)}]
    texts = [part.text for part in item.parts if isinstance(part, TextPart)]
    message: JsonObject = {"role": "assistant", "content": neutralise("\n".join(texts)) or None}
    if item.calls:
        message["tool_calls"] = [_call(part) for part in item.calls]
    for part in item.parts:
        if isinstance(part, ReasoningPart):
            message.update(_reasoning(part, with_calls=bool(item.calls)))
    results: list[Json] = [
        {
            "role": "tool",
            "tool_call_id": _wire_id(part.call_id),
            "content": neutralise(result_text(part)),
        }
        for part in item.calls
    ]
    return [message, *results]


def _reasoning(part: ReasoningPart, *, with_calls: bool) -> JsonObject:
    """What servers that reason want back: their own details, and the text within a tool loop."""
    if part.meta is None or part.meta.provider != PROVIDER:
        return {}
    back: JsonObject = {}
    if "reasoning_details" in part.meta.data:
        back["reasoning_details"] = part.meta.data["reasoning_details"]
    field = part.meta.data.get("field")
    if with_calls and isinstance(field, str):
        back[field] = part.text
    return back


def _call(part: ToolPart) -> JsonObject:
    # Arguments that were no JSON are never sent back: some servers refuse every later request.
    return {
        "id": _wire_id(part.call_id),
        "type": "function",
        "function": {"name": part.tool, "arguments": neutralise(dump_json(part.input or {}))},
    }


def _tool(spec: ToolSpec) -> JsonObject:
    return {
        "type": "function",
        "function": {
            "name": spec.name,
            "description": spec.description,
            "parameters": spec.schema,
        },
    }


def _wire_id(call_id: str) -> str:
    if len(call_id) <= _LONGEST_ID:
        return call_id
    return f"call_{hashlib.sha256(call_id.encode('utf-8', 'replace')).hexdigest()[:32]}"
