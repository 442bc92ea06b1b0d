"""The blocks a transcript is made of: each draws itself as strips for a width, and keeps them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textual.strip import Strip

from zaptui.core.parts import NoticePart, Part, PlanPart, ReasoningPart, TextPart, ToolPart
from zaptui.tui.markdown import MarkdownRenderer, StreamingMarkdown
from zaptui.tui.paint import Painter
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, crop, spread, wrap_some, wrap_text
from zaptui.view.stage_lines import stage_evidence, stage_head
from zaptui.view.stages import StageRow
from zaptui.view.text import one_line, sanitize
from zaptui.view.tool_lines import OPEN_LINES, live_tail, tool_body, tool_head

_REASONING_LINES = 40
_SAID_LINES = 30
_NOTICE_LINES = 12
_LOCAL_LINES = 400
_MOST_LINES = 20_000
"""Lines of a call that is opened whole: nobody reads further, and all are held."""
_BODY_INDENT = 9
_WIDE = 40
"""Columns from which the body of a call stands below its subject."""


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
        wrapped, hidden = _folded(sanitize(text).strip(), max(1, width - 2), _SAID_LINES)
        marks = [f"{glyphs.prompt} ", *["  "] * (len(wrapped) - 1)]
        shown += [
            (Span(mark, "alive"), Span(line, "user"))
            for mark, line in zip(marks, wrapped, strict=True)
        ]
        shown += [_more(hidden)] if hidden else []
    return shown


def _folded(text: str, width: int, limit: int) -> tuple[list[str], int]:
    """The first lines of a text and how many are left out; never a single one."""
    lines, hidden = wrap_some(text, width, limit + 1)
    return (lines[:limit], hidden + 1) if hidden else (lines, 0)


def _more(hidden: int) -> Line:
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


class StageBlock(Block):
    """The head of a stage and its evidence; its work stands below it while it is open."""

    can_open = True

    def __init__(self, key: str, row: StageRow) -> None:
        super().__init__(key)
        self.row = row

    @property
    def alive(self) -> bool:  # type: ignore[override]
        return self.row.is_streaming

    def _state(self, drawing: Drawing) -> object:
        if not self.row.is_streaming:
            return self.row, drawing.glyphs
        return self.row, drawing.glyphs, int(drawing.now), int(drawing.quiet_s), drawing.beat

    def _draw(self, drawing: Drawing) -> list[Strip]:
        head = stage_head(
            self.row,
            drawing.width,
            glyphs=drawing.glyphs,
            now=drawing.now,
            quiet_s=drawing.quiet_s,
            beat=drawing.beat,
        )
        return drawing.painter.strips([head, *stage_evidence(self.row, drawing.width)])


class TextBlock(Block):
    """Text of the model, as Markdown."""

    def __init__(self, key: str, part: TextPart, *, indent: int) -> None:
        super().__init__(key, indent=indent)
        self.part = part
        self.whole = False
        self._streaming: tuple[MarkdownRenderer, int, StreamingMarkdown] | None = None

    def _state(self, drawing: Drawing) -> object:
        return self.part, self.whole

    def _draw(self, drawing: Drawing) -> list[Strip]:
        width = max(1, drawing.width - self.indent)
        if self.part.discarded:
            lines = wrap_text(sanitize(self.part.text.strip()), width)
            return drawing.painter.strips(
                [(Span(line, "struck"),) for line in lines], indent=self.indent
            )
        known = self._streaming
        if known is None or known[:2] != (drawing.markdown, width):
            text = StreamingMarkdown(drawing.markdown, width, indent=self.indent)
            self._streaming = known = (drawing.markdown, width, text)
        strips = known[2].update(self.part.text.strip("\n"), whole=self.whole)
        if self.whole:
            self._streaming = None
        return strips


class ReasoningBlock(Block):
    """The model's reasoning: one folded line that opens to the text. Nothing where it is hidden."""

    def __init__(self, key: str, part: ReasoningPart, *, indent: int) -> None:
        super().__init__(key, indent=indent)
        self.part = part

    @property
    def can_open(self) -> bool:  # type: ignore[override]
        return bool(self.part.text.strip())

    def _state(self, drawing: Drawing) -> object:
        return self.part

    def _draw(self, drawing: Drawing) -> list[Strip]:
        width = max(1, drawing.width - self.indent)
        text = sanitize(self.part.text).strip()
        if not text:
            return []
        fold = drawing.glyphs.opened if self.opened else drawing.glyphs.closed
        words = len(text.split())
        first = one_line(text[:1000].split("\n", 1)[0], 400)
        head = spread(
            [Span(f"{fold} ", "dim"), Span(f"thought  {first}", "dim")],
            [Span(f"{words} words", "dim")],
            width,
        )
        lines = [head]
        if self.opened:
            shown, hidden = _folded(text, max(1, width - 2), _REASONING_LINES)
            lines += [(Span(f"  {line}", "dim"),) for line in shown]
            lines += [_more(hidden)] if hidden else []
        return drawing.painter.strips(lines, indent=self.indent)


