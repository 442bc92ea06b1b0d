"""Chat Completions, incoming: chunks of any dialect of this wire to model events."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from zaptui.core.events import (
    ModelEvent,
    ModelFinished,
    PartMeta,
    ReasoningDelta,
    TextDelta,
    ToolInputDelta,
)
from zaptui.core.json import Json, JsonObject, as_list, as_object, dump_json, parse_json
from zaptui.core.parts import FinishReason, Usage
from zaptui.errors import ProviderError, Unavailable
from zaptui.providers.answer import check_answer
from zaptui.providers.failures import error_in_stream
from zaptui.providers.tool_input import called, count

PROVIDER = "openai-chat"

_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "tool_calls": "tool-calls",
    "function_call": "tool-calls",
    "length": "length",
}


@dataclass(slots=True, kw_only=True)
class _Call:
    """A call that is streaming in. Its name may come later than its first arguments."""

    call_id: str
    index: Json
    name: str = ""
    arguments: list[str] = field(default_factory=list[str])
    extra: JsonObject = field(default_factory=dict[str, "Json"])
    """What Gemini wants back with the call: its thought's signature."""


class ChatTranslator:
    """Feeds on the data payloads of one stream; `end` closes it."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._reason: str | None = None
        self._usage: Usage | None = None
        self._ended = False
        """A terminal mark was seen: a finish reason, `[DONE]` or usage."""
        self._spoke = False
        self._details: list[JsonObject] = []
        self._reasoning_field = ""

    def feed(self, payload: bytes) -> Iterator[ModelEvent]:
        """The events of one payload. ValueError for one that is no JSON."""
        if payload.strip() == b"[DONE]":
            self._ended = True
            return
        chunk = as_object(parse_json(payload))
        if chunk.get("error") and self._reason is None:
            raise error_in_stream(chunk["error"])
        if usage := as_object(chunk.get("usage")):
            self._usage = _usage(usage) or self._usage
        choices = [as_object(choice) for choice in as_list(chunk.get("choices"))]
        if usage and not choices:
            self._ended = True
        for choice in choices:
            if choice.get("index", 0) == 0:  # with n > 1 the first answer is the answer
                yield from self._choice(choice)

    def end(self) -> Iterator[ModelEvent]:
        """The whole calls and the end. ProviderError for a stream that is no finished answer."""
        if not self._ended:
            raise Unavailable("the model's stream ended early")
        data: JsonObject = {}
        if self._details:
            data["reasoning_details"] = [*self._details]
        if self._reasoning_field:
            data["field"] = self._reasoning_field
        if data:
            yield PartMeta(part="reasoning", provider=PROVIDER, data=data)
        for call in self._calls:
            yield called(call.call_id, call.name, "".join(call.arguments))
            if call.extra:
                yield PartMeta(part=call.call_id, provider=PROVIDER, data=call.extra)
        yield ModelFinished(reason=self._finish_reason(), usage=self._usage)

    def _finish_reason(self) -> FinishReason:
        """Raises for an answer that the service broke off, and for one that says nothing."""
        if self._reason == "content_filter":
            raise ProviderError("the service's content filter cut the answer off")
        if self._reason == "error":
            raise Unavailable("the service gave up on the answer")
        reason = _REASONS.get(self._reason or "stop", "stop")
        if self._calls and reason == "stop":
            reason = "tool-calls"
        check_answer(reason, spoke=self._spoke, called=bool(self._calls))
        return reason

    def _choice(self, choice: JsonObject) -> Iterator[ModelEvent]:
        delta = as_object(choice.get("delta"))
        yield from self._reasoning(delta)
        for event in (*_content(delta.get("content")), *_text(delta.get("refusal"))):
            self._spoke = self._spoke or (isinstance(event, TextDelta) and not event.text.isspace())
            yield event
        for entry in as_list(delta.get("tool_calls")):
            yield from self._tool_call(as_object(entry))
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._reason = self._reason or reason
            self._ended = True

    def _reasoning(self, delta: JsonObject) -> Iterator[ModelEvent]:
        for detail in as_list(delta.get("reasoning_details")):
            self._add_detail(as_object(detail))
        for name in ("reasoning_content", "reasoning"):
            text = delta.get(name)
            if isinstance(text, str) and text:
                if name == "reasoning_content":
                    self._reasoning_field = name
                yield ReasoningDelta(part="reasoning", text=text)
                return

    def _add_detail(self, detail: JsonObject) -> None:
        """Join the pieces of one detail: they are handed back whole."""
        last = self._details[-1] if self._details else None
        if last is None or any(last.get(key) != detail.get(key) for key in ("type", "index")):
            self._details.append(dict(detail))
            return
        for key, value in detail.items():
            known = last.get(key)
            joined = key in ("text", "summary", "data") and isinstance(known, str)
            if joined and isinstance(value, str):
                last[key] = f"{known}{value}"
            elif value is not None:
                last[key] = value

    def _tool_call(self, entry: JsonObject) -> Iterator[ModelEvent]:
        function = as_object(entry.get("function"))
        name, arguments = function.get("name"), function.get("arguments")
        call = self._find(entry, isinstance(name, str) and name != "")
        known = bool(call.name)
        if isinstance(name, str) and not known:
            call.name = name
        piece = arguments if isinstance(arguments, str) else ""
        if not piece and isinstance(arguments, dict):
            piece = dump_json(arguments)  # some servers send an object instead of text
        if piece:
            call.arguments.append(piece)
        if extra := as_object(entry.get("extra_content")):
            call.extra = {"extra_content": extra}
        if call.name and (piece or not known):
            held = "" if known else "".join(call.arguments[:-1] if piece else call.arguments)
            yield ToolInputDelta(call_id=call.call_id, tool=call.name, delta=held + piece)

    def _find(self, entry: JsonObject, named: bool) -> _Call:
        """The call an entry belongs to. Ids tell calls apart, then indexes, then names."""
        index, given = entry.get("index"), entry.get("id")
        call_id = given if isinstance(given, str) else ""
        same_id = [call for call in self._calls if call_id and call.call_id == call_id]
        if same_id and (index is None or same_id[0].index == index or not named):
            return same_id[0]
        if not call_id:
            at_index = [c for c in self._calls if index is not None and c.index == index]
            if at_index:
                return at_index[-1]
            if self._calls and not named:
                return self._calls[-1]
        if not call_id or same_id:
            call_id = f"{call_id or 'call'}_{len(self._calls) + 1}"
        call = _Call(call_id=call_id, index=index)
        self._calls.append(call)
        return call


def _content(content: Json) -> Iterator[ModelEvent]:
    """Text, or a list of typed items (text, thinking)."""
    yield from _text(content)
    for item in map(as_object, as_list(content)):
        if item.get("type") == "thinking":
            for piece in map(as_object, as_list(item.get("thinking"))):
                text = piece.get("text")
                if isinstance(text, str) and text:
                    yield ReasoningDelta(part="reasoning", text=text)
        else:
            yield from _text(item.get("text"))


def _text(text: Json) -> Iterator[ModelEvent]:
    if isinstance(text, str) and text:
        yield TextDelta(part="text", text=text)


def _usage(usage: JsonObject) -> Usage | None:
    """The figures; None when the main ones are missing or absurd."""
    sent, received = count(usage.get("prompt_tokens")), count(usage.get("completion_tokens"))
    if sent is None or received is None:
        return None
    details = as_object(usage.get("prompt_tokens_details"))
    cached = count(details.get("cached_tokens")) or 0
    return Usage(input_tokens=sent, output_tokens=received, cached_tokens=min(cached, sent))
