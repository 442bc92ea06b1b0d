"""What an import writes: entries in order, a clock, a count of what was not read."""

from collections import Counter
from collections.abc import Callable

from zaptui.core import events as e

_SHOWN = 20
"""Warnings kept; the others are only counted."""


class ImportLog:
    """Entries of one tape, told to `sink`. `at` starts anew with each run and never goes back."""

    def __init__(self, sink: Callable[[e.Entry], None]) -> None:
        self._sink = sink
        self._count = 0
        self.not_understood = 0
        self.now: float | None = None
        """The time of the record being read, in seconds since 1970, where it is known."""
        self._base: float | None = None
        self._at = 0.0
        self._warnings: list[str] = []
        self._kinds: Counter[str] = Counter()

    def restart_clock(self) -> None:
        """A run begins now."""
        self._base, self._at = self.now, 0.0

    def advance(self, seconds: float) -> None:
        """Time passes, in a format that tells how long things took but not when they were."""
        if self.now is None and 0 < seconds < 1e7:
            self._at = round(self._at + seconds, 3)

    def put(self, event: e.Event, *, keep_time: bool = False) -> None:
        """Append an event. `keep_time`: it belongs to the moment of the last one."""
        if not keep_time and self.now is not None:
            if self._base is None:
                self._base = self.now - self._at
            self._at = max(self._at, round(self.now - self._base, 3))
        self._sink(e.Entry(seq=self._count, at=self._at, event=event))
        self._count += 1

    def unreadable(self, where: str) -> None:
        """Damage: a line that is no JSON, a file that is cut."""
        self.not_understood += 1
        self._warn(where)

    def unknown(self, kind: str) -> bool:
        """A record of a kind that is not known; whether it is the first of its kind."""
        self.not_understood += 1
        self._kinds[kind] += 1
        return self._kinds[kind] == 1

    def warnings(self) -> list[str]:
        """What to tell the user, one line each."""
        lines = self._warnings[:_SHOWN]
        if len(self._warnings) > _SHOWN:
            lines.append(f"… and {len(self._warnings) - _SHOWN} more that could not be read")
        if self._kinds:
            named = ", ".join(f"{kind} ×{number}" for kind, number in self._kinds.most_common(8))
            lines.append(f"records that were not understood: {named}")
        return lines

    def _warn(self, line: str) -> None:
        if len(self._warnings) < 100_000:
            self._warnings.append(line)
