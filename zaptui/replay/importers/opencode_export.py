"""OpenCode: an exported session, or the files of its storage folder."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.fields import objects, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.opencode_state import SessionState, feed_message
from zaptui.replay.importers.scribe import Scribe


def _claims(record: JsonObject) -> bool:
    messages = objects(record.get("messages"))
    if isinstance(record.get("info"), dict) and isinstance(record.get("messages"), list):
        return all("parts" in message for message in messages)
    return bool(_stored(record))


def _stored(record: JsonObject) -> str:
    """What a file of the storage folder holds: a session, a message or a part of one."""
    record_id = text(record.get("id"))
    if "sessionID" in record and "messageID" in record and "type" in record:
        return "part" if record_id.startswith("prt") else ""
    if "sessionID" in record and "role" in record:
        return "message" if record_id.startswith("msg") else ""
    is_session = record_id.startswith("ses") and ("projectID" in record or "directory" in record)
    return "session" if is_session else ""


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    state = SessionState()
    for record in records:
        stored = _stored(record)
        if "messages" in record:
            info = as_object(record.get("info"))
            state.session(info)
            for message in objects(record["messages"]):
                inner = {"sessionID": info.get("id"), **as_object(message.get("info"))}
                feed_message(state, {**message, "info": inner})
        elif stored == "session":
            state.session(record)
        elif stored == "message":
            state.message(record)
        elif stored == "part":
            state.part(record)
        else:
            scribe.unknown("record")
    state.write(scribe)


OPENCODE_EXPORT = Format(
    name="opencode-export", shown="OpenCode exports", claims=_claims, read=_read
)
