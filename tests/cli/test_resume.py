"""A session that goes on: after a kill, in another mode, as a copy, beside another writer."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Ended, Mock, mock_server, zap
from tests.cli.test_process import wait_for
from zaptui.session.transcript import load

STAGES = [{"id": x, "content": f"Do {x}", "deliverable": f"Out {x}"} for x in ("a", "b")]
WAIT = "echo $$ > pid; sleep 60"
MODELS = ["openai-chat/mock-model", "anthropic/mock-model"]


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"tools": [{"name": name, "args": arguments}]}


SCENARIO: dict[str, Any] = {
    "steps": [
        call("plan", stages=STAGES),
        call("shell", command=WAIT),
        call("shell", command="echo a"),
        call("advance", evidence="a was echoed"),
        call("shell", command="echo b"),
        call("advance", evidence="b was echoed"),
        call("complete", summary="both"),
    ]
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ZAP_MODEL", raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path / "home"


@pytest.fixture
def mock(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mock]:
    with mock_server(SCENARIO, tmp_path) as mock:
        for name, value in mock.environment().items():
            monkeypatch.setenv(name, value)
        yield mock


def killed(model: str) -> Path:
    """The file of a session that was killed in the middle of a command."""
    process = subprocess.Popen(
        [sys.executable, "-m", "zaptui", "run", "--yes", "--no-sandbox", "--model", model, "Do it"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    child = wait_for(Path("pid"))
    process.kill()
    process.wait(20)
    os.kill(child, signal.SIGKILL)
    Path("pid").unlink()
    return next((Path(os.environ["ZAP_HOME"]) / "sessions").glob("*.jsonl"))


def go_on(*arguments: str) -> Ended:
    return zap("run", "--yes", "--no-sandbox", *arguments, "go on")


@pytest.mark.parametrize("model", MODELS)
def test_a_killed_run_goes_on_at_its_stage(model: str, mock: Mock, home: Path) -> None:
    file = killed(model)
    asked = len(mock.bodies)
    # the model of the session is used: nothing else names one
    ended = go_on("-r", file.stem[:15], "--output", "json")
    assert (ended.code, ended.err) == (0, "")
    result = json.loads(ended.out)
    assert result["outcome"] == "complete"
    assert [stage["status"] for stage in result["stages"]] == ["done", "done"]
    first = json.dumps(mock.bodies[asked]["messages"])
    assert "interrupted, may have run" in first
    assert '[Stage 1/2] Work on \\"Do a\\"' in first
    assert first.count("go on") == 1
    loaded = load(file)
    assert not loaded.missing
    assert [entry.seq for entry in loaded.entries] == list(range(len(loaded.entries)))


def test_R49_it_goes_on_in_another_mode(mock: Mock, home: Path) -> None:
    file = killed(MODELS[0])
    asked = len(mock.bodies)
    ended = go_on("-r", file.stem, "--mode", "classic", "--output", "jsonl", "--max-steps", "1")
    assert ended.code == 4
    body = mock.bodies[asked]
    assert "write_todos" in {tool["function"]["name"] for tool in body["tools"]}
    assert '[Stage 1/2] Execute "Do a"' in body["messages"][-1]["content"]
    updates = [line for line in ended.lines if line["type"] == "plan_update"]
    assert updates[0]["change"] == "snapshot"
    assert [item["status"] for item in updates[0]["todos"]] == ["in_progress", "pending"]


def test_S08_a_second_writer_is_refused_with_the_pid_and_may_fork(mock: Mock, home: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "zaptui", "run", "--yes", "--no-sandbox", "--model", MODELS[0], "x"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(Path("pid"))
        file = next((home / "sessions").glob("*.jsonl"))
        ended = go_on("-r", file.stem)
        assert ended.code == 74
        assert ended.err == (
            f"zap: session {file.stem} is being written by process {process.pid} — "
            "--fork goes on with a copy\n"
        )
        forked = go_on("-r", file.stem, "--fork", "--output", "json")
        assert forked.code == 0
        assert len(list((home / "sessions").glob("*.jsonl"))) == 2
    finally:
        process.terminate()
        process.wait(20)
    assert load(file).entries[-1].event.type == "run_finished"


def test_a_file_of_another_place_is_copied(mock: Mock, home: Path, tmp_path: Path) -> None:
    file = killed(MODELS[0])
    elsewhere = tmp_path / "elsewhere.jsonl"
    before = file.read_bytes()
    file.rename(elsewhere)
    assert go_on("-r", str(elsewhere)).code == 0
    assert elsewhere.read_bytes() == before
    assert len(list((home / "sessions").glob("*.jsonl"))) == 1


def test_nothing_is_written_with_no_save(mock: Mock, home: Path) -> None:
    file = killed(MODELS[0])
    before = file.read_bytes()
    assert go_on("-r", file.stem, "--no-save").code == 0
    assert file.read_bytes() == before


def test_the_folder_of_today_is_worked_in(
    mock: Mock, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = killed(MODELS[0])
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    ended = go_on("-r", file.stem, "--output", "jsonl")
    assert ended.lines[0]["cwd"] == str(other)
    assert f"the session worked in {tmp_path / 'work'}; it goes on in {other}" in ended.err


def test_S11_what_was_allowed_before_is_not_allowed_again(
    mock: Mock, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Approvals and their mode are of one run, and the service is asked where it is today."""
    file = killed(MODELS[0])
    insisting = {"steps": [call("shell", command="touch made")] * 9}
    with mock_server(insisting, tmp_path / "work") as today:
        for name, value in today.environment().items():
            monkeypatch.setenv(name, value)
        asked = len(mock.bodies)
        ended = zap("run", "-r", file.stem, "--output", "json", "go on")
        assert (len(mock.bodies), len(today.bodies) > 0) == (asked, True)
    result = json.loads(ended.out)
    assert {(denial["tool"], denial["subject"]) for denial in result["denials"]} == {
        ("shell", "touch made")
    }
    assert (ended.code, result["stopped_by"], Path("made").exists()) == (3, "denials", False)


@pytest.mark.parametrize("name", ["../../x", "\x1b]0;x\x07", "a" * 10_000, "20991231", ""])
def test_S13_what_names_no_session_is_refused(name: str, home: Path) -> None:
    ended = go_on("-r", name, "--model", MODELS[0])
    assert ended.code == 2
    assert ended.out == ""
    assert "\x1b" not in ended.err
    assert len(ended.err) < 400


def test_a_plan_of_a_file_does_not_replace_an_open_one(mock: Mock, home: Path) -> None:
    file = killed(MODELS[0])
    Path("plan.md").write_text("- [ ] other\n")
    ended = go_on("-r", file.stem, "--plan", "plan.md")
    assert ended.code == 2
    assert "the session has an open plan" in ended.err


def test_fork_needs_a_session(home: Path) -> None:
    assert "--fork goes with -r" in go_on("--fork", "--model", MODELS[0]).err
