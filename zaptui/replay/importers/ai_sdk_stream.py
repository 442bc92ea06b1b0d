"""AI SDK: the chunks of a UI message stream, as a list, lines or server-sent events."""

from collections.abc import Iterator

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.replay.importers.ai_sdk_messages import write_end
from zaptui.replay.importers.fields import first_text, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_MARKS = frozenset(
    {
        *("start-step", "finish-step", "text-start", "text-delta", "text-end", "reasoning-start"),
        *("reasoning-delta", "reasoning-end", "tool-input-start", "tool-input-delta"),
        *("tool-input-available", "tool-input-error", "tool-output-available", "reset-step"),
        *("tool-output-error", "tool-output-denied", "tool-approval-request", "message-metadata"),
    }
)
_QUIET = ("source-url", "source-document", "file", "source")
_OVER = ("finish-step", "finish", "abort", "error", "tool-approval-request")


def _chunk(record: JsonObject) -> JsonObject:
    """The chunk itself, where it is wrapped."""
    return record if "type" in record else as_object(record.get("part"))


def _claims(record: JsonObject) -> bool:
    chunk = _chunk(record)
    beside = ("properties", "payload", "data", "message", "timestamp", "sessionID")
    return text(chunk.get("type")) in _MARKS and not any(key in chunk for key in beside)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    stream = _Stream(scribe)
    for record in records:
        stream.take(_chunk(record))
    stream.flush()


class _Stream:
    """The reading of one stream."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._texts: dict[str, list[str]] = {}
        self._thoughts: dict[str, list[str]] = {}
        self._inputs: dict[str, tuple[str, list[str]]] = {}
        """Calls whose input is still coming: the tool, and the input so far."""

    def take(self, chunk: JsonObject) -> None:
        """The next chunk."""
        kind, key = text(chunk.get("type")), text(chunk.get("id"))
        if kind in _OVER:
            self.flush()
        if kind.startswith(("text-", "reasoning-")):
            self._piece(kind, key, chunk)
        elif kind.startswith("tool-"):
            self._tool(kind, chunk)
        elif kind == "start":
            self.flush()
            if self._scribe.began:
                self._scribe.finish()
        elif kind == "start-step":
            self._scribe.step()
        elif kind == "reset-step":
            self._texts, self._thoughts, self._inputs = {}, {}, {}
            self._scribe.discard("the step was reset")
        elif kind in ("finish", "message-metadata"):
            self._end(kind, chunk)
        elif kind == "abort":
            self._scribe.aborted(text(chunk.get("reason")) or "the user interrupted")
        elif kind == "error":
            self._scribe.failed(text(chunk.get("errorText")) or "error")
        elif kind != "finish-step" and kind not in _QUIET and not kind.startswith("data-"):
            self._scribe.unknown(kind or "chunk without a type")

    def flush(self) -> None:
        """What was begun and has not been ended stands as it is."""
        for key in list(self._thoughts):
            self._thought(key)
        for key in list(self._texts):
            self._said(key)
        for call_id in list(self._inputs):
            self._called(call_id, None)

    def _piece(self, kind: str, key: str, chunk: JsonObject) -> None:
        held = self._texts if kind.startswith("text-") else self._thoughts
        if kind.endswith("-end"):
            if key in held:
                (self._said if held is self._texts else self._thought)(key)
        else:
            held.setdefault(key, []).append(text(chunk.get("delta")))

    def _said(self, key: str) -> None:
        said = "".join(self._texts.pop(key))
        if said.strip():
            self._scribe.text(said)

    def _thought(self, key: str) -> None:
        self._scribe.reasoning("".join(self._thoughts.pop(key)))

    def _tool(self, kind: str, chunk: JsonObject) -> None:
        call_id = text(chunk.get("toolCallId"))
        if kind == "tool-input-start":
            self._inputs[call_id] = (text(chunk.get("toolName")), [])
        elif kind == "tool-input-delta":
            name = text(chunk.get("toolName"))
            self._inputs.setdefault(call_id, (name, []))[1].append(
                text(chunk.get("inputTextDelta"))
            )
        elif kind in ("tool-input-available", "tool-input-error"):
            self._called(call_id, chunk.get("input"), name=text(chunk.get("toolName")))
            if kind == "tool-input-error":
                self._scribe.returned(call_id, None, error=text(chunk.get("errorText")) or "error")
        else:
            self._called(call_id, None)
            self._result(kind, call_id, chunk)

    def _result(self, kind: str, call_id: str, chunk: JsonObject) -> None:
        if kind == "tool-output-available":
            output: Json = chunk.get("output")
            if chunk.get("preliminary") is not True:
                self._scribe.returned(call_id, "" if output is None else output)
        elif kind == "tool-output-error":
            self._scribe.returned(call_id, None, error=text(chunk.get("errorText")) or "error")
        elif kind == "tool-output-denied":
            self._scribe.returned(call_id, None, error="denied")
        elif kind != "tool-approval-request":
            self._scribe.unknown(kind)

    def _called(self, call_id: str, sent: Json, *, name: str = "") -> None:
        """The input is whole; where no chunk says so, its pieces are."""
        started, pieces = self._inputs.pop(call_id, ("", []))
        if sent is None and not started and not name:
            return
        whole = "".join(pieces) if sent is None else sent
        self._scribe.called(call_id, name or started, whole)

    def _end(self, kind: str, chunk: JsonObject) -> None:
        metadata = as_object(chunk.get("messageMetadata"))
        reason = first_text(chunk, "finishReason", "reason") or metadata.get("finishReason")
        ended: JsonObject = {"finishReason": reason or ("stop" if kind == "finish" else None)}
        write_end(self._scribe, {**metadata, "usage": chunk.get("usage"), **ended})


AI_SDK_STREAM = Format(
    name="ai-sdk-ui-stream", shown="AI SDK UI streams", claims=_claims, read=_read
)
