"""Every recorded run opens, with the counts and the final plan that its manifest states."""

from typing import Any

import pytest

from tests.replay.corpus import expected_figures, manifest, run_path
from zaptui.core import events as e
from zaptui.headless.result import result_of
from zaptui.replay.importers import Imported, import_run
from zaptui.replay.importers.table import FORMATS
from zaptui.replay.player import fold

RUNS = [run for run in manifest() if run["format"] in {each.name for each in FORMATS}]

HELD_WRONG: dict[str, tuple[dict[str, Any], str]] = {}
"""What we count instead, and why the expectation is held wrong."""


def imported(run: dict[str, Any]) -> Imported:
    return import_run(run_path(run))


each_run = pytest.mark.parametrize("run", RUNS, ids=[run["file"] for run in RUNS])


@each_run
def test_counts_and_final_plan_are_those_of_the_manifest(run: dict[str, Any]) -> None:
    result: Any = result_of(fold(imported(run).entries))
    figures = {**result["counts"], "final_plan": result["final_plan"]}

    expected = expected_figures(run)
    expected |= HELD_WRONG.get(run["file"], ({}, ""))[0]
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
