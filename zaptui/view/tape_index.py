"""What is known of a tape without holding it: its steps, runs and stages, and where to begin.

A tape is looked at once, event by event, without what work has sent and returned. What stays is a
few numbers a step and, every few hundred lines, a place from which a fold can begin.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import Usage
from zaptui.planning.checklist import Checklist, ChecklistItem, checklist_of_snapshot
from zaptui.view.folder import Carried, StageFolder
from zaptui.view.pace import Pace

SEGMENT_LINES = 400
SEGMENT_SIZE = 256 * 1024
_MOST_SEGMENTS = 2_000
"""Segments are longer in a larger tape."""
_PATIENCE = 8
"""Segments that a call without a result may hold up the next one."""
_MOST_STOPS = 20_000
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A place where a fold can begin: what came before it, in a few values."""

    line: int = 0
    offset: int = 0
    pace: Pace
    run: int = 0
    """How many runs have begun before it."""
    started: e.RunStarted | None = None
    """Of the run that goes on here; None where another one begins."""
    steps: int = 0
    """Steps of this run before it."""
    carried: Carried
    usage: Usage
    """Of the whole tape before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A run begins, or a stage of its plan: `line` counts the lines that show it."""

    line: int
    axis: float
    run: int
    """1-based."""
    index: int = 0
    """The stage's number; 0 for the begin of a run."""
    total: int = 0
    name: str = ""
    stage_id: str = ""


