"""Choosing a saved session: a list that is narrowed by typing, and a preview of the marked one."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from zaptui.errors import ZapError
from zaptui.tui.host import Host
from zaptui.tui.painted import Painted
from zaptui.tui.saved import SavedSession
from zaptui.view.lines import Line, Span, StyleName, crop, wrap_text
from zaptui.view.text import one_line, sanitize

_OUTCOMES: dict[str, StyleName] = {
    "complete": "done",
    "answered": "done",
    "running": "alive",
    "error": "error",
}


class SessionList(Painted):
    """The sessions that fit what was typed, one of them marked."""

    def __init__(self) -> None:
        super().__init__(id="session-list")
        self.sessions: Sequence[SavedSession] = ()
        self.marked = 0
        self.typed = ""
        self.loading = True

    def lines(self, width: int) -> list[Line]:
        head: Line = (Span(" sessions  ", "bold"), Span(self.typed or "type to narrow", "dim"))
        if not self.sessions:
            return [head, (), (Span(" reading…" if self.loading else " none", "dim"),)]
        room = max(1, self.size.height - 2)
        first = max(0, min(self.marked - room // 2, len(self.sessions) - room))
        shown = list(enumerate(self.sessions))[first : first + room]
        return [crop(head, width), (), *(self._line(place, s, width) for place, s in shown)]

    def _line(self, place: int, saved: SavedSession, width: int) -> Line:
        marked = place == self.marked
        mark = Span(" ▸ " if marked else "   ", "alive")
        facts = f"{saved.began[:16].replace('T', ' '):<16}  {saved.stages:>5}  "
        outcome = Span(f"{saved.outcome:<10}  ", _OUTCOMES.get(saved.outcome, "asks"))
        task = Span(one_line(saved.task, 300), "bold" if marked else "plain")
        return crop((mark, Span(sanitize(facts), "dim"), outcome, task), width)


class Preview(Painted):
    """What is known of the marked session."""

    def __init__(self) -> None:
        super().__init__(id="session-preview")
        self.saved: SavedSession | None = None
        self.text: Sequence[str] = ()

    def lines(self, width: int) -> list[Line]:
        saved = self.saved
        if saved is None:
            return []
        facts = " · ".join(part for part in (saved.model, saved.cost, saved.folder) if part)
        lines: list[Line] = [crop((Span(f" {one_line(facts, 400)}", "dim"),), width), ()]
        for text in self.text:
            lines += [(Span(f" {part}"),) for part in wrap_text(sanitize(text), width - 2)]
        return lines[: max(1, self.size.height)]


class Picker(ModalScreen[str | None]):
    """Its result is a session's id, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "mark(-1)", show=False, id="sessions.up"),
        Binding("down", "mark(1)", show=False, id="sessions.down"),
        Binding("pageup", "mark(-10)", show=False, id="sessions.page_up"),
        Binding("pagedown", "mark(10)", show=False, id="sessions.page_down"),
        Binding("enter", "choose", show=False, id="sessions.choose"),
        Binding("escape", "leave", show=False, id="sessions.leave"),
    ]

    def __init__(self, host: Host, *, everywhere: bool) -> None:
        super().__init__()
        self._host = host
        self._everywhere = everywhere
        self._all: Sequence[SavedSession] = ()
        self.list = SessionList()
        self.preview = Preview()

    def compose(self) -> ComposeResult:
        with Vertical(id="picker"):
            yield self.list
            yield self.preview

    def on_mount(self) -> None:
        """Read the sessions while the screen is there already."""
        self.run_worker(self._read(), group="sessions")

    async def _read(self) -> None:
        found = await asyncio.to_thread(self._host.sessions)
        self._all = [saved for saved in found if self._everywhere or saved.here]
        self.list.loading = False
        self._narrow()

    def _narrow(self) -> None:
        words = self.list.typed.lower().split()
        self.list.sessions = [
            saved
            for saved in self._all
            if all(word in f"{saved.task} {saved.folder} {saved.outcome}".lower() for word in words)
        ]
        self.list.marked = 0
        self._show()

    def _show(self) -> None:
        saved = self._marked()
        self.preview.saved, self.preview.text = saved, ()
        self.list.repaint()
        self.preview.repaint()
        if saved is not None:
            self.run_worker(self._look_into(saved), group="preview", exclusive=True)

    async def _look_into(self, saved: SavedSession) -> None:
        await asyncio.sleep(0.1)  # who runs down the list need not wait for each
        try:
            text = await asyncio.to_thread(self._host.preview, saved.session)
        except ZapError as error:
            text = [str(error)]
        if self.preview.saved is saved:
            self.preview.text = text
            self.preview.repaint()

    def _marked(self) -> SavedSession | None:
        sessions = self.list.sessions
        return sessions[self.list.marked] if sessions else None

    def on_key(self, event: events.Key) -> None:
        """Letters narrow the list."""
        if event.key == "backspace":
            self.list.typed = self.list.typed[:-1]
        elif event.is_printable and event.character:
            self.list.typed += sanitize(event.character)
        else:
            return
        event.stop()
        self._narrow()

    def action_mark(self, by: int) -> None:
        """Mark another one."""
        last = len(self.list.sessions) - 1
        self.list.marked = max(0, min(last, self.list.marked + by))
        self._show()

    def action_choose(self) -> None:
        """The marked one."""
        saved = self._marked()
        self.dismiss(saved.session if saved is not None else None)

    def action_leave(self) -> None:
        """None of them."""
        self.dismiss(None)
