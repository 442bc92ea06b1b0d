"""The one module that writes to stdout. A reader that is gone or a full disk is a StateError."""

import os
import sys
from collections.abc import Callable

from zaptui.core.events import Entry
from zaptui.core.lines import encode
from zaptui.errors import ReaderGone, StateError
from zaptui.view.text_log import Style, Write

_STYLES: dict[Style, str] = {
    "stage": "bold",
    "done": "green",
    "error": "red",
    "dim": "dim",
    "plain": "",
}


def write_line(line: str) -> None:
    """One line, at once. ReaderGone for a closed pipe, StateError for a full disk."""
    write_text(f"{line}\n")


def write_text(text: str) -> None:
    """Some text, at once; `?` for what stdout has no character for. ReaderGone for a closed pipe,
    StateError for a full disk."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed at start
        raise StateError("stdout is closed")
    try:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError as error:
            sys.stdout.write(text.encode(error.encoding, "replace").decode(error.encoding))
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise ReaderGone("nobody reads stdout any more") from error
    except OSError as error:
        raise StateError(f"cannot write to stdout: {os.strerror(error.errno or 0)}") from error


def drop_stdout() -> None:
    """Point stdout at the null device, so that the interpreter's own last flush is quiet."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)


def plain_writer() -> Write:
    """Lines as they are, without any escape."""
    return lambda line, style: write_line(line)


def styled_writer() -> Write:
    """Lines with a few colours, for a terminal."""
    from rich.console import Console
    from rich.text import Text

    console: Console = Console(highlight=False, soft_wrap=True)

    def write(line: str, style: Style) -> None:
        with console.capture() as captured:
            console.print(Text(line, style=_STYLES[style]), end="")
        write_line(captured.get())

    return write


def text_writer() -> Write:
    """Styled where stdout is a terminal, plain otherwise."""
    terminal = sys.stdout is not None and sys.stdout.isatty()  # pyright: ignore[reportUnnecessaryComparison]
    return styled_writer() if terminal else plain_writer()


def jsonl_sink() -> Callable[[Entry], None]:
    """Each entry as a line: the tape itself."""
    return lambda entry: write_line(encode(entry))
