"""What an OpenCode session came to be: messages and parts, each as it was told last."""

from dataclasses import dataclass, field

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.parts import FinishReason, Usage
from zaptui.replay.importers.fields import count, dig, first_text, flat, text
from zaptui.replay.importers.scribe import Scribe

_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "tool-calls": "tool-calls",
    "length": "length",
    "error": "error",
}
_QUIET_PARTS = frozenset({"snapshot", "patch", "agent", "file", "step-start", "retry"})


@dataclass(slots=True, kw_only=True)
class _Message:
    session: str = ""
    info: JsonObject = field(default_factory=dict[str, Json])
    parts: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    notice: str = ""
    todos: list[Json] | None = None


class SessionState:
    """Sessions, messages and parts, upserted by id; written when all is known."""

    def __init__(self) -> None:
        self._sessions: dict[str, JsonObject] = {}
        self._messages: dict[str, _Message] = {}
        self._where: dict[str, str] = {}
        """The message of a part."""
        self._deltas: dict[tuple[str, str], list[str]] = {}
        """Text of a part that came in pieces since it was told whole."""
        self._told_errors: dict[str, JsonObject] = {}
        self._written: set[str] = set()
        self._by_session: dict[str, list[_Message]] = {}

    def session(self, info: JsonObject) -> None:
        """A session as it is now."""
        self._sessions.setdefault(text(info.get("id")), {}).update(info)

    def message(self, info: JsonObject) -> None:
        """A message as it is now; it may come after its parts."""
        message = self._messages.setdefault(text(info.get("id")), _Message())
        message.session = text(info.get("sessionID")) or message.session
        message.info = {**message.info, **info}
        self._told_errors[message.session] = as_object(message.info.get("error"))

    def part(self, part: JsonObject) -> None:
        """A part, whole, as it is now."""
        part_id, message_id = text(part.get("id")), text(part.get("messageID"))
        message = self._messages.setdefault(message_id, _Message())
        message.session = message.session or text(part.get("sessionID"))
        part_id = part_id or f"part {len(message.parts)}"
        self._where[part_id] = message_id
        message.parts[part_id] = _with_input(part, message.parts.get(part_id, {}))
        for name in ("text", "raw"):
            self._deltas.pop((part_id, name), None)

    def delta(self, properties: JsonObject) -> None:
        """More of a part's text."""
        part_id, name = text(properties.get("partID")), text(properties.get("field")) or "text"
        message_id = text(properties.get("messageID")) or self._where.get(part_id, "")
        message = self._messages.setdefault(message_id, _Message())
        message.session = message.session or text(properties.get("sessionID"))
        self._where[part_id] = message_id
        message.parts.setdefault(part_id, {"id": part_id, "type": "text"})
        self._deltas.setdefault((part_id, name), []).append(text(properties.get("delta")))

    def remove_message(self, message_id: str) -> None:
        """A message was taken back."""
        self._messages.pop(message_id, None)

    def remove_part(self, part_id: str) -> None:
        """A part was taken back."""
        message = self._messages.get(self._where.get(part_id, ""))
        if message is not None:
            message.parts.pop(part_id, None)

    def notice(self, session: str, said: str) -> None:
        """Something the program said."""
        self._messages[f"notice {len(self._messages)}"] = _Message(session=session, notice=said)

    def todos(self, session: str, todos: list[Json]) -> None:
        """The list of a session, told apart from the call that wrote it."""
        self._messages[f"todos {len(self._messages)}"] = _Message(session=session, todos=todos)

    def failed(self, session: str, error: JsonObject) -> None:
        """An error of a session; most stand in its last message too."""
        if not self._told_errors.get(session):
            key = f"error {len(self._messages)}"
            self._messages[key] = _Message(session=session, info={"error": error})

    def write(self, scribe: Scribe) -> None:
        """Write the sessions; a subagent's where the call stands that started it."""
        self._join_deltas()
        for message in self._messages.values():
            self._by_session.setdefault(message.session, []).append(message)
        children = self._children()
        for session in sorted(self._by_session, key=lambda each: each in children):
            if session in self._written:
                continue
            if session in children:
                self._write_session(scribe.child(f"session:{session}"), session)
            else:
                info = self._sessions.get(session, {})
                scribe.session = session
                scribe.cwd, scribe.version = text(info.get("directory")), text(info.get("version"))
                self._write_session(scribe, session)

    def _join_deltas(self) -> None:
        for (part_id, name), pieces in self._deltas.items():
            message = self._messages.get(self._where.get(part_id, ""))
            part = message.parts.get(part_id) if message is not None else None
            if part is not None:
                part[name] = text(part.get(name)) + "".join(pieces)

    def _children(self) -> set[str]:
        found = {key for key, info in self._sessions.items() if text(info.get("parentID"))}
        for message in self._messages.values():
            found |= {started for part in message.parts.values() if (started := _started(part))}
        return found

    def _write_session(self, scribe: Scribe, session: str) -> None:
        self._written.add(session)
        for message in self._by_session.get(session, []):
            scribe.tick(dig(message.info, "time").get("created"))
            if message.notice:
                scribe.notice(message.notice, level="warning")
            elif message.todos is not None:
                scribe.planned(message.todos, changes_only=True)
            elif message.info.get("role") == "user":
                _write_user(scribe, message)
            else:
                self._write_reply(scribe, message)

    def _write_reply(self, scribe: Scribe, message: _Message) -> None:
        model = first_text(message.info, "modelID")
        scribe.model = model or scribe.model
        for number, (part_id, part) in enumerate(message.parts.items()):
            if number == 0 or part.get("type") == "step-start":
                scribe.step(part_id, model=model)
            self._write_part(scribe, part)
        if message.info.get("finish") == "stop":
            scribe.replied(reason="stop")
        error = as_object(message.info.get("error"))
        if text(error.get("name")) == "MessageAbortedError":
            scribe.aborted("the user interrupted")
        elif error:
            scribe.failed(first_text(dig(error, "data"), "message") or text(error.get("name")))

    def _write_part(self, scribe: Scribe, part: JsonObject) -> None:
        kind = text(part.get("type"))
        if kind == "text":
            if text(part.get("text")).strip():
                scribe.text(text(part["text"]))
        elif kind == "reasoning":
            scribe.reasoning(text(part.get("text")))
        elif kind == "tool":
            self._write_call(scribe, part)
        elif kind == "step-finish":
            reason = _REASONS.get(text(part.get("reason")))
            scribe.replied(reason=reason, usage=_usage(dig(part, "tokens")))
        elif kind in ("compaction", "subtask"):
            scribe.notice(f"{kind}: {text(part.get('description'))}".rstrip(": "))
        elif kind not in _QUIET_PARTS:
            scribe.unknown(f"part {kind}")

    def _write_call(self, scribe: Scribe, part: JsonObject) -> None:
        state = as_object(part.get("state"))
        time = dig(state, "time")
        if time.get("start"):
            scribe.tick(time["start"])
        name = text(part.get("tool"))
        call_id = scribe.called(text(part.get("callID")), name, state.get("input"))
        session = _started(part)
        if session and session not in self._written:
            self._write_session(scribe.child(call_id), session)
        if time.get("end"):
            scribe.tick(time["end"])
        if state.get("status") == "completed":
            scribe.returned(call_id, flat(state.get("output")))
        elif state.get("status") == "error":
            scribe.returned(call_id, None, error=flat(state.get("error")) or "error")


