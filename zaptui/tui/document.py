"""The whole transcript as lines: turns on top of each other, found by line, block or stage."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from textual.strip import Strip

from zaptui.core.conversation import Conversation
from zaptui.tui.block import Block, Drawing
from zaptui.tui.blocks import StageBlock
from zaptui.tui.line_blocks import Local, local_block
from zaptui.tui.sections import StageSection, TurnSection
from zaptui.tui.stack import Stack
from zaptui.view.folder import Carried

_IDLE_BLOCKS = 40
"""Blocks that are drawn anew at a time after the width has changed."""


@dataclass(frozen=True, slots=True)
class _Run:
    """A pile and its first line."""

    start: int
    pile: Block | Stack


@dataclass(frozen=True, slots=True)
class Spot:
    """A line of a block: a place that stays with its text when lines above it come and go."""

    block: Block
    line: int


class Document:
    """Follows a conversation. Nothing here grows with the length of what is over."""

    def __init__(self, conversation: Conversation, start: Carried | None = None) -> None:
        """`start`: the first turn has lost its first steps."""
        self.conversation = conversation
        self._start = start
        self.turns: list[TurnSection] = []
        self.height = 0
        self._locals: dict[int, list[Block]] = {}
        self._runs: list[_Run] = []
        self._starts: list[int] = []
        self._drawn: tuple[object, int] | None = None
        self._counter = 0

    @property
    def live(self) -> TurnSection | None:
        """The last turn."""
        return self.turns[-1] if self.turns else None

    def add_local(self, local: Local) -> None:
        """Show something of the app's own at the end."""
        self._counter += 1
        block = local_block(f"local/{self._counter}", local)
        self._locals.setdefault(len(self.turns), []).append(block)

    def update(self, *, settle: bool) -> bool:
        """Follow the conversation; whether anything shows differently."""
        changed = False
        turns = self.conversation.turns
        while len(self.turns) < len(turns):
            if self.turns:
                self.turns[-1].update(settle=settle)
            number = len(self.turns)
            start = None if number else self._start
            self.turns.append(TurnSection(f"t{number}", turns[number], start))
            changed = True
        if self.turns:
            changed = self.turns[-1].update(settle=settle) or changed
        return changed

    def layout(self, drawing: Drawing) -> None:
        """Place everything for a width and a moment."""
        drawn = (drawing.painter, drawing.width)
        if self._drawn is not None and drawn != self._drawn:
            for pile in self._piles():
                if isinstance(pile, Stack):
                    pile.forget_width()
        self._drawn = drawn
        self._runs, self._starts, y = [], [], 0
        for pile in self._piles():
            if isinstance(pile, Stack):
                pile.layout(drawing)
                height = pile.height
            else:
                height = len(pile.strips(drawing))
            if height:
                self._runs.append(_Run(y, pile))
                self._starts.append(y)
                y += height
        self.height = y

    def line(self, y: int, drawing: Drawing) -> Strip | None:
        """One line, None below the end."""
        run = self._run_at(y)
        if run is None:
            return None
        if isinstance(run.pile, Stack):
            return run.pile.line(y - run.start, drawing)
        strips = run.pile.strips(drawing)
        return strips[y - run.start] if y - run.start < len(strips) else None

    def spot(self, y: int) -> Spot | None:
        """What stands at a line."""
        run = self._run_at(y)
        if run is None:
            return None
        if not isinstance(run.pile, Stack):
            return Spot(run.pile, y - run.start)
        place = run.pile.place_at(y - run.start)
        return Spot(run.pile.blocks[place], y - run.start - run.pile.start(place))

    def find(self, block: Block) -> int | None:
        """The first line of a block, None while it does not show."""
        for run in self._runs:
            if run.pile is block:
                return run.start
            if isinstance(run.pile, Stack) and block in run.pile.blocks:
                return run.start + run.pile.start(run.pile.blocks.index(block))
        return None

    def settle(self, top: int, bottom: int, drawing: Drawing) -> bool:
        """Draw the guessed blocks of some lines; whether places have changed."""
        wrong = False
        for run in self._runs:
            if isinstance(run.pile, Stack) and run.pile.guesses:
                first, last = max(top - run.start, 0), min(bottom - run.start, run.pile.height)
                if first < last:
                    places = range(run.pile.place_at(first), run.pile.place_at(last) + 1)
                    wrong = run.pile.settle(drawing, places) or wrong
        return wrong

    def settle_some(self, drawing: Drawing) -> bool:
        """Draw a few guessed blocks while nobody waits; whether there are more."""
        for run in self._runs:
            if isinstance(run.pile, Stack) and run.pile.guesses:
                run.pile.settle_some(drawing, _IDLE_BLOCKS)
                return True
        return False

    def turn(self, block: Block) -> None:
        """Open, open more, or close a block. A stage that a person touched stays as he left it."""
        block.turn()
        for pile in self._piles():
            if isinstance(pile, Stack) and block in pile.blocks:
                pile.changed(pile.blocks.index(block))
        if isinstance(block, StageBlock):
            section = self._stage_of(block)
            if section is not None:
                section.touched = True

    def openable(self) -> Iterator[Block]:
        """The blocks that can be opened, as they show."""
        for run in self._runs:
            blocks = run.pile.blocks if isinstance(run.pile, Stack) else [run.pile]
            yield from (block for block in blocks if block.can_open)

    def _stage_of(self, block: StageBlock) -> StageSection | None:
        for turn in self.turns:
            for section in turn.stages.values():
                if section.head is block:
                    return section
        return None

    def _piles(self) -> Iterator[Block | Stack]:
        yield from self._locals.get(0, [])
        for number, turn in enumerate(self.turns, start=1):
            yield from turn.piles()
            yield from self._locals.get(number, [])

    def _run_at(self, y: int) -> _Run | None:
        place = bisect_right(self._starts, y) - 1
        return self._runs[place] if place >= 0 and y < self.height else None
