"""Call ids: the provider's where it is unique in the session, else ours."""

from dataclasses import replace

from zaptui.core.conversation import Conversation
from zaptui.core.events import ModelEvent, PartMeta, ToolCalled, ToolInputDelta

_LONGEST = 64


class CallIds:
    """The ids of one reply. The translator keeps ids apart within it; this keeps replies apart."""

    def __init__(self, conversation: Conversation, step: int) -> None:
        self._conversation = conversation
        self._step = step
        self._ours: dict[str, str] = {}

    def rename(self, event: ModelEvent) -> ModelEvent:
        """The event with the session's id for its call."""
        match event:
            case ToolInputDelta() | ToolCalled():
                return replace(event, call_id=self._id(event.call_id))
            case PartMeta() if event.part in self._ours:
                return replace(event, part=self._ours[event.part])
            case _:
                return event

    def _id(self, given: str) -> str:
        if given not in self._ours:
            usable = given and len(given) <= _LONGEST and not self._conversation.has_call(given)
            self._ours[given] = given if usable else self._fresh()
        return self._ours[given]

    def _fresh(self) -> str:
        number = len(self._ours) + 1
        while self._conversation.has_call(f"zap_{self._step}_{number}"):
            number += 1
        return f"zap_{self._step}_{number}"
