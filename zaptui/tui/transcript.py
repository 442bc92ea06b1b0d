"""The transcript: lines of the document; it follows the end until a reader scrolls up."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scrollbar import ScrollTo

from zaptui.core.conversation import Conversation
from zaptui.tui.block import Block, Drawing
from zaptui.tui.document import Document, Spot
from zaptui.tui.document_view import DocumentView
from zaptui.tui.line_blocks import Local
from zaptui.view.glyphs import UNICODE, Glyphs


class Transcript(DocumentView):
    """Shows a conversation. `sync` follows it; `tick` moves what changes with time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor(-1)", "Block up", show=False, id="transcript.up"),
        Binding("down", "cursor(1)", "Block down", show=False, id="transcript.down"),
        Binding("enter,space", "open", "Open", show=False, id="transcript.open"),
        Binding("home", "to_start", "Start", show=False, id="transcript.start"),
        Binding("end", "to_end", "End", show=False, id="transcript.end"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="transcript.page_up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="transcript.page_down"),
    ]

    class Behind(Message):
        """How many new lines are below what the reader sees; 0 while following."""

        def __init__(self, lines: int) -> None:
            super().__init__()
            self.lines = lines

    def __init__(self, clock: Callable[[], float], *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(clock, glyphs=glyphs)
        self.following = True
        self._seen_height = 0
        self._behind = 0

    # ---- following the conversation

    def show(self, conversation: Conversation) -> None:
        """Show another conversation from now on."""
        self.document = Document(conversation)
        self.following = True
        self.cursor = None
        self._lay_out(self._look())
        self.scroll_end(animate=False, immediate=True)

    def sync(self, *, quiet_s: float = 0.0) -> None:
        """Follow the conversation: draw what changed, keep the reader's place."""
        drawing = self._look()
        drawing.quiet_s = quiet_s
        anchor = None if self.following else self.document.spot(round(self.scroll_y))
        if self.document.update(settle=self.following):
            self._lay_out(drawing, anchor=anchor)
            self.refresh()

    def tick(self, *, quiet_s: float, beat: bool) -> None:
        """Move what changes with time alone; only its lines are painted again."""
        drawing = self._look()
        drawing.quiet_s, drawing.beat = quiet_s, beat
        anchor = None if self.following else self.document.spot(round(self.scroll_y))
        height = self.document.height
        self.document.layout(drawing)
        if self.document.height != height:
            self._place(anchor)
            self.refresh()
            return
        for y in self._alive_lines():
            self.refresh_line(y)

    def add_local(self, local: Local) -> None:
        """Show something of the app's own."""
        self.document.add_local(local)
        self._lay_out(self._look())
        self.refresh()

    def _alive_lines(self) -> list[int]:
        top = round(self.scroll_y)
        found: list[int] = []
        for y in range(top, min(top + self.size.height, self.document.height)):
            spot = self.document.spot(y)
            if spot is not None and spot.block.alive:
                found.append(y)
        return found

    def _lay_out(self, drawing: Drawing, *, anchor: Spot | None = None) -> None:
        self.document.layout(drawing)
        self._place(anchor)

    def _place(self, anchor: Spot | None) -> None:
        """Take on the new height, and put the reader where he was or at the end."""
        self.virtual_size = Size(self._drawing.width if self._drawing else 0, self.document.height)
        if self.max_scroll_y == 0:
            self.following = True  # all of it is in sight
        if self.following:
            self._seen_height = self.document.height
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True, force=True)
        elif anchor is not None:
            start = self.document.find(anchor.block)
            if start is not None and start + anchor.line != round(self.scroll_y):
                self.scroll_to(y=start + anchor.line, animate=False, immediate=True, force=True)
        self._tell_behind()

    def _tell_behind(self) -> None:
        bottom = round(self.scroll_y) + self.size.height
        self._seen_height = max(self._seen_height, min(bottom, self.document.height))
        behind = 0 if self.following else max(0, self.document.height - self._seen_height)
        if behind != self._behind:
            self._behind = behind
            self.post_message(self.Behind(behind))

    # ---- size and scrolling

    def on_resize(self) -> None:
        """Another width draws what is in sight first, the rest while nobody waits."""
        anchor = None if self.following else self.document.spot(round(self.scroll_y))
        drawing = self._look()
        self._lay_out(drawing, anchor=anchor)
        self._settle_view(drawing)
        self.set_timer(0.05, self._settle_more)

    def _settle_view(self, drawing: Drawing) -> None:
        top = round(self.scroll_y)
        anchor = None if self.following else self.document.spot(top)
        if self.document.settle(top, top + self.size.height, drawing):
            self._lay_out(drawing, anchor=anchor)

    def _settle_more(self) -> None:
        drawing = self._look()
        anchor = None if self.following else self.document.spot(round(self.scroll_y))
        if self.document.settle_some(drawing):
            self._lay_out(drawing, anchor=anchor)
            self.set_timer(0.02, self._settle_more)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Looking at what a resize only guessed draws it."""
        super().watch_scroll_y(old_value, new_value)
        self.vertical_scrollbar.position = new_value  # Textual leaves out one about to be shown
        if self._drawing is not None:
            self._settle_view(self._look())
            self._tell_behind()

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.following = True
        self._lay_out(self._look())
        self.refresh()

    def _leave(self) -> None:
        """A reader scrolls up: what comes does not move him."""
        if self.following and self.max_scroll_y > 0:
            self.following = False
            self._seen_height = self.document.height

    def _near_end(self) -> bool:
        """Within half a screen of the end."""
        return self.max_scroll_y - self.scroll_y <= max(3, self.size.height // 2)

    def _went_down(self) -> None:
        if not self.following and self._near_end():
            self.follow()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upward leaves the end."""
        self._leave()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Downward near the end takes it up again, however fast it grows (Textual #6677)."""
        self.call_next(self._went_down)

    def on_scroll_up(self) -> None:
        """A click above the grip of the scrollbar."""
        self._leave()

    def on_scroll_down(self) -> None:
        """A click below the grip."""
        self.call_next(self._went_down)

    def on_scroll_to(self, message: ScrollTo) -> None:
        """The grip is dragged."""
        if message.y is None:
            return
        if message.y < self.scroll_y:
            self._leave()
        else:
            self.call_next(self._went_down)

    def action_page(self, direction: int) -> None:
        """A page up or down."""
        if direction < 0:
            self._leave()
        y = self.scroll_y + direction * max(1, self.size.height - 2)
        self.scroll_to(y=max(0, min(y, self.max_scroll_y)), animate=False, immediate=True)
        if direction > 0:
            self._went_down()

    def action_to_start(self) -> None:
        """The first line."""
        self._leave()
        self.scroll_to(y=0, animate=False, immediate=True)

    def action_to_end(self) -> None:
        """The last line, and stay there."""
        self.follow()

    def action_cursor(self, direction: int) -> None:
        """Move the cursor to the next block that opens."""
        blocks = list(self.document.openable())
        if not blocks:
            return
        place = blocks.index(self.cursor) if self.cursor in blocks else len(blocks)
        self.cursor = blocks[max(0, min(len(blocks) - 1, place + direction))]
        start = self.document.find(self.cursor)
        if start is not None:
            head = start + self.cursor.head_at
            if head < self.scroll_y:
                self._leave()
            self.scroll_to_region(Region(0, head, 1, 1), animate=False, immediate=True)
        self.refresh()

    def action_open(self) -> None:
        """Open or close the block at the cursor."""
        if self.cursor is not None:
            self.turn(self.cursor)

    def turn(self, block: Block) -> None:
        """Open, open more, or close a block; the lines above it stay where they are."""
        anchor = self.document.spot(round(self.scroll_y))
        self.document.turn(block)
        if block.opened:
            self.following = False
        self._lay_out(self._look(), anchor=anchor)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click on a head opens it, a double click marks a word."""
        if event.chain > 1:
            event.prevent_default().stop()  # Textual would mark everything
            self._mark_word(event.x, round(self.scroll_y) + event.y)
            return
        spot = self.document.spot(round(self.scroll_y) + event.y)
        if spot is not None and spot.block.can_open and spot.line == spot.block.head_at:
            self.cursor = spot.block
            self.turn(spot.block)
