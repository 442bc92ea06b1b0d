"""The time of a replay: as it was recorded, with what nobody wants to wait for cut short."""

from dataclasses import dataclass

LONGEST_GAP_S = 2.0
"""Nobody watches a model think for minutes."""
_UNTIMED_S = 0.25
"""For each thing that shows, in a run that does not tell its times."""
_BETWEEN_RUNS_S = 1.0
_MOST_S = 1e7
"""No gap is believed to be longer."""
_SHOWN = frozenset(
    {
        *("step_started", "text_delta", "reasoning_delta", "tool_called", "tool_returned"),
        *("plan_update", "user_message", "notice", "run_finished"),
    }
)


@dataclass(slots=True, kw_only=True)
class Pace:
    """Where a replay is in time. `axis` counts seconds of watching at normal speed, `clock` those
    that were recorded, over all runs; `at` is the newest `Entry.at` of the run."""

    axis: float = 0.0
    clock: float = 0.0
    at: float = 0.0

    def take(self, kind: str, at: float) -> None:
        """An entry of this type and time has come. Times that go back count as no time."""
        if kind == "run_started":
            if self.axis:
                self.axis += _BETWEEN_RUNS_S
            self.at = 0.0
        gap = at - self.at
        if gap > 0:
            self.axis += gap if gap < LONGEST_GAP_S else LONGEST_GAP_S
            self.clock += gap if gap < _MOST_S else _MOST_S
            self.at = at
        elif self.at == 0.0 and kind in _SHOWN:
            self.axis += _UNTIMED_S
