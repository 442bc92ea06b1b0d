"""A block of a transcript: it draws itself as strips for a width, and keeps them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.strip import Strip

from zaptui.tui.markdown import MarkdownRenderer
from zaptui.tui.paint import Painter
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, wrap_some
from zaptui.view.text import sanitize

_SAID_LINES = 30


@dataclass(slots=True, kw_only=True)
class Drawing:
    """What blocks draw with, and the moment they draw."""

    painter: Painter
    markdown: MarkdownRenderer
    glyphs: Glyphs
    width: int
    now: float = 0.0
    """As `Entry.at`."""
    quiet_s: float = 0.0
    beat: bool = False


def said_lines(texts: Sequence[str], width: int, glyphs: Glyphs) -> list[Line]:
    """A person's words, folded where they are many."""
    shown: list[Line] = []
    for text in texts:
        wrapped, hidden = folded(sanitize(text).strip(), max(1, width - 2), _SAID_LINES)
        marks = [f"{glyphs.prompt} ", *["  "] * (len(wrapped) - 1)]
        shown += [
            (Span(mark, "alive"), Span(line, "user"))
            for mark, line in zip(marks, wrapped, strict=True)
        ]
        shown += [more(hidden)] if hidden else []
    return shown


def folded(text: str, width: int, limit: int) -> tuple[list[str], int]:
    """The first lines of a text and how many are left out; never a single one."""
    lines, hidden = wrap_some(text, width, limit + 1)
    return (lines[:limit], hidden + 1) if hidden else (lines, 0)


def more(hidden: int) -> Line:
    """What a fold leaves out."""
    return (Span(f"{hidden} more lines", "dim"),)


class Block(ABC):
    """Some lines of the transcript. `alive`: they change with time alone."""

    alive = False
    can_open = False

    def __init__(self, key: str, *, indent: int = 0) -> None:
        self.key = key
        self.indent = indent
        self.opened = False
        self.above: Sequence[str] = ()
        """A person's words that stand above it."""
        self.head_at = 0
        """The line that opens it."""
        self._strips: list[Strip] = []
        self._drawn: object = None

    def strips(self, drawing: Drawing) -> list[Strip]:
        """The lines, drawn anew only when something that shows has changed."""
        state = (drawing.painter, drawing.width, self.opened, self._state(drawing))
        if state != self._drawn:
            self._drawn = state
            above = self._said(drawing) if self.above else []
            self.head_at = len(above)
            self._strips = [*above, *self._draw(drawing)]
        return self._strips

    def _said(self, drawing: Drawing) -> list[Strip]:
        lines = said_lines(self.above, max(1, drawing.width - self.indent), drawing.glyphs)
        return drawing.painter.strips(lines, indent=self.indent)

    def turn(self) -> None:
        """Open or close it."""
        self.opened = not self.opened

    @abstractmethod
    def _state(self, drawing: Drawing) -> object:
        """What the lines depend on, beyond theme, width and being open."""

    @abstractmethod
    def _draw(self, drawing: Drawing) -> list[Strip]: ...


class LineBlock(Block):
    """Lines made by a function of the width, anew when what they depend on changes."""

    def __init__(
        self,
        key: str,
        lines: Callable[[int, Glyphs], Sequence[Line]],
        *,
        indent: int = 0,
        depends: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(key, indent=indent)
        self._lines = lines
        self._depends = depends

    def _state(self, drawing: Drawing) -> object:
        return drawing.glyphs, self._depends()

    def _draw(self, drawing: Drawing) -> list[Strip]:
        width = max(1, drawing.width - self.indent)
        return drawing.painter.strips(self._lines(width, drawing.glyphs), indent=self.indent)
