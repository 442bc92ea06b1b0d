"""Runs that go in a circle: the same calls with the same results, again and again."""

from collections import deque
from collections.abc import Hashable, Iterable

WARN_AT = 3
STOP_AT = 5
_LONGEST_PERIOD = 3


class Repetition:
    """Watches pairs of a call and its result, also alternating ones (A-B-A-B, A-B-C-A-B-C)."""

    def __init__(self) -> None:
        self._pairs: deque[Hashable] = deque(maxlen=STOP_AT * _LONGEST_PERIOD)
        self.rounds = 0
        """How often the last pair, or the last two or three in turn, came in a row."""

    def note(self, pairs: Iterable[Hashable]) -> None:
        """Take in the finished calls of a step, in order."""
        self.rounds = 0
        for pair in pairs:
            self._pairs.append(pair)
            self.rounds = max(self.rounds, self._rounds())

    def _rounds(self) -> int:
        return max(self._rounds_of(period) for period in range(1, _LONGEST_PERIOD + 1))

    def _rounds_of(self, period: int) -> int:
        """How many whole rounds of that length the newest pairs make."""
        newest = list(self._pairs)[::-1]
        same = 0
        while same + period < len(newest) and newest[same] == newest[same + period]:
            same += 1
        return same // period + 1 if len(newest) >= period else 0
