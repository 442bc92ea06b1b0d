"""The app and its process on a real terminal: hangs, stops, what an earlier crash left behind."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.cli.mock import Mock, mock_server
from tests.cli.test_process import gone, wait_for
from tests.cli.test_signals import BACKGROUND, HANGS, READ, appeared
from tests.tui.pty_harness import ZAP, Tty, on_terminal
from tests.tui.test_pty import MODEL, assert_restored, last_line, shell

FREE = (*MODEL, "--yes", "--no-sandbox", "--mode", "none")
STUBBORN = shell("trap '' TERM; echo $$ > pid; while true; do sleep 0.1; done")


def hanging(mock: Mock, folder: Path) -> Tty:
    """The app, its loop standing still in a read, a command in the background."""
    program = (sys.executable, "-c", HANGS)
    return on_terminal(*FREE, cwd=folder, environment=mock.environment(), program=program)


@pytest.mark.parametrize(
    ("how", "most_s", "code"),
    [("\x03\x03", 1.5, 130), ("\x03" * 20, 1.5, 130), (signal.SIGTERM, 6, 143)],
)
def test_U04_a_loop_that_hangs_is_left_and_the_terminal_restored(
    how: str | signal.Signals, most_s: float, code: int, tmp_path: Path
) -> None:
    steps = [{"tools": [BACKGROUND]}, {"tools": [READ]}]
    with mock_server({"steps": steps}, tmp_path) as mock, hanging(mock, tmp_path) as tty:
        tty.shows("what is to be done?")
        slow_s = tty.age()
        tty.type("go\r")
        tty.until(lambda: (tmp_path / "hanging").exists())
        child = wait_for(tmp_path / "pid")
        began = time.monotonic()
        if isinstance(how, str):
            tty.type(how)
        else:
            tty.signal(how)
        assert tty.ended() == code
        assert time.monotonic() - began < most_s + slow_s
        assert_restored(tty)
    assert gone(child)
    (tape,) = (tmp_path / "home" / "sessions").glob("*.jsonl")
    assert all(json.loads(line) for line in tape.read_text().split("\n") if line)


@pytest.mark.parametrize("presses", [2, 20])
def test_U04_ctrl_c_again_does_not_wait_for_a_stubborn_command(
    presses: int, tmp_path: Path
) -> None:
    with (
        mock_server({"steps": [{"tools": [STUBBORN]}]}, tmp_path) as mock,
        on_terminal(*FREE, cwd=tmp_path, environment=mock.environment()) as tty,
    ):
        tty.shows("what is to be done?")
        slow_s = tty.age()
        tty.type("go\r")
        tty.until(lambda: (tmp_path / "pid").exists())
        child = wait_for(tmp_path / "pid")
        began = time.monotonic()
        tty.type("\x03" * presses)
        assert tty.ended() in (0, 130)
        assert time.monotonic() - began < 1 + slow_s
        assert_restored(tty)
    assert gone(child)
    assert last_line(tmp_path)["outcome"] == "aborted"


def test_ctrl_c_that_only_says_something_ends_nothing(tmp_path: Path) -> None:
    with on_terminal(*MODEL, cwd=tmp_path, environment={"OPENAI_API_KEY": "k"}) as tty:
        tty.shows("what is to be done?")
        tty.type("\x03")
        tty.shows("Ctrl+C again quits")
        tty.rest(2.2)
        tty.type("\x03")
        tty.rest(1.5)
        assert tty.process.poll() is None
        tty.type("\x11")
        assert tty.ended() == 0


def test_T10_the_app_is_stopped_by_its_shell_and_goes_on(tmp_path: Path) -> None:
    environment = {"OPENAI_API_KEY": "k", "PS1": "ready$ "}
    bash = ("/bin/bash", "--norc", "--noprofile", "-i")
    with on_terminal(cwd=tmp_path, environment=environment, program=bash) as tty:
        tty.shows("ready$")
        tty.type(" ".join(["echo $$ > shell;", *ZAP, *MODEL, "\n"]))
        tty.shows("what is to be done?")
        tty.type("draft")
        tty.shows("❯ draft")
        shell_pid = (tmp_path / "shell").read_text().strip()
        (child,) = Path(f"/proc/{shell_pid}/task/{shell_pid}/children").read_text().split()
        os.kill(int(child), signal.SIGTSTP)
        tty.shows("Stopped")
        tty.until(lambda: 1049 not in tty.grid.modes)
        tty.prompts("ready$")
        assert {1000, 2004} & tty.grid.modes <= {2004}  # bash itself pastes in brackets
        tty.type("echo he''re\n")
        tty.shows("here")
        tty.prompts("ready$")
        tty.type("fg\n")
        tty.until(lambda: 1049 in tty.grid.modes)
        tty.shows("❯ draft")
        tty.type(" more")
        tty.shows("❯ draft more")
        tty.type("\x11")
        tty.until(lambda: 1049 not in tty.grid.modes)
        tty.prompts("ready$")
        tty.type("echo code $?\n")
        tty.shows("code 0")
        tty.type("exit\n")
        tty.ended()


def test_T12_the_app_says_that_the_last_run_ended_abnormally(tmp_path: Path) -> None:
    steps = [{"tools": [shell("echo $$ > pid; sleep 60")]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        environment = mock.environment()
        with on_terminal(*FREE, cwd=tmp_path, environment=environment) as tty:
            tty.shows("what is to be done?")
            tty.type("go\r")
            assert appeared(tmp_path / "pid")
            child = wait_for(tmp_path / "pid")
            tty.signal(signal.SIGKILL)
            tty.ended()
        os.kill(child, signal.SIGKILL)
        (tape,) = (tmp_path / "home" / "sessions").glob("*.jsonl")
        with on_terminal(*FREE, cwd=tmp_path, environment=environment) as tty:
            tty.shows(f"the last run here ended abnormally: zap -r {tape.stem}")
            tty.type("\x11")
            assert tty.ended() == 0
        with on_terminal(*FREE, cwd=tmp_path, environment=environment) as tty:
            tty.shows("what is to be done?")
            tty.rest(0.5)
            assert "abnormally" not in tty.grid.text()
            tty.type("\x11")
            assert tty.ended() == 0
