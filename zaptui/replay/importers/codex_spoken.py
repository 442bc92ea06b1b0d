"""Codex: what the model said, which a rollout tells as an item and as an event, or as one."""

from zaptui.replay.importers.codex_items import ItemWriter
from zaptui.replay.importers.scribe import Scribe


class Spoken:
    """Items tell what was said; in a file without them the events count."""

    def __init__(self, scribe: Scribe, items: ItemWriter) -> None:
        self._scribe = scribe
        self._items = items
        self._by_items = False
        self._held: list[str] = []
        """Texts of events that an item may yet repeat."""

    def event(self, said: str) -> None:
        """An event says what was said."""
        if said.strip() and not self._by_items:
            self._held.append(said)

    def item(self) -> None:
        """An item says what was said: so do all of this file."""
        self._by_items = True
        self._held = []

    def settle(self) -> None:
        """Something else follows: no item has repeated what is held."""
        held, self._held = self._held, []
        for said in held:
            self._items.begin()
            self._scribe.text(said)
