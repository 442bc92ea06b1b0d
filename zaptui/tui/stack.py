"""A pile of blocks with their places: a change costs what stands below it."""

from bisect import bisect_right
from collections.abc import Sequence

from textual.strip import Strip

from zaptui.tui.block import Block, Drawing

_LIVE = 80
"""Blocks at the end that may change with time alone: no step holds more calls that run."""


class Stack:
    """Blocks from top to bottom. Heights are known once laid out."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._starts: list[int] = [0]
        """Where each laid out block begins; one more than there are such blocks."""
        self._guessed: set[int] = set()
        """Places whose height is of another width: drawn when somebody looks."""

    @property
    def height(self) -> int:
        """Lines of all blocks, as last laid out."""
        return self._starts[-1]

    @property
    def guesses(self) -> int:
        """How many heights are still of another width."""
        return len(self._guessed)

    def changed(self, first: int) -> None:
        """Blocks from this place on are new or changed."""
        del self._starts[max(1, first + 1) :]
        self._guessed = {place for place in self._guessed if place < first}

    def forget_width(self) -> None:
        """The width has changed: all heights are guesses now."""
        self._guessed = set(range(len(self._starts) - 1))

    def layout(self, drawing: Drawing) -> None:
        """Draw what has changed and what changes with time."""
        for place in range(max(0, len(self._starts) - 1 - _LIVE), len(self._starts) - 1):
            block = self.blocks[place]
            if block.alive and len(block.strips(drawing)) != self._height(place):
                self.changed(place)
                break
        for place in range(len(self._starts) - 1, len(self.blocks)):
            self._starts.append(self._starts[-1] + len(self.blocks[place].strips(drawing)))

    def settle(self, drawing: Drawing, places: Sequence[int]) -> bool:
        """Draw guessed blocks; whether a height was another one."""
        wrong = False
        for place in places:
            if place in self._guessed:
                self._guessed.discard(place)
                wrong = self._fix(place, len(self.blocks[place].strips(drawing))) or wrong
        return wrong

    def settle_some(self, drawing: Drawing, count: int) -> bool:
        """Draw a few guessed blocks, from the end; whether a height was another one."""
        return self.settle(drawing, sorted(self._guessed, reverse=True)[:count])

    def place_at(self, y: int) -> int:
        """The place of the block that holds a line."""
        return max(0, min(bisect_right(self._starts, y) - 1, len(self.blocks) - 1))

    def start(self, place: int) -> int:
        """The first line of a block."""
        return self._starts[place]

    def line(self, y: int, drawing: Drawing) -> Strip | None:
        """One line; None for a line that a guess promised and that is not there."""
        place = self.place_at(y)
        strips = self.blocks[place].strips(drawing) if self.blocks else []
        within = y - self._starts[place] if self.blocks else 0
        return strips[within] if 0 <= within < len(strips) else None

    def _height(self, place: int) -> int:
        return self._starts[place + 1] - self._starts[place]

    def _fix(self, place: int, height: int) -> bool:
        shift = height - self._height(place)
        if shift:
            for later in range(place + 1, len(self._starts)):
                self._starts[later] += shift
        return shift != 0
