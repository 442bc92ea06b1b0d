"""How a run ends, and the exit code that follows from it (R48 and the table of outcomes)."""

from collections.abc import Iterable
from typing import Literal

from zaptui.core.parts import FinishReason

Outcome = Literal["complete", "answered", "incomplete", "blocked", "capped", "aborted", "error"]

_EXIT_CODES: dict[Outcome, int] = {
    "complete": 0,
    "answered": 0,
    "incomplete": 5,
    "blocked": 5,
    "capped": 4,
    "aborted": 130,
    "error": 1,
}

DENIED = 3
TIMED_OUT = 124

# A signal comes before all of these; the first that applies wins.
_PRECEDENCE = (74, 78, 77, 65, TIMED_OUT, 4, 75, 2, 1, DENIED, 5, 0)


def exit_code_of(outcome: Outcome) -> int:
    """The exit code of an outcome, before denials, signals and error classes are looked at."""
    return _EXIT_CODES[outcome]


def finish_reason_of(outcome: Outcome) -> FinishReason:
    """The finish reason stored for an outcome (R58)."""
    if outcome == "aborted":
        return "abort"
    return "error" if outcome == "error" else "stop"


def worst_exit_code(codes: Iterable[int]) -> int:
    """The one exit code when several apply; 0 for none."""
    present = set(codes)
    signals = [code for code in present if code > 128]
    if signals:
        return max(signals)
    return next((code for code in _PRECEDENCE if code in present), max(present, default=0))
