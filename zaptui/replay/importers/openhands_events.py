"""OpenHands before its SDK: events in a list or in files, or the output of an evaluation."""

from collections.abc import Iterator

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.parts import Usage
from zaptui.replay.importers.fields import count, dig, first_text, flat, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_ARGUMENT_NOISE = ("thought", "is_confirmed", "confirmation_state", "keep_prompt", "action_risk")
_NOT_ACTIONS = ("message", "system", "condensation", "condensation_request", "null")
_STATE = "agent_state_changed"


def _claims(record: JsonObject) -> bool:
    if isinstance(record.get("history"), list):
        flat_history = [as_object(each) for each in _flattened(record["history"])]
        return any(map(_is_event, flat_history)) and "role" not in flat_history[0]
    has_place = any(key in record for key in ("args", "extras", "cause", "tool_call_metadata"))
    return _is_event(record) and has_place and "trajectory" not in record


def _is_event(record: JsonObject) -> bool:
    return isinstance(record.get("action"), str) or isinstance(record.get("observation"), str)


def _flattened(history: Json) -> Iterator[Json]:
    """The events of a history, which may stand in pairs."""
    for each in as_list(history):
        if isinstance(each, list):
            yield from each
        else:
            yield each


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    run = _Run(scribe)
    for record in records:
        if "history" not in record:
            run.take(record)
            continue
        scribe.finish()
        run = _Run(scribe)
        for event in _flattened(record["history"]):
            run.take(as_object(event))
        if text(record.get("error")):
            scribe.failed(text(record["error"]))
        scribe.finish()


class _Run:
    """The reading of one stream of events."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._calls: dict[str, str] = {}
        """The call of an action, by the action's id."""
        self._last = ""
        """The last call: an observation without a cause is its result."""
        self._counted = ""
        """The answer of the model whose tokens were counted last."""

    def take(self, event: JsonObject) -> None:
        """The next event."""
        if event.get("timestamp") is not None:
            self._scribe.tick(event["timestamp"])
        action, observation = text(event.get("action")), text(event.get("observation"))
        if action == "message":
            self._message(event)
        elif action in _NOT_ACTIONS:
            if action == "condensation":
                self._scribe.notice("context condensed")
        elif action:
            self._action(action, event)
        elif observation == _STATE:
            self._state(as_object(event.get("extras")))
        elif observation:
            self._observation(observation, event)
        else:
            self._scribe.unknown("event without an action")

    def _message(self, event: JsonObject) -> None:
        arguments = as_object(event.get("args")) or event
        said = first_text(arguments, "content") or text(event.get("message"))
        source = text(event.get("source")) or ("agent" if self._scribe.began else "user")
        if not said.strip():
            return
        if source == "user":
            self._scribe.user(said)
        else:
            self._step(event)
            self._scribe.text(said)
            self._scribe.settled()

    def _action(self, action: str, event: JsonObject) -> None:
        arguments = as_object(event.get("args")) or _own(event)
        thought = first_text(arguments, "final_thought", "thought")
        self._step(event)
        if thought.strip():
            if action == "finish":
                self._scribe.text(thought)
            else:
                self._scribe.reasoning(thought)
        sent: Json = {k: v for k, v in arguments.items() if k not in _ARGUMENT_NOISE}
        call_id = text(dig(event, "tool_call_metadata").get("tool_call_id"))
        self._last = self._scribe.called(call_id, action, sent)
        self._calls[str(event.get("id"))] = self._last
        if action == "finish":
            self._scribe.returned(self._last, None)
            self._scribe.settled()

    def _observation(self, observation: str, event: JsonObject) -> None:
        """A result, when it answers an action. Messages are answered too, with nothing."""
        cause = event.get("cause")
        call_id = self._last if cause is None else self._calls.get(str(cause), "")
        shown = first_text(event, "content") or text(event.get("message"))
        if not call_id:
            if observation != "null":
                self._scribe.returned("", shown, tool=observation)
            return
        failed = observation in ("error", "user_rejected")
        self._scribe.returned(call_id, shown, error=(shown or observation) if failed else None)

    def _state(self, extras: JsonObject) -> None:
        state = text(extras.get("agent_state"))
        if state == "stopped" and self._scribe.began:
            self._scribe.aborted("the agent was stopped")
        elif state == "error":
            self._scribe.failed(text(extras.get("reason")) or "the agent failed")
        elif state in ("finished", "awaiting_user_input"):
            self._scribe.settled()
        elif state == "rate_limited":
            self._scribe.notice("rate limited", level="warning")

    def _step(self, event: JsonObject) -> None:
        """Actions of one answer of the model are one step, and its tokens count once."""
        response = dig(event, "tool_call_metadata", "model_response")
        key, usage = text(response.get("id")), as_object(response.get("usage"))
        self._scribe.step(key or None, model=text(response.get("model")))
        if usage and key != self._counted:
            self._counted = key
            counts = Usage(
                input_tokens=count(usage.get("prompt_tokens")),
                output_tokens=count(usage.get("completion_tokens")),
                cached_tokens=count(dig(usage, "prompt_tokens_details").get("cached_tokens")),
            )
            self._scribe.replied(usage=counts)


def _own(event: JsonObject) -> JsonObject:
    """The arguments of an action that holds them beside its name."""
    beside = ("action", "id", "timestamp", "source", "message", "timeout", "tool_call_metadata")
    return {
        key: flat(value) if key == "thought" else value
        for key, value in event.items()
        if key not in beside
    }


OPENHANDS_EVENTS = Format(
    name="openhands-events", shown="OpenHands events", claims=_claims, read=_read
)
