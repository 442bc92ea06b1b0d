"""`zap demo`: what it shows is what ran, also when it goes wrong."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.mock import zap
from zaptui.demo import program


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ZAP_MODEL"):
        monkeypatch.delenv(name, raising=False)


def folder_of(tmp_path: Path) -> Path:
    return next(tmp_path.glob("zap-demo-*"))


@pytest.mark.parametrize("mode", ["metronome", "classic", "ledger"])
def test_it_leaves_a_fixed_program_and_a_passing_test(mode: str, tmp_path: Path) -> None:
    ended = zap("demo", "--mode", mode)
    assert ended.code == 0
    assert "demonstration: the model is scripted, the rest is real" in ended.err
    assert "[1/3] Find the fault … done" in ended.out
    assert "Ran 3 tests, failing: test_no_century" in ended.out
    assert ended.out.endswith("\nleap.py knows the century rule now. Ran 3 tests, exit code 0\n")
    tested = subprocess.run(
        [sys.executable, "-B", "-m", "unittest"],
        cwd=folder_of(tmp_path),
        capture_output=True,
        check=False,
    )
    assert tested.returncode == 0


def test_evidence_is_what_the_tests_said() -> None:
    stages = zap("demo", "--output", "json").lines[-1]["stages"]
    assert [stage["evidence"] for stage in stages] == [
        "Ran 3 tests, failing: test_no_century; the century rule is missing in is_leap",
        "leap.py +1 −1",
        "Ran 3 tests, exit code 0",
    ]


def test_it_works_where_zap_itself_lies_below_tmp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        python = Path(folder) / "python"
        python.symlink_to(Path(sys.executable).resolve())
        monkeypatch.setattr("sys.executable", str(python))
        ended = zap("demo")
    assert (ended.code, ended.out.count(" … done ")) == (0, 3)


def test_a_fix_that_does_not_help_is_shown_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = program.TESTS.replace("is_leap(2000))", "is_leap(2100))")
    monkeypatch.setattr(program, "TESTS", tests)
    ended = zap("demo")
    assert ended.code == 5
    assert "The tests still fail. Ran 3 tests, failing: test_every_fourth_century" in ended.out
    assert "incomplete (idle_turns) — still open: Run the tests again" in ended.out
    assert "Run the tests again … done" not in ended.out


def test_a_program_without_the_line_is_shown_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "PROGRAM", "def is_leap(year):\n    return False\n")
    ended = zap("demo")
    assert ended.code == 5
    assert "The edit failed: old_text occurs 0 times in leap.py" in ended.out


def test_nothing_to_repair_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    repaired = program.PROGRAM.replace(program.BROKEN_LINE, program.FIXED_LINE)
    monkeypatch.setattr(program, "PROGRAM", repaired)
    ended = zap("demo", "--mode", "classic")
    assert ended.code == 5
    assert "There is no failing test to repair. Ran 3 tests, exit code 0" in ended.out


def test_only_its_own_calls_run_without_leave() -> None:
    assert [rule[0] for rule in program.exact_rules()] == ["shell", "edit"]
    assert zap("demo", "--mode", "waltz").code == 2


def test_without_a_planner_there_is_nothing_to_show() -> None:
    ended = zap("demo", "--mode", "none")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "zap: the demonstration is about a plan — choose another mode\n"
