"""Every workaround for Textual 8.2, with its issue number; a test fails once it is mended."""

from typing import Any, cast

from textual.app import App
from textual.dom import DOMNode


def zap_app(node: DOMNode) -> "App[int]":
    """The app of a node, typed: Textual types it as an app of anything."""
    return cast("App[int]", cast("Any", node).app)


class QuietCrash(App[int]):
    """Textual prints a crash to the terminal with its locals, secrets and all, and no setting
    changes that (`App._fatal_error`). Here it is kept for whoever ran the app.
    """

    crash: Exception | None = None

    def _fatal_error(self) -> None:
        error = self._exception
        self.crash = error if isinstance(error, Exception) else None
        self._close_messages_no_wait()
