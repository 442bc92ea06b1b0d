"""Copilot CLI: the events of a session."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object, dump_json
from zaptui.core.parts import Usage
from zaptui.replay.importers.fields import count, dig, first_text, flat, objects, text, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_FAMILIES = (
    *("session.", "assistant.", "user.", "tool.", "system.", "hook.", "subagent.", "permission."),
    *("skill.", "external_tool.", "command.", "pending_messages.", "exit_plan_mode."),
)
_TOLD = {
    "session.info": "message",
    "session.warning": "message",
    "session.truncation": "",
    "session.compaction_complete": "",
    "system.notification": "content",
    "subagent.failed": "error",
}
"""What is shown as a notice, and the field that says it."""


def _claims(record: JsonObject) -> bool:
    kind = text(record.get("type"))
    is_known = kind.startswith(_FAMILIES) or kind == "abort"
    return is_known and isinstance(record.get("data"), dict) and "timestamp" in record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    session = _Session(scribe)
    for record in records:
        session.take(record)


class _Session:
    """The reading of one file."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._thought = ""
        """Reasoning whose message has not come yet."""
        self._called: dict[str, JsonObject] = {}
        """The calls of all agents, by id: a resumed session repeats some."""

    def take(self, record: JsonObject) -> None:
        """The next event."""
        kind, data = text(record.get("type")), as_object(record.get("data"))
        self._scribe.tick(record.get("timestamp"))
        parent = first_text(data, "parentToolCallId")
        scribe = self._scribe.child(parent) if parent else self._scribe
        match kind:
            case "session.start" | "session.resume":
                self._start(data)
            case "session.model_change":
                self._scribe.model = text(data.get("newModel")) or self._scribe.model
            case "user.message":
                self._user(scribe, data)
            case "assistant.reasoning":
                self._thought = text(data.get("content"))
            case "assistant.message":
                self._reply(scribe, data)
            case "assistant.usage":
                self._usage(scribe, data)
            case "tool.execution_start":
                call_id, name = text(data.get("toolCallId")), text(data.get("toolName"))
                if not scribe.knows(call_id):
                    scribe.saw(call_id, name, dump_json(data.get("arguments")))
            case "tool.execution_complete":
                self._complete(scribe, data)
            case "session.error":
                scribe.failed(first_text(data, "message", "errorType") or "error")
            case "abort":
                scribe.aborted(text(data.get("reason")) or "interrupted")
            case _:
                self._other(kind, data)

    def _start(self, data: JsonObject) -> None:
        context = as_object(data.get("context"))
        self._scribe.session = text(data.get("sessionId")) or self._scribe.session
        self._scribe.model = text(data.get("selectedModel")) or self._scribe.model
        self._scribe.version = text(data.get("copilotVersion")) or self._scribe.version
        self._scribe.cwd = text(context.get("cwd")) or self._scribe.cwd

    def _user(self, scribe: Scribe, data: JsonObject) -> None:
        said = text(data.get("content"))
        if said.strip():
            scribe.user(said)
        for file in objects(data.get("attachments")):
            scribe.notice(f"> [file: {first_text(file, 'displayName', 'path')}]")

    def _reply(self, scribe: Scribe, data: JsonObject) -> None:
        scribe.step(text(data.get("messageId")) or None, model=text(data.get("model")))
        thought, self._thought = text(data.get("reasoningText")) or self._thought, ""
        if thought:
            scribe.reasoning(thought)
        said = flat(data.get("content"))
        if said.strip():
            scribe.text(said)
        for call in objects(data.get("toolRequests")):
            self._call(scribe, call)
        written = count(data.get("outputTokens"))
        if written:
            scribe.replied(usage=Usage(output_tokens=written))

    def _call(self, scribe: Scribe, call: JsonObject) -> None:
        call_id, name = text(call.get("toolCallId")), text(call.get("name"))
        told: JsonObject = {"name": name, "arguments": call.get("arguments")}
        if not call_id or self._called.get(call_id) != told:
            self._called[call_id] = told
            scribe.called(call_id, name, call.get("arguments"))

    def _usage(self, scribe: Scribe, data: JsonObject) -> None:
        usage = token_usage(
            data, read="inputTokens", written="outputTokens", cached="cacheReadTokens"
        )
        if usage is not None and scribe.began:
            scribe.replied(usage=usage)

    def _complete(self, scribe: Scribe, data: JsonObject) -> None:
        call_id = text(data.get("toolCallId"))
        if scribe.knows(call_id) and not scribe.is_open(call_id):
            call_id = ""  # each end is told once: this is of another call
        result, error = as_object(data.get("result")), as_object(data.get("error"))
        shown = flat(result.get("content")) or flat(result.get("detailedContent"))
        if data.get("success") is False or error:
            why = first_text(error, "message", "code") or shown or "failed"
            scribe.returned(call_id, None, error=why, tool=text(data.get("toolName")))
        else:
            scribe.returned(call_id, shown, tool=text(data.get("toolName")))

    def _other(self, kind: str, data: JsonObject) -> None:
        if kind in _TOLD:
            said = flat(data.get(_TOLD[kind])) or text(dig(data, "error").get("message"))
            self._scribe.notice(f"{kind}: {said}" if said else kind)
        elif not kind.startswith(_FAMILIES):
            self._scribe.unknown(kind)


COPILOT_CLI = Format(name="copilot-cli", shown="Copilot CLI sessions", claims=_claims, read=_read)
