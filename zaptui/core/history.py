"""The history as providers unroll it: prompts, replies and results, in wire order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeGuard

from zaptui.core.parts import Part, ReasoningPart, TextPart, ToolPart
from zaptui.core.turn import Step, Turn, instructions_in

CONTINUE = "Continue."
"""Stands between two replies that have no call between them, so that roles alternate."""

SentPart: TypeAlias = TextPart | ReasoningPart | ToolPart


@dataclass(frozen=True, slots=True, kw_only=True)
class UserText:
    """Words of a person, or `CONTINUE`."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What of a step is sent back: no discarded part, no call that never became whole."""

    parts: tuple[SentPart, ...]

    @property
    def calls(self) -> list[ToolPart]:
        return [part for part in self.parts if isinstance(part, ToolPart)]


HistoryItem: TypeAlias = UserText | Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Unrolled:
    """What is new since the last look. `fresh`: forget what was given before, this is all of it."""

    fresh: bool
    closed: list[HistoryItem]
    """Will never change again."""
    live: list[HistoryItem]
    """The running step's; given again by the next look."""


class History:
    """Unrolls turns again and again while they grow; each closed step is looked at once."""

    def __init__(self) -> None:
        self._reset(None, 0)

    def look(self, turns: Sequence[Turn]) -> Unrolled:
        """The items since the last look. A request ends in a person's words or in results."""
        first = turns[0] if turns else None
        changes = sum(turn.late_changes for turn in turns)
        fresh = first is not self._first or changes != self._changes
        if fresh:
            self._reset(first, changes)
        closed = [item for step in self._closed_steps(turns) for item in step]
        live = [] if self._is_compacted(turns) else list(self._items(turns[-1].current, set()))
        if live and _ends_the_word(live[-1]):
            live.append(UserText(text=CONTINUE))
        return Unrolled(fresh=fresh, closed=closed, live=live)

    def _reset(self, first: Turn | None, changes: int) -> None:
        self._first = first
        self._changes = changes
        self._turns = 0
        """Turns taken in whole."""
        self._steps = 0
        """Of the turn after those: 1 for its prompt, then one a closed step."""
        self._answered = False
        self._begun = False
        self._ids: set[str] = set()
        """Of the calls of closed steps."""

    def _closed_steps(self, turns: Sequence[Turn]) -> Iterator[list[HistoryItem]]:
        if not self._begun:
            self._begun = True
            yield self._begin(turns)
        while self._turns < len(turns):
            turn = turns[self._turns]
            if self._steps == 0:
                self._steps, self._answered = 1, False
                told = turn.started.instructions
                standing = [] if told is None else [UserText(text=told.text)]
                yield [*standing, UserText(text=turn.prompt)]
            last = self._turns == len(turns) - 1
            closed = len(turn.steps) - (1 if last else 0)
            for step in turn.steps[self._steps - 1 : closed]:
                self._steps += 1
                items = list(self._items(step, self._ids))
                self._answered = bool(items) and _ends_the_word(items[-1])
                yield items
            if last:
                return
            yield [UserText(text=text) for text in turn.unheard]
            self._turns, self._steps = self._turns + 1, 0

    def _is_compacted(self, turns: Sequence[Turn]) -> bool:
        """Whether the last step is behind the summary: the next one has not begun yet."""
        return not turns or 0 < len(turns[-1].steps) < self._steps

    def _begin(self, turns: Sequence[Turn]) -> list[HistoryItem]:
        """Skip what was compacted: the last summary stands for it."""
        for number in reversed(range(len(turns))):
            turn = turns[number]
            if turn.summary is not None:
                self._turns = number
                self._steps = turn.summary_at + 1 if turn.summary_at else 0
                told = instructions_in(turns[: number + (1 if turn.summary_at else 0)])
                standing = [] if told is None else [UserText(text=told)]
                return [*standing, UserText(text=turn.summary)]
        return []

    def _items(self, step: Step, ids: set[str]) -> Iterator[HistoryItem]:
        """The items of a step; the ids of its calls go into `ids`."""
        if step.messages:
            yield from (UserText(text=message) for message in step.messages)
        elif self._answered:
            yield UserText(text=CONTINUE)
        parts = tuple(self._renamed(part, ids) for part in step.parts if _is_sent(part))
        if any(isinstance(part, TextPart | ToolPart) for part in parts):
            yield Reply(parts=parts)

    def _renamed(self, part: SentPart, ids: set[str]) -> SentPart:
        """A part whose call id is its own: a damaged tape may hold one twice, no service takes
        that."""
        if not isinstance(part, ToolPart):
            return part
        call_id, number = part.call_id, 1
        while call_id in self._ids or call_id in ids:
            number += 1
            call_id = f"{part.call_id}-{number}"
        ids.add(call_id)
        return part if number == 1 else replace(part, call_id=call_id)


def _ends_the_word(item: HistoryItem) -> bool:
    """Whether it is a reply without calls: the model has said its word, a person is to speak."""
    return isinstance(item, Reply) and not item.calls


def _is_sent(part: Part) -> TypeGuard[SentPart]:
    match part:
        case TextPart(discarded=False):
            return bool(part.text.strip())  # blank text is refused by some servers
        case ReasoningPart(discarded=False):
            return bool(part.text or part.meta)
        case ToolPart(discarded=False, called=True):
            return True
        case _:
            return False
