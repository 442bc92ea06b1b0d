"""The transcript of the viewer: a part of the tape, held anew when one goes somewhere else."""

import re
from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import TextPart, ToolPart
from zaptui.tui.block import Block
from zaptui.tui.blocks import ReasoningBlock, ToolBlock
from zaptui.tui.document import Document, Spot
from zaptui.tui.line_blocks import Local
from zaptui.tui.transcript import Transcript
from zaptui.tui.viewer_keys import ROW_BINDINGS
from zaptui.tui.viewer_opened import Opened, rows
from zaptui.view.call_line import call_line
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import line_text
from zaptui.view.playback import Playback
from zaptui.view.tool_lines import tool_body

_AHEAD = 4
"""Lines below the work that goes on."""
_MOST_COPIED, _NOT_WRAPPED = 20_000, 10_000
"""Lines that are copied, and their columns."""
_LOOKED_AT = 4_000
"""Lines above the end in which a found text is looked for."""


class ViewerTranscript(Transcript, inherit_bindings=False):
    """What a person has opened stays open wherever he goes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"transcript--found"}
    BINDINGS: ClassVar[list[BindingType]] = ROW_BINDINGS

    class AtTop(Message):
        """The reader has come to the first line that is held."""

    def __init__(self, clock: Callable[[], float], *, glyphs: Glyphs) -> None:
        super().__init__(clock, glyphs=glyphs)
        self._opened = Opened()
        self._run = 1
        """The number of the first run that is held."""
        self._found: re.Pattern[str] | None = None
        self._revealed: e.Event | None = None
        """What was brought into view last, until the reader goes elsewhere."""

    # ---- what is held

    def hold(self, playback: Playback, *, stay: bool) -> None:
        """Show what a playback holds now; `stay`: the reader stays at the text he looks at."""
        below = self.document.height - round(self.scroll_y)
        stay = stay and not self.following
        self._opened.remember(self.document, self._run)
        base = playback.base
        self._run = base.run + (base.started is None)
        self.document = Document(playback.conversation, base.carried)
        if playback.earlier:
            self.document.add_local(Local(title=_earlier(playback), text=""))
        self.cursor = None
        self.document.update(settle=True)
        self.following = not stay
        self.recall()
        self._lay_out(self._look())
        if stay:
            self._go(self.document.height - below)
        self.refresh()

    def recall(self) -> None:
        """Open what a person has opened, where it is shown again."""
        self._opened.recall(self.document, self._run)

    def turn(self, block: Block) -> None:
        """Open or close a block, and know it later."""
        super().turn(block)
        self._opened.remember(self.document, self._run)

    def _go(self, y: int) -> None:
        self.scroll_to(y=max(0, y), animate=False, immediate=True, force=True)

    # ---- where one looks

    def _place(self, anchor: Spot | None) -> None:
        """Following, one sees the work of the stage that goes on, however many wait below it."""
        super()._place(anchor)
        last = self._work_ends() if self.following else None
        if last is not None and last + _AHEAD < round(self.scroll_y) + self.size.height:
            self._go(last + _AHEAD - self.size.height)

    def _work_ends(self) -> int | None:
        """The line below the work of the stage in progress; None without one."""
        turn = self.document.live
        stages = [turn.stages[stage_id] for stage_id in turn.order] if turn is not None else []
        stage = next((stage for stage in stages if stage.head.row.is_streaming), None)
        start = self.document.find(stage.head) if stage is not None else None
        if stage is None or start is None:
            return None
        head = len(stage.head.strips(self._look()))
        return start + head + (stage.work.stack.height if stage.head.opened else 0)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """At the first line there may be more above it."""
        super().watch_scroll_y(old_value, new_value)
        if new_value <= 0 < old_value and not self.following:
            self.post_message(self.AtTop())

    def action_page(self, direction: int) -> None:
        """A page up or down; at the first line, more of what is above it."""
        at_top = direction < 0 and self.scroll_y <= 0
        super().action_page(direction)
        if at_top:
            self.post_message(self.AtTop())

    def action_cursor(self, direction: int) -> None:
        """To the next row that opens; at first to the newest work in sight."""
        if self.cursor is None:
            self.cursor = self._newest()
            direction = 0 if self.cursor is not None else direction
        super().action_cursor(direction)

    def _newest(self) -> Block | None:
        for y in range(round(self.scroll_y) + self.size.height - 1, round(self.scroll_y) - 1, -1):
            spot = self.document.spot(y)
            if spot is not None and isinstance(spot.block, ToolBlock | ReasoningBlock):
                return spot.block
        return None

    # ---- finding

    def mark_found(self, wanted: str) -> None:
        """Mark a text wherever it shows; an empty one marks nothing."""
        self._found = re.compile(re.escape(wanted), re.IGNORECASE) if wanted else None
        self.refresh()

    def reveal(self, event: e.Event | None) -> None:
        """Bring what was found in an event into view: it is the last thing that has come."""
        if isinstance(event, e.ToolCalled | e.ToolReturned):
            line = self._line_in_call(event.call_id)
        else:
            line = self._last_line()
        height = max(1, self.size.height)
        if line is not None and not 0 <= line - round(self.scroll_y) < height:
            self._leave()
            self._go(line - height // 3)
        self._revealed = event
        self.refresh()

    def on_resize(self) -> None:
        """What was found stays in view, as when the plan comes in beside it."""
        if self._revealed is not None:
            self.call_next(self.reveal, self._revealed)

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._revealed = None
        super().follow()

    def _leave(self) -> None:
        self._revealed = None
        super()._leave()

    def _line_in_call(self, call_id: str) -> int | None:
        """The first line of a call that shows the text; the call opens where that is needed."""
        block = next(
            (
                block
                for _, block in rows(self.document, self._run)
                if isinstance(block, ToolBlock) and block.part.call_id == call_id
            ),
            None,
        )
        if block is None:
            return None
        self.cursor, following = block, self.following
        for _ in range(2):  # opened, and opened whole
            if self._within(block) is None and not block.everything:
                self.turn(block)
        if following:
            self.follow()
        start, within = self.document.find(block), self._within(block)
        return None if start is None else start + (within or 0)

    def _within(self, block: Block) -> int | None:
        strips, found = block.strips(self._look()), self._found
        lines = (y for y, strip in enumerate(strips) if found and found.search(strip.text))
        return next(lines, None)

    def _last_line(self) -> int | None:
        drawing, height = self._look(), self.document.height
        for y in range(height - 1, max(-1, height - _LOOKED_AT), -1):
            strip = self.document.line(y, drawing)
            if strip is not None and self._found and self._found.search(strip.text):
                return y
        return None

    def _selected(self, strip: Strip, y: int) -> Strip:
        if self._found is None:
            return super()._selected(strip, y)
        text, style = strip.text, self.get_component_rich_style("transcript--found")
        for found in self._found.finditer(text):
            start = cell_len(text[: found.start()])
            end = start + cell_len(found[0])
            middle = strip.crop(start, end).apply_style(style)
            strip = Strip.join([strip.crop(0, start), middle, strip.crop(end)])
        return super()._selected(strip, y)

    # ---- copying

    def row_text(self) -> str:
        """The row at the cursor in full; without one, the last words of the model."""
        match self.cursor:
            case None:
                return _last_text(self.document.conversation)
            case ReasoningBlock():
                return self.cursor.part.text.strip()
            case ToolBlock():
                return _whole(self.cursor.part)
            case _:
                strips = self.cursor.strips(self._look())
                return "\n".join(strip.text.strip() for strip in strips)


def _whole(part: ToolPart) -> str:
    """A call with all that it opens to, its lines as they were."""
    body, hidden = tool_body(part, _NOT_WRAPPED, limit=_MOST_COPIED)
    lines = [call_line(part, width=_NOT_WRAPPED), *map(line_text, body)]
    return "\n".join([*lines, f"{hidden} more lines"] if hidden else lines)


def _last_text(conversation: Conversation) -> str:
    """The last words of the model."""
    for turn in reversed(conversation.turns):
        for step in reversed(turn.steps):
            for part in reversed(step.parts):
                if isinstance(part, TextPart) and part.text.strip():
                    return part.text.strip()
    return ""


def _earlier(playback: Playback) -> str:
    base = playback.base
    words: list[str] = []
    runs = base.run - (base.started is not None)
    if runs:
        words.append(f"{runs} run{'s' if runs > 1 else ''}")
    if base.steps:
        words.append(f"{base.steps} step{'s' if base.steps > 1 else ''} of this run")
    return f"earlier: {' and '.join(words) or 'more'}; page up shows them"
