"""Codex: what the user typed, which a rollout tells as an item and as an event, or as one."""

from zaptui.replay.importers.scribe import Scribe

_INJECTED = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<turn_aborted>",
    "<collaboration_mode>",
    "<skill",
    "<user_shell_command>",
    "<subagent_notification>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
)
"""How texts begin that the program puts under the user's name."""


class Typed:
    """Where events tell what was typed, they alone do; items count in a file without them."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._event: str | None = None
        """What was typed last, as an event says; None before the first such event."""
        self._item: str | None = None
        """The text of an item that an event may yet repeat."""

    def event(self, said: str) -> None:
        """An event says what was typed."""
        if self._item is not None and self._item.strip() == said.strip():
            self._item = None
        self.settle()
        self._event = said
        self._scribe.user(said)

    def item(self, said: str) -> None:
        """An item in the user's name: typed, repeated or injected."""
        if not said.strip() or said.lstrip().startswith(_INJECTED) or said == self._event:
            return
        self.settle()
        self._item = said

    def settle(self) -> bool:
        """No event has repeated the item; whether it was written as the user's words."""
        said, self._item = self._item, None
        if said is None:
            return False
        if self._event is None:
            self._scribe.user(said)
            return True
        self._scribe.notice(f"> {said}")
        return False
