"""Which sandbox there is, told the same in each place: by doctor, in the header, at the end."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.scene import LAUNCHER, NOBODY, Scene, python_of_nobody, scene
from tests.tui.pty_harness import on_terminal
from zaptui.safety.sandbox import probe

MODEL = ("--model", "openai-chat/m")
NO_BWRAP = "bubblewrap is not installed"
NOTHING = f"no sandbox; {NO_BWRAP}; Landlock does not work here: it is not there"


def text_of(which: str) -> str:
    """What is told on a machine that has this one. Skips where this machine has not."""
    if which == "none":
        return NOTHING
    found = probe(which)
    if not found.has_boundary:
        pytest.skip(found.why)
    return found.text if which == "bwrap" else f"{found.text}; {NO_BWRAP}"


def zap(made: Scene, which: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as an ordinary user where that can be, else as who we are."""
    python = python_of_nobody(made.environ()) if os.geteuid() == 0 else None
    who: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if python else {}
    return subprocess.run(
        [python or sys.executable, LAUNCHER, which, *arguments],
        cwd=made.root, env=made.environ(), capture_output=True, text=True, check=False,
        timeout=60, stdin=subprocess.DEVNULL, **who,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("which", "settings", "state"),
    [
        ("bwrap", "", "ok"),
        ("landlock", "", "ok"),
        ("none", "", "-"),
        ("none", 'mode = "require"', "BAD"),
        ("bwrap", 'mode = "off"', "-"),
    ],
)
def test_X15_doctor_tells_which_sandbox_there_is(
    base: Path, which: str, settings: str, state: str
) -> None:
    text = text_of(which)
    with scene(base, nobody=os.geteuid() == 0) as made:
        (made.base / "state" / "config.toml").write_text(f"[sandbox]\n{settings}\n")
        told = zap(made, which, "doctor")
        (line,) = [line for line in told.stdout.split("\n") if " sandbox " in line]
        if which != "none" and NO_BWRAP not in text and "does not work" in line:
            pytest.skip(f"not for an ordinary user: {line}")
    if "off" in settings:
        text = f'works, but sandbox.mode = "off" in the settings: {text}'
    assert line.split(maxsplit=2) == [state, "sandbox", text]
    assert told.returncode == (78 if state == "BAD" else 0)


@pytest.mark.parametrize(
    ("which", "options", "header"),
    [
        ("bwrap", ["--yes"], "yes (bubblewrap)"),
        ("landlock", [], "ask (Landlock)"),
        ("none", [], "ask (no sandbox)"),
        pytest.param(
            *("none", ["--yes", "--no-sandbox"], "yes (no sandbox)"), marks=pytest.mark.soak
        ),
    ],
)
def test_X15_the_header_tells_which_sandbox_there_is(
    base: Path, which: str, options: list[str], header: str
) -> None:
    text_of(which)
    with scene(base) as made:
        program = (sys.executable, LAUNCHER, which)
        with on_terminal(
            *MODEL, *options, cwd=made.root, environment=made.environ(), program=program
        ) as tty:
            tty.shows(header)
            tty.type("\x11")
            assert tty.ended() == 0


@pytest.mark.parametrize("how", ["--yes", "require"])
def test_X15_the_app_ends_with_78_where_a_sandbox_is_needed_and_there_is_none(
    base: Path, how: str
) -> None:
    with scene(base) as made:
        if how == "require":
            (made.base / "state" / "config.toml").write_text('[sandbox]\nmode = "require"\n')
        program = (sys.executable, LAUNCHER, "none")
        options = [*MODEL, *(["--yes"] if how == "--yes" else [])]
        with on_terminal(
            *options, cwd=made.root, environment=made.environ(), program=program, size=(300, 30)
        ) as tty:
            assert tty.ended() == 78
            assert NO_BWRAP in tty.grid.text()
            assert b"\x1b[?1049h" not in tty.raw
