"""Claude Code: which call of a session started which subagent."""

from collections.abc import Sequence

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.claude_messages import user_texts
from zaptui.replay.importers.fields import objects, text
from zaptui.replay.importers.format import Child, Children


class Sidechains:
    """The calls that start subagents, by their prompts, until a subagent is found for each."""

    def __init__(self) -> None:
        self._prompts: dict[str, str] = {}
        self._calls: dict[str, str] = {}
        """The call of a sidechain, by the ids of its records and of its agent."""

    def note_calls(self, message: JsonObject) -> None:
        """The calls of a reply that have a prompt."""
        for block in objects(message.get("content")):
            prompt = text(as_object(block.get("input")).get("prompt"))
            if block.get("type") == "tool_use" and prompt:
                self._prompts[text(block.get("id"))] = prompt

    def found(self, call_id: str) -> None:
        """The subagent of a call is known."""
        self._prompts.pop(call_id, None)

    def call_of(self, record: JsonObject, message: JsonObject) -> str:
        """The call that started the sidechain which a record of the session belongs to."""
        keys = [text(record.get(key)) for key in ("parentUuid", "agentId", "uuid")]
        call_id = next((self._calls[key] for key in keys if key in self._calls), None)
        if call_id is None:
            said = "\n".join(user_texts(message)).strip()
            same = (call for call, prompt in self._prompts.items() if prompt.strip() == said)
            first = next(iter(self._prompts), f"sidechain:{keys[2]}")
            call_id = next(same, first)
            self.found(call_id)
        self._calls |= {key: call_id for key in keys[1:] if key}
        return call_id

    def file_of(self, call_id: str, detail: JsonObject, children: Children) -> Child | None:
        """The file of the subagent that a call started, as its result names it or by its prompt."""
        prompt, agent = self._prompts.get(call_id), text(detail.get("agentId"))
        if prompt is None:
            return None

        def belongs(child: Child) -> bool:
            return agent_of(child.head) == agent if agent else prompt == _asked(child.head)

        child = children.take(belongs)
        if child is not None:
            self.found(call_id)
        return child


def agent_of(head: Sequence[JsonObject]) -> str:
    """The agent whose file begins like this."""
    return next((found for record in head if (found := text(record.get("agentId")))), "")


def _asked(head: Sequence[JsonObject]) -> str:
    for record in head:
        if record.get("type") == "user":
            return "\n".join(user_texts(as_object(record.get("message"))))
    return ""