class ToolBlock(Block):
    """A tool call: its head, live output while it runs, and what it opens to."""

    can_open = True

    def __init__(self, key: str, part: ToolPart, *, indent: int) -> None:
        super().__init__(key, indent=indent)
        self.part = part
        self.final = False
        """The turn has shown that the model did not recover from the error."""
        self.over = False
        """The turn has ended: what has no result by now gets none."""
        self.everything = False
        """Opened twice: nothing folds."""
        self._folds = False

    def turn(self) -> None:
        """Closed, opened, opened whole where that is more, closed again."""
        if self.opened and self._folds and not self.everything:
            self.everything = True
            return
        self.opened, self.everything = not self.opened, False

    @property
    def alive(self) -> bool:  # type: ignore[override]
        return not (self.part.finished or self.over)

    def _state(self, drawing: Drawing) -> object:
        now = int(drawing.now * 2) if self.alive else None
        return self.part, self.final, self.everything, drawing.glyphs, now

    def _draw(self, drawing: Drawing) -> list[Strip]:
        width = max(1, drawing.width - self.indent)
        head = tool_head(
            self.part,
            width,
            glyphs=drawing.glyphs,
            now=None if self.over else drawing.now,
            opened=self.opened,
            final=self.final,
        )
        margin = _BODY_INDENT if width >= _WIDE else 2
        body = self._body(max(1, width - margin))
        painter = drawing.painter
        return [
            painter.strip(head, indent=self.indent),
            *painter.strips(body, indent=self.indent + margin),
        ]

    def _body(self, width: int) -> list[Line]:
        if not self.opened:
            return live_tail(self.part, width)
        limit = _MOST_LINES if self.everything else OPEN_LINES
        lines, hidden = tool_body(self.part, width, limit=limit)
        self._folds = hidden > 0
        return [*lines, _more(hidden)] if hidden else lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """Something the app itself shows: a command's answer, the output of `!`."""

    title: str
    text: str
    style: StyleName = "dim"
    lines: list[str] = field(default_factory=list[str])


def notice_block(key: str, part: NoticePart, *, indent: int) -> Block:
    """A line the runner says."""
    styles: dict[str, StyleName] = {"info": "dim", "warning": "asks", "error": "error"}
    style = styles[part.level]

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        wrapped, hidden = _folded(sanitize(part.text), max(1, width - 2), _NOTICE_LINES)
        marks = [glyphs.bullet, *[" "] * (len(wrapped) - 1)]
        told: list[Line] = [
            (Span(f"{mark} ", style), Span(line, style))
            for mark, line in zip(marks, wrapped, strict=True)
        ]
        return [*told, _more(hidden)] if hidden else told

    return LineBlock(key, lines, indent=indent)


def local_block(key: str, local: Local) -> Block:
    """A title and some text of the app's own."""

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        title = Span(one_line(local.title, 400), "bold")
        shown: list[Line] = [crop((Span(f" {glyphs.bullet} ", "dim"), title), width)]
        text = sanitize(local.text).rstrip("\n")
        body, hidden = _folded(text, max(1, width - 4), _LOCAL_LINES) if text else ([], 0)
        shown += [(Span(f"   {line}", local.style),) for line in body]
        return [*shown, (Span("   "), *_more(hidden))] if hidden else shown

    return LineBlock(key, lines)


def prompt_block(key: str, text: str) -> Block:
    """What the person asked."""

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        shown = said_lines([text], width - 1, glyphs)
        return [*((Span(" "), *line) for line in shown), ()]

    return LineBlock(key, lines)


def part_block(key: str, part: Part, *, indent: int) -> Block:
    """The block of a part."""
    match part:
        case TextPart():
            return TextBlock(key, part, indent=indent)
        case ReasoningPart():
            return ReasoningBlock(key, part, indent=indent)
        case ToolPart():
            return ToolBlock(key, part, indent=indent)
        case NoticePart():
            return notice_block(key, part, indent=indent)
        case PlanPart():
            return LineBlock(key, lambda width, glyphs: [])
