"""Talk on stderr, and how every command ends: one clear line and an exit code."""

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from zaptui import __version__
from zaptui.core import events as e
from zaptui.core.json import dump_json
from zaptui.core.lines import encode, to_json
from zaptui.errors import ReaderGone, StateError, ZapError
from zaptui.headless.stdout import drop_stdout, write_line
from zaptui.session.folder import make_private_folder, state_dir
from zaptui.view.text import one_line, redact
from zaptui.wiring.options import Output
from zaptui.wiring.signals import open_missing_streams


def say(message: str) -> None:
    """One line of talk. Nobody listening is no fault."""
    try:
        sys.stderr.write(f"zap: {one_line(_hushed(message), 2000)}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass


def tell_version() -> int:
    """The version on stdout."""
    write_line(f"zap {__version__}")
    return 0


def guarded(work: Callable[[], int], *, output: Output = "text") -> int:
    """Run a command to its exit code. With JSON output the last line is always the outcome."""
    open_missing_streams()
    try:
        return work()
    except ReaderGone as error:
        drop_stdout()
        return error.exit_code
    except ZapError as error:
        say(str(error))
        return _ended(str(error), error.exit_code, output)
    except KeyboardInterrupt:
        return _ended("interrupted", 130, output)
    except Exception as error:
        where = _log(traceback.format_exc())
        say(f"internal error: {type(error).__name__}: {error} (details in {where})")
        return _ended(f"internal error: {type(error).__name__}", 1, output)


def _ended(error: str, exit_code: int, output: Output) -> int:
    """The outcome of a run that never began, on stdout for programs."""
    event = e.RunFinished(
        outcome="aborted" if exit_code > 128 else "error",
        finish_reason="abort" if exit_code > 128 else "error",
        stopped_by="error",
        exit_code=exit_code,
        error=_hushed(error),
    )
    entry = e.Entry(seq=0, at=0.0, event=event)
    try:
        if output == "jsonl":
            write_line(encode(entry))
        elif output == "json":
            fields = {k: v for k, v in to_json(entry).items() if k not in ("type", "seq", "at")}
            write_line(dump_json({"type": "result", **fields}))
    except StateError:
        drop_stdout()
    return exit_code


def _hushed(text: str) -> str:
    """The text without secrets."""
    from zaptui.wiring.secrets import mask_of  # the settings: 20 ms, and mostly nothing is said

    return redact(mask_of(os.environ).text(text))


def _log(details: str) -> Path:
    """Keep a traceback where the user finds it; secrets and locals are not in it."""
    path = state_dir(os.environ) / "errors.log"
    try:
        make_private_folder(path.parent)
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        with os.fdopen(fd, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{_hushed(details)}\n")
    except (OSError, StateError):
        return Path(os.devnull)
    return path
