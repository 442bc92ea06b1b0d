"""A run that is longer than the model's window: it compacts, keeps its plan, ends complete."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import mock_server, zap

WORK = {"tools": [{"name": "shell", "args": {"command": "echo {k}; printf '%0600d' {k}"}}]}
STAGES = [{"id": x, "content": f"Do {x}", "deliverable": f"Out {x}"} for x in ("a", "b")]


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"tools": [{"name": name, "args": arguments}]}


def scenario(commands: int) -> dict[str, Any]:
    """Two stages of so many commands each."""
    return {
        "steps": [
            call("plan", stages=STAGES),
            {"repeat": commands, **WORK},
            call("advance", evidence="a was seen"),
            {"repeat": commands, **WORK},
            call("advance", evidence="b was seen"),
            call("complete", summary="both"),
        ],
        "side": {"text": "- Done: many commands."},
    }


KINDS = {"openai-chat": "/v1", "anthropic": ""}


def without_reminder(body: dict[str, Any]) -> tuple[list[Any], Any, Any]:
    """The messages block by block, without the reminder and the marks of the cache."""
    blocks: list[Any] = []
    for message in body["messages"]:
        content = message["content"]
        for block in content if isinstance(content, list) else [message]:
            plain = {k: v for k, v in block.items() if k != "cache_control"}
            if "<task_reminder>" not in json.dumps(plain):
                blocks.append((message["role"], plain))
    system = json.dumps(body.get("system"))
    return blocks, system, [{**t, "cache_control": None} for t in body["tools"]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("window", "commands"), [(8_000, 20), pytest.param(16_000, 150, marks=pytest.mark.soak)]
)
def test_a_run_in_a_small_window(
    kind: str, window: int, commands: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    monkeypatch.setenv("ZAP_HOME", str(home))
    with mock_server(scenario(commands), tmp_path) as mock:
        (home / "config.toml").write_text(
            f'[providers.small]\nkind = "{kind}"\ncontext_window = {window}\n'
            f'base_url = "http://127.0.0.1:{mock.port}{KINDS[kind]}"\n'
        )
        ended = zap("run", "--model", "small/mock-model", "--yes", "--no-sandbox", "--cwd",
                    str(work), "--output", "jsonl", "--max-steps", "400", "go")  # fmt: skip
        bodies = [body for body in mock.bodies if body.get("tools")]
    assert ended.code == 0
    lines = ended.lines
    assert lines[-1]["outcome"] == "complete"
    made = [line for line in lines if line["type"] == "compacted"]
    assert len(made) >= (2 if commands == 20 else 5)
    assert all(line["tokens_after"] < window * 0.8 < line["tokens_before"] for line in made)
    assert "[done] Do a (evidence: a was seen)" in made[-1]["summary"]
    anew = 0
    for before, after in pairwise(map(without_reminder, bodies)):
        assert (before[1], before[2]) == (after[1], after[2])
        anew += after[0][: len(before[0])] != before[0]
    assert anew == len(made)  # R23 holds between compactions
