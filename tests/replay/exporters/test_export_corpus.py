"""Every recorded run exports in every format; where we read the format, it comes back."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.replay.corpus import manifest, run_path
from tests.replay.exporters.tapes import ALL, told
from tests.replay.exporters.test_json import parts_of, parts_told
from zaptui.core import events as e
from zaptui.core.parts import ToolPart
from zaptui.planning.checklist import is_plan_part
from zaptui.replay.importers import import_run
from zaptui.replay.player import fold
from zaptui.view.result import result_of

RUNS = manifest()
SAME_ID = frozenset({"copilot-cli/stage0-small.jsonl"})
"""All ids in it are one and the same trimmed word."""
DISTINCT = [run for run in RUNS if run["file"] not in SAME_ID]
each_run = pytest.mark.parametrize("run", RUNS, ids=[run["file"] for run in RUNS])


def entries_of(run: dict[str, Any]) -> list[e.Entry]:
    return import_run(run_path(run)).entries


@each_run
def test_it_exports_in_every_format(run: dict[str, Any]) -> None:
    entries = entries_of(run)
    sizes = {format: len(told(entries, format)) for format in ALL}
    assert all(sizes.values())
    assert sizes["md"] < 75_000


@each_run
def test_json_holds_each_part_of_it(run: dict[str, Any]) -> None:
    entries = entries_of(run)
    record = json.loads(told(entries, "json", redact=False))
    assert parts_told(record) == parts_of(fold(entries))


def _figures(entries: list[e.Entry]) -> dict[str, Any]:
    """Counts of the main agent alone: no format but ours holds its subagents beside it."""
    alone = [entry for entry in entries if not isinstance(entry.event, e.Subagent)]
    conversation = fold(alone)
    result: Any = result_of(conversation)
    parts = [p for t in conversation.turns for s in t.all_steps() for p in s.parts]
    work = [p for p in parts if isinstance(p, ToolPart) and not is_plan_part(p)]
    done = sum(p.called and p.tool != "complete" and not p.discarded for p in work)
    return {**result["counts"], "final_plan": result["final_plan"], "work": done}


@pytest.mark.parametrize("run", DISTINCT, ids=[run["file"] for run in DISTINCT])
def test_a_trajectory_of_it_reads_back_with_its_calls(run: dict[str, Any], tmp_path: Path) -> None:
    entries = entries_of(run)
    path = tmp_path / "t.json"
    path.write_text(told(entries, "atif", redact=False), encoding="utf-8")
    before, after = _figures(entries), _figures(import_run(path).entries)
    names = ["user_messages", "steps", "tool_calls", "tool_results", "tool_calls_by_name"]
    assert [after[name] for name in names] == [before[name] for name in names]
    if run["file"] not in UNCALLED:
        assert after["final_plan"] == before["final_plan"]


UNCALLED = frozenset({"constructed/codex-exec-todo-list.jsonl"})
"""Its list comes by no call."""


@each_run
def test_codex_lines_of_it_read_back_with_their_plan(run: dict[str, Any], tmp_path: Path) -> None:
    entries = entries_of(run)
    path = tmp_path / "t.jsonl"
    path.write_text(told(entries, "codex", redact=False), encoding="utf-8")
    imported = import_run(path)
    before, after = _figures(entries), _figures(imported.entries)

    def known(figures: dict[str, Any]) -> list[tuple[str, bool]]:
        return [(item["content"], item["status"] == "done") for item in figures["final_plan"]]

    assert (imported.format, imported.not_understood) == ("codex-exec", 0)
    assert known(after) == known(before)
    assert after["tool_calls"] >= before["work"]
    if run["file"] not in SAME_ID:
        assert after["assistant_texts"] >= before["assistant_texts"]
