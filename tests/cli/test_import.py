"""`zap sessions import`: another agent's run becomes a session, and goes on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Mock, mock_server, zap
from tests.replay.reading import write
from tests.replay.samples import CLAUDE_CODE, OPEN, PI, todos
from zaptui.session.transcript import load

ANSWER: dict[str, Any] = {"steps": [{"text": "gone on"}]}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path / "home"


@pytest.fixture
def mock(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mock]:
    with mock_server(ANSWER, tmp_path) as mock:
        for name, value in mock.environment().items():
            monkeypatch.setenv(name, value)
        yield mock


def test_a_run_is_kept_listed_shown_and_replayed_by_its_id(home: Path, tmp_path: Path) -> None:
    file = write(tmp_path / "theirs", *CLAUDE_CODE)
    kept = zap("sessions", "import", str(file), str(write(tmp_path / "other", *PI)))
    assert kept.code == 0
    assert kept.err.count("0 records not understood") == 2
    first, second = kept.out.split()
    listed = [json.loads(line) for line in zap("sessions", "--json").out.split("\n") if line]
    assert {each["session"] for each in listed} == {first, second}
    assert "mend it" in zap("sessions", "show", first).out

    result = json.loads(zap("replay", "--output", "json", first).out)
    theirs = json.loads(zap("replay", "--output", "json", str(file)).out)
    assert result["session"] == first
    for name in ("counts", "final_plan", "answer", "stages", "outcome"):
        assert result[name] == theirs[name]
    path = home / "sessions" / f"{first}.jsonl"
    assert path.stat().st_mode & 0o777 == 0o600
    assert load(path).warnings == []
    assert "imported from theirs" in path.read_text()


def test_what_is_no_transcript_leaves_nothing_behind(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello\n")
    ended = zap("sessions", "import", str(file))
    assert (ended.code, ended.out) == (65, "")
    assert "looked for zap, Claude Code sessions" in ended.err
    assert list((home / "sessions").iterdir()) == []


@pytest.mark.parametrize("model", ["openai-chat/mock-model", "anthropic/mock-model"])
def test_it_goes_on_from_its_conversation_and_its_plan(
    model: str, mock: Mock, tmp_path: Path
) -> None:
    records = [record for record in CLAUDE_CODE if "c4" not in json.dumps(record)]
    session = zap("sessions", "import", str(write(tmp_path / "x", *records))).out.strip()
    ended = zap("run", "--yes", "--no-sandbox", "--model", model, "-r", session, "go on")
    assert ended.code != 70
    asked = json.dumps(mock.bodies[0]["messages"])
    for said in ("mend it", "a.py", "mended", "go on", todos(OPEN)[1]["content"]):
        assert said in asked
    assert '[Stage 1/2] Work on \\"Look\\"' in asked
