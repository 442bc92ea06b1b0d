"""A text in the person's own editor, with the terminal handed over meanwhile."""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from textual.app import App, SuspendNotSupported

from zaptui.errors import ConfigError


def edit_text(
    app: "App[int]",
    text: str,
    *,
    find: Callable[[str], str] = lambda name: name,
    suffix: str = ".md",
) -> str:
    """The text as it was saved. ConfigError when there is no editor, or it fails. `find` gives the
    path of a program by its name."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="zap-") as folder:
        path = Path(folder) / f"prompt{suffix}"
        path.write_text(text, encoding="utf-8")
        try:
            program, *options = shlex.split(command)
            program = program if "/" in program else find(program)
            with app.suspend():
                done = subprocess.run([program, *options, str(path)], check=False)
        except SuspendNotSupported:
            raise ConfigError("this terminal cannot be handed to an editor") from None
        except (OSError, ValueError) as error:
            raise ConfigError(f"cannot start {command!r}", hint="set EDITOR") from error
        app.refresh(layout=True)  # the editor has written all over the screen
        if done.returncode != 0:
            raise ConfigError(f"{command!r} ended with {done.returncode}; the text is as before")
        return path.read_text(encoding="utf-8", errors="replace").removesuffix("\n")
