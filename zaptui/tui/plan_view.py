"""The plan, always in sight: a panel at the side of a wide terminal, a line on a narrow one."""

from collections.abc import Sequence

from zaptui.tui.painted import Painted
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span, wrap_text
from zaptui.view.stage_lines import stage_short
from zaptui.view.stages import StageRow
from zaptui.view.text import one_line
from zaptui.view.window import active_place, window

_LOW = 5
"""Lines below which the panel has no room for a head of its own."""


class PlanView(Painted):
    """What both forms share: the rows and the moment."""

    def __init__(self, *, id: str, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id=id)
        self.rows: Sequence[StageRow] = ()
        self.now = 0.0
        self.beat = False
        self.glyphs = glyphs

    def set(self, rows: Sequence[StageRow], *, now: float, beat: bool) -> None:
        """Take on the rows of this moment."""
        self.rows, self.now, self.beat = rows, now, beat
        self.repaint()

    def lines(self, width: int) -> list[Line]:
        return []


class PlanPanel(PlanView):
    """All stages, one below the other; the active one never leaves the panel."""

    def lines(self, width: int) -> list[Line]:
        room = max(1, self.size.height or len(self.rows) * 2)
        if not self.rows:
            return [(Span(" no plan", "dim"),)]
        done = sum(row.status == "done" for row in self.rows)
        head: list[Line] = [(Span(f" plan {done}/{len(self.rows)}", "dim"),), ()]
        if room < _LOW:
            head = []
        blocks = [self._block(row, width) for row in self.rows]
        return [*head, *window(blocks, active_place(self.rows), room - len(head))]

    def _block(self, row: StageRow, width: int) -> list[Line]:
        head = stage_short(row, width - 1, glyphs=self.glyphs, now=self.now, beat=self.beat)
        lines: list[Line] = [(Span(" "), *head)]
        if row.status == "in_progress" and row.deliverable:
            wrapped = wrap_text(one_line(row.deliverable, 300), max(8, width - 8))[:3]
            lines += [(Span("       "), Span(line, "dim")) for line in wrapped]
        return lines


class PlanLine(PlanView):
    """`2/4 Run the tests · 14 s   +2 more`: the active stage alone."""

    def lines(self, width: int) -> list[Line]:
        if not self.rows:
            return []
        row = self.rows[active_place(self.rows)]
        left = len(self.rows) - row.index
        more = f"  +{left} more" if left else ""
        head = stage_short(
            row, max(1, width - len(more) - 2), glyphs=self.glyphs, now=self.now, beat=self.beat
        )
        return [(Span(" "), *head, Span(more, "dim"))]
