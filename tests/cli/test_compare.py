"""`zap replay A B`: two runs side by side."""

import json
from pathlib import Path

import pytest

from tests.cli.mock import zap
from tests.replay.reading import write
from tests.replay.samples import CLAUDE_CODE, CODEX_ROLLOUT


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    samples = {"a.jsonl": CLAUDE_CODE, "b.jsonl": CODEX_ROLLOUT}
    return [str(write(tmp_path / name, *records)) for name, records in samples.items()]


def test_runs_of_two_agents_are_aligned(runs: list[str]) -> None:
    ended = zap("replay", *runs)
    assert ended.code == 0
    lines = [" ".join(line.split()) for line in ended.out.split("\n")]
    assert "run a.jsonl b.jsonl" in lines
    assert [line[:6] for line in lines if line.startswith("=")] == ["= Look", "= Mend"]
    assert "\x1b" not in ended.out

    told = json.loads(zap("replay", *runs, "--output", "json").out)
    assert (told["a"]["done"], told["b"]["done"]) == (2, 2)
    assert told["tools"]["Bash"] == {"a": 2, "b": 0}


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["c"], "3 runs"),
        (["--at", "50%"], "about one run"),
        (["--output", "jsonl"], "no tape"),
        (["--output", "yaml"], "yaml"),
    ],
)
def test_what_makes_no_sense_of_two_runs_is_refused(
    runs: list[str], more: list[str], why: str
) -> None:
    ended = zap("replay", *runs, *more)
    assert (ended.code, ended.out) == (2, "")
    assert why in ended.err
