"""`zap` as a process: signals, a kill, a tape that can always be opened, what is imported when."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Mock, mock_server

ZAP = [sys.executable, "-m", "zaptui"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def mock(tmp_path: Path) -> Iterator[Mock]:
    slow: dict[str, Any] = {
        "steps": [
            {
                "text": "I wait.",
                "tools": [{"name": "shell", "args": {"command": "echo $$ > pid; sleep 60"}}],
            }
        ]
    }
    with mock_server(slow, tmp_path) as mock:
        yield mock


def start(mock: Mock, home: Path, cwd: Path, *arguments: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, **mock.environment(), "ZAP_HOME": str(home)}
    command = [*ZAP, "run", "--yes", "--no-sandbox", "--model", "openai-chat/mock-model"]
    return subprocess.Popen(
        [*command, *arguments, "wait for me"],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(path: Path) -> int:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if path.exists() and path.read_text().strip():
            return int(path.read_text())
        time.sleep(0.02)
    raise AssertionError(f"{path} never came")


def gone(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not Path(f"/proc/{pid}").exists() or " Z " in Path(f"/proc/{pid}/stat").read_text():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_H04_a_signal_ends_the_command_and_the_tape(
    number: signal.Signals, code: int, mock: Mock, home: Path, tmp_path: Path
) -> None:
    process = start(mock, home, tmp_path, "--output", "jsonl")
    child = wait_for(tmp_path / "pid")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == code
    assert gone(child)
    last = out.rstrip("\n").split("\n")[-2:]
    assert '"error":"interrupted, may have run"' in last[0]
    assert '"outcome":"aborted"' in last[1]
    assert f'"exit_code":{code}' in last[1]
    assert err == ""


def test_a_run_that_was_killed_can_be_replayed(mock: Mock, home: Path, tmp_path: Path) -> None:
    process = start(mock, home, tmp_path)
    child = wait_for(tmp_path / "pid")
    process.kill()
    process.communicate(timeout=20)
    os.kill(child, signal.SIGKILL)
    file = next((home / "sessions").glob("*.jsonl"))
    replayed = subprocess.run(
        [*ZAP, "replay", str(file)], capture_output=True, text=True, check=False
    )
    assert replayed.returncode == 0
    assert "aborted (crash)" in replayed.stdout
    assert "the run has no end" in replayed.stderr


def loaded_by(code: str) -> set[str]:
    """The heavy modules that a piece of code loads."""
    heavy = "{'openai', 'anthropic', 'textual', 'typer', 'pydantic', 'rich', 'httpx2', 'asyncio'}"
    script = f"import sys\n{code}\nprint(*({heavy} & set(sys.modules)))"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(ended.stdout.split("\n")[-2].split())


def test_version_loads_nothing() -> None:
    code = "sys.argv = ['zap', '--version']\nfrom zaptui.cli import main\nmain()"
    assert loaded_by(code) == set()


def test_help_loads_no_sdk_and_no_screen() -> None:
    code = (
        "sys.argv = ['zap', '--help']\nfrom zaptui.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert loaded_by(code) <= {"typer"}


def test_a_headless_replay_loads_no_sdk_and_no_screen(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_text('{"type":"run_started","seq":0,"at":0,"session":"s","prompt":"p"}\n')
    code = f"from zaptui.wiring.replay import replay_file\nreplay_file({str(file)!r}, 'text')"
    assert not loaded_by(code) & {"openai", "anthropic", "textual", "httpx2"}


def test_version_and_help() -> None:
    version = subprocess.run([*ZAP, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("zap ")
    shown = subprocess.run([*ZAP, "--help"], capture_output=True, text=True, check=True)
    assert all(name in shown.stdout for name in ("run", "replay", "demo"))
