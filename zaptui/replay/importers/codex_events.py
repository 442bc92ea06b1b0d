"""The events of a running Codex, as its terminal log and older app-servers hold them."""

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.replay.importers.codex_thread import ThreadWriter
from zaptui.replay.importers.fields import (
    as_number,
    dig,
    first_text,
    flat,
    text,
    token_usage,
)
from zaptui.replay.importers.scribe import Scribe

_QUIET = frozenset(
    {
        *("task_started", "turn_started", "session_configured", "shutdown_complete", "turn_diff"),
        *("exec_command_output_delta", "mcp_startup_update", "mcp_startup_complete"),
        *("get_history_entry_response", "mcp_list_tools_response", "list_custom_prompts_response"),
        *("exec_approval_request", "apply_patch_approval_request", "item_started"),
        *("item_completed", "agent_reasoning_section_break", "agent_message_content_delta"),
        *("reasoning_content_delta", "reasoning_raw_content_delta", "raw_response_item"),
        *("skills_update_available", "list_skills_response", "plan_delta", "thread_name_updated"),
    }
)
_REASONING = ("agent_reasoning", "agent_reasoning_raw_content")


class EventWriter:
    """Writes events; the pieces of a text count only while the whole never comes."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._thread = ThreadWriter(scribe)
        self._total: Json = None

    def take(self, event: JsonObject) -> None:
        """The next event."""
        kind = text(event.get("type"))
        if kind.endswith("_delta") and kind.removesuffix("_delta") in (
            "agent_message",
            *_REASONING,
        ):
            self._thread.delta(kind, event.get("delta"), reasoning="reasoning" in kind)
        elif kind == "agent_message":
            self._whole({"type": "agent_message", "text": event.get("message")}, kind)
        elif kind in _REASONING:
            self._whole({"type": "reasoning", "text": event.get("text")}, kind)
        elif kind == "user_message":
            self.user(text(event.get("message")))
        elif kind.endswith(("_begin", "_end")):
            self._call(kind, event)
        elif kind == "plan_update":
            self._scribe.planned(as_list(event.get("plan")))
        elif kind == "token_count":
            self._tokens(event)
        elif kind in ("task_complete", "turn_complete", "turn_aborted", "error", "stream_error"):
            self._ended(kind, event)
        elif kind in ("background_event", "warning", "context_compacted", "deprecation_notice"):
            self._scribe.notice(first_text(event, "message", "summary") or kind)
        elif kind not in _QUIET:
            self._scribe.unknown(f"event {kind}")

    def user(self, said: str) -> None:
        """Words of the user; the same words told twice in a row count once."""
        self._thread.flush()
        if said.strip():
            self._scribe.user(said)
            self._thread.reply_over = True

    def end(self) -> None:
        """The log is over."""
        self._thread.flush()

    def _whole(self, item: JsonObject, kind: str) -> None:
        self._thread.completed({**item, "id": f"{kind}_delta"})

    def _call(self, kind: str, event: JsonObject) -> None:
        what = kind.removesuffix("_begin").removesuffix("_end")
        call_id = text(event.get("call_id"))
        if kind.endswith("_begin"):
            self._thread.flush()
            invocation = as_object(event.get("invocation"))
            name = ".".join(filter(None, (text(invocation.get(k)) for k in ("server", "tool"))))
            beside = ("type", "call_id", "invocation", "turn_id", "parsed_cmd")
            sent: JsonObject = {k: v for k, v in event.items() if k not in beside}
            if self._thread.reply_over:
                self._scribe.step()
                self._thread.reply_over = False
            self._scribe.called(
                call_id, name or what, as_object(invocation.get("arguments")) or sent
            )
            return
        self._thread.reply_over = True
        if not self._scribe.knows(call_id) and what not in ("exec_command", "mcp_tool_call"):
            return  # an end without a beginning says nothing of a call
        result = as_object(event.get("result"))
        shown = first_text(event, "aggregated_output", "formatted_output", "stdout", "stderr")
        shown = shown or flat(dig(result, "Ok").get("content")) or flat(result.get("Err"))
        code = as_number(event.get("exit_code"))
        failed = bool(code) or event.get("success") is False or "Err" in result
        self._scribe.returned(call_id, shown, error=(shown or "failed") if failed else None)

    def _tokens(self, event: JsonObject) -> None:
        info = as_object(event.get("info"))
        if not info or info.get("total_token_usage") == self._total:
            return
        self._total = info.get("total_token_usage")
        usage = token_usage(
            as_object(info.get("last_token_usage")),
            read="input_tokens",
            written="output_tokens",
            cached="cached_input_tokens",
        )
        if usage is not None:
            self._scribe.replied(usage=usage)
        self._thread.reply_over = True

    def _ended(self, kind: str, event: JsonObject) -> None:
        self._thread.flush()
        if kind in ("task_complete", "turn_complete"):
            self._scribe.settled()
            if self._scribe.began:
                self._scribe.finish()
        elif kind == "turn_aborted":
            self._scribe.aborted(text(event.get("reason")) or "interrupted")
        elif kind == "error":
            self._scribe.failed(text(event.get("message")) or kind)
        else:
            self._scribe.notice(text(event.get("message")) or kind, level="warning")
