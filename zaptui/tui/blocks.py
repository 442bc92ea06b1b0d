"""The blocks a transcript is made of: each draws itself as strips for a width, and keeps them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textual.strip import Strip

from zaptui.core.parts import NoticePart, Part, PlanPart, ReasoningPart, TextPart, ToolPart
from zaptui.tui.markdown import MarkdownRenderer, StreamingMarkdown
from zaptui.tui.paint import Painter
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, crop, spread, wrap_text
from zaptui.view.stage_lines import stage_evidence, stage_head
from zaptui.view.stages import StageRow
from zaptui.view.text import sanitize
from zaptui.view.tool_lines import OPEN_LINES, fold_lines, live_tail, tool_body, tool_head

_REASONING_LINES = 40
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
        wrapped = wrap_text(sanitize(text).strip(), max(1, width - 2))
        marks = [f"{glyphs.prompt} ", *["  "] * (len(wrapped) - 1)]
        lines: list[Line] = [
            (Span(mark, "alive"), Span(line, "user"))
            for mark, line in zip(marks, wrapped, strict=True)
        ]
        shown += fold_lines(lines, _SAID_LINES)
    return shown


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
            known = (drawing.markdown, width, StreamingMarkdown(drawing.markdown, width))
            self._streaming = known
        strips = known[2].update(self.part.text.strip("\n"), whole=self.whole)
        if self.whole:
            self._streaming = None
        return drawing.painter.indented(strips, self.indent)


class ReasoningBlock(Block):
    """The model's reasoning: one folded line that opens to the text."""

    can_open = True

    def __init__(self, key: str, part: ReasoningPart, *, indent: int) -> None:
        super().__init__(key, indent=indent)
        self.part = part

    def _state(self, drawing: Drawing) -> object:
        return self.part

    def _draw(self, drawing: Drawing) -> list[Strip]:
        width = max(1, drawing.width - self.indent)
        text = sanitize(self.part.text).strip()
        fold = drawing.glyphs.opened if self.opened else drawing.glyphs.closed
        words = len(text.split())
        first = " ".join(text.split("\n", 1)[0].split())
        head = spread(
            [Span(f"{fold} ", "dim"), Span(f"thought  {first}", "dim")],
            [Span(f"{words} words", "dim")],
            width,
        )
        body: list[Line] = []
        if self.opened:
            body = [(Span(f"  {line}", "dim"),) for line in wrap_text(text, max(1, width - 2))]
        lines = [head, *fold_lines(body, _REASONING_LINES)]
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
        inner = max(1, width - 9)
        if self.opened:
            whole = tool_body(self.part, inner)
            body = whole if self.everything else fold_lines(whole, OPEN_LINES)
            self._folds = len(body) < len(whole)
        else:
            body = live_tail(self.part, inner)
        painter = drawing.painter
        return [
            painter.strip(head, indent=self.indent),
            *painter.strips(body, indent=self.indent + 9),
        ]


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
        wrapped = wrap_text(sanitize(part.text), max(1, width - 2))
        marks = [glyphs.bullet, *[" "] * (len(wrapped) - 1)]
        return [
            (Span(f"{mark} ", style), Span(line, style))
            for mark, line in zip(marks, wrapped, strict=True)
        ]

    return LineBlock(key, lines, indent=indent)


def local_block(key: str, local: Local) -> Block:
    """A title and some text of the app's own."""

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        text = sanitize(local.text).rstrip("\n")
        body = wrap_text(text, max(1, width - 4)) if text else []
        head = crop((Span(f" {glyphs.bullet} ", "dim"), Span(sanitize(local.title), "bold")), width)
        return [head, *((Span(f"   {line}", local.style),) for line in body)]

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
