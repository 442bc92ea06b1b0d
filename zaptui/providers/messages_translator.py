"""Anthropic Messages, incoming: stream events to model events."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from zaptui.core.events import (
    ModelEvent,
    ModelFinished,
    PartMeta,
    ReasoningDelta,
    TextDelta,
    ToolCalled,
    ToolInputDelta,
)
from zaptui.core.json import Json, JsonObject, as_list, as_object, dump_json, parse_json
from zaptui.core.parts import FinishReason, Usage
from zaptui.errors import ProviderError, Unavailable
from zaptui.providers.answer import check_answer
from zaptui.providers.failures import error_in_stream
from zaptui.providers.tool_input import called, count

PROVIDER = "anthropic"

_REASONS: dict[str, FinishReason] = {
    "tool_use": "tool-calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}


@dataclass(slots=True, kw_only=True)
class _Block:
    """A content block that is streaming in."""

    kind: str
    part: str
    tool: str = ""
    start: JsonObject = field(default_factory=dict[str, "Json"])
    pieces: list[str] = field(default_factory=list[str])
    signature: str = ""


class MessagesTranslator:
    """Feeds on the data payloads of one stream; `end` closes it."""

    def __init__(self) -> None:
        self._message: Json = None
        """The id of the message that streams in."""
        self._blocks: dict[str, _Block] = {}
        self._count = 0
        self._usage: dict[str, int] = {}
        self._reason: str | None = None
        self._call_ids: set[str] = set()
        self._spoke = False
        self._refusal = ""
        self._stopped = False

    def feed(self, payload: bytes) -> Iterator[ModelEvent]:
        """The events of one payload. ValueError for one that is no JSON."""
        event = as_object(parse_json(payload))
        if self._stopped:
            return
        match event.get("type"):
            case "message_start":
                yield from self._begin(as_object(event.get("message")))
            case "content_block_start":
                yield from self._start(event)
            case "content_block_delta":
                yield from self._delta(event)
            case "content_block_stop":
                block = self._blocks.pop(_key(event), None)
                if block is not None:
                    yield from self._close(block)
            case "message_delta":
                self._message_delta(event)
            case "message_stop":
                self._stopped = True
            case "error":
                raise error_in_stream(event.get("error"))
            case _:
                pass

    def end(self) -> Iterator[ModelEvent]:
        """What was open, and the end. ProviderError for a stream that is no finished answer."""
        if not self._stopped:
            raise Unavailable("the model's stream ended early")
        for block in self._blocks.values():
            yield from self._close(block)
        if self._reason == "refusal":
            raise ProviderError(
                f"the model declined to answer: {self._refusal or 'no reason given'}"
            )
        reason = _REASONS.get(self._reason or "", "stop")
        if self._call_ids and reason == "stop":
            reason = "tool-calls"
        check_answer(reason, spoke=self._spoke, called=bool(self._call_ids))
        yield ModelFinished(reason=reason, usage=self._total())

    def _begin(self, message: JsonObject) -> Iterator[ModelEvent]:
        """The message's head, which may hold whole blocks."""
        if self._message is not None and self._message != message.get("id"):
            # A proxy that tried again put a second message into the first.
            raise Unavailable("the service mixed two answers in one stream")
        self._message = message.get("id")
        self._message_delta({"delta": message, "usage": message.get("usage")})
        for number, content in enumerate(as_list(message.get("content"))):
            index = f"whole {number}"
            yield from self._start({"index": index, "content_block": content})
            yield from self._close(self._blocks.pop(index))

    def _start(self, event: JsonObject) -> Iterator[ModelEvent]:
        start = as_object(event.get("content_block"))
        kind = str(start.get("type"))
        self._count += 1
        block = _Block(kind=kind, part=f"{kind}{self._count}", start=start)
        self._blocks[_key(event)] = block
        if kind == "tool_use":
            block.part = self._call_id(start.get("id"))
            block.tool = str(start.get("name") or "")
            yield ToolInputDelta(call_id=block.part, tool=block.tool, delta="")
        elif kind == "thinking":
            block.signature = str(start.get("signature") or "")
            yield from _reasoning(block, start.get("thinking"))
        elif kind == "text":
            yield from self._text(block, start.get("text"))

    def _call_id(self, given: Json) -> str:
        """The id that was given, else one of ours; no two calls of a reply share one."""
        call_id = str(given or f"call_{self._count}")
        while call_id in self._call_ids:
            call_id = f"{call_id}_{self._count}"
        self._call_ids.add(call_id)
        return call_id

    def _delta(self, event: JsonObject) -> Iterator[ModelEvent]:
        block = self._blocks.get(_key(event))
        delta = as_object(event.get("delta"))
        if block is None:
            return
        match delta.get("type"):
            case "text_delta":
                yield from self._text(block, delta.get("text"))
            case "thinking_delta":
                yield from _reasoning(block, delta.get("thinking"))
            case "signature_delta":
                block.signature += str(delta.get("signature") or "")
            case "input_json_delta":
                piece = delta.get("partial_json")
                if block.kind == "tool_use" and isinstance(piece, str) and piece:
                    block.pieces.append(piece)
                    yield ToolInputDelta(call_id=block.part, tool=block.tool, delta=piece)
            case _:
                pass

    def _close(self, block: _Block) -> Iterator[ModelEvent]:
        if block.kind == "tool_use":
            yield self._called(block)
        elif block.kind == "thinking" and block.signature:
            data: JsonObject = {"signature": block.signature}
            yield PartMeta(part=block.part, provider=PROVIDER, data=data)
        elif block.kind == "redacted_thinking":
            data = {"data": block.start.get("data")}
            yield PartMeta(part=block.part, provider=PROVIDER, data=data)

    @staticmethod
    def _called(block: _Block) -> ToolCalled:
        arguments = "".join(block.pieces)
        given = as_object(block.start.get("input"))
        if not arguments and given:
            arguments = dump_json(given)
        return called(block.part, block.tool, arguments)

    def _message_delta(self, event: JsonObject) -> None:
        delta = as_object(event.get("delta"))
        reason = delta.get("stop_reason")
        if isinstance(reason, str):
            self._reason = reason
        details = as_object(delta.get("stop_details"))
        self._refusal = str(details.get("explanation") or details.get("category") or "")
        self._add_usage(as_object(event.get("usage")))

    def _add_usage(self, usage: JsonObject) -> None:
        """Later figures replace earlier ones. Where no input is told, a zero is 'not told'."""
        whole = bool(count(usage.get("input_tokens")))
        for key, value in usage.items():
            figure = count(value)
            if figure or (figure == 0 and (whole or key not in self._usage)):
                self._usage[key] = figure

    def _total(self) -> Usage | None:
        """The figures; None when the main ones are missing or absurd."""
        if not self._usage.keys() >= {"input_tokens", "output_tokens"}:
            return None
        cached = self._usage.get("cache_read_input_tokens", 0)
        written = self._usage.get("cache_creation_input_tokens", 0)
        return Usage(
            input_tokens=self._usage["input_tokens"] + cached + written,
            output_tokens=self._usage["output_tokens"],
            cached_tokens=cached,
        )

    def _text(self, block: _Block, text: Json) -> Iterator[ModelEvent]:
        if isinstance(text, str) and text:
            self._spoke = self._spoke or not text.isspace()
            yield TextDelta(part=block.part, text=text)


def _reasoning(block: _Block, text: Json) -> Iterator[ModelEvent]:
    if isinstance(text, str) and text:
        yield ReasoningDelta(part=block.part, text=text)


def _key(event: JsonObject) -> str:
    """The index of an event's block; a damaged one may be any JSON."""
    return str(event.get("index"))
