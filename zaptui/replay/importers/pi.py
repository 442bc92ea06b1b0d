"""Pi: the file of a session."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.core.parts import FinishReason
from zaptui.replay.importers.fields import (
    first_text,
    flat,
    objects,
    text,
    texts,
    token_usage,
)
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_QUIET = ("session", "label", "session_info", "custom", "thinking_level_change", "leaf")
_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "toolUse": "tool-calls",
    "length": "length",
    "error": "error",
    "aborted": "abort",
}


def _claims(record: JsonObject) -> bool:
    kind, message = text(record.get("type")), as_object(record.get("message"))
    if kind == "session":
        return "id" in record and "cwd" in record and "data" not in record
    if kind == "thinking_level_change":
        return "thinkingLevel" in record
    if kind == "message":
        role = message.get("role")
        of_pi = role in ("toolResult", "bashExecution") or "stopReason" in message
        return of_pi or (role == "user" and "timestamp" in message)
    return kind == "model_change" and "modelId" in record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        scribe.tick(record.get("timestamp"))
        _take(record, scribe)


def _take(record: JsonObject, scribe: Scribe) -> None:
    kind = text(record.get("type"))
    if kind in ("session", "model_change"):
        scribe.session = (text(record.get("id")) if kind == "session" else "") or scribe.session
        scribe.cwd = text(record.get("cwd")) or scribe.cwd
        scribe.model = text(record.get("modelId")) or scribe.model
    elif kind == "message":
        _message(as_object(record.get("message")), scribe)
    elif kind in ("compaction", "branch_summary"):
        scribe.notice(f"{kind.replace('_', ' ')}: {text(record.get('summary'))}")
    elif kind == "custom_message":
        if record.get("display") is not False:
            scribe.notice(flat(record.get("content")))
    elif kind not in _QUIET:
        scribe.unknown(kind)


def _message(message: JsonObject, scribe: Scribe) -> None:
    role, content = text(message.get("role")), message.get("content")
    if role == "user":
        said = "\n".join(texts(content, "text"))
        if said:
            scribe.user(said)
        else:
            scribe.notice(f"> {flat(content)}")
    elif role == "assistant":
        _reply(message, scribe)
    elif role == "toolResult":
        shown = flat(content)
        failed = message.get("isError") is True
        scribe.returned(
            text(message.get("toolCallId")),
            shown,
            error=(shown or "error") if failed else None,
            detail=message.get("details"),
            tool=text(message.get("toolName")),
        )
    elif role == "bashExecution":
        command, output = text(message.get("command")), flat(message.get("output"))
        scribe.notice(f"! {command}\n{output}".rstrip())
    else:
        scribe.unknown(f"message of {role}")


def _reply(message: JsonObject, scribe: Scribe) -> None:
    model = text(message.get("model"))
    scribe.model = model or scribe.model
    scribe.step(model=model)
    for found in texts(message.get("content")):
        scribe.text(found)
    for part in objects(message.get("content")):
        kind = text(part.get("type"))
        if kind == "text":
            if text(part.get("text")).strip():
                scribe.text(text(part["text"]))
        elif kind == "thinking":
            scribe.reasoning(text(part.get("thinking")))
        elif kind == "toolCall":
            scribe.called(text(part.get("id")), text(part.get("name")), part.get("arguments"))
        else:
            scribe.unknown(f"part {kind}")
    stopped = text(message.get("stopReason"))
    usage = token_usage(
        as_object(message.get("usage")),
        read="input",
        written="output",
        cached="cacheRead",
        beside=("cacheRead", "cacheWrite"),
    )
    scribe.replied(reason=_REASONS.get(stopped), usage=usage)
    if stopped == "aborted":
        scribe.aborted("the user interrupted")
    elif stopped == "error":
        scribe.failed(first_text(message, "errorMessage") or "error")


PI = Format(name="pi", shown="Pi sessions", claims=_claims, read=_read)
