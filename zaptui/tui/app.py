"""The Textual app: themes, signals, leaving. Screens do the rest."""

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from zaptui.tui.host import Host
from zaptui.tui.life import Life, SomebodyElses
from zaptui.tui.looks import Looks
from zaptui.tui.main_screen import MainScreen
from zaptui.tui.recipe_commands import add_recipes
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import MendedApp, MendedDriver
from zaptui.tui.theme import ZAP_DARK, ZAP_LIGHT
from zaptui.view.glyphs import ASCII, UNICODE

_AGAIN_S = 2.0
"""Seconds in which a second Ctrl+C quits."""
_LEAVE_S = 0.8
"""How long the end of a running turn is waited for."""
_FORCE_S = 1.0
"""From a second Ctrl+C to the end, whatever hangs."""
_INTERRUPTED = 130


class ZapApp(MendedApp):
    """Holds one main screen. Its return code is the process's exit code."""

    TITLE = "zap"
    CSS_PATH = "zap.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Interrupt", show=False, id="app.interrupt", priority=True),
        Binding("ctrl+q", "leave", "Quit", show=False, id="app.quit", priority=True),
    ]

    def __init__(
        self, host: Host, *, looks: Looks | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.host = host
        self._looks = looks or Looks()
        self._clock = clock
        self._interrupted_at = float("-inf")
        self._interrupts = 0
        """Ctrl+C that the loop has seen."""
        self._keys = deque[float](maxlen=2)
        """When Ctrl+C came in, as the thread that reads the keys saw it."""
        self._leaving = False
        self.life: Life = SomebodyElses()
        self.greetings: Sequence[str] = ()
        """Said when the screen is there, those that are not empty."""
        self._early: list[events.Event] | None = []
        """What was typed before there was a screen to take it."""

    async def on_event(self, event: events.Event) -> None:
        """What is typed ahead waits for the screen."""
        if self._early is not None and isinstance(event, events.Key | events.Paste):
            self._early.append(event)
        else:
            await super().on_event(event)

    def _take_early(self) -> None:
        early, self._early = self._early or [], None
        for event in early:
            self.post_message(event)

    def on_mount(self) -> None:
        """Themes, signals, the screen."""
        for theme in (ZAP_DARK, ZAP_LIGHT):
            self.register_theme(theme)
        self.theme = self._known_theme()
        if self._looks.plain:
            self.animation_level = "none"
        self.set_keymap(dict(self._looks.keys))
        self.life.watch(self._signalled)
        self.main = MainScreen(
            self.host,
            glyphs=ASCII if self._looks.ascii_only or self._looks.plain else UNICODE,
            terminal=Terminal(self._write, self._looks.manners, os.environ),
            motion=not self._looks.plain,
            clock=self._clock,
        )
        add_recipes(self.main.commands, self.host)
        self.push_screen(self.main)
        self.main.call_after_refresh(self._take_early)
        for greeting in filter(None, self.greetings):
            self.main.call_after_refresh(self.main.say, greeting)

    def _known_theme(self) -> str:
        wanted = self._looks.theme or "zap-dark"
        return wanted if wanted in self.available_themes else "zap-dark"

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette has the same commands as the prompt."""
        for command in self.main.commands.all():
            text = f"/{command.name}" + (" " if command.takes else "")
            yield SystemCommand(f"/{command.name}", command.help, partial(self.main.enter, text))

    def _write(self, escape: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(escape)

    def _signalled(self, number: int) -> None:
        """Textual restores the terminal on no signal: leaving by the front door does."""
        self.run_worker(self._leave(128 + number), exclusive=True, group="leave")

    async def action_leave(self) -> None:
        """Quit: the running turn is cancelled and its tape ends."""
        await self._leave(0)

    async def _leave(self, code: int) -> None:
        self._leaving = True
        with suppress(TimeoutError):  # what cannot be ended is not waited for
            async with asyncio.timeout(_LEAVE_S):
                await self.main.turns.stop()
        self.main.terminal.leave()
        self.exit(return_code=code)

    async def action_interrupt(self) -> None:
        """Ctrl+C: copy what is marked; twice: quit."""
        self._interrupts += 1
        selected = self.screen.get_selected_text()
        if selected:
            self.main.copy(selected)
            self.screen.clear_selection()
            return
        if self.main.prompt.selected_text:
            self.main.copy(self.main.prompt.selected_text)
            return
        now = self._clock()
        if now - self._interrupted_at < _AGAIN_S:
            await self._leave(0)
            return
        self._interrupted_at = now
        running = self.main.turns.running
        self.main.warn("Esc cancels; Ctrl+C again quits" if running else "Ctrl+C again quits")

    # ---- when the loop hangs

    def heard(self, key: str) -> None:
        """A key came in; called in the thread that reads them. A second Ctrl+C ends the process,
        also when the loop never sees it."""
        if key != "ctrl+c":
            return
        now = time.monotonic()
        if self._keys and now - self._keys[-1] < _AGAIN_S:
            watching = threading.Timer(_FORCE_S, self._force, args=(self._interrupts,))
            watching.daemon = True
            watching.start()
        self._keys.append(now)

    def _force(self, seen: int) -> None:
        """A moment after a second Ctrl+C; `seen` is how many the loop had seen when it came."""
        if self._leaving or self._interrupts == seen:
            self.life.end_within(0.0, _INTERRUPTED)

    def restore_terminal(self) -> None:
        """Give the terminal back as it was, from any thread."""
        if isinstance(self._driver, MendedDriver):
            self._driver.restore()
