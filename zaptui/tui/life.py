"""The process that the app runs in: its signals, and an end by force."""

from collections.abc import Callable
from typing import Protocol


class Life(Protocol):
    """What wiring gives the app."""

    def watch(self, stop: Callable[[int], None]) -> None:
        """Call `stop` with the number of each signal that asks for an end."""
        ...

    def end_within(self, seconds: float, code: int) -> None:
        """End the process with this code, whatever hangs, unless it has ended by then."""
        ...


class SomebodyElses:
    """A process of somebody else's: its signals and its end are left alone."""

    def watch(self, stop: Callable[[int], None]) -> None:
        """Nothing."""

    def end_within(self, seconds: float, code: int) -> None:
        """Nothing."""
