"""Codex: the lines of `codex exec --json`, of the program's newer versions and of older ones."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.codex_events import EventWriter
from zaptui.replay.importers.codex_thread import ThreadWriter
from zaptui.replay.importers.fields import dig, text, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_MARKS = frozenset(
    {
        *("thread.started", "turn.started", "turn.completed", "turn.failed"),
        *("item.started", "item.updated", "item.completed"),
    }
)


def _claims(record: JsonObject) -> bool:
    if text(record.get("type")) in _MARKS:
        return "payload" not in record
    return "type" in as_object(record.get("msg")) and isinstance(record.get("id"), str)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    writer, older = ThreadWriter(scribe), EventWriter(scribe)
    for record in records:
        if isinstance(record.get("msg"), dict):
            older.take(as_object(record["msg"]))
        elif "type" in record:
            _take(record, scribe, writer)
        elif isinstance(record.get("prompt"), str):
            older.user(text(record["prompt"]))
        else:
            scribe.model = text(record.get("model")) or scribe.model
            scribe.cwd = text(record.get("workdir")) or scribe.cwd
    older.end()


def _take(record: JsonObject, scribe: Scribe, writer: ThreadWriter) -> None:
    kind, item = text(record.get("type")), as_object(record.get("item"))
    if kind == "thread.started":
        scribe.session = text(record.get("thread_id"))
    elif kind == "turn.started":
        scribe.prompt("")
        writer.reply_over = True
    elif kind == "item.completed":
        writer.completed(item)
    elif kind in ("item.started", "item.updated"):
        writer.started(item)
    elif kind == "turn.completed":
        usage = token_usage(
            as_object(record.get("usage")),
            read="input_tokens",
            written="output_tokens",
            cached="cached_input_tokens",
        )
        scribe.replied(reason="stop", usage=usage)
        scribe.finish()
    elif kind == "turn.failed":
        scribe.failed(text(dig(record, "error").get("message")) or "the turn failed")
        scribe.finish()
    elif kind == "error":
        scribe.failed(text(record.get("message")) or "error")
    else:
        scribe.unknown(kind)


CODEX_EXEC = Format(name="codex-exec", shown="codex exec --json", claims=_claims, read=_read)
