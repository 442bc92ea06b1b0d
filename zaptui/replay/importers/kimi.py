"""Kimi Code: the wire log of a session, of the newer and the older program."""

from collections.abc import Iterator, Sequence

from zaptui.core.json import JsonObject, as_object
from zaptui.core.parts import FinishReason
from zaptui.replay.importers.chat_messages import write_assistant, write_tool
from zaptui.replay.importers.fields import (
    dig,
    first_text,
    flat,
    objects,
    text,
    texts,
    token_usage,
)
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_MARKS = (
    *("context.append_", "turn.prompt", "llm.request", "llm.tools_", "plan_mode.", "usage.record"),
    *("full_compaction.", "permission.record_", "tools.set_active", "config.update"),
)
_QUIET = (
    *("metadata", "config.", "tools.", "llm.tools", "llm.request", "usage.", "permission."),
    *("full_compaction.complete", "context.apply", "turn.", "session.", "goal.", "cron."),
    *("profile.", "plugin.", "runtime.", "token_counting."),
)
_OLD_MARKS = ("TurnBegin", "StepBegin", "ContentPart", "ToolCall", "ToolResult", "StatusUpdate")
_OF_THE_PROGRAM = ("_checkpoint", "_usage", "_system_prompt")
"""Roles in the file of the context that stand for no message."""
_STOPPED = ("cancel", "abort", "interrupt")
_REASONS: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop": "stop",
    "tool_use": "tool-calls",
    "tool_calls": "tool-calls",
    "max_tokens": "length",
    "length": "length",
}


def _claims(record: JsonObject) -> bool:
    kind = text(record.get("type"))
    if kind == "metadata":
        return "protocol_version" in record
    old = as_object(record.get("message"))
    if not kind:
        is_old = text(old.get("type")) in _OLD_MARKS and "payload" in old
        return is_old or record.get("role") in _OF_THE_PROGRAM
    return kind.startswith(_MARKS) and "data" not in record and "properties" not in record


def _is_context(head: Sequence[JsonObject]) -> bool:
    """It tells again what the wire beside it tells; alone it is the run."""
    return any(record.get("role") in _OF_THE_PROGRAM for record in head)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    wire = _Wire(scribe)
    for record in records:
        scribe.tick(record.get("time") or record.get("timestamp") or record.get("created_at"))
        old = as_object(record.get("message"))
        if "role" in record and "type" not in record:
            _in_context(text(record["role"]), record, scribe)
        elif "type" not in record and "payload" in old:
            wire.old(text(old.get("type")), as_object(old["payload"]))
        else:
            wire.take(text(record.get("type")), record)


def _in_context(role: str, message: JsonObject, scribe: Scribe) -> None:
    """A message of the context, as the older program keeps it beside the wire."""
    if role == "user":
        said = "\n".join(texts(message.get("content"), "text"))
        if said.lstrip().startswith("<system>"):
            scribe.notice(f"> {said}")
        elif said:
            scribe.user(said)
    elif role == "assistant":
        for part in objects(message.get("content")):
            if text(part.get("think")):
                scribe.step()
                scribe.reasoning(text(part["think"]))
        write_assistant(scribe, message)
    elif role == "tool":
        write_tool(scribe, message)
    elif role not in ("system", *_OF_THE_PROGRAM):
        scribe.unknown(f"message of {role}")


