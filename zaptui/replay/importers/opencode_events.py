"""OpenCode: the events of its bus, or a list of messages with their parts."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_list, as_object
from zaptui.replay.importers.fields import count, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.opencode_state import SessionState, feed_message
from zaptui.replay.importers.scribe import Scribe

_FAMILIES = (
    *("message.", "session.", "server.", "todo.", "permission.", "question.", "custom.", "lsp."),
    *("file.", "installation.", "ide.", "tui.", "mcp.", "pty.", "vcs.", "project.", "command."),
    *("plugin.", "catalog.", "reference.", "integration.", "models-dev.", "workspace."),
    *("worktree.", "app.", "storage.", "config.", "provider.", "account.", "sync.", "global."),
)


def _claims(record: JsonObject) -> bool:
    if text(record.get("type")).startswith(_FAMILIES) and "properties" in record:
        return True
    return _is_message(record)


def _is_message(record: JsonObject) -> bool:
    info = as_object(record.get("info"))
    return isinstance(record.get("parts"), list) and "role" in info and "messages" not in record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    state = SessionState()
    for record in records:
        if _is_message(record):
            feed_message(state, record)
            continue
        kind, properties = text(record.get("type")), as_object(record.get("properties"))
        if not _take(state, kind, properties) and not kind.startswith(_FAMILIES):
            scribe.unknown(kind)
    state.write(scribe)


def _take(state: SessionState, kind: str, properties: JsonObject) -> bool:
    """Fold an event into the state; False for one that says nothing of it."""
    session = text(properties.get("sessionID"))
    match kind:
        case "session.created" | "session.updated":
            state.session(as_object(properties.get("info")))
        case "message.updated":
            state.message(as_object(properties.get("info")))
        case "message.part.updated":
            state.part(as_object(properties.get("part")))
        case "message.part.delta":
            state.delta(properties)
        case "message.removed":
            state.remove_message(text(properties.get("messageID")))
        case "message.part.removed":
            state.remove_part(text(properties.get("partID")))
        case "todo.updated":
            state.todos(session, as_list(properties.get("todos")))
        case "session.error":
            state.failed(session, as_object(properties.get("error")))
        case "session.status":
            status = as_object(properties.get("status"))
            if status.get("type") == "retry":
                attempt, why = count(status.get("attempt")), text(status.get("message"))
                state.notice(
                    session, f"trying again, attempt {attempt}: {why or 'no reason given'}"
                )
        case _:
            return False
    return True


OPENCODE_EVENTS = Format(
    name="opencode-events", shown="OpenCode events", claims=_claims, read=_read
)
