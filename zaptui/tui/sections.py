"""Groups of blocks that follow the fold: parts, a stage with its work, a whole turn."""

from collections.abc import Iterator, Sequence

from zaptui.core.events import RunFinished
from zaptui.core.parts import Part, ReasoningPart, TextPart, ToolPart, part_key
from zaptui.core.turn import Turn
from zaptui.tui.block import Block, LineBlock, said_lines
from zaptui.tui.blocks import ReasoningBlock, StageBlock, TextBlock, ToolBlock, part_block
from zaptui.tui.line_blocks import prompt_block
from zaptui.tui.said import Said
from zaptui.tui.stack import Stack
from zaptui.view.bucket import PartsView
from zaptui.view.ending import ending_lines
from zaptui.view.folder import Carried, StageFolder
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span
from zaptui.view.stage_lines import INDENT
from zaptui.view.stages import StageRow


class PartsSection:
    """The blocks of a view of parts. An update looks only at what may have changed."""

    def __init__(self, key: str, *, indent: int, said: Said) -> None:
        self.key = key
        self.indent = indent
        self._said = said
        self.stack = Stack()
        self._view = PartsView([])
        self._parts: list[Part] = []

    def update(self, view: PartsView) -> bool:
        """Follow the view; whether anything has changed."""
        if view is self._view:
            return False
        start = min(view.changed_since(self._view), len(self._parts))
        self._view = view
        changed = False
        for place in range(start, len(view)):
            part = view[place]
            if place < len(self._parts) and self._parts[place] is part:
                continue
            self._put(place, part)
            changed = True
        if len(view) < len(self._parts):
            del self._parts[len(view) :], self.stack.blocks[len(view) :]
            self.stack.changed(len(view))
            changed = True
        return changed

    def finish(self, *, recovered: bool) -> bool:
        """The turn has ended: texts are rendered whole, calls wait no more, errors that stood are
        told as such. `recovered`: something below these parts went well; whether it has by now."""
        for place in reversed(range(len(self.stack.blocks))):
            block = self.stack.blocks[place]
            if isinstance(block, TextBlock) and not block.whole:
                block.whole = True
                self.stack.changed(place)
            elif isinstance(block, ToolBlock):
                recovered = recovered or (block.part.finished and block.part.error is None)
                block.final, block.over = not recovered, True
        return recovered

    def _put(self, place: int, part: Part) -> None:
        blocks = self.stack.blocks
        if place < len(blocks) and _takes(blocks[place], part):
            self._parts[place] = part
            self.stack.changed(place)
            return
        block = part_block(f"{self.key}/{place}/{part_key(part)}", part, indent=self.indent)
        block.above = self._said.above(part)
        if place < len(blocks):
            self._parts[place], blocks[place] = part, block
        else:
            self._close_text()
            self._parts.append(part)
            blocks.append(block)
        self.stack.changed(place)

    def _close_text(self) -> None:
        """A text that something follows will not grow any more."""
        last = self.stack.blocks[-1] if self.stack.blocks else None
        if isinstance(last, TextBlock) and not last.whole:
            last.whole = True
            self.stack.changed(len(self.stack.blocks) - 1)


def _takes(block: Block, part: Part) -> bool:
    """Whether a block can go on with a changed part; then it has it."""
    match block, part:
        case TextBlock(), TextPart() if block.part.part_id == part.part_id:
            block.part = part
        case ToolBlock(), ToolPart() if block.part.call_id == part.call_id:
            block.part = part
        case ReasoningBlock(), ReasoningPart() if block.part.part_id == part.part_id:
            block.part = part
        case _:
            return False
    return True


_LEFT_OPEN = ("error", "aborted")
"""Stages that stay open when they are over: one looks there first."""


