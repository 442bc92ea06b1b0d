"""Codex: the log of a terminal session, nine tenths of which is redraws and keys."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.codex_events import EventWriter
from zaptui.replay.importers.fields import text, texts
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_WAYS = ("to_tui", "from_tui", "meta")
_NOISE = ("app_event", "key_event", "insert_history", "log_line", "session_end", "diff_result")


def _claims(record: JsonObject) -> bool:
    return record.get("dir") in _WAYS and isinstance(record.get("kind"), str)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    writer = EventWriter(scribe)
    for record in records:
        kind, payload = text(record.get("kind")), as_object(record.get("payload"))
        scribe.tick(record.get("ts"))
        if kind == "session_start":
            scribe.cwd, scribe.model = text(record.get("cwd")), text(record.get("model"))
        elif kind == "codex_event":
            event = as_object(payload.get("msg"))
            scribe.session = text(event.get("session_id")) or scribe.session
            writer.take(event)
        elif kind == "op":
            _operation(payload, scribe, writer)
        elif kind not in _NOISE:
            scribe.unknown(kind)
    writer.end()


def _operation(operation: JsonObject, scribe: Scribe, writer: EventWriter) -> None:
    """What the terminal asked of the program."""
    kind = text(operation.get("type"))
    if kind in ("user_input", "user_turn"):
        writer.user("\n".join(texts(operation.get("items"), "text")))
    elif kind == "interrupt":
        scribe.aborted("the user interrupted")


CODEX_TUI = Format(name="codex-tui-log", shown="Codex TUI logs", claims=_claims, read=_read)
