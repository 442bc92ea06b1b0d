"""`zap -c` on a terminal: a killed run is on the screen and goes on to its end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.mock import mock_server
from tests.cli.test_process import wait_for
from tests.cli.test_resume import MODELS, SCENARIO
from tests.tui.pty_harness import on_terminal
from zaptui.session.transcript import load


def test_a_killed_run_goes_on_in_the_app(tmp_path: Path) -> None:
    with mock_server(SCENARIO, tmp_path) as mock:
        environment = {**mock.environment(), "ZAP_HOME": str(tmp_path / "home")}
        process = subprocess.Popen(
            [sys.executable, "-m", "zaptui", "run", "--yes", "--no-sandbox", "--model", MODELS[0],
             "Do both"],
            cwd=tmp_path,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        child = wait_for(tmp_path / "pid")
        process.kill()
        process.wait(20)
        os.kill(child, signal.SIGKILL)
        arguments = ("-c", "--yes", "--no-sandbox")
        with on_terminal(*arguments, cwd=tmp_path, environment=environment) as tty:
            tty.shows("Do both")
            tty.shows("interrupted, may have run")
            tty.type("go on")
            tty.rest(0.3)
            tty.type("\r")
            tty.shows("complete ·")
            tty.type("/quit")
            tty.rest(0.3)
            tty.type("\r")
            assert tty.ended() == 0
            (file,) = (tmp_path / "home" / "sessions").glob("*.jsonl")
            tty.shows(f"zap: to go on: zap -r {file.stem}", seconds=0.1)
        loaded = load(file)
    assert loaded.missing == []
    assert [turn.event.type for turn in loaded.entries].count("run_finished") == 2
    assert loaded.entries[-1].event.type == "run_finished"


def test_nothing_to_go_on_with_is_one_line(tmp_path: Path) -> None:
    environment = {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
    with on_terminal("-c", cwd=tmp_path, environment=environment) as tty:
        assert tty.ended() == 2
        assert "no session to go on with in this folder" in tty.grid.text()
