"""A call of `zap` as the shell makes it: wrong arguments, a folder that is gone, a bad stdout."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.mock import Ended, zap
from zaptui.cli import call, main

ZAP = [sys.executable, "-m", "zaptui"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def called(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Ended:
    """The console script, in this process."""
    monkeypatch.setattr("sys.argv", ["zap", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    code = ended.value.code
    assert isinstance(code, int)
    return Ended(code=code, out=shown.out, err=shown.err)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["run"], "Missing argument 'task' — see zap run --help"),
        (["waltz"], "No such command 'waltz' — see zap --help"),
        (["--bogus"], "No such option: --bogus — see zap --help"),
        (["run", "--bogus", "x"], "No such option: --bogus — see zap run --help"),
        (["config"], "Missing command — see zap config --help"),
        (["sessions", "show"], "Missing argument 'session' — see zap sessions show --help"),
        (
            ["run", "--max-steps", "0", "x"],
            "Invalid value for '--max-steps': Input should be greater than or equal to 1"
            " — see zap run --help",
        ),
        (
            ["run", "--max-cost", "0", "x"],
            "Invalid value for '--max-cost': Input should be greater than or equal to 0.0001"
            " — see zap run --help",
        ),
    ],
)
def test_a_wrong_command_line_is_one_line_that_says_where_to_look(
    arguments: list[str], line: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert called(arguments, monkeypatch, capsys) == Ended(code=2, out="", err=f"zap: {line}\n")


@pytest.mark.parametrize("output", [["--output", "json"], ["--output=jsonl"]])
def test_H05_a_wrong_command_line_has_its_outcome_too(
    output: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = called(["run", *output, "--timeout", "x", "task"], monkeypatch, capsys)
    last = json.loads(ended.out)
    assert (ended.code, last["outcome"], last["exit_code"]) == (2, "error", 2)
    assert last["error"] in ended.err


def test_an_interrupt_before_the_command_is_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(app: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(call, "get_command", interrupted)
    assert called(["run", "x"], monkeypatch, capsys) == Ended(code=130, out="", err="")


@pytest.mark.parametrize("arguments", ["--version", "--help", "run --help"])
def test_H03_a_stdout_that_takes_nothing(arguments: str) -> None:
    script = f'"$@" {arguments} > /dev/full; echo $?; "$@" {arguments} | true; echo ${{PIPESTATUS}}'
    ended = subprocess.run(
        ["bash", "-c", script, "bash", *ZAP], capture_output=True, text=True, check=False
    )
    assert ended.stdout.split() == ["74", "141"]
    assert ended.stderr == "zap: cannot write to stdout: No space left on device\n"


@pytest.mark.parametrize(
    "arguments",
    [[], ["run", "--model", "openai-chat/x", "t"], ["doctor"], ["config", "show"],
     ["sessions", "--here"]],
)  # fmt: skip
def test_a_folder_that_is_gone_is_said(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    os.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    ended = zap(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "zap: this folder is gone — cd into one that exists\n"


def test_H02_what_is_no_text_is_no_task() -> None:
    ended = zap("run", "-", stdin=b"\x7fELF\x00\x01")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "zap: the task on stdin is no text — pipe words into zap run -\n"


def test_the_folder_itself_has_a_name() -> None:
    Path("notes.txt").write_text("no run")
    assert f"no file in {Path.cwd().name} is a transcript" in zap("replay", ".").err