class _Wire:
    """The reading of one log."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._prompt: str | None = None
        """What the user typed last: it is told a second time as a message."""

    def take(self, kind: str, record: JsonObject) -> None:
        """The next record."""
        if kind == "turn.prompt":
            said = "\n".join(texts(record.get("input"), "text"))
            self._prompt = said
            if said:
                self._scribe.user(said)
        elif kind == "context.append_message":
            self._message(as_object(record.get("message")))
        elif kind == "context.append_loop_event":
            self._event(as_object(record.get("event")))
        elif kind == "llm.request":
            self._scribe.model = text(record.get("model")) or self._scribe.model
        elif kind in ("plan_mode.enter", "plan_mode.exit"):
            self._scribe.notice(kind.replace(".", ": "))
        elif kind == "full_compaction.begin":
            self._scribe.notice("context compacted")
        elif kind.startswith("turn.") and any(word in kind for word in _STOPPED):
            self._scribe.aborted("the user interrupted")
        elif kind.endswith("error"):
            self._scribe.failed(first_text(record, "message") or flat(record.get("error")))
        elif not kind.startswith(_QUIET):
            self._scribe.unknown(kind)

    def old(self, kind: str, payload: JsonObject) -> None:
        """The next record of the older program."""
        if kind == "TurnBegin":
            self._scribe.prompt(flat(payload.get("user_input")))
        elif kind == "StepBegin":
            self._scribe.step()
        elif kind == "ContentPart":
            self._part(payload)
        elif kind == "ToolCall":
            function = as_object(payload.get("function"))
            name, sent = text(function.get("name")), function.get("arguments")
            self._scribe.called(text(payload.get("id")), name, sent)
        elif kind == "ToolResult":
            result = as_object(payload.get("return_value") or payload.get("result"))
            self._result(text(payload.get("tool_call_id")), result)
        elif kind in ("StepInterrupted", "TurnInterrupted"):
            self._scribe.aborted("the user interrupted")
        elif kind == "CompactionBegin":
            self._scribe.notice("context compacted")
        elif kind == "StatusUpdate":
            self._usage(as_object(payload.get("token_usage")), old=True)

    def _message(self, message: JsonObject) -> None:
        """Messages repeat what prompts and events say, but for those that nothing else tells."""
        role, said = message.get("role"), "\n".join(texts(message.get("content"), "text"))
        if role == "user":
            typed = dig(message, "origin").get("kind") in (None, "user")
            if typed and said and said != self._prompt:
                self._scribe.user(said)
            self._prompt = None
        elif role == "assistant":
            self._scribe.step()
            if said:
                self._scribe.text(said)
            for call in objects(message.get("toolCalls")):
                name = first_text(call, "name") or text(dig(call, "function").get("name"))
                sent = call.get("arguments", dig(call, "function").get("arguments"))
                self._scribe.called(text(call.get("id")), name, sent)
        elif role == "tool":
            self._scribe.returned(text(message.get("toolCallId")), flat(message.get("content")))

    def _event(self, event: JsonObject) -> None:
        kind = text(event.get("type"))
        if kind == "step.begin":
            self._scribe.step(text(event.get("uuid")) or None)
        elif kind == "content.part":
            self._part(as_object(event.get("part")))
        elif kind == "tool.call":
            call_id, name = text(event.get("toolCallId")), text(event.get("name"))
            self._scribe.called(call_id, name, event.get("args"))
        elif kind == "tool.result":
            self._result(text(event.get("toolCallId")), as_object(event.get("result")))
        elif kind == "step.end":
            reason = text(event.get("finishReason"))
            self._usage(as_object(event.get("usage")), reason=_REASONS.get(reason))
            if any(word in reason for word in _STOPPED):
                self._scribe.aborted(reason)
        elif kind in ("step.error", "error"):
            self._scribe.failed(first_text(event, "message") or flat(event.get("error")))
        elif not kind.startswith(("step.", "tool.", "turn.")):
            self._scribe.unknown(f"event {kind}")

    def _part(self, part: JsonObject) -> None:
        if part.get("type") == "think":
            self._scribe.reasoning(text(part.get("think")))
        elif text(part.get("text")).strip():
            self._scribe.text(text(part["text"]))

    def _result(self, call_id: str, result: JsonObject) -> None:
        shown = flat(result.get("output")) or text(result.get("message"))
        failed = result.get("isError") is True or result.get("is_error") is True
        self._scribe.returned(call_id, shown, error=(shown or "error") if failed else None)

    def _usage(
        self, usage: JsonObject, *, reason: FinishReason | None = None, old: bool = False
    ) -> None:
        names = ("input_other", "output", "input_cache_read", "input_cache_creation")
        if not old:
            names = ("inputOther", "output", "inputCacheRead", "inputCacheCreation")
        counts = token_usage(
            usage, read=names[0], written=names[1], cached=names[2], beside=names[2:]
        )
        self._scribe.replied(reason=reason, usage=counts)


KIMI = Format(
    name="kimi",
    shown="Kimi Code logs",
    claims=_claims,
    read=_read,
    is_child=_is_context,
)