class StageSection:
    """A stage: its head, and below it its work while it is open."""

    def __init__(self, key: str, row: StageRow, *, said: Said) -> None:
        self.head = StageBlock(f"{key}/head", row)
        self.work = PartsSection(f"{key}/work", indent=INDENT, said=said)
        self.touched = False
        """A person opened or closed it: it is left as it is."""
        self.head.opened = row.is_streaming or row.status in _LEFT_OPEN

    def update(self, row: StageRow, *, settle: bool) -> bool:
        """Follow the row. `settle`: a stage that is over may close by itself."""
        changed = row is not self.head.row
        was_alive = self.head.row.is_streaming
        self.head.row = row
        if not self.touched:
            if row.is_streaming and not was_alive:
                self.head.opened = True
            elif not row.is_streaming and settle and self.head.opened:
                self.head.opened = row.status in _LEFT_OPEN
                changed = changed or not self.head.opened
        return self.work.update(row.subparts) or changed


class TurnSection:
    """A turn: the prompt, what came before the plan, the stages, what came after, how it ended."""

    def __init__(self, key: str, turn: Turn, start: Carried | None = None) -> None:
        """`start`: the turn has lost its first steps."""
        self.key = key
        self.turn = turn
        self.folder = StageFolder(turn, start)
        self.prompt = prompt_block(f"{key}/prompt", turn.prompt)
        self.said = Said(turn)
        self.before = PartsSection(f"{key}/before", indent=1, said=self.said)
        self.sink = PartsSection(f"{key}/sink", indent=1, said=self.said)
        self.late = LineBlock(f"{key}/late", self._late_lines, indent=1, depends=self.said.late)
        self.end = LineBlock(f"{key}/end", self._end_lines, depends=lambda: turn.finished)
        self.stages: dict[str, StageSection] = {}
        self.order: list[str] = []
        self._finished = False

    @property
    def rows(self) -> Sequence[StageRow]:
        """The stage rows as last folded."""
        return [self.stages[stage_id].head.row for stage_id in self.order]

    def update(self, *, settle: bool) -> bool:
        """Follow the turn; whether anything shows differently."""
        folded = self.folder.fold()
        self.said.follow()
        changed = self.before.update(folded.before)
        for row in folded.rows:
            if row.stage_id not in self.stages:
                key = f"{self.key}/{row.stage_id}"
                self.stages[row.stage_id] = StageSection(key, row, said=self.said)
                changed = True
            changed = self.stages[row.stage_id].update(row, settle=settle) or changed
        order = [row.stage_id for row in folded.rows]
        changed = changed or order != self.order
        self.order = order
        changed = self.sink.update(folded.sink) or changed
        if self.turn.finished is not None and not self._finished:
            self._finish(self.turn.finished)
            changed = True
        return changed

    def piles(self) -> Iterator[Block | Stack]:
        """What shows, from top to bottom."""
        yield GAP
        yield self.prompt
        yield self.before.stack
        for stage_id in self.order:
            section = self.stages[stage_id]
            yield section.head
            if section.head.opened:
                yield section.work.stack
        if self.sink.stack.blocks:
            yield GAP
        yield self.sink.stack
        yield self.late
        yield self.end

    def _finish(self, finished: RunFinished) -> None:
        self._finished = True
        recovered = finished.outcome in ("complete", "answered")
        works = [self.stages[stage_id].work for stage_id in self.order]
        for parts in reversed((self.before, *works, self.sink)):
            recovered = parts.finish(recovered=recovered)

    def _late_lines(self, width: int, glyphs: Glyphs) -> list[Line]:
        return said_lines(self.said.late(), width, glyphs)

    def _end_lines(self, width: int, glyphs: Glyphs) -> list[Line]:
        finished = self.turn.finished
        if finished is None:
            return []
        lines = ending_lines(finished, self.turn.ended_at, width, glyphs)
        shown = (self.before, self.sink)
        if self.order or self.said.late() or any(parts.stack.blocks for parts in shown):
            return [(), *lines]  # the prompt above has a gap of its own
        good = finished.outcome in ("complete", "answered")
        return [(Span(" the model returned nothing", "asks"),), *lines] if good else lines


GAP = LineBlock("gap", lambda width, glyphs: [()])
