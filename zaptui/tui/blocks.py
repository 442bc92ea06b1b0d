"""The blocks a transcript is made of: stages, text, thoughts, calls."""

from textual.strip import Strip

from zaptui.core.parts import NoticePart, Part, PlanPart, ReasoningPart, TextPart, ToolPart
from zaptui.tui.block import Block, Drawing, LineBlock, folded, more
from zaptui.tui.line_blocks import notice_block
from zaptui.tui.markdown import MarkdownRenderer, StreamingMarkdown
from zaptui.view.lines import Line, Span, spread, wrap_text
from zaptui.view.stage_lines import stage_evidence, stage_head
from zaptui.view.stages import StageRow
from zaptui.view.text import one_line, sanitize
from zaptui.view.tool_lines import OPEN_LINES, live_tail, tool_body, tool_head

_REASONING_LINES = 40
_MOST_LINES = 20_000
"""Lines of a call that is opened whole: nobody reads further, and all are held."""
_BODY_INDENT = 9
_WIDE = 40
"""Columns from which the body of a call stands below its subject."""


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
            shown, hidden = folded(text, max(1, width - 2), _REASONING_LINES)
            lines += [(Span(f"  {line}", "dim"),) for line in shown]
            lines += [more(hidden)] if hidden else []
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
        return [*lines, more(hidden)] if hidden else lines


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
