"""The plan as a line, for a narrow terminal, and what it shares with the panel of a wide one."""

from collections.abc import Sequence

from zaptui.tui.painted import Painted
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span
from zaptui.view.stage_lines import stage_short
from zaptui.view.stages import StageRow
from zaptui.view.window import active_place


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
