"""How much of something is shown: the head and the tail, and what was left out between."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most that a page shows. `page` and `text` are characters, `stage` counts parts."""

    page: int
    stage: int
    text: int
    lines: int

    def within(self, room: int) -> "Limits":
        """The same, with texts that also fit in `room`; a few words always do."""
        return replace(self, text=min(self.text, max(300, room)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What is shown of a list, in order; `left_out` counts what stood between head and tail."""

    head: list[str]
    left_out: int
    tail: list[str]

    @property
    def size(self) -> int:
        """Characters."""
        return sum(map(len, self.head)) + sum(map(len, self.tail))


def choose(items: Sequence[T], show: Callable[[T], str], *, most: int, room: int) -> Chosen:
    """At most so many items, and so many characters of them: two of the head for one of the tail.

    Only what is shown is looked at.
    """
    head: list[str] = []
    tail: deque[str] = deque()
    most = min(most, len(items))
    while len(head) + len(tail) < most:
        from_head = len(tail) * 2 >= len(head)
        shown = show(items[len(head)] if from_head else items[len(items) - 1 - len(tail)])
        room -= len(shown)
        if room < 0:
            break
        if from_head:
            head.append(shown)
        else:
            tail.appendleft(shown)
    return Chosen(head=head, left_out=len(items) - len(head) - len(tail), tail=list(tail))


def cut(text: str, limits: Limits) -> str:
    """The head and tail of a long text, with a line that says what is missing between."""
    lines = text.split("\n")
    if len(text) <= limits.text and len(lines) <= limits.lines:
        return text
    by_lines = _cut_lines(lines, limits.lines)
    if len(by_lines) <= limits.text:
        return by_lines
    head, tail = limits.text * 2 // 3, limits.text // 3
    missing = len(by_lines) - head - tail
    return f"{by_lines[:head]}\n(… {missing:,} characters left out …)\n{by_lines[-tail:]}"


def _cut_lines(lines: list[str], most: int) -> str:
    if len(lines) <= most:
        return "\n".join(lines)
    head, tail = most * 2 // 3, most // 3
    missing = f"(… {len(lines) - head - tail:,} lines left out …)"
    return "\n".join([*lines[:head], missing, *lines[len(lines) - tail :]])
