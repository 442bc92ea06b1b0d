"""Anthropic Messages, outgoing: a request as a JSON body with its cache breakpoints (R23)."""

import re
from typing import assert_never

from zaptui.core.history import History, HistoryItem, UserText
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import ReasoningPart, TextPart, ToolPart
from zaptui.core.ports import Request, ToolSpec
from zaptui.core.result_text import result_text
from zaptui.providers.messages_translator import PROVIDER
from zaptui.providers.surrogates import mend
from zaptui.providers.wire_text import each_text, user_text, wire_id, wire_name, wire_text

_EPHEMERAL: JsonObject = {"type": "ephemeral"}
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class MessagesWire:
    """Bodies of successive requests; what was rendered once is kept."""

    def __init__(self, *, max_tokens: int) -> None:
        self._max_tokens = max_tokens
        self._history = History()
        self._messages: list[JsonObject] = []

    def body(self, request: Request) -> JsonObject:
        """Breakpoints stand on system, tools and the last history block, the reminder is last."""
        seen = self._history.look(request.turns)
        if seen.fresh:
            self._messages = []
        for item in seen.closed:
            _append(self._messages, item, request.result_limit)
        messages = list(self._messages)
        if messages and seen.live:
            messages[-1] = {**messages[-1], "content": [*_blocks(messages[-1])]}
        for item in seen.live:
            _append(messages, item, request.result_limit)
        _finish(messages, request.reminder)
        body: JsonObject = {
            "model": request.model,
            "max_tokens": self._max_tokens,
            "system": [{"type": "text", "text": mend(request.system), "cache_control": _EPHEMERAL}],
            "messages": [*messages],
            "stream": True,
        }
        if request.tools:
            tools = [_tool(spec) for spec in request.tools]
            tools[-1]["cache_control"] = _EPHEMERAL
            body["tools"] = [*tools]
        return body


def to_wire(request: Request, *, max_tokens: int = 16_000) -> JsonObject:
    """The body of one request."""
    return MessagesWire(max_tokens=max_tokens).body(request)


def _append(messages: list[JsonObject], item: HistoryItem, limit: int) -> None:
    """Add an item; neighbours of one role share a message, as the wire wants it."""
    if isinstance(item, UserText):
        _extend(messages, "user", [{"type": "text", "text": user_text(item.text)}])
        return
    blocks = [block for part in item.parts if (block := _reply_block(part)) is not None]
    _extend(messages, "assistant", blocks)
    results: list[JsonObject] = [
        {
            "type": "tool_result",
            "tool_use_id": wire_id(part.call_id, _ID),
            "content": wire_text(result_text(part, limit=limit)),
            "is_error": part.error is not None or not part.finished,
        }
        for part in item.calls
    ]
    if results:
        _extend(messages, "user", results)


def _extend(messages: list[JsonObject], role: str, blocks: list[JsonObject]) -> None:
    if messages and messages[-1]["role"] == role:
        _blocks(messages[-1]).extend(blocks)
    else:
        messages.append({"role": role, "content": [*blocks]})


def _finish(messages: list[JsonObject], reminder: str | None) -> None:
    """Mark the last history block for the cache and put the reminder behind it."""
    last = messages[-1]
    *blocks, marked = _blocks(last)
    content: list[Json] = [*blocks, {**marked, "cache_control": _EPHEMERAL}]
    if reminder is not None:
        content.append({"type": "text", "text": mend(reminder)})
    messages[-1] = {**last, "content": content}


def _blocks(message: JsonObject) -> list[JsonObject]:
    content = message["content"]
    assert isinstance(content, list)
    return content  # pyright: ignore[reportReturnType] - built here, of objects only


def _reply_block(part: TextPart | ReasoningPart | ToolPart) -> JsonObject | None:
    match part:
        case TextPart():
            return {"type": "text", "text": wire_text(part.text)}
        case ToolPart():
            return {
                "type": "tool_use",
                "id": wire_id(part.call_id, _ID),
                "name": wire_name(part.tool),
                "input": each_text(part.input or {}, wire_text),
            }
        case ReasoningPart():
            # Reasoning goes back only with its signature, and verbatim.
            ours = part.meta is not None and part.meta.provider == PROVIDER
            if not ours or part.meta is None:
                return None
            if "signature" in part.meta.data:
                return {"type": "thinking", "thinking": mend(part.text), **part.meta.data}
            return {"type": "redacted_thinking", **part.meta.data}
        case _:
            assert_never(part)


def _tool(spec: ToolSpec) -> JsonObject:
    return {"name": spec.name, "description": spec.description, "input_schema": spec.schema}
