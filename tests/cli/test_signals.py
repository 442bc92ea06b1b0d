"""Signals, hangs and crashes of a one-shot: it ends in time, its commands die, the tape opens."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.mock import Mock, mock_server
from tests.cli.test_process import ZAP, gone, wait_for
from tests.tui.pty_harness import Tty, on_terminal
from zaptui.wiring.crashes import word_of_crash

MODEL = ("--model", "openai-chat/mock-model")
HANGS = """
import sys, time
from zaptui.safety.paths import FolderWorkspace
def hang(self, path, *, limit):
    open("hanging", "w").write("1")
    while True:
        time.sleep(60)
FolderWorkspace.read = hang
from zaptui.cli import main
sys.argv = ["zap", *sys.argv[1:]]
main()
"""
"""A read that never comes back, and with it a loop that stands still."""
CRASHES = """
import sys, os
from zaptui.safety.paths import FolderWorkspace
def crash(self, path, *, limit):
    import ctypes
    ctypes.string_at(0)
FolderWorkspace.read = crash
from zaptui.cli import main
sys.argv = ["zap", *sys.argv[1:]]
main()
"""
"""A read that ends the interpreter."""


def shell(command: str) -> dict[str, object]:
    return {"name": "shell", "args": {"command": command}}


READ = {"name": "read", "args": {"path": "x"}}
BACKGROUND = shell("sleep 300 & echo $! > pid")


def start(mock: Mock, cwd: Path, *program: str) -> "subprocess.Popen[bytes]":
    environ = {**os.environ, **mock.environment(), "ZAP_HOME": str(cwd / "home")}
    environ.pop("PYTHONFAULTHANDLER", None)
    options = ["run", "--yes", "--no-sandbox", *MODEL, "--output", "jsonl", "--mode", "none", "go"]
    return subprocess.Popen(
        [*program, *options],
        cwd=cwd,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def appeared(path: Path) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if path.exists():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    ("signals", "most_s", "code"),
    [
        ([signal.SIGINT, signal.SIGINT], 1.5, 130),
        ([signal.SIGINT] * 20, 2.5, 130),
        ([signal.SIGTERM, signal.SIGINT], 1.5, 130),
        ([signal.SIGTERM], 6, 143),
    ],
)
def test_U04_a_loop_that_hangs_is_left_and_no_command_stays(
    signals: list[signal.Signals], most_s: float, code: int, tmp_path: Path
) -> None:
    steps = [{"tools": [BACKGROUND]}, {"tools": [READ]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        started = time.monotonic()
        process = start(mock, tmp_path, sys.executable, "-c", HANGS)
        child = wait_for(tmp_path / "pid")
        assert appeared(tmp_path / "hanging")
        began = time.monotonic()
        slow_s = began - started
        for number in signals:
            process.send_signal(number)
            time.sleep(0.05)
        out, err = process.communicate(timeout=20)
    assert time.monotonic() - began < most_s + slow_s
    assert (process.returncode, err) == (code, b"")
    assert gone(child)
    assert all(json.loads(line) for line in out.split(b"\n") if line)


def test_T12_what_was_killed_is_said_once_at_the_next_start(tmp_path: Path) -> None:
    steps = [{"tools": [shell("echo $$ > pid; test -e quick || sleep 60")]}]
    with mock_server({"steps": steps, "final": {"text": "Hi."}}, tmp_path) as mock:
        process = start(mock, tmp_path, *ZAP)
        child = wait_for(tmp_path / "pid")
        state = tmp_path / "home"
        (tape,) = (state / "sessions").glob("*.jsonl")
        assert word_of_crash(state, tmp_path) == ""  # it runs
        process.kill()
        process.communicate(timeout=20)
        os.kill(child, signal.SIGKILL)
        assert word_of_crash(state, tmp_path / "elsewhere") == ""
        (tmp_path / "quick").touch()
        after = start(mock, tmp_path, *ZAP)
        _, err = after.communicate(timeout=20)
        again = start(mock, tmp_path, *ZAP)
        assert again.communicate(timeout=20)[1] == b""
    said = f"zap: the last run here ended abnormally: zap -r {tape.stem}\n"
    assert (after.returncode, err.decode()) == (0, said)


def test_a_native_crash_leaves_its_trace(tmp_path: Path) -> None:
    with mock_server({"steps": [{"tools": [READ]}]}, tmp_path) as mock:
        process = start(mock, tmp_path, sys.executable, "-c", CRASHES)
        process.communicate(timeout=20)
    assert process.returncode == -signal.SIGSEGV
    log = tmp_path / "home" / "faults.log"
    assert "Segmentation fault" in log.read_text()
    assert "zaptui/agent/calls.py" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600
    assert word_of_crash(tmp_path / "home", tmp_path).startswith("the last run here ended")


def test_streams_that_are_closed_are_nobody_elses(tmp_path: Path) -> None:
    steps = [{"tools": [shell("ls -l /proc/$PPID/fd | grep -c null")]}]
    with mock_server({"steps": steps, "final": {"text": "Hi."}}, tmp_path) as mock:
        environ = {**os.environ, **mock.environment(), "ZAP_HOME": str(tmp_path / "home")}
        command = f"{' '.join(ZAP)} run --yes --no-sandbox {' '.join(MODEL)} --output json go"
        ended = subprocess.run(
            ["bash", "-c", f"{command} <&- >&- 2>&-"], cwd=tmp_path, env=environ, check=False,
            timeout=30,
        )  # fmt: skip
    assert ended.returncode == 74  # there is no stdout to write to
    (tape,) = (tmp_path / "home" / "sessions").glob("*.jsonl")
    lines = [json.loads(line) for line in tape.read_text().split("\n") if line]
    (returned,) = [line for line in lines if line["type"] == "tool_returned"]
    assert int(returned["output"]["output"]) >= 3


# ---- on a terminal


def hang_up_code(tty: Tty) -> int:
    tty.hang_up()
    return tty.ended()


@pytest.mark.parametrize("plain", [[], ["--plain"], ["--output", "jsonl"]])
def test_T11_a_window_that_is_closed_ends_a_one_shot(plain: list[str], tmp_path: Path) -> None:
    steps = [{"text": "I wait.", "tools": [shell("echo $$ > pid; sleep 60")]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        options = ("run", "--yes", "--no-sandbox", *MODEL, *plain, "go")
        with on_terminal(*options, cwd=tmp_path, environment=mock.environment()) as tty:
            tty.until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
            slow_s, began = tty.age(), time.monotonic()
            assert hang_up_code(tty) == 129
            assert time.monotonic() - began < 1 + slow_s
        assert gone(int((tmp_path / "pid").read_text()))
    (tape,) = (tmp_path / "home" / "sessions").glob("*.jsonl")
    assert json.loads(tape.read_text().rstrip("\n").split("\n")[-1])["exit_code"] == 129
    assert not (tmp_path / "home" / "errors.log").exists()


def test_T10_a_one_shot_is_stopped_by_ctrl_z_and_goes_on(tmp_path: Path) -> None:
    wait = shell("echo $$ > pid; while ! test -e go; do sleep 0.05; done; echo gone on")
    steps = [{"text": "I wait.", "tools": [wait]}]
    bash = ("/bin/bash", "--norc", "--noprofile", "-i")
    with (
        mock_server({"steps": steps, "final": {"text": "All done."}}, tmp_path) as mock,
        on_terminal(
            cwd=tmp_path, environment={**mock.environment(), "PS1": "ready$ "}, program=bash
        ) as tty,
    ):
        tty.shows("ready$")
        command = " ".join([*ZAP, "run", "--yes", "--no-sandbox", *MODEL, "go"])
        tty.type(f"{command}\n")
        tty.until(lambda: (tmp_path / "pid").exists())
        tty.until(lambda: 25 not in tty.grid.modes)
        tty.type("\x1a")
        tty.shows("Stopped")
        tty.prompts("ready$")
        assert 25 in tty.grid.modes  # the shell has its cursor and its echo
        tty.type("echo he''re; touch go\n")
        tty.shows("here")
        tty.prompts("ready$")
        tty.type("fg\n")
        tty.shows("All done.")
        tty.shows("answered · ")
        tty.prompts("ready$")
        tty.type("echo code $?\n")
        tty.shows("code 0")
        tty.type("exit\n")
        tty.ended()
