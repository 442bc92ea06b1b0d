"""The life of a process: closed, full and endless streams, signals twice, faults (rows H)."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.mock import mock_server, zap
from zaptui.headless import stdout
from zaptui.safety.sandbox import Sandbox
from zaptui.wiring import talk

NOTHING_WORKS = Sandbox(kind="none", why="nothing works here")
ZAP = [sys.executable, "-m", "zaptui"]


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ZAP_MODEL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return dict(os.environ)


def bash(command: str, environ: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a command line with `$ZAP` in it."""
    return subprocess.run(
        ["bash", "-c", command],
        env={**environ, "ZAP": " ".join(ZAP)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize("output", ["text", "jsonl"])
def test_H03_a_reader_that_leaves_is_no_fault(output: str, environ: dict[str, str]) -> None:
    ended = bash(
        f"set -o pipefail; $ZAP demo --output {output} | head -1; echo ${{PIPESTATUS[0]}}", environ
    )
    lines = ended.stdout.rstrip("\n").split("\n")
    assert lines[-1] == "141"
    assert len(lines) == 2
    assert "Traceback" not in ended.stderr
    assert "Exception" not in ended.stderr


@pytest.mark.parametrize("output", ["text", "json", "jsonl"])
def test_H03_a_full_disk_behind_stdout(output: str, environ: dict[str, str]) -> None:
    ended = bash(f"$ZAP demo --output {output} > /dev/full", environ)
    assert ended.returncode == 74
    assert "cannot write to stdout: No space left on device" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_H03_closed_streams(environ: dict[str, str]) -> None:
    closed_out = bash("$ZAP demo >&-", environ)
    assert (closed_out.returncode, "stdout is closed" in closed_out.stderr) == (74, True)
    closed_err = bash("$ZAP demo 2>&-", environ)
    assert closed_err.returncode == 0
    all_closed = bash("$ZAP demo <&- >&- 2>&-", environ)
    assert all_closed.returncode == 74
    assert bash("$ZAP demo <&-", environ).returncode == 0


def test_H02_stdin_is_read_only_for_a_dash(environ: dict[str, str], tmp_path: Path) -> None:
    with mock_server({"steps": [], "final": {"text": "Hi."}}, tmp_path) as mock:
        known = {**environ, **mock.environment()}
        model = "--model openai-chat/mock-model"
        assert bash(f"$ZAP run {model} hello < /dev/zero", known).returncode == 0
        for feed, words in (
            ("<&-", "the task is empty"),
            ("< /dev/null", "the task is empty"),
            ("< /dev/zero", "longer than"),
        ):
            ended = bash(f"$ZAP run {model} - {feed}", known)
            assert (ended.returncode, ended.stdout) == (2, "")
            assert words in ended.stderr
        assert bash(f"printf '\\xff\\xfe task' | $ZAP run {model} -", known).returncode == 0
        assert "\ufffd" in mock.bodies[-1]["messages"][1]["content"]


def test_H05_stdout_is_output_only_and_ends_in_the_outcome(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = {
        "steps": [{"fault": {"kind": "http", "status": 503, "times": 1}, "text": "x"}],
        "final": {"text": "Hi."},
    }
    with mock_server(scenario, tmp_path) as mock:
        for name, value in mock.environment().items():
            monkeypatch.setenv(name, value)
        ended = zap("run", "--model", "openai-chat/mock-model", "--output", "jsonl", "hello")
    assert ended.code == 0
    kinds = [line["type"] for line in ended.lines]
    assert kinds[:3] == ["run_started", "step_started", "retrying"]
    assert kinds[-1] == "run_finished"


@pytest.mark.parametrize("output", ["json", "jsonl"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--model", "openai-chat/x"], 77),
        (["--model", "waltz/x"], 78),
        (["--yes", "--model", "anthropic/x"], 78),
        (["--allow", "shell(", "--model", "anthropic/x"], 78),
        (["--model", "anthropic/x", "--mode", "waltz"], 2),
    ],
)
def test_H05_a_run_that_never_began_has_its_outcome_too(
    output: str, arguments: list[str], code: int, environ: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if code == 2:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: NOTHING_WORKS)
    ended = zap("run", *arguments, "--output", output, "task")
    assert ended.code == code
    last = ended.lines[-1]
    assert (last["outcome"], last["exit_code"]) == ("error", code)
    assert last["type"] == ("result" if output == "json" else "run_finished")
    assert last["error"] in ended.err


def test_H07_no_escape_where_there_is_no_terminal(environ: dict[str, str]) -> None:
    for extra in ({"TERM": "dumb", "CI": "1", "NO_COLOR": "1"}, {"FORCE_COLOR": "1"}):
        ended = bash("$ZAP demo", {**environ, **extra})
        assert ended.returncode == 0, ended.stdout
        assert "\x1b" not in ended.stdout + ended.stderr


def test_H06_what_is_left_running_is_said_and_ended(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = "sleep 300 >/dev/null 2>&1 & echo $! > pid"
    steps = [{"tools": [{"name": "shell", "args": {"command": command}}]}]
    with mock_server({"steps": steps, "final": {"text": "Done."}}, tmp_path) as mock:
        known = {**environ, **mock.environment()}
        ended = bash("$ZAP run --yes --no-sandbox --model openai-chat/mock-model serve", known)
    assert ended.returncode == 0
    assert "ended 1 command left running in the background" in ended.stderr
    pid = Path("pid").read_text().strip()
    assert not Path(f"/proc/{pid}").exists() or " Z " in Path(f"/proc/{pid}/stat").read_text()


@pytest.mark.parametrize("output", ["text", "jsonl"])
def test_S06_a_disk_that_fills_up_ends_the_run_before_the_next_effect(
    output: str, environ: dict[str, str], tmp_path: Path
) -> None:
    """No file may grow beyond 200 KB here; the reply that comes before the command is longer."""
    step = {
        "text": "word " * 60_000,
        "tools": [{"name": "shell", "args": {"command": "touch made"}}],
    }
    with mock_server({"steps": [step]}, tmp_path) as mock:
        ended = bash(
            f"ulimit -f 200; $ZAP run --yes --no-sandbox --output {output} "
            "--model openai-chat/mock-model x",
            {**environ, **mock.environment()},
        )
    assert ended.returncode == 74
    assert ended.stderr.count("\n") == 1
    assert "cannot write" in ended.stderr
    assert ": File too large" in ended.stderr
    assert not Path("made").exists()
    if output == "jsonl":
        assert json.loads(ended.stdout.rstrip("\n").split("\n")[-1])["exit_code"] == 74


def test_S07_a_state_folder_that_cannot_be(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with mock_server({"steps": [], "final": {"text": "Hi."}}, tmp_path) as mock:
        run = "$ZAP run --no-sandbox --model openai-chat/mock-model"
        ended = bash(f"{run} x", {**environ, **mock.environment()})
        assert (ended.returncode, ended.stdout, mock.bodies) == (74, "", [])
        assert ended.stderr == (
            f"zap: cannot make {tmp_path}/home/sessions: Not a directory"
            " — set ZAP_HOME to a folder that can be written, or use --no-save\n"
        )
        unsaved = bash(f"{run} --no-save x", {**environ, **mock.environment()})
    assert (unsaved.returncode, unsaved.stdout, unsaved.stderr) == (0, "\nHi.\n", "")


def test_U04_a_second_interrupt_does_not_wait(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = "trap '' TERM; echo $$ > pid; while true; do sleep 0.1; done"
    steps = [{"tools": [{"name": "shell", "args": {"command": command}}]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        started = time.monotonic()
        process = subprocess.Popen(
            [*ZAP, "run", "--yes", "--no-sandbox", "--model", "openai-chat/mock-model", "--output",
             "jsonl", "wait"],
            env={**environ, **mock.environment()}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        while not Path("pid").exists() or not Path("pid").read_text():
            time.sleep(0.02)
        for _ in range(20):
            process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, _ = process.communicate(timeout=20)
    assert time.monotonic() - began < 2 + (began - started)
    assert process.returncode == 130
    assert json.loads(out.rstrip("\n").split("\n")[-1])["outcome"] == "aborted"


def test_H08_a_bug_is_one_line_and_a_log_without_secrets(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def bug() -> int:
        raise RuntimeError("sk-abcdefghijklmnopqrstuvwxyz")

    assert talk.guarded(bug, output="jsonl") == 1
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert "internal error: RuntimeError: [redacted]" in shown.err
    assert json.loads(shown.out)["exit_code"] == 1
    log = tmp_path / "home" / "errors.log"
    assert "Traceback" in log.read_text()
    assert "sk-abc" not in log.read_text() + shown.err + shown.out
    assert log.stat().st_mode & 0o777 == 0o600


def test_interrupted_before_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert talk.guarded(interrupted, output="json") == 130
    assert json.loads(capsys.readouterr().out)["outcome"] == "aborted"


def test_a_log_that_cannot_be_written_does_not_matter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "file"))

    def bug() -> int:
        raise ValueError("x")

    assert talk.guarded(bug) == 1
    assert "details in /dev/null" in capsys.readouterr().err


def test_a_terminal_gets_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    write = stdout.styled_writer()
    write("done [/x] [bold]", "done")
    write("plain", "plain")
    assert capsys.readouterr().out == "\x1b[32mdone [/x] [bold]\x1b[0m\nplain\n"