class TapeIndex:
    """Takes the lines of a tape in order; what it says holds for those it has seen."""

    def __init__(
        self, *, size: int = 0, segment: tuple[int, int] = (SEGMENT_LINES, SEGMENT_SIZE)
    ) -> None:
        self.lines = 0
        self.runs = 0
        self.done = False
        """There will be no more lines."""
        self.pace = Pace()
        self.steps = array("Q")
        """The lines that begin a step or a run."""
        self._axes = array("d")
        self._clocks = array("d")
        self.stops: list[Stop] = []
        self.checkpoints: list[Checkpoint] = []
        self.inserted: dict[int, Sequence[e.Entry]] = {}
        """What a run that was never ended lacks, by the line before which it belongs."""
        scale = max(1, size // (segment[1] * _MOST_SEGMENTS))
        self._segment = (segment[0] * scale, segment[1] * scale)
        self._usage = Usage()
        self._open: set[str] = set()
        self._active = ""
        """The stage in progress."""
        self._begun: set[str] = set()
        """The stages of this run that have begun or are done."""
        self._begin(Carried(), None, offset=0, steps=0)

    # ---- taking lines

    def skip(self, kind: str, at: float) -> None:
        """A line that changes nothing but the time: words, progress."""
        self.lines += 1
        self.pace.take(kind, at)

    def settle(self, kind: str, at: float, call_id: str) -> None:
        """The line of a call's result that no row depends on."""
        self.skip(kind, at)
        self._open.discard(call_id)

    def pass_over(self) -> None:
        """A line that cannot be read."""
        self.lines += 1

    def take(self, event: e.Event, at: float, offset: int) -> None:
        """A line; `offset` is where it begins. Its event may be without what takes room."""
        if isinstance(event, e.StepStarted | e.RunStarted):
            self._mark(event, offset)
        self.skip(event.type, at)
        if isinstance(event, e.RunStarted):
            self._start_run(event)
        else:
            self._conversation.apply(event, at=at)
        self._follow(event)

    def insert(self, entries: Sequence[e.Entry]) -> None:
        """The end of a run that was never written, before the line that comes next."""
        if entries:
            self.inserted[self.lines] = [*self.inserted.get(self.lines, ()), *entries]
            for entry in entries:
                self._conversation.apply(entry.event, at=entry.at)
            self._open.clear()

    def _mark(self, event: e.StepStarted | e.RunStarted, offset: int) -> None:
        self.steps.append(self.lines)
        self._axes.append(self.pace.axis)
        self._clocks.append(self.pace.clock)
        last, size = self.checkpoints[-1], offset - self.checkpoints[-1].offset
        lines = self.lines - last.line
        weight = max(lines / self._segment[0], size / self._segment[1])
        waits = self._open and isinstance(event, e.StepStarted)
        if weight >= (_PATIENCE if waits else 1):
            if isinstance(event, e.RunStarted):
                self._begin(Carried(), None, offset=offset, steps=0)
            else:
                steps = self._steps_before + len(self._conversation.turn.steps)
                self._begin(self._folder.carry(), self._started, offset=offset, steps=steps)

    def _begin(
        self, carried: Carried, started: e.RunStarted | None, *, offset: int, steps: int
    ) -> None:
        """A checkpoint, and a fold that begins anew from it."""
        self.checkpoints.append(
            Checkpoint(
                line=self.lines,
                offset=offset,
                pace=replace(self.pace),
                run=self.runs,
                started=started,
                steps=steps,
                carried=carried,
                usage=self._usage,
            )
        )
        self._fold(started, carried, steps=steps)

    def _fold(self, started: e.RunStarted | None, carried: Carried, *, steps: int) -> None:
        """What comes is folded anew, behind so many steps of its run."""
        self._started, self._steps_before = started, steps
        self._conversation = Conversation()
        if started is not None:
            self._conversation.apply(started)
        self._folder = StageFolder(self._conversation.turn, carried)

    def _start_run(self, event: e.RunStarted) -> None:
        self.runs += 1
        self._active = ""
        self._begun.clear()
        self._open.clear()
        self._stop(Stop(line=self.lines, axis=self.pace.axis, run=self.runs))
        self._fold(event, Carried(), steps=0)

    def _follow(self, event: e.Event) -> None:
        match event:
            case e.ToolCalled():
                self._open.add(event.call_id)
            case e.ToolReturned():
                self._open.discard(event.call_id)
            case e.ModelFinished() if event.usage is not None:
                self._usage += event.usage
            case e.PlanUpdate():
                self._stage(event)
            case _:
                pass

    def _stage(self, event: e.PlanUpdate) -> None:
        """Whether another stage is in progress now; those that nobody saw begin are there too."""
        items = checklist_of_snapshot(event.snapshot) or ()
        active = next((item for item in items if item.status == "in_progress"), None)
        if active is not None and active.id != self._active:
            self._active = active.id
            self._begin_stage(active, items)
        for item in items:
            if item.status == "done" and item.id not in self._begun:
                self._begin_stage(item, items)

    def _begin_stage(self, item: ChecklistItem, items: Checklist) -> None:
        if len(self.stops) < _MOST_STOPS:
            self._begun.add(item.id)
        self._stop(
            Stop(
                line=self.lines,
                axis=self.pace.axis,
                run=max(1, self.runs),
                index=items.index(item) + 1,
                total=len(items),
                name=item.content[:_LONGEST_NAME],
                stage_id=item.id,
            )
        )

    def _stop(self, stop: Stop) -> None:
        if len(self.stops) < _MOST_STOPS:
            self.stops.append(stop)

    # ---- what it knows

    def checkpoint_before(self, line: int) -> int:
        """The place of the last checkpoint that is not behind a line."""
        return max(0, bisect_right(self.checkpoints, line, key=lambda each: each.line) - 1)

    def step_after(self, line: int) -> int:
        """The next line that begins a step or a run, else the end."""
        place = bisect_right(self.steps, line)
        return self.steps[place] if place < len(self.steps) else self.lines

    def step_before(self, line: int) -> int:
        """The last line before this one that begins a step or a run, else the start."""
        place = bisect_left(self.steps, line) - 1
        return self.steps[place] if place >= 0 else 0

    def step_at(self, axis: float) -> int:
        """The last line that begins a step or a run before a moment of watching."""
        return self._last_before(self._axes, axis)

    def step_recorded_at(self, clock: float) -> int:
        """The last line that begins a step or a run before a recorded moment."""
        return self._last_before(self._clocks, clock)

    def _last_before(self, times: Sequence[float], moment: float) -> int:
        place = bisect_right(times, moment) - 1
        return self.steps[place] if place >= 0 else 0
