"""AI SDK: a list of stored UI messages."""

from collections.abc import Iterator

from zaptui.core.json import Json, JsonObject, as_object, dump_json
from zaptui.core.parts import Usage
from zaptui.replay.importers.fields import dig, first_text, flat, objects, text, texts, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_ROLES = ("user", "assistant", "system", "data")
_QUIET = ("source-url", "source-document", "source")
_OLD_STATES = {
    "partial-call": "input-streaming",
    "call": "input-available",
    "result": "output-available",
}


def _claims(record: JsonObject) -> bool:
    if isinstance(record.get("messages"), list):
        return "info" not in record and any(map(_is_message, objects(record["messages"])))
    return _is_message(record) and "info" not in record


def _is_message(record: JsonObject) -> bool:
    if text(record.get("role")) not in _ROLES:
        return False
    parts = objects(record.get("parts"))
    return "toolInvocations" in record or any(isinstance(p.get("type"), str) for p in parts)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        messages = objects(record["messages"]) if "messages" in record else [record]
        for message in messages:
            _message(message, scribe)


def _message(message: JsonObject, scribe: Scribe) -> None:
    role, metadata = text(message.get("role")), as_object(message.get("metadata"))
    scribe.tick(message.get("createdAt") or metadata.get("createdAt"))
    parts = objects(message.get("parts"))
    if role == "user":
        content = message.get("parts") if parts else message.get("content")
        said = "\n".join(texts(content, "text"))
        if said:
            scribe.user(said)
        for part in parts:
            if part.get("type") == "file":
                scribe.notice(f"> {_file(part)}")
    elif role == "assistant":
        scribe.step(text(message.get("id")) or None, model=text(metadata.get("model")))
        for part in parts:
            write_part(scribe, part)
        if not parts:
            for found in texts(message.get("content"), "text"):
                scribe.text(found)
            for invocation in objects(message.get("toolInvocations")):
                _old_call(scribe, invocation)
        write_end(scribe, metadata)
    elif role not in _ROLES:
        scribe.unknown(f"message of {role}")


def write_part(scribe: Scribe, part: JsonObject) -> None:
    """One part of a message of the assistant."""
    kind = text(part.get("type"))
    if kind == "text":
        if text(part.get("text")).strip():
            scribe.text(text(part["text"]))
    elif kind == "reasoning":
        scribe.reasoning(first_text(part, "text", "reasoning"))
    elif kind == "step-start":
        scribe.step()
    elif kind == "tool-invocation":
        _old_call(scribe, as_object(part.get("toolInvocation")))
    elif kind == "dynamic-tool" or kind.startswith("tool-"):
        name = text(part.get("toolName")) or kind.removeprefix("tool-")
        _call(scribe, name, text(part.get("state")), part)
    elif kind == "file":
        scribe.notice(_file(part))
    elif kind not in _QUIET and not kind.startswith("data-"):
        scribe.unknown(f"part {kind}")


def write_end(scribe: Scribe, metadata: JsonObject) -> None:
    """What the metadata of a message say of its end."""
    usage: Usage | None = token_usage(
        as_object(metadata.get("usage")),
        read="inputTokens",
        written="outputTokens",
        cached="cachedInputTokens",
    )
    reason = text(metadata.get("finishReason"))
    if usage is not None:
        scribe.replied(usage=usage)
    if reason == "abort":
        scribe.aborted("the user interrupted")
    elif reason == "error":
        scribe.failed(first_text(metadata, "error", "errorText") or "error")
    elif reason == "length":
        scribe.replied(reason="length")
        scribe.capped("the output limit")
    elif reason == "stop":
        scribe.replied(reason="stop")


def _call(scribe: Scribe, name: str, state: str, part: JsonObject) -> None:
    call_id, sent = text(part.get("toolCallId")), part.get("input")
    if state == "input-streaming":
        scribe.saw(call_id, name, "" if sent is None else dump_json(sent))
        return
    if sent is None and part.get("rawInput") is not None:
        sent = part["rawInput"]
    call_id = scribe.called(call_id, name, sent)
    denied = dig(part, "approval").get("approved") is False
    if state == "output-error":
        scribe.returned(call_id, None, error=text(part.get("errorText")) or "error")
    elif state == "output-denied" or denied:
        why = text(dig(part, "approval").get("reason"))
        scribe.returned(call_id, None, error=f"denied: {why}" if why else "denied")
    elif state == "output-available" and part.get("preliminary") is not True:
        output: Json = part.get("output")
        scribe.returned(call_id, "" if output is None else output)


def _old_call(scribe: Scribe, call: JsonObject) -> None:
    """A call as version 4 stored it."""
    state = _OLD_STATES.get(text(call.get("state")), "input-available")
    renamed = {**call, "input": call.get("args"), "output": call.get("result")}
    _call(scribe, text(call.get("toolName")), state, renamed)


def _file(part: JsonObject) -> str:
    return f"[file: {first_text(part, 'filename', 'mediaType', 'mimeType') or flat(None)}]"


AI_SDK_MESSAGES = Format(
    name="ai-sdk-ui-message", shown="AI SDK UI messages", claims=_claims, read=_read
)
