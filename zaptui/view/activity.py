"""What a stage is doing right now, in a few words."""

from collections.abc import Sequence

from zaptui.core.parts import Part, ReasoningPart, TextPart, ToolPart
from zaptui.view.call_line import subject_of
from zaptui.view.text import duration, one_line

QUIET_S = 5.0
"""Seconds without an event after which the silence is told."""


def activity_of(parts: Sequence[Part]) -> str:
    """`shell pytest -q`, `writing`, `thinking`, or nothing to say yet."""
    last = parts[-1] if parts else None
    match last:
        case ToolPart(finished=False) if last.called:
            call = _first_waiting(parts, last)
            return one_line(f"{call.tool} {subject_of(call.input or {})}", 60).rstrip()
        case ToolPart(finished=False):
            return f"{one_line(last.tool, 24)} {size(len(last.raw_input))}"
        case TextPart():
            return "writing"
        case ReasoningPart():
            return "thinking"
        case _:
            return "waiting for the model"


def _first_waiting(parts: Sequence[Part], call: ToolPart) -> ToolPart:
    """Of the calls at the end that wait for each other, the one whose turn it is."""
    for place in range(len(parts) - 2, -1, -1):
        match parts[place]:
            case ToolPart(finished=False) as earlier:
                call = earlier
            case _:
                break
    return call


def silence(quiet_s: float) -> str:
    """`no data for 12 s`, once it is worth a word."""
    return f"no data for {duration(quiet_s)}" if quiet_s >= QUIET_S else ""


def size(characters: int) -> str:
    """`300 B`, `1.2 kB`, `3.4 MB`."""
    if characters < 1000:
        return f"{characters} B"
    if characters < 1_000_000:
        return f"{characters / 1000:.1f} kB"
    return f"{characters / 1_000_000:.1f} MB"


def count_text(count: int) -> str:
    """`120`, `12.4k`, `1.2M`."""
    if count < 1000:
        return str(count)
    if count < 100_000:
        return f"{count / 1000:.1f}k"
    return f"{count / 1000:.0f}k" if count < 1_000_000 else f"{count / 1_000_000:.1f}M"


def tokens(count: int) -> str:
    """`1 token`, `120 tokens`, `12.4k tokens`."""
    return f"{count_text(count)} token{'' if count == 1 else 's'}"
