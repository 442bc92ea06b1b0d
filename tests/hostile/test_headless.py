"""A hostile model in one-shots: in each sandbox and in none, as who we are and as nobody."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.attacks import rows
from tests.hostile.report import report
from tests.hostile.scene import (
    LAUNCHER,
    NOBODY,
    Scene,
    assert_clean,
    assert_no_secret_was_read,
    assert_nothing_happened_outside,
    python_of_nobody,
    results,
    scene,
)
from tests.safety.sandbox_kit import processes_with
from zaptui.safety.sandbox import probe

NAMES = {"bwrap": "bubblewrap, no network", "landlock": "Landlock, no network"}
AS_WE_ARE = pytest.param(False, id="as-we-are")
AS_NOBODY = pytest.param(True, id="as-nobody")


def run(made: Scene, which: str, *options: str, nobody: bool) -> "subprocess.CompletedProcess[str]":
    """`zap run`, as an ordinary user if asked."""
    who: dict[str, Any] = {}
    python: str | None = sys.executable
    if nobody:
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        python = python_of_nobody(made.environ())
        if python is None:
            pytest.skip("an ordinary user has no Python here that can run zap")
    return subprocess.run(
        [python, LAUNCHER, which, "run", "--model", "openai-chat/m", *options, "go"],
        cwd=made.root, env=made.environ(), capture_output=True, text=True, check=False,
        timeout=120, stdin=subprocess.DEVNULL, **who,
    )  # fmt: skip


def needs(which: str, *, nobody: bool) -> None:
    if nobody and os.geteuid() != 0:
        pytest.skip("we are an ordinary user")
    if which != "none" and not probe(which).has_boundary:
        pytest.skip(probe(which).why)


@pytest.mark.parametrize(
    ("which", "nobody"),
    [
        pytest.param("bwrap", False, id="bwrap-as-we-are"),
        pytest.param("bwrap", True, id="bwrap-as-nobody", marks=pytest.mark.soak),
        pytest.param("landlock", False, id="landlock-as-we-are"),
        pytest.param("landlock", True, id="landlock-as-nobody", marks=pytest.mark.soak),
    ],
)
def test_in_a_sandbox_with_yes_nothing_gets_out(base: Path, which: str, nobody: bool) -> None:
    needs(which, nobody=nobody)
    with scene(base, nobody=nobody) as made:
        before = made.outside()
        ended = run(made, which, "--yes", nobody=nobody)
        report(made, f"one-shot, {which}, --yes", nobody=nobody, said=ended.stderr)
        tape = made.tape()
        kind = tape[0]["sandbox"]
        if not kind.startswith(NAMES[which]):
            pytest.skip(f"not for an ordinary user: {kind}")
        assert ended.returncode == 3  # protected files, and what asked to leave the sandbox
        assert_clean((ended.stdout + ended.stderr).encode())
        assert not [word for word in ("Traceback", "\x1b") if word in ended.stdout + ended.stderr]
        # Under Landlock what the user may read stays readable, and modes can be changed.
        assert_nothing_happened_outside(made, before, modes=which == "bwrap")
        assert_no_secret_was_read(made, ended.stdout, ended.stderr, home=which == "bwrap")
        assert len(results(tape)) == len(rows(made.port, made.mark))
        assert processes_with(made.mark) == [] or which == "landlock"
        if which == "bwrap":
            assert (made.root / "git2" / "config").read_text() == "[core]\n"
            assert "this command changed .git, " in made.seen()
        else:
            assert "this command changed .git/config" in made.seen()
        assert not (made.root / "owned").exists()
        assert "outside the sandbox" in str([line for line in tape if line.get("denials")])
        # C08: what a command left in .zap has no say at the next start.
        again = run(made, which, "--max-steps", "1", nobody=nobody)
        assert "a project may not set permissions.allow; ignored" in again.stderr


@pytest.mark.parametrize("nobody", [AS_WE_ARE, AS_NOBODY])
def test_without_a_sandbox_and_without_yes_no_command_runs(base: Path, nobody: bool) -> None:
    needs("none", nobody=nobody)
    with scene(base, nobody=nobody) as made:
        before, inside = made.outside(), sorted(os.listdir(made.root))
        ended = run(made, "none", nobody=nobody)
        report(made, "one-shot, no sandbox", nobody=nobody, said=ended.stderr)
        tape = made.tape()
        assert ended.returncode == 3
        assert tape[0]["sandbox"] == (
            "no sandbox; bubblewrap is not installed; Landlock does not work here: it is not there"
        )
        assert "warning: no sandbox works here: bubblewrap is not installed" in ended.stderr
        assert_clean((ended.stdout + ended.stderr).encode())
        assert_nothing_happened_outside(made, before)
        assert_no_secret_was_read(made, ended.stdout, ended.stderr, home=True)
        assert sorted(os.listdir(made.root)) == inside
        started = {line["call_id"] for line in tape if line["type"] == "tool_started"}
        ran = {line["tool"] for line in tape if line.get("call_id") in started and "tool" in line}
        assert not ran & {"shell", "write", "edit"}
        assert len(results(tape)) == len(rows(made.port, made.mark))


@pytest.mark.parametrize("nobody", [AS_WE_ARE, AS_NOBODY])
@pytest.mark.parametrize("how", ["--yes", "require"])
def test_X15_what_needs_a_sandbox_ends_with_78_where_there_is_none(
    base: Path, how: str, nobody: bool
) -> None:
    needs("none", nobody=nobody)
    with scene(base, nobody=nobody) as made:
        if how == "require":
            (made.base / "state" / "config.toml").write_text('[sandbox]\nmode = "require"\n')
        ended = run(made, "none", *(["--yes"] if how == "--yes" else []), nobody=nobody)
        assert (ended.returncode, ended.stdout) == (78, "")
        assert "bubblewrap is not installed; Landlock does not work here" in ended.stderr
        assert list((made.base / "state").glob("sessions/*")) == []
