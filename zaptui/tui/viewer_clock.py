"""The time of a replay's screen: how long it is since the last look, and its heartbeat."""

from collections.abc import Callable

TICK_S = 1 / 15
_BEAT_S = 0.5
_LONGEST_S = 0.5
"""A process that stood still does not jump ahead."""


class Ticks:
    """`beat` is which face of the heartbeat shows."""

    def __init__(self, clock: Callable[[], float], *, motion: bool) -> None:
        self.beat = False
        self._clock = clock
        self._motion = motion
        self._last = self._beat_at = clock()

    def passed(self) -> float:
        """Seconds since this was last asked."""
        now = self._clock()
        passed, self._last = min(now - self._last, _LONGEST_S), now
        return passed

    def beats(self) -> bool:
        """Whether it is time to show the time anew."""
        if self._last - self._beat_at < _BEAT_S:
            return False
        self._beat_at, self.beat = self._last, self._motion and not self.beat
        return True
