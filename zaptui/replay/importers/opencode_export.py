"""OpenCode: an exported session, the files of its storage folder, or the rows of its tables."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.fields import arguments, objects
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.opencode_state import SessionState, feed_message
from zaptui.replay.importers.scribe import Scribe

_COLUMNS = {
    "id": "id",
    "session_id": "sessionID",
    "message_id": "messageID",
    "project_id": "projectID",
    "parent_id": "parentID",
}


def _claims(record: JsonObject) -> bool:
    messages = objects(record.get("messages"))
    if isinstance(record.get("info"), dict) and isinstance(record.get("messages"), list):
        return all("parts" in message for message in messages)
    return bool(_stored(_row(record)))


def _stored(record: JsonObject) -> str:
    """What a file of the storage folder holds: a session, a message or a part of one."""
    if "id" not in record or "properties" in record:
        return ""
    if "messageID" in record and "type" in record:
        return "part"
    if "sessionID" in record and "role" in record:
        return "message"
    is_session = "directory" in record and ("projectID" in record or "time" in record)
    return "session" if is_session else ""


def _row(record: JsonObject) -> JsonObject:
    """A row of a table as the object it stands for: what is no column of its own is in `data`."""
    if "project_id" not in record and not ("session_id" in record and "time_created" in record):
        return record
    held = arguments(record.get("data"))
    if "seq" in record or isinstance(held, str):
        return record
    named = {_COLUMNS[key]: value for key, value in record.items() if key in _COLUMNS}
    return {**held, **named, **({} if held else record)}


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    state = SessionState()
    for given in records:
        record = _row(given)
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
