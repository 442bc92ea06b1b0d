"""The transcript: lines of the document; it follows the end until a reader scrolls up."""

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollTo
from textual.selection import Selection
from textual.strip import Strip
from textual.theme import Theme

from zaptui.core.conversation import Conversation
from zaptui.tui.blocks import Block, Drawing, Local
from zaptui.tui.document import Document, Spot
from zaptui.tui.markdown import MarkdownRenderer
from zaptui.tui.paint import COMPONENTS, STYLE_NAMES, Painter, painter_of
from zaptui.tui.plain import as_shown
from zaptui.tui.textual_fixes import word_at, zap_app
from zaptui.tui.theme import code_theme, markdown_styles
from zaptui.view.glyphs import UNICODE, Glyphs

_MARGIN = 2
"""Columns kept free at the right."""


class Transcript(ScrollView, can_focus=True):
    """Shows a conversation. `sync` follows it; `tick` moves what changes with time."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*COMPONENTS, "transcript--cursor"}
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
        super().__init__(id="transcript")
        self.document = Document(Conversation())
        self.following = True
        self.cursor: Block | None = None
        self._clock = clock
        self._glyphs = glyphs
        self._drawing: Drawing | None = None
        self._stale = False
        """The styles may have changed since the drawing was made."""
        self._theme: Theme | None = None
        self._seen_height = 0
        self._behind = 0
        self._quiet_since = 0.0

    # ---- following the conversation

    def show(self, conversation: Conversation) -> None:
        """Show another conversation from now on."""
        self.document = Document(conversation)
        self.following = True
        self.cursor = None
        self._lay_out(self._look())
        self.scroll_end(animate=False, immediate=True)

    def use_clock(self, clock: Callable[[], float]) -> None:
        """Tell the time by another clock."""
        self._clock = clock

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

    # ---- drawing

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.size.width
        base = self.rich_style
        drawing = self._look()
        line = round(self.scroll_y) + y
        strip = self.document.line(line, drawing)
        if strip is None:
            return Strip.blank(width, base)
        spot = self.document.spot(line)
        strip = self._selected(strip, line)
        strip = strip.apply_style(base) if spot is None else strip.apply_style(self._base(spot))
        return as_shown(self, strip.crop_extend(0, width, base)).apply_offsets(0, line)

    def _base(self, spot: Spot) -> Style:
        if self.has_focus and spot.block is self.cursor and spot.line == spot.block.head_at:
            return self.get_component_rich_style("transcript--cursor")
        return self.rich_style

    def _selected(self, strip: Strip, y: int) -> Strip:
        selection = self.text_selection
        span = selection.get_span(y) if selection is not None else None
        if span is None:
            return strip
        start, end = span
        end = len(strip.text) if end == -1 else end
        style = self.screen.get_component_rich_style("screen--selection")
        left, middle, right = strip.crop(0, start), strip.crop(start, end), strip.crop(end)
        return Strip.join([left, middle.apply_style(style), right])

    def _look(self) -> Drawing:
        """What blocks draw with now; a new painter when the theme has changed."""
        width = max(1, self.scrollable_content_region.width - _MARGIN)
        if self._drawing is None or self._stale:
            self._drawing, self._stale = self._restyled(), False
        self._drawing.width = width
        self._drawing.now = self._clock()
        return self._drawing

    def _restyled(self) -> Drawing:
        """A new drawing where the theme has changed, else the one that is known."""
        painter, theme = painter_of(self), zap_app(self).current_theme
        known, same_theme = self._drawing, theme is self._theme
        if known is not None and same_theme and _same(painter, known.painter):
            return known
        self._theme = theme
        return Drawing(
            painter=painter,
            markdown=MarkdownRenderer(markdown_styles(painter), code_theme=code_theme(theme)),
            glyphs=self._glyphs,
            width=1,
        )

    def notify_style_update(self) -> None:
        """The theme may have changed; what it does to the components comes after this."""
        super().notify_style_update()
        self._stale = True

    # ---- size, scrolling, selection

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

    def _mark_word(self, x: int, y: int) -> None:
        strip = self.document.line(y, self._look())
        if strip is not None:
            start, end = word_at(strip.text, len(strip.crop(0, x).text))
            self.screen.selections = {self: Selection(Offset(start, y), Offset(end, y))}

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, as it stands on the screen."""
        drawing = self._look()
        lines = [
            strip.text.rstrip() if (strip := self.document.line(y, drawing)) else ""
            for y in range(self.document.height)
        ]
        return selection.extract("\n".join(lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """The marked text has changed."""
        self.refresh()


def _same(one: Painter, other: Painter) -> bool:
    return all(one.style(name) == other.style(name) for name in STYLE_NAMES)
