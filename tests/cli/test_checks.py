"""A stage whose check is red stays open under `--checks enforce`, end to end."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Mock, mock_server, zap

CHECK = "match: out.txt ^ready$"
STAGE = {"id": "a", "content": "Make it", "deliverable": "out.txt", "check": CHECK}


def _call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"tools": [{"name": name, "args": arguments}]}


SCENARIO = {
    "steps": [
        _call("plan", stages=[STAGE]),
        _call("shell", command="echo almost > out.txt"),
        _call("advance", evidence="it is there"),
        _call("shell", command="echo ready > out.txt"),
        _call("advance", evidence="it is ready", receipts=["r2"]),
        _call("complete", summary="made"),
    ]
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ZAP_MODEL", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def _run(mock: Mock, monkeypatch: pytest.MonkeyPatch, checks: str) -> list[dict[str, Any]]:
    for name, value in mock.environment().items():
        monkeypatch.setenv(name, value)
    more = ("--yes", "--no-sandbox", "--output", "jsonl", "--checks", checks)
    ended = zap("run", *more, "--model", "openai-chat/mock-model", "make it")
    assert ended.code == 0
    return ended.lines


def _of(lines: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["type"] == kind]


def test_enforce_refuses_with_the_output_and_accepts_what_was_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mock_server(SCENARIO, tmp_path) as mock:
        lines = _run(mock, monkeypatch, "enforce")
    assert [(line["verdict"], line["by"]) for line in _of(lines, "stage_checked")] == [
        ("red", "model"),
        ("green", "model"),
    ]
    refused = [line["error"] for line in _of(lines, "tool_returned") if line.get("error")]
    assert len(refused) == 1
    assert CHECK in refused[0]
    assert "no line of out.txt matches ^ready$" in refused[0]
    assert [line["change"] for line in _of(lines, "plan_update")] == ["replaced", "advanced"]
    (stage,) = zap("plan", "--json").lines[0]["stages"]
    assert (stage["check"], stage["checked"], stage["evidence"], stage["receipts"]) == (
        {"text": CHECK, "by": "model"},
        "green",
        "it is ready",
        ["r2"],
    )
    assert "check (model): match: out.txt ^ready$" in zap("plan").out


def test_warn_closes_the_stage_with_a_red_check_and_off_runs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mock_server(SCENARIO, tmp_path) as mock:
        lines = _run(mock, monkeypatch, "warn")
        assert [line["verdict"] for line in _of(lines, "stage_checked")] == ["red"]
        assert zap("plan", "--json").lines[0]["stages"][0]["checked"] == "red"
        lines = _run(mock, monkeypatch, "off")
        assert _of(lines, "stage_checked") == []
        assert zap("plan", "--json").lines[0]["stages"][0]["check"] is None
