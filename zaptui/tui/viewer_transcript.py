"""The transcript of the viewer: a part of the tape, held anew when one goes somewhere else."""

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from zaptui.core import events as e
from zaptui.tui.blocks import Block, Local, ReasoningBlock, StageBlock, TextBlock, ToolBlock
from zaptui.tui.document import Document, Spot
from zaptui.tui.transcript import Transcript
from zaptui.view.glyphs import Glyphs
from zaptui.view.playback import Playback

_AHEAD = 4
"""Lines below the work that goes on."""
_LOOKED_AT = 4_000
"""Lines above the end in which a found text is looked for."""

Identity = tuple[str, int, str]


class ViewerTranscript(Transcript, inherit_bindings=False):
    """What a person has opened stays open wherever he goes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"transcript--found"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,j", "cursor(1)", "Next row", show=False, id="viewer.row_down"),
        Binding("shift+tab,k", "cursor(-1)", "Row before", show=False, id="viewer.row_up"),
        Binding("enter,o", "open", "Open", show=False, id="viewer.open"),
        Binding("pageup,b", "page(-1)", "Page up", show=False, id="viewer.page_up"),
        Binding("pagedown,f", "page(1)", "Page down", show=False, id="viewer.page_down"),
    ]

    class AtTop(Message):
        """The reader has come to the first line that is held."""

    def __init__(self, clock: Callable[[], float], *, glyphs: Glyphs) -> None:
        super().__init__(clock, glyphs=glyphs)
        self._opened: dict[Identity, tuple[bool, bool]] = {}
        """What a person has opened or closed: opened, and opened whole."""
        self._run = 1
        """The number of the first run that is held."""
        self._found: re.Pattern[str] | None = None

    # ---- what is held

    def hold(self, playback: Playback, *, stay: bool) -> None:
        """Show what a playback holds now; `stay`: the reader stays at the text he looks at."""
        below = self.document.height - round(self.scroll_y)
        stay = stay and not self.following
        self._remember()
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
            y = max(0, self.document.height - below)
            self.scroll_to(y=y, animate=False, immediate=True, force=True)
        self.refresh()

    def recall(self) -> None:
        """Open what a person has opened, where it is shown again."""
        if not self._opened:
            return
        for identity, block in list(self._blocks()):
            opened, everything = self._opened.get(identity, (block.opened, False))
            if block.opened != opened:
                self.document.turn(block)
            if everything and isinstance(block, ToolBlock):
                block.everything = True

    def turn(self, block: Block) -> None:
        """Open or close a block, and know it later."""
        super().turn(block)
        self._remember()

    def _remember(self) -> None:
        for identity, block in self._blocks():
            if isinstance(block, StageBlock):
                if self._touched(identity):
                    self._opened[identity] = (block.opened, False)
            elif block.opened:
                whole = isinstance(block, ToolBlock) and block.everything
                self._opened[identity] = (True, whole)
            else:
                self._opened.pop(identity, None)

    def _touched(self, identity: Identity) -> bool:
        section = self.document.turns[identity[1] - self._run].stages.get(identity[2])
        return section is not None and section.touched

    def _blocks(self) -> Iterator[tuple[Identity, Block]]:
        """The blocks that open, with what tells them from all others of the tape."""
        for run, turn in enumerate(self.document.turns, start=self._run):
            stages = [turn.stages[stage_id] for stage_id in turn.order]
            for stage in stages:
                yield ("stage", run, stage.head.row.stage_id), stage.head
            for parts in (turn.before, *(stage.work for stage in stages), turn.sink):
                for block in parts.stack.blocks:
                    if isinstance(block, ToolBlock):
                        yield ("call", run, block.part.call_id), block
                    elif isinstance(block, ReasoningBlock):
                        yield ("thought", run, block.part.text[:200]), block

    # ---- finding

    def mark_found(self, wanted: str) -> None:
        """Mark a text wherever it shows; an empty one marks nothing."""
        self._found = re.compile(re.escape(wanted), re.IGNORECASE) if wanted else None
        self.refresh()

    def reveal(self, event: e.Event | None) -> None:
        """Bring what was found in an event into view: it is the last thing that has come."""
        if isinstance(event, e.ToolCalled | e.ToolReturned):
            self._open_call(event.call_id)
        line = self._last_line_with_it()
        if line is None:
            return
        height = max(1, self.size.height)
        if line < self.document.height - height:
            self._leave()
            y = max(0, line - height // 3)
            self.scroll_to(y=y, animate=False, immediate=True, force=True)
        self.refresh()

    def _open_call(self, call_id: str) -> None:
        blocks = [block for identity, block in self._blocks() if identity[0] == "call"]
        for block in blocks:
            if isinstance(block, ToolBlock) and block.part.call_id == call_id:
                self.cursor = block
                following = self.following
                while not (block.opened and self._shows(block)):
                    was = (block.opened, block.everything)
                    self.turn(block)
                    if not block.opened or was == (block.opened, block.everything):
                        break
                if not block.opened:
                    self.turn(block)
                if following:
                    self.follow()

    def _shows(self, block: Block) -> bool:
        found = self._found
        strips = block.strips(self._look())
        return found is None or any(found.search(strip.text) for strip in strips)

    def _last_line_with_it(self) -> int | None:
        if self._found is None:
            return None
        drawing, height = self._look(), self.document.height
        for y in range(height - 1, max(-1, height - _LOOKED_AT), -1):
            strip = self.document.line(y, drawing)
            if strip is not None and self._found.search(strip.text):
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

    # ---- where one looks

    def _place(self, anchor: Spot | None) -> None:
        """Following, one sees the work of the stage that goes on, however many wait below it."""
        super()._place(anchor)
        last = self._work_ends() if self.following else None
        if last is not None and last + _AHEAD < round(self.scroll_y) + self.size.height:
            y = max(0, last + _AHEAD - self.size.height)
            self.scroll_to(y=y, animate=False, immediate=True, force=True)

    def _work_ends(self) -> int | None:
        """The line below the work of the stage in progress; None without one."""
        turn = self.document.live
        if turn is None:
            return None
        stages = [turn.stages[stage_id] for stage_id in turn.order]
        for stage in reversed(stages):
            if stage.head.row.is_streaming:
                start = self.document.find(stage.head)
                if start is None:
                    return None
                head = len(stage.head.strips(self._look()))
                return start + head + (stage.work.stack.height if stage.head.opened else 0)
        return None

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

    # ---- copying

    def row_text(self) -> str:
        """The row at the cursor in full; without one, the last words of the model."""
        if self.cursor is None:
            texts = [block for block in self._texts() if block.part.text.strip()]
            return texts[-1].part.text.strip() if texts else ""
        match self.cursor:
            case ReasoningBlock():
                return self.cursor.part.text.strip()
            case ToolBlock():
                return self._whole(self.cursor)
            case _:
                strips = self.cursor.strips(self._look())
                return "\n".join(strip.text.strip() for strip in strips)

    def _whole(self, block: ToolBlock) -> str:
        """A call as it shows when all of it is opened."""
        was = (block.opened, block.everything)
        block.opened = block.everything = True
        strips = block.strips(self._look())
        block.opened, block.everything = was
        return "\n".join(strip.text.rstrip() for strip in strips)

    def _texts(self) -> Iterator[TextBlock]:
        for turn in self.document.turns:
            works = [turn.stages[stage_id].work for stage_id in turn.order]
            for parts in (turn.before, *works, turn.sink):
                for block in parts.stack.blocks:
                    if isinstance(block, TextBlock):
                        yield block


def _earlier(playback: Playback) -> str:
    base = playback.base
    words: list[str] = []
    runs = base.run - (base.started is not None)
    if runs:
        words.append(f"{runs} run{'s' if runs > 1 else ''}")
    if base.steps:
        words.append(f"{base.steps} step{'s' if base.steps > 1 else ''} of this run")
    return f"earlier: {' and '.join(words) or 'more'}; page up shows them"
