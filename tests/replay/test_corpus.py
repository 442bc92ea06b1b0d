"""Every recorded run opens, with the counts and the final plan that its manifest states."""

from typing import Any

import pytest

from tests.replay.corpus import expected_figures, manifest, run_path
from zaptui.core import events as e
from zaptui.core.lines import decode, encode
from zaptui.replay.importers import Imported, import_run
from zaptui.replay.player import fold
from zaptui.view.result import result_of

RUNS = manifest()

HELD_WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "atif/harbor-terminus-linear/": (
        {"user_messages": 3, "assistant_texts": 8, "tool_results": 8},
        "the figures are of the first file alone; the folder opens as one run, its continuation "
        "included, but for the one step that the continuation repeats",
    ),
    "openhands-events/basic-gui-mode.json": (
        {"tool_results": 5},
        "changes of the agent's state and the 'No observation' answers to messages are counted "
        "as results; they answer no call",
    ),
    "openhands-events/resolver-output.jsonl": (
        {"tool_calls": 26, "tool_calls_by_name": {"run_ipython": 21, "run": 3, "finish": 2}},
        "the two `message` actions that open the two histories are counted as calls; they are "
        "what the user asked",
    ),
    "cline/cline-task.json": (
        {"user_messages": 2},
        "the first text is the task that the user set; it is counted as the model's",
    ),
    "cline/roo-task.json": (
        {"user_messages": 2},
        "the first text is the task that the user set; it is counted as the model's",
    ),
}
"""What we count instead, and why the expectation is held wrong."""


def imported(run: dict[str, Any]) -> Imported:
    return import_run(run_path(run))


each_run = pytest.mark.parametrize("run", RUNS, ids=[run["file"] for run in RUNS])


@each_run
def test_counts_and_final_plan_are_those_of_the_manifest(run: dict[str, Any]) -> None:
    result: Any = result_of(fold(imported(run).entries))
    figures = {**result["counts"], "final_plan": result["final_plan"]}

    expected = expected_figures(run) | HELD_WRONG.get(run["file"], ({}, ""))[0]
    assert {name: figures[name] for name in expected} == expected


@each_run
def test_it_is_recognised_as_what_it_is(run: dict[str, Any]) -> None:
    name = "claude-stream-json" if run["format"] == "claude-turns" else run["format"]
    assert imported(run).format == name


@each_run
def test_every_run_of_it_has_one_end_and_a_clock_that_never_goes_back(
    run: dict[str, Any],
) -> None:
    entries = imported(run).entries
    assert [entry.seq for entry in entries] == list(range(len(entries)))
    running, last = False, 0.0
    for entry in entries:
        if isinstance(entry.event, e.RunStarted):
            assert not running
            assert entry.at == 0.0
            running, last = True, 0.0
        assert entry.at >= last >= 0.0
        last = entry.at
        running = running and not isinstance(entry.event, e.RunFinished)
    assert not running


@each_run
def test_an_interruption_ends_a_run_and_a_run_without_one_does_not_say_so(
    run: dict[str, Any],
) -> None:
    ends = [x.event for x in imported(run).entries if isinstance(x.event, e.RunFinished)]
    aborted = [
        end for end in ends if end.outcome == "aborted" and "transcript" not in end.stopped_by
    ]
    if run["expected"].get("interruptions"):
        assert aborted
    elif run["file"].startswith(("claude-", "codex-", "opencode-", "pi", "kimi")):
        assert not aborted


@each_run
def test_the_tape_can_be_written_as_lines_and_read_back(run: dict[str, Any]) -> None:
    for entry in imported(run).entries:
        line = encode(entry)
        assert encode(decode(line)) == line
