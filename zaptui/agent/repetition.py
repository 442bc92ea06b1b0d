"""Runs that go in a circle: steps of the same calls with the same results, again and again."""

from collections import deque
from collections.abc import Hashable

WARN_AT = 3
STOP_AT = 5
_LONGEST_PERIOD = 3


class Repetition:
    """Watches what steps came to, also alternating ones (A-B-A-B, A-B-C-A-B-C)."""

    def __init__(self) -> None:
        self._steps: deque[Hashable] = deque(maxlen=STOP_AT * _LONGEST_PERIOD)

    def note(self, step: Hashable) -> int:
        """Take in the calls and results of a step; how many rounds the newest steps make."""
        self._steps.append(step)
        return max(self._rounds(period) for period in range(1, _LONGEST_PERIOD + 1))

    def _rounds(self, period: int) -> int:
        newest = list(self._steps)[::-1]
        same = 0
        while same + period < len(newest) and newest[same] == newest[same + period]:
            same += 1
        return same // period + 1 if len(newest) >= period else 0