def _write_user(scribe: Scribe, message: _Message) -> None:
    for part in message.parts.values():
        kind, said = text(part.get("type")), text(part.get("text"))
        if kind == "text" and said.strip() and part.get("synthetic") is not True:
            scribe.user(said)
        elif kind == "file":
            scribe.notice(f"> [file: {first_text(part, 'filename', 'url')}]")
        elif kind == "compaction":
            scribe.notice("context compacted")


def _with_input(part: JsonObject, before: JsonObject) -> JsonObject:
    """The part; arguments that an earlier telling had and this one lacks are kept."""
    state, old = as_object(part.get("state")), dig(before, "state").get("input")
    if not state or state.get("input") or not old:
        return part
    return {**part, "state": {**state, "input": old}}


def _started(part: JsonObject) -> str:
    """The session that a call started."""
    return first_text(dig(part, "state", "metadata"), "sessionId", "sessionID")


def _usage(tokens: JsonObject) -> Usage | None:
    cache = dig(tokens, "cache")
    read, written = count(cache.get("read")), count(cache.get("write"))
    usage = Usage(
        input_tokens=count(tokens.get("input")) + read + written,
        output_tokens=count(tokens.get("output")) + count(tokens.get("reasoning")),
        cached_tokens=read,
    )
    return usage if usage != Usage() else None


def feed_message(state: SessionState, record: JsonObject) -> None:
    """A message with its parts in one, as lists and exports hold them."""
    info = as_object(record.get("info"))
    state.message(info)
    for part in as_list(record.get("parts")):
        if isinstance(part, dict):
            state.part({"messageID": info.get("id"), "sessionID": info.get("sessionID"), **part})
