"""The plan at the side of a wide terminal; with the focus on it, a person edits it there."""

from collections.abc import Collection, Sequence
from typing import ClassVar, Literal

from textual.binding import Binding, BindingType
from textual.message import Message

from zaptui.tui.plan_view import PlanView
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span, wrap_text
from zaptui.view.stage_lines import stage_short
from zaptui.view.stages import StageRow
from zaptui.view.text import one_line
from zaptui.view.window import active_place, window

PlanWish = Literal["add", "edit", "up", "down", "drop", "pin", "break", "close", "leave"]

HELP = "a add · e edit · d drop · x done", "p pin · b stop before it", "shift+up, shift+down move"
_LOW = 5
"""Lines below which the panel has no room for a head of its own."""
_ROOMY = 12
"""Lines from which it has room for the keys."""


class PlanPanel(PlanView, can_focus=True):
    """All stages, one below the other; the active one, or the marked one, never leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "mark(-1)", show=False, id="plan.up"),
        Binding("down", "mark(1)", show=False, id="plan.down"),
        Binding("a", "wish('add')", show=False, id="plan.add"),
        Binding("e,enter", "wish('edit')", show=False, id="plan.edit"),
        Binding("shift+up", "wish('up')", show=False, id="plan.move_up"),
        Binding("shift+down", "wish('down')", show=False, id="plan.move_down"),
        Binding("d,delete", "wish('drop')", show=False, id="plan.drop"),
        Binding("x", "wish('close')", show=False, id="plan.close"),
        Binding("p", "wish('pin')", show=False, id="plan.pin"),
        Binding("b", "wish('break')", show=False, id="plan.break"),
        Binding("escape", "wish('leave')", show=False, id="plan.leave"),
    ]

    class Wished(Message):
        """A person wants something done with the marked stage, if there is one."""

        def __init__(self, wish: PlanWish, stage_id: str | None) -> None:
            super().__init__()
            self.wish: PlanWish = wish
            self.stage_id = stage_id

    class Left(Message):
        """The focus has gone elsewhere."""

    def __init__(self, *, id: str, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id=id, glyphs=glyphs)
        self.pinned: Collection[str] = ()
        self.breakpoints: Collection[str] = ()
        self._marked: str | None = None
        """The id of the stage that keys are about."""

    @property
    def place(self) -> int | None:
        """The place of the marked stage, from 0; None without any stage."""
        if not self.rows:
            return None
        ids = [row.stage_id for row in self.rows]
        known = self._marked in ids
        return ids.index(self._marked) if known and self._marked else active_place(self.rows)

    def mark(self, stage_id: str | None) -> None:
        """Mark a stage; None marks the one the work is at."""
        self._marked = stage_id
        self.repaint()

    def set(self, rows: Sequence[StageRow], *, now: float, beat: bool) -> None:
        """Take on the rows of this moment; the mark stays near where a dropped stage was."""
        place = self.place
        gone = self._marked is not None and all(row.stage_id != self._marked for row in rows)
        if gone:
            near = rows[min(place or 0, len(rows) - 1)] if rows else None
            self._marked = near.stage_id if near is not None else None
        super().set(rows, now=now, beat=beat)

    def lines(self, width: int) -> list[Line]:
        room = max(1, self.size.height or len(self.rows) * 2)
        foot = self._foot(width) if self.has_focus and room >= _ROOMY else []
        if not self.rows:
            return [(Span(" no plan", "dim"),), *foot]
        done = sum(row.status == "done" for row in self.rows)
        head: list[Line] = [(Span(f" plan {done}/{len(self.rows)}", "dim"),), ()]
        if room < _LOW:
            head = []
        blocks = [self._block(row, width) for row in self.rows]
        active = self.place if self.has_focus else active_place(self.rows)
        shown = window(blocks, active or 0, room - len(head) - len(foot))
        return [*head, *shown, *foot]

    def _block(self, row: StageRow, width: int) -> list[Line]:
        head = stage_short(row, width - 1, glyphs=self.glyphs, now=self.now, beat=self.beat)
        marked = self.has_focus and self.place == row.index - 1
        mark = Span(self.glyphs.closed, "alive") if marked else Span(" ")
        lines: list[Line] = [(mark, *head)]
        if row.status == "in_progress" and row.deliverable:
            wrapped = wrap_text(one_line(row.deliverable, 300), max(8, width - 8))[:3]
            lines += [(Span("       "), Span(line, "dim")) for line in wrapped]
        flags = ["pinned"] if row.stage_id in self.pinned else []
        flags += ["stops before it"] if row.stage_id in self.breakpoints else []
        if flags:
            lines.append((Span("       "), Span(f" {self.glyphs.dot} ".join(flags), "asks")))
        return lines

    def _foot(self, width: int) -> list[Line]:
        dot = f" {self.glyphs.dot} "
        texts = [piece for line in HELP for piece in wrap_text(line, max(8, width - 2))]
        return [(), *((Span(f" {text.replace(' · ', dot)}", "dim"),) for text in texts)]

    def action_mark(self, by: int) -> None:
        """Mark the stage above or below."""
        place = self.place
        if place is not None:
            to = min(max(place + by, 0), len(self.rows) - 1)
            self.mark(self.rows[to].stage_id)

    def action_wish(self, wish: PlanWish) -> None:
        """Hand a key on."""
        place = self.place
        stage_id = None if place is None else self.rows[place].stage_id
        self.post_message(self.Wished(wish, stage_id))

    def on_focus(self) -> None:
        """The mark shows."""
        self.repaint()

    def on_blur(self) -> None:
        """The mark goes away."""
        self.repaint()
        self.post_message(self.Left())
