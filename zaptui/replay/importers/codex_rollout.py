"""Codex: the rollout file of a session, with those of the threads it has spawned beside it."""

from collections.abc import Iterator, Sequence

from zaptui.core.json import JsonObject, as_object, dump_json
from zaptui.replay.importers.codex_items import CALLS, RESULTS, ItemWriter
from zaptui.replay.importers.codex_spoken import Spoken
from zaptui.replay.importers.codex_typed import Typed
from zaptui.replay.importers.fields import (
    dig,
    first_text,
    flat,
    objects,
    text,
    texts,
    token_usage,
)
from zaptui.replay.importers.format import Child, Children, Format
from zaptui.replay.importers.scribe import Scribe

_WRAPPERS = frozenset(
    {"session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"}
)
_SILENT = frozenset(
    {
        *("world_state", "inter_agent_communication_metadata", "task_complete", "task_started"),
        *("ghost_snapshot", "session_index"),
    }
)
_QUIET_EVENTS = frozenset(
    {
        *("agent_reasoning", "agent_reasoning_raw_content", "item_completed"),
        *("agent_reasoning_section_break", "exec_command_begin", "exec_command_end"),
        *("patch_apply_begin", "patch_apply_end", "mcp_tool_call_begin", "mcp_tool_call_end"),
        *("web_search_begin", "web_search_end", "image_generation_begin", "image_generation_end"),
        *("view_image_tool_call", "dynamic_tool_call_request", "dynamic_tool_call_response"),
        *("task_started", "turn_started", "turn.started", "turn.completed", "item_started"),
        *("plan_update",),
        *("thread_settings_applied", "thread_name_updated", "thread_goal_updated"),
        *("guardian_assessment", "collab_waiting_end", "collab_close_end", "turn_diff"),
        *("collab_agent_interaction_end", "collab_resume_end", "context_compacted"),
        *("account/rateLimits/updated", "mcp_startup_complete", "session_configured"),
        *("hook_started", "hook_completed", "terminal_interaction", "plan_delta"),
        *("collab_agent_spawn_begin", "collab_agent_interaction_begin", "collab_waiting_begin"),
        *("collab_close_begin", "collab_resume_begin", "mcp_startup_update", "shutdown_complete"),
        *("exec_approval_request", "apply_patch_approval_request", "request_user_input"),
        *("request_permissions", "elicitation_request", "skills_update_available"),
        *("raw_response_item", "exec_command_output_delta", "agent_message_delta"),
        *("agent_message_content_delta", "agent_reasoning_delta", "reasoning_content_delta"),
    }
)
"""Events that repeat what an item says, or say nothing of the conversation."""
_SPAWNS = ("sub_agent_activity", "collab_agent_spawn_end")


def _claims(record: JsonObject) -> bool:
    kind, payload = record.get("type"), record.get("payload")
    if isinstance(payload, dict):
        return text(kind) in _WRAPPERS
    if kind == "message":
        parts = {text(part.get("type")) for part in objects(record.get("content"))}
        return "id" not in record and bool(parts & {"input_text", "output_text"})
    return text(kind) in CALLS | RESULTS and isinstance(record.get("call_id"), str)


def _is_child(head: Sequence[JsonObject]) -> bool:
    return bool(_parent_of(head))


def _parent_of(head: Sequence[JsonObject]) -> str:
    """The thread that spawned the one of this file; empty for a session of its own."""
    for record in head:
        if record.get("type") == "session_meta":
            source = dig(record, "payload", "source")
            parent = text(dig(source, "subagent", "thread_spawn").get("parent_thread_id"))
            return parent or ("unknown" if "subagent" in source else "")
    return ""


def _thread(head: Sequence[JsonObject]) -> str:
    for record in head:
        if record.get("type") == "session_meta":
            return text(dig(record, "payload").get("id"))
    return ""


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    rollout = _Rollout(scribe, children)
    for record in records:
        rollout.take(record)
    rollout.end()


