"""The one module that writes to stdout. A reader that is gone or a full disk is a StateError."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from zaptui.core.events import Entry
from zaptui.core.lines import encode
from zaptui.errors import StateError
from zaptui.headless.text import Style, Write

if TYPE_CHECKING:
    pass

_STYLES: dict[Style, str] = {
    "stage": "bold",
    "done": "green",
    "error": "red",
    "dim": "dim",
    "plain": "",
}


def write_line(line: str) -> None:
    """One line, at once."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except OSError as error:
        raise StateError(f"cannot write to stdout: {os.strerror(error.errno or 0)}") from error


def plain_writer() -> Write:
    """Lines as they are, without any escape."""
    return lambda line, style: write_line(line)


def styled_writer() -> Write:
    """Lines with a few colours, for a terminal."""
    from rich.console import Console
    from rich.text import Text

    console: Console = Console(highlight=False, soft_wrap=True)

    def write(line: str, style: Style) -> None:
        console.print(Text(line, style=_STYLES[style]))

    return write


def text_writer() -> Write:
    """Styled where stdout is a terminal, plain otherwise."""
    return styled_writer() if sys.stdout.isatty() else plain_writer()


def jsonl_sink() -> Callable[[Entry], None]:
    """Each entry as a line: the tape itself."""
    return lambda entry: write_line(encode(entry))
