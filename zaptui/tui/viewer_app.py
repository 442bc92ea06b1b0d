"""The Textual app around the viewer: themes, signals, leaving."""

import os
import time
from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from zaptui.errors import ZapError
from zaptui.tui.life import Life, SomebodyElses
from zaptui.tui.looks import Looks
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import MendedApp, MendedDriver
from zaptui.tui.theme import ZAP_DARK, ZAP_LIGHT
from zaptui.tui.viewer import Viewer
from zaptui.tui.viewer_host import Opening, ViewerHost
from zaptui.view.glyphs import ASCII, UNICODE


class ViewerApp(MendedApp):
    """Holds the one screen. `failure`: what is wrong with the file, if that ended it."""

    TITLE = "zap replay"
    CSS_PATH = "zap.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Copy or quit", show=False, priority=True),
        Binding("ctrl+q", "leave", "Quit", show=False, id="app.quit", priority=True),
    ]

    def __init__(
        self,
        host: ViewerHost,
        *,
        looks: Looks | None = None,
        clock: Callable[[], float] = time.monotonic,
        opening: Opening | None = None,
    ) -> None:
        super().__init__()
        self.failure: ZapError | None = None
        self.life: Life = SomebodyElses()
        self._looks = looks or Looks()
        plain = self._looks.plain
        self.viewer = Viewer(
            host,
            glyphs=ASCII if self._looks.ascii_only or plain else UNICODE,
            terminal=Terminal(self._write, self._looks.manners, os.environ),
            motion=not plain,
            clock=clock,
            opening=opening or Opening(),
            failed=self._failed,
        )

    def on_mount(self) -> None:
        """Themes, signals, the screen."""
        for theme in (ZAP_DARK, ZAP_LIGHT):
            self.register_theme(theme)
        wanted = self._looks.theme or ZAP_DARK.name
        self.theme = wanted if wanted in self.available_themes else ZAP_DARK.name
        if self._looks.plain:
            self.animation_level = "none"
        self.set_keymap(dict(self._looks.keys))
        self.life.watch(lambda number: self._end(128 + number))
        self.push_screen(self.viewer)

    def _write(self, escape: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(escape)

    def _failed(self, error: ZapError) -> None:
        self.failure = error
        self._end(error.exit_code)

    def _end(self, code: int) -> None:
        self.viewer.terminal.leave()
        self.exit(return_code=code)

    def action_leave(self) -> None:
        """Quit."""
        self._end(0)

    def action_interrupt(self) -> None:
        """Ctrl+C: copy what is marked, else quit."""
        selected = self.screen.get_selected_text()
        if not selected:
            self._end(0)
            return
        self.viewer.saving.copy(selected)
        self.screen.clear_selection()

    def restore_terminal(self) -> None:
        """Give the terminal back as it was, from any thread."""
        if isinstance(self._driver, MendedDriver):
            self._driver.restore()
