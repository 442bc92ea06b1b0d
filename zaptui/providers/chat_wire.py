"""Chat Completions, outgoing: a request as a body of plain JSON (R23, R27)."""

import re

from zaptui.core.history import History, HistoryItem, UserText
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import ReasoningPart, TextPart, ToolPart
from zaptui.core.ports import Request, ToolSpec
from zaptui.core.result_text import result_text
from zaptui.providers.chat_translator import PROVIDER
from zaptui.providers.surrogates import mend
from zaptui.providers.wire_text import (
    each_text,
    user_text,
    wire_id,
    wire_json,
    wire_name,
    wire_text,
)

_ID = re.compile(r"[!-~]{1,40}")


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
        limit = request.result_limit
        self._messages += [m for item in seen.closed for m in _messages(item, limit)]
        messages: list[Json] = [
            {"role": "system", "content": mend(request.system)},
            *self._messages,
        ]
        messages += [m for item in seen.live for m in _messages(item, limit)]
        if request.reminder is not None:
            messages.append({"role": "user", "content": mend(request.reminder)})
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


def _messages(item: HistoryItem, limit: int) -> list[Json]:
    """A user message, or an assistant message and its results in call order."""
    if isinstance(item, UserText):
        return [{"role": "user", "content": user_text(item.text)}]
    texts = [part.text for part in item.parts if isinstance(part, TextPart)]
    message: JsonObject = {"role": "assistant", "content": wire_text("\n".join(texts)) or None}
    if item.calls:
        message["tool_calls"] = [_call(part) for part in item.calls]
    for part in item.parts:
        if isinstance(part, ReasoningPart):
            message.update(_reasoning(part, with_calls=bool(item.calls)))
    results: list[Json] = [
        {
            "role": "tool",
            "tool_call_id": wire_id(part.call_id, _ID),
            "content": wire_text(result_text(part, limit=limit)),
        }
        for part in item.calls
    ]
    return [message, *results]


def _reasoning(part: ReasoningPart, *, with_calls: bool) -> JsonObject:
    """What servers that reason want back: their own details, and the text within a tool loop."""
    data = _own(part)
    back: JsonObject = {}
    if "reasoning_details" in data:
        back["reasoning_details"] = each_text(data["reasoning_details"], mend)
    if with_calls and data.get("field") == "reasoning_content":
        back["reasoning_content"] = wire_text(part.text)
    return back


def _call(part: ToolPart) -> JsonObject:
    # Arguments that were no JSON are never sent back: some servers refuse every later request.
    call: JsonObject = {
        "id": wire_id(part.call_id, _ID),
        "type": "function",
        "function": {"name": wire_name(part.tool), "arguments": wire_json(part.input or {})},
    }
    data = _own(part)
    return {**call, "extra_content": data["extra_content"]} if "extra_content" in data else call


def _own(part: ReasoningPart | ToolPart) -> JsonObject:
    """The opaque data of a part if it came over this wire."""
    return part.meta.data if part.meta and part.meta.provider == PROVIDER else {}


def _tool(spec: ToolSpec) -> JsonObject:
    return {
        "type": "function",
        "function": {
            "name": spec.name,
            "description": spec.description,
            "parameters": spec.schema,
        },
    }
