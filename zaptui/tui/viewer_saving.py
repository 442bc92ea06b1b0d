"""What of a replay goes elsewhere: to the clipboard, into a file."""

import asyncio
from typing import TYPE_CHECKING

from zaptui.errors import ZapError

if TYPE_CHECKING:
    from zaptui.tui.viewer import Viewer

_MOST = 1_000_000
"""Characters that are copied; terminals take no more."""


class Saving:
    """What the keys for copying and exporting do."""

    def __init__(self, viewer: "Viewer") -> None:
        self._viewer = viewer

    def copy(self, text: str) -> None:
        """Send a text to the terminal's clipboard; whether it took it cannot be known."""
        if text:
            self._viewer.terminal.copy(text[:_MOST])
        cut = ", its beginning" if len(text) > _MOST else ""
        self._viewer.warn(f"sent to the terminal{cut}" if text else "there is nothing to copy")

    def export(self, file: str) -> None:
        """Write the run to a file while the screen goes on."""
        self._viewer.warn("writing…")
        self._viewer.run_worker(
            self._write(file), group="export", exclusive=True, exit_on_error=False
        )

    async def _write(self, file: str) -> None:
        try:
            self._viewer.warn(f"written: {await asyncio.to_thread(self._viewer.host.export, file)}")
        except ZapError as error:
            self._viewer.warn(str(error))
