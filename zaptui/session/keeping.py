"""A writer that a full disk does not stop: what it could not write waits and is tried again."""

from collections import deque

from zaptui.core.events import Entry
from zaptui.core.ports import Sink
from zaptui.errors import StateError


class Keeping:
    """A sink. `trouble` says why the last entries are in memory alone; empty while all is well."""

    def __init__(self, writer: Sink) -> None:
        self.trouble = ""
        self._writer = writer
        self._waiting: deque[Entry] = deque()

    def __call__(self, entry: Entry) -> None:
        """Write what waits and then the entry, as far as the disk takes it."""
        self._waiting.append(entry)
        try:
            while self._waiting:
                self._writer(self._waiting[0])
                self._waiting.popleft()
        except StateError as error:
            self.trouble = f"not saved: {error.message}"
            return
        self.trouble = ""
