"""What the app says to the terminal itself: title, progress, a bell, the clipboard."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from zaptui.view.text import one_line

Write = Callable[[str], None]
Progress = int | Literal["busy"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What a person lets the app say."""

    title: bool = True
    progress: bool = True
    bell: bool = True
    notify: bool = True


class Terminal:
    """Writes escapes of our own making; foreign text in them is clean and short."""

    def __init__(self, write: Write, manners: Manners, environ: Mapping[str, str]) -> None:
        self._write = write
        self._manners = manners
        self._tmux = bool(environ.get("TMUX"))
        self._title = ""
        self._progress = "0;0"

    def set_title(self, text: str) -> None:
        """The window's title."""
        title = one_line(text, 80)
        if self._manners.title and title != self._title:
            self._title = title
            self._write(f"\x1b]0;{title}\x07")

    def set_progress(self, progress: Progress) -> None:
        """The taskbar's progress (OSC 9;4): a percentage, busy without one, or none."""
        match progress:
            case None:
                value = "0;0"
            case "busy":
                value = "3;0"
            case percent:
                value = f"1;{max(0, min(100, percent))}"
        if self._manners.progress and value != self._progress:
            self._progress = value
            self._write(f"\x1b]9;4;{value}\x07")

    def alert(self, text: str) -> None:
        """A bell, and a notification where the terminal knows them."""
        if self._manners.bell:
            self._write("\x07")
        if self._manners.notify:
            self._write(f"\x1b]777;notify;zap;{one_line(text, 120).replace(';', ',')}\x07")

    def copy(self, text: str) -> None:
        """Send a text to the terminal's clipboard (OSC 52), through tmux where that is between."""
        data = base64.b64encode(text.encode("utf-8", "replace")).decode("ascii")
        sequence = f"\x1b]52;c;{data}\x07"
        if self._tmux:
            sequence = "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
        self._write(sequence)

    def leave(self) -> None:
        """Take back what was said."""
        self.set_progress(None)
        if self._title:
            self._write("\x1b]0;\x07")