class _Rollout:
    """The reading of one file, and through it of the files of the threads it spawned."""

    def __init__(self, scribe: Scribe, children: Children) -> None:
        self._scribe = scribe
        self._children = children
        self._items = ItemWriter(scribe)
        self._spawning = ""
        """The last call that started a thread."""
        self._typed = Typed(scribe)
        self._spoken = Spoken(scribe, self._items)
        self._total = ""

    def take(self, record: JsonObject) -> None:
        """The next record of the file."""
        kind, payload = text(record.get("type")), as_object(record.get("payload"))
        if record.get("timestamp") is not None:
            self._scribe.tick(record["timestamp"])
        if kind == "session_meta":
            self._scribe.session = first_text(payload, "id") or self._scribe.session
            self._scribe.cwd = first_text(payload, "cwd") or self._scribe.cwd
            self._scribe.version = first_text(payload, "cli_version") or self._scribe.version
        elif kind == "turn_context":
            self._scribe.model = first_text(payload, "model") or self._scribe.model
            self._scribe.cwd = first_text(payload, "cwd") or self._scribe.cwd
        elif kind == "response_item":
            self._item(payload)
        elif kind == "event_msg":
            self._event(text(payload.get("type")), payload)
        elif kind == "compacted":
            self._scribe.notice("context compacted")
        elif kind in _SILENT or "record_type" in record or "instructions" in record:
            pass
        elif kind:
            self._item(record)
        else:
            self._scribe.unknown("record without a type")

    def end(self) -> None:
        """What is still held back, and threads that no event has named."""
        self.settle()
        self._spawning = ""
        while (child := self._children.take(lambda _: True)) is not None:
            self._read_child(child)

    def _item(self, item: JsonObject) -> None:
        kind, role = text(item.get("type")), item.get("role")
        if not kind and role and "content" in item:
            kind = "message"
        if kind == "message" and role != "assistant":
            if role == "user":
                self._typed.item("\n".join(texts(item.get("content"), "input_text", "text")))
            return
        self._settle_user()
        if kind == "message":
            self._spoken.item()
        elif kind in RESULTS:
            self._spoken.settle()
        if kind == "agent_message":
            self._mail(item)
        elif kind == "token_count":
            self._tokens(as_object(item.get("info")) or {"last_token_usage": item})
        elif not self._items.write(kind, item):
            self._scribe.unknown(kind or "item without a type")
        elif kind in CALLS and "spawn" in text(item.get("name")):
            self._spawning = text(item.get("call_id"))

    def settle(self) -> None:
        """What an item might have repeated, and none has."""
        self._settle_user()
        self._spoken.settle()

    def _settle_user(self) -> None:
        """What was typed, where nothing repeats it."""
        if self._typed.settle():
            self._items.reply_over = True

    def _mail(self, item: JsonObject) -> None:
        """A message between threads. The one that starts a thread is its prompt."""
        said = flat(item.get("content"))
        if self._scribe.is_child and not self._scribe.began:
            self._scribe.prompt(said)
        else:
            way = f"{text(item.get('author'))} → {text(item.get('recipient'))}"
            self._scribe.notice(f"{way}: {said}")

    def _event(self, kind: str, event: JsonObject) -> None:
        if kind == "agent_message":
            self._spoken.event(text(event.get("message")))
        elif kind == "user_message":
            self._spoken.settle()
            self._typed.event(text(event.get("message")))
            self._items.reply_over = True
        elif kind == "token_count":
            self._tokens(as_object(event.get("info")))
        elif kind in ("error", "stream_error"):
            self._failed(kind, event)
        elif kind == "turn_aborted":
            self.settle()
            self._scribe.aborted(text(event.get("reason")) or "interrupted")
        elif kind in ("task_complete", "turn_complete"):
            self.settle()
            self._scribe.settled()
        elif kind in _SPAWNS:
            thread = first_text(event, "agent_thread_id", "new_thread_id")
            child = self._children.take(lambda child: _thread(child.head) == thread)
            if child is not None:
                self._read_child(child, text(event.get("call_id")))
        elif kind not in _QUIET_EVENTS and not kind.startswith("codex/event/raw"):
            said = first_text(event, "message", "text")
            if said or kind.endswith("review_mode"):
                self._scribe.notice(f"{kind}: {said}" if said else kind)
            else:
                self._scribe.unknown(f"event {kind}")

    def _tokens(self, info: JsonObject) -> None:
        """Counts stand in the file more than once: an unchanged total is no new reply."""
        total = dump_json(info.get("total_token_usage"))
        if not info or total == self._total != "null":
            return
        self._total = total
        usage = token_usage(
            as_object(info.get("last_token_usage")),
            read="input_tokens",
            written="output_tokens",
            cached="cached_input_tokens",
        ) or token_usage(info, read="prompt", written="completion")
        if usage is not None:
            self._scribe.replied(usage=usage)
        self._items.reply_over = True

    def _failed(self, kind: str, event: JsonObject) -> None:
        error = as_object(event.get("error"))
        why = first_text(event, "message") or first_text(error, "message", "kind") or kind
        if kind == "stream_error":
            self._scribe.notice(why, level="warning")
        else:
            self._scribe.failed(why)

    def _read_child(self, child: Child, call_id: str = "") -> None:
        thread = _thread(child.head) or child.name
        scribe = self._scribe.child(call_id or self._spawning or f"agent:{thread}", session=thread)
        rollout = _Rollout(scribe, self._children)
        for record in child.records():
            rollout.take(record)
        rollout.settle()
        scribe.finish()


CODEX_ROLLOUT = Format(
    name="codex-rollout",
    shown="Codex rollouts",
    claims=_claims,
    read=_read,
    is_child=_is_child,
)
