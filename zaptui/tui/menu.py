"""A short list to choose from, above the prompt. The prompt keeps the focus and moves it."""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from zaptui.tui.completion import Choice
from zaptui.tui.plain import as_shown
from zaptui.view.lines import Span, crop, line_width
from zaptui.view.text import one_line

MOST_LINES = 8


class Menu(Widget):
    """Choices, one of them marked. Hidden while there are none."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--marked", "menu--help"}
    ALLOW_SELECT: ClassVar[bool] = False

    class Chosen(Message):
        """A choice was clicked."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__(id="menu")
        self.choices: list[Choice] = []
        self.marked = 0
        self.title = ""
        self.display = False

    def show(self, choices: list[Choice], *, title: str = "") -> None:
        """Show these choices, the first one marked; none hides it."""
        self.choices, self.marked, self.title = choices, 0, title
        self.display = bool(choices or title)
        self.styles.height = min(MOST_LINES, len(choices)) + bool(title)
        self.refresh(layout=True)

    def hide(self) -> None:
        """Show nothing."""
        self.show([])

    def move(self, by: int) -> None:
        """Mark the next or previous choice, around the ends."""
        if self.choices:
            self.marked = (self.marked + by) % len(self.choices)
            self.refresh()

    @property
    def choice(self) -> Choice | None:
        """The marked choice."""
        return self.choices[self.marked] if self.choices else None

    def render_line(self, y: int) -> Strip:
        """One choice."""
        return as_shown(self, self._line(y))

    def _line(self, y: int) -> Strip:
        width = self.size.width
        base = self.rich_style
        if self.title and y == 0:
            quiet = base + self.get_component_rich_style("menu--help")
            title = Segment(f" {one_line(self.title, width - 1)}", quiet)
            return Strip([title]).extend_cell_length(width, base)
        first = max(0, self.marked - MOST_LINES + 1)
        place = first + y - bool(self.title)
        if not 0 <= place < len(self.choices):
            return Strip.blank(width, base)
        choice = self.choices[place]
        column = max(len(other.title) for other in self.choices[:50]) + 3
        title = one_line(choice.title, width)
        line = [Span(f" {title:<{min(column, width // 2)}}" if choice.help else f" {title}")]
        line.append(Span(one_line(choice.help, width), "dim"))
        marked = place == self.marked
        style = base + self.get_component_rich_style("menu--marked") if marked else base
        quiet = style + self.get_component_rich_style("menu--help", partial=True)
        segments = [
            Segment(span.text, quiet if span.style == "dim" else style)
            for span in crop(line, width - 1)
        ]
        return Strip(segments, line_width(crop(line, width - 1))).extend_cell_length(width, style)

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
        place = max(0, self.marked - MOST_LINES + 1) + event.y - bool(self.title)
        if 0 <= place < len(self.choices):
            self.post_message(self.Chosen(self.choices[place]))
