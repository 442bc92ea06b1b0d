"""OpenHands SDK: the events of a conversation, one a file or one a line."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.core.parts import Usage
from zaptui.replay.importers.fields import count, dig, first_text, flat, objects, text, texts
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_QUIET = frozenset(
    {
        *("SystemPromptEvent", "CondensationRequest", "CondensationSummaryEvent", "TokenEvent"),
        *("LLMCompletionLogEvent", "HookExecutionEvent"),
    }
)
_KINDS = _QUIET | {
    *("MessageEvent", "ActionEvent", "ObservationEvent", "UserRejectObservation", "PauseEvent"),
    *("AgentErrorEvent", "Condensation", "ConversationStateUpdateEvent", "ConversationErrorEvent"),
}


def _claims(record: JsonObject) -> bool:
    return text(record.get("kind")) in _KINDS and "source" in record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    conversation = _Conversation(scribe)
    for record in records:
        scribe.tick(record.get("timestamp"))
        conversation.take(text(record.get("kind")), record)


class _Conversation:
    """The reading of one conversation."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._told = Usage()
        self._untold = Usage()
        """Tokens that were counted since the last reply was written."""

    def take(self, kind: str, event: JsonObject) -> None:
        """The next event."""
        call_id, tool = text(event.get("tool_call_id")), text(event.get("tool_name"))
        match kind:
            case "MessageEvent":
                self._message(event)
            case "ActionEvent":
                self._action(event)
            case "ObservationEvent":
                self._observation(call_id, tool, as_object(event.get("observation")))
            case "UserRejectObservation":
                why = text(event.get("rejection_reason")) or "rejected by the user"
                self._scribe.returned(call_id, None, error=why, tool=tool)
            case "AgentErrorEvent":
                self._scribe.returned(call_id, None, error=text(event.get("error")), tool=tool)
            case "PauseEvent":
                self._scribe.aborted("the user paused")
            case "Condensation":
                self._scribe.notice(f"context condensed: {text(event.get('summary'))}")
            case "ConversationStateUpdateEvent":
                self._state(event)
            case "ConversationErrorEvent":
                self._scribe.failed(first_text(event, "detail", "code") or "error")
            case _:
                if kind not in _QUIET:
                    self._scribe.unknown(kind)

    def _message(self, event: JsonObject) -> None:
        message = as_object(event.get("llm_message"))
        said = "\n".join(texts(message.get("content"), "text"))
        if event.get("source") == "user":
            if said:
                self._scribe.user(said)
            return
        self._reply(event, message)
        if said:
            self._scribe.text(said)
        self._scribe.settled()

    def _action(self, event: JsonObject) -> None:
        self._reply(event, event)
        for found in texts(event.get("thought"), "text"):
            self._scribe.text(found)
        call, action = as_object(event.get("tool_call")), as_object(event.get("action"))
        sent = call.get("arguments") or {k: v for k, v in action.items() if k != "kind"}
        call_id = text(event.get("tool_call_id")) or text(call.get("id"))
        self._scribe.called(call_id, text(event.get("tool_name")) or text(call.get("name")), sent)

    def _reply(self, event: JsonObject, message: JsonObject) -> None:
        """Actions of one answer of the model are one step."""
        self._scribe.step(text(event.get("llm_response_id")) or None)
        thought = text(message.get("reasoning_content")) or "\n".join(
            text(block.get("thinking")) for block in objects(message.get("thinking_blocks"))
        )
        if thought:
            self._scribe.reasoning(thought)
        if self._untold != Usage():
            self._scribe.replied(usage=self._untold)
            self._untold = Usage()

    def _observation(self, call_id: str, tool: str, observation: JsonObject) -> None:
        shown = flat(observation.get("content")) or flat(observation.get("output"))
        failed = observation.get("is_error") is True
        self._scribe.returned(
            call_id,
            shown,
            error=(shown or "error") if failed else None,
            detail=observation,
            tool=tool,
        )
        if text(observation.get("kind")).startswith("Finish"):
            self._scribe.settled()

    def _state(self, event: JsonObject) -> None:
        key, value = text(event.get("key")), event.get("value")
        if key == "stats":
            self._count(as_object(value))
        elif key in ("execution_status", "agent_status") and value in ("error", "stuck"):
            self._scribe.failed(f"the agent is in state {text(value)}")

    def _count(self, stats: JsonObject) -> None:
        """Counts are sums over the whole conversation; a reply has what was added."""
        total = Usage()
        for metrics in as_object(stats.get("usage_to_metrics")).values():
            tokens = dig(as_object(metrics), "accumulated_token_usage")
            self._scribe.model = text(tokens.get("model")) or self._scribe.model
            total += Usage(
                input_tokens=count(tokens.get("prompt_tokens")),
                output_tokens=count(tokens.get("completion_tokens")),
                cached_tokens=count(tokens.get("cache_read_tokens")),
            )
        self._untold = Usage(
            input_tokens=max(0, total.input_tokens - self._told.input_tokens),
            output_tokens=max(0, total.output_tokens - self._told.output_tokens),
            cached_tokens=max(0, total.cached_tokens - self._told.cached_tokens),
        )
        self._told = total


OPENHANDS_SDK = Format(
    name="openhands-sdk", shown="OpenHands SDK conversations", claims=_claims, read=_read
)
