"""Claude's stream-json: what the command line tool and the SDK print, lines or one list."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_list, as_object
from zaptui.replay.importers.claude_messages import (
    INTERRUPTED,
    attached,
    user_texts,
    write_reply,
    write_results,
)
from zaptui.replay.importers.fields import count, first_text, flat, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_SPOKEN = ("assistant", "user")
_OF_A_STREAM = ("session_id", "parent_tool_use_id")
_OF_A_SESSION = ("parentUuid", "toolUseResult", "isMeta")
_SILENT = ("stream_event", "keep_alive", "rate_limit_event", "tool_progress", "control_request")


def _claims(record: JsonObject) -> bool:
    kind, message = text(record.get("type")), as_object(record.get("message"))
    if "sessionId" in record or "isSidechain" in record or "parts" in message:
        return False
    if kind in _SPOKEN:
        bare = not any(key in record for key in _OF_A_SESSION)
        return "content" in message and (bare or any(key in record for key in _OF_A_STREAM))
    inner = {**message, **record}
    if kind == "system":
        return isinstance(inner.get("subtype"), str) and "session_id" in inner
    if kind == "result":
        return any(key in inner for key in ("total_cost_usd", "duration_api_ms", "num_turns"))
    return kind == "stream_event" and "session_id" in record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        kind = text(record.get("type"))
        if record.get("timestamp") is not None:
            scribe.tick(record["timestamp"])
        message = as_object(record.get("message"))
        if kind in _SPOKEN:
            parent = text(record.get("parent_tool_use_id"))
            _spoken(scribe.child(parent) if parent else scribe, kind, record, message)
        elif kind == "system":
            _system(scribe, {**message, **record})
        elif kind == "result":
            _result(scribe, {**message, **record})
        elif kind not in _SILENT:
            scribe.unknown(kind)


def _spoken(scribe: Scribe, kind: str, record: JsonObject, message: JsonObject) -> None:
    if "content" not in message:
        scribe.unknown(f"{kind} without content")
    elif kind == "assistant":
        write_reply(scribe, message, key=first_text(record, "uuid"))
        if record.get("error") and record.get("error") != "null":
            scribe.failed(flat(message.get("content")) or flat(record.get("error")))
    else:
        write_results(scribe, message, record.get("tool_use_result"))
        if attached(message):
            scribe.notice(f"> {attached(message)}")
        for said in user_texts(message):
            if said.startswith(INTERRUPTED):
                scribe.aside(said)
                scribe.aborted("the user interrupted")
            elif record.get("isSynthetic") is True:
                scribe.aside(said)
            else:
                scribe.user(said)


def _system(scribe: Scribe, record: JsonObject) -> None:
    subtype = text(record.get("subtype"))
    if subtype == "init":
        scribe.session = text(record.get("session_id")) or scribe.session
        scribe.model = text(record.get("model")) or scribe.model
        scribe.cwd = text(record.get("cwd")) or scribe.cwd
        scribe.version = text(record.get("claude_code_version")) or scribe.version
    elif subtype == "compact_boundary":
        scribe.notice("context compacted")
    elif subtype == "api_retry":
        attempt, why = count(record.get("attempt")), flat(record.get("error"))
        scribe.notice(f"API error, attempt {attempt}: {why or 'unknown'}", level="warning")


def _result(scribe: Scribe, record: JsonObject) -> None:
    """The end of a run. Its text repeats the last reply, unless it is all that was printed."""
    subtype, answer = text(record.get("subtype")), text(record.get("result"))
    failed = record.get("is_error") is True or subtype.startswith("error")
    if subtype.startswith("error_max"):
        scribe.capped(subtype.removeprefix("error_"))
    elif failed:
        errors = [found for found in as_list(record.get("errors")) if isinstance(found, str)]
        scribe.failed("\n".join(errors) or answer or subtype or "error")
    else:
        if answer and not scribe.began:
            scribe.text(answer)
        scribe.replied(reason="stop")
    scribe.finish()


CLAUDE_STREAM = Format(
    name="claude-stream-json", shown="Claude stream-json", claims=_claims, read=_read
)
