"""The position of a replay, and the conversation as it was then: folded on from near by.

Whatever the length of the tape, only what stands a few hundred lines before the position is held.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import Usage
from zaptui.view.pace import Pace
from zaptui.view.tape_index import Checkpoint, TapeIndex

_CONTEXT_LINES = 200
"""Lines above the position that a jump shows."""
_NEAR = 2
"""Segments ahead that are folded on to, rather than begun anew."""
_MOST_HELD = 6
"""Segments that are held while it plays."""
_MOST_EXTENDED = 60
"""Segments that a reader may have above him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeLine:
    """A line as it is read: its entry, if it can be read, behind the end of a run without one."""

    entry: e.Entry | None
    inserted: Sequence[e.Entry] = ()


class Reader(Protocol):
    """Reads on from a place."""

    def take(self) -> TapeLine | None:
        """The next line; None at the end of what the index has seen."""
        ...


class Source(Protocol):
    """A tape that can be read from anywhere."""

    @property
    def index(self) -> TapeIndex: ...

    def grow(self, seconds: float) -> None:
        """Look at more of the tape, for about so long, unless the index is done."""
        ...

    def reader(self, line: int, offset: int) -> Reader:
        """A reader from a line, which begins at an offset."""
        ...


class Playback:
    """`line` counts the lines that are shown; `rebased` rises when the conversation is a new one,
    which begins at `base`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.index = source.index
        self.rebased = 0
        self._next: TapeLine | None = None
        self._rebase(0)

    @property
    def at_end(self) -> bool:
        """Whether nothing follows."""
        return self.index.done and self.line >= self.index.lines

    @property
    def earlier(self) -> bool:
        """Whether anything stands before what is held."""
        return self.base.line > 0

    def seek(self, line: int) -> None:
        """Go to a line, forwards or backwards."""
        line = max(0, min(line, self.index.lines))
        place = self.index.checkpoint_before(line)
        if line < self.line or place - self.index.checkpoint_before(self.line) > _NEAR:
            context = max(0, line - _CONTEXT_LINES)
            self._rebase(self.index.checkpoint_before(context))
        self._forward(line)

    def seek_moment(self, axis: float) -> None:
        """Go to a moment of watching."""
        self.seek(self.index.step_at(axis))
        self.play(axis)

    def seek_recorded(self, clock: float) -> None:
        """Go to a moment that was recorded, in seconds over all runs."""
        self.seek(self.index.step_recorded_at(clock))
        self._while(lambda ahead: ahead.clock <= clock)

    def play(self, axis: float, *, holding: bool = False) -> bool:
        """Show what has come by a moment of watching; whether there was anything. `holding`: what
        stands before is looked at, and not let go so soon."""
        began = self.line
        self._while(lambda ahead: ahead.axis <= axis)
        if self.line != began:
            self._let_go(_MOST_EXTENDED if holding else _MOST_HELD)
        return self.line != began

    def moment(self, axis: float) -> float:
        """The run's time at a moment of watching, as `Entry.at`: between two entries it runs as
        fast as what was cut short."""
        line = self._peek()
        if line is None or line.entry is None or isinstance(line.entry.event, e.RunStarted):
            return self.pace.at
        ahead = self._ahead(line)
        span = ahead.axis - self.pace.axis
        share = (axis - self.pace.axis) / span if span > 0 else 0.0
        return self.pace.at + (ahead.at - self.pace.at) * max(0.0, min(1.0, share))

    def extend(self) -> bool:
        """Hold twice of what stands before; whether there was more, and room for it."""
        held = self.index.checkpoint_before(self.line) - self._place + 1
        if self._place == 0 or held >= _MOST_EXTENDED:
            return False
        self._again(max(0, self._place - held))
        return True

    def extend_to(self, line: int) -> bool:
        """Hold what stands from a line on; whether there is room for that."""
        place = self.index.checkpoint_before(line)
        if self.index.checkpoint_before(self.line) - place > _MOST_EXTENDED:
            return False
        if place < self._place:
            self._again(place)
        return True

    def _again(self, place: int) -> None:
        line = self.line
        self._rebase(place)
        self._forward(line)

    def _let_go(self, most: int) -> None:
        """Playing on does not hold ever more segments."""
        place = self.index.checkpoint_before(self.line)
        if place - self._place > most:
            self._again(self.index.checkpoint_before(self.line - _CONTEXT_LINES))

    def _rebase(self, place: int) -> None:
        self._place = place
        self.base: Checkpoint = self.index.checkpoints[place]
        self.conversation = Conversation()
        if self.base.started is not None:
            self.conversation.apply(self.base.started)
        self.line = self.base.line
        self.pace = replace(self.base.pace)
        self.run = self.base.run
        self.usage: Usage = self.base.usage
        self.context_tokens = 0
        self.latest: e.Event | None = None
        """What came last."""
        self.rebased += 1
        self._reader = self.source.reader(self.base.line, self.base.offset)
        self._next = None

    def _forward(self, line: int) -> None:
        while self.line < line and (found := self._peek()) is not None:
            self._take(found, self._ahead(found))

    def _while(self, wanted: Callable[[Pace], bool]) -> None:
        while (found := self._peek()) is not None:
            ahead = self._ahead(found)
            if not wanted(ahead):
                return
            self._take(found, ahead)

    def _peek(self) -> TapeLine | None:
        if self._next is None:
            self._next = self._reader.take()
        return self._next

    def _ahead(self, line: TapeLine) -> Pace:
        pace = replace(self.pace)
        if line.entry is not None:
            pace.take(line.entry.event.type, line.entry.at)
        return pace

    def _take(self, line: TapeLine, ahead: Pace) -> None:
        self._next = None
        self.line += 1
        self.pace = ahead
        for entry in (*line.inserted, *([] if line.entry is None else [line.entry])):
            self._apply(entry)

    def _apply(self, entry: e.Entry) -> None:
        self.latest = entry.event
        self.conversation.apply(entry.event, at=entry.at)
        match entry.event:
            case e.RunStarted():
                self.run += 1
            case e.ModelFinished(usage=Usage() as usage):
                self.usage += usage
                self.context_tokens = usage.input_tokens + usage.output_tokens
            case _:
                pass
