"""Where the plan is shown: a panel, a line or nowhere, by the width or as a person wants it."""

from collections.abc import Sequence
from typing import Literal

from zaptui.tui.plan_panel import PlanPanel
from zaptui.tui.plan_view import PlanLine
from zaptui.view.glyphs import Glyphs
from zaptui.view.stages import StageRow

PlanShown = Literal["auto", "panel", "line", "off"]

_WIDE = 100
"""Columns from which the plan has a panel of its own."""
_NARROW = 60
"""Columns below which a panel would leave no room for the transcript."""
_ORDER: tuple[PlanShown, ...] = ("auto", "panel", "line", "off")


class PlanPlace:
    """Holds both forms of the plan; one at most shows."""

    def __init__(self, glyphs: Glyphs) -> None:
        self.panel = PlanPanel(id="plan-panel", glyphs=glyphs)
        self.line = PlanLine(id="plan-line", glyphs=glyphs)
        self.shown: PlanShown = "auto"
        self._width = 0
        self._planned = False
        self._held = False
        """The panel has the focus: it shows whatever the width says."""
        self.active = False
        """A stage is in progress."""

    def cycle(self) -> PlanShown:
        """The next way to show it."""
        self.shown = _ORDER[(_ORDER.index(self.shown) + 1) % len(_ORDER)]
        self._place()
        return self.shown

    def place(self, width: int) -> None:
        """Put it where a screen of this width has room."""
        self._width = width
        self._place()

    def hold(self, *, held: bool) -> bool:
        """Show the panel while a person is at it; whether there is room for it."""
        self._held = held and self._width >= _NARROW
        self._place()
        return self._held or not held

    def set(self, rows: Sequence[StageRow], *, now: float, beat: bool) -> None:
        """Show the rows of this moment; by itself, nothing shows while there is no plan."""
        self.active = any(row.status == "in_progress" for row in rows)
        if bool(rows) != self._planned:
            self._planned = bool(rows)
            self._place()
        for view in (self.panel, self.line):
            if view.display:
                view.set(rows, now=now, beat=beat)

    def _place(self) -> None:
        auto = self.shown == "auto" and self._planned
        panel = self.shown == "panel" or self._held or (auto and self._width >= _WIDE)
        self.panel.display = panel and self._width >= _NARROW
        self.line.display = self.shown == "line" or ((auto or panel) and not self.panel.display)
