"""`--dialect`: the model is offered its own words; its calls fold, gate and direct as any other."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import mock_server, zap
from zaptui.planning.dialects import DIALECTS, DialectName
from zaptui.planning.todos import TodoItem, TodoStatus

MODELS = ["openai-chat/mock-model", "anthropic/mock-model"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def listed(name: DialectName, *statuses: TodoStatus) -> dict[str, Any]:
    items = [
        TodoItem(id=f"t{n}", content=f"Do {n}", status=s) for n, s in enumerate(statuses, start=1)
    ]
    arguments = DIALECTS[name].from_classic(items)
    return {"tools": [{"name": DIALECTS[name].tool.name, "args": arguments}]}


def scenario(name: DialectName) -> dict[str, Any]:
    work = {"tools": [{"name": "shell", "args": {"command": "echo x"}}]}
    return {
        "steps": [
            listed(name, "in_progress", "pending"),
            work,
            listed(name, "done", "in_progress"),
            {"tools": [{"name": "complete", "args": {"summary": "too early"}}]},
            work,
            listed(name, "done", "done"),
            {"tools": [{"name": "complete", "args": {"summary": "both"}}]},
        ]
    }


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", DIALECTS)
def test_a_plan_in_the_words_of_the_dialect(
    name: DialectName, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mock_server(scenario(name), tmp_path) as mock:
        for key, value in mock.environment().items():
            monkeypatch.setenv(key, value)
        ended = zap("run", "--mode", "classic", "--dialect", name, "--model", model, "--yes",
                    "--no-sandbox", "--output", "json", "two things")  # fmt: skip
        bodies = mock.bodies
    assert ended.code == 0
    result = json.loads(ended.out)
    assert result["outcome"] == "complete"
    assert [(s["content"], s["status"]) for s in result["stages"]] == [
        ("Do 1", "done"),
        ("Do 2", "done"),
    ]
    offered = {tool.get("function", tool)["name"] for tool in bodies[0]["tools"]}
    assert DIALECTS[name].tool.name in offered
    assert not offered & ({d.tool.name for d in DIALECTS.values()} - {DIALECTS[name].tool.name})
    assert f"call {DIALECTS[name].tool.name} once" in json.dumps(bodies[1]["messages"])
    prompt = json.dumps([bodies[0].get("system"), bodies[0]["messages"][0]])
    assert f"call {DIALECTS[name].tool.name} first" in prompt
    assert ("write_todos" in prompt) is (name == "zap")
    assert "not complete: 1 open" in json.dumps(bodies[4]["messages"])


def test_a_dialect_alone_means_mode_classic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mock_server(scenario("codex"), tmp_path) as mock:
        for key, value in mock.environment().items():
            monkeypatch.setenv(key, value)
        ended = zap("run", "--dialect", "codex", "--model", MODELS[0], "--yes", "--no-sandbox", "x")
    assert (ended.code, "all done" in ended.out) == (0, False)
    assert "[2/2] Do 2 … done" in ended.out


def test_a_project_may_choose_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".zap").mkdir()
    (tmp_path / ".zap" / "config.toml").write_text(
        '[planning]\nmode = "classic"\ndialect = "codex"\n'
    )
    with mock_server(scenario("codex"), tmp_path) as mock:
        for key, value in mock.environment().items():
            monkeypatch.setenv(key, value)
        ended = zap("run", "--model", MODELS[0], "--yes", "--no-sandbox", "--output", "json", "x")
    assert (ended.err, json.loads(ended.out)["outcome"]) == ("", "complete")
    assert 'dialect = "codex"' in zap("config", "show").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--dialect", "latin"], "unknown dialect 'latin'"),
        (["--dialect", "codex", "--mode", "metronome"], "--dialect is about the list of mode"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    ended = zap("run", *arguments, "--model", MODELS[0], "task")
    assert ended.code == 2
    assert words in ended.err


def test_a_config_file_may_choose_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('[planning]\nmode = "classic"\ndialect = "claude"\n')
    with mock_server(scenario("claude"), tmp_path) as mock:
        for key, value in mock.environment().items():
            monkeypatch.setenv(key, value)
        ended = zap("run", "--model", MODELS[0], "--yes", "--no-sandbox", "--output", "json", "x")
    assert json.loads(ended.out)["outcome"] == "complete"
