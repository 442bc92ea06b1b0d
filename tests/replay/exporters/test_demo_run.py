"""A run of the demonstration, in each mode: exported in every format, and read back."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.replay.exporters.tapes import ALL, told
from zaptui.core.events import Entry
from zaptui.core.lines import decode
from zaptui.replay.importers import import_run
from zaptui.replay.player import fold
from zaptui.view.result import result_of


@pytest.fixture(scope="module", params=["metronome", "classic", "ledger"])
def entries(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[Entry]:
    home = tmp_path_factory.mktemp("home")
    ran = subprocess.run(
        [sys.executable, "-m", "zaptui", "demo", "--mode", request.param, "--output", "jsonl"],
        env={**os.environ, "ZAP_HOME": str(home), "TMPDIR": str(home)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return [decode(line) for line in ran.stdout.splitlines()]


def test_each_format_tells_each_stage_and_the_answer(entries: list[Entry]) -> None:
    result: Any = result_of(fold(entries))
    contents = [stage["content"] for stage in result["stages"]]
    assert len(contents) == 3
    for format in set(ALL) - {"atif"}:
        text = told(entries, format)
        assert [content for content in contents if content not in text] == []
    assert "century rule" in told(entries, "atif")


def test_markdown_ticks_each_stage(entries: list[Entry]) -> None:
    assert told(entries, "md").count("\n- [x] ") == 3


@pytest.mark.parametrize("format", ["atif", "codex"])
def test_it_reads_back_with_its_calls(entries: list[Entry], format: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text(told(entries, format), encoding="utf-8")
    before: Any = result_of(fold(entries))
    after: Any = result_of(fold(import_run(path).entries))
    work = {"list": 1, "read": 1, "shell": 2, "edit": 1}
    assert {name: before["counts"]["tool_calls_by_name"][name] for name in work} == work
    if format == "atif":
        assert after["counts"]["tool_calls_by_name"] == before["counts"]["tool_calls_by_name"]
        assert after["counts"]["tool_results"] == before["counts"]["tool_results"]
    else:
        assert after["counts"]["tool_calls"] == sum(work.values())
    assert after["final_plan"] == before["final_plan"]
