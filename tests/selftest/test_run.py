"""The self-test of `zap doctor --planner`: it passes, and it can fail."""

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.mock import zap
from zaptui.core import events as e
from zaptui.errors import ConfigError
from zaptui.selftest import bad_models, run, vectors
from zaptui.selftest.bad_model_kit import KIT
from zaptui.selftest.bad_models import LAWS, BadModel, Told, trouble_with
from zaptui.selftest.vectors import Case

_ROOT = Path(__file__).resolve().parents[2]


def test_a_line_a_group_and_exit_0() -> None:
    ended = zap("doctor", "--planner")
    assert ended.code == 0
    assert ended.out.split("\n") == [
        "ok   vectors classic      73 of 73",
        "ok   vectors metronome    46 of 46",
        "ok   vectors gate         18 of 18",
        "ok   vectors mode         4 of 4",
        "ok   vectors render       25 of 25",
        "ok   vectors seed         8 of 8",
        "ok   models stops early   3 of 3",
        "ok   models runs on       6 of 6",
        "ok   models claims        4 of 4",
        "ok   models lists         7 of 7",
        "ok   models calls         3 of 3",
        "",
    ]


def test_what_is_not_as_ruled_is_named_and_exit_1(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[Case] = [
        {**case, "expect": {"todos": "nonsense"}}
        for case in vectors.cases()
        if case["mode"] == "classic" and "todos" in case["expect"]
    ][:7]
    broken = {**wrong[0], "name": "broken", "call": {"query": "nobody knows"}}
    kit = [replace(KIT[0], outcome="answered"), replace(KIT[1], replies=None)]
    monkeypatch.setattr(run, "cases", lambda: [broken, *wrong])
    monkeypatch.setattr(run, "KIT", kit)
    ended = zap("doctor", "--planner")
    lines = ended.out.split("\n")
    assert (ended.code, lines[0]) == (1, "BAD  vectors classic      0 of 8")
    assert lines[1] == "     broken: KeyError: 'nobody knows'"
    assert lines[2] == f"     {wrong[0]['name']}: todos is not as it is to be"
    assert lines[6] == "     and 3 more"
    assert lines[7:9] == [
        "BAD  models stops early   0 of 2",
        "     a text ends the turn with stages open (metronome): ended as complete (answer)",
    ]
    assert "TypeError" in lines[9]


def test_the_other_place_of_new_ids_is_tried_too(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(case for case in vectors.cases() if "alt" in case)
    wrong = {**case, "alt": {**case["alt"], "todos": []}}
    monkeypatch.setattr(run, "cases", lambda: [wrong])
    monkeypatch.setattr(run, "KIT", [])
    assert [group.faults for group in run.run_all()] == [
        [f"{case['name']}: todos is not as it is to be"]
    ]


@pytest.mark.parametrize("model", KIT, ids=lambda model: model.fault)
async def test_each_bad_model_is_held_and_would_be_found_out(model: BadModel) -> None:
    assert await trouble_with(model) is None
    other = replace(model, stopped_by="another")
    assert (await trouble_with(other) or "").startswith("ended as ")
    assert await trouble_with(replace(model, holds=lambda told: False)) == (
        "the plan is not as it has to be"
    )


@pytest.mark.parametrize("law", LAWS)
async def test_a_law_that_does_not_hold_is_named(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LAWS, law, lambda told: False)
    assert await trouble_with(KIT[0]) == law


def _update(*statuses: str) -> e.PlanUpdate:
    todos = [{"id": str(n), "content": "x", "status": s} for n, s in enumerate(statuses)]
    return e.PlanUpdate(mode="classic", snapshot={}, todos=[*todos], change="replaced", version=1)


@pytest.mark.parametrize(
    "told",
    [
        [e.ToolCalled(call_id="a", tool="x", input={})],
        [e.StepStarted(step=1, reminder="<task_reminder><task_reminder>")],
        [_update("in_progress", "in_progress")],
    ],
    ids=list(LAWS),
)
def test_the_laws_see_what_breaks_them(told: Told) -> None:
    assert [name for name, holds in LAWS.items() if not holds(told)] != []


async def test_a_run_without_an_end_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    async def played(replies: object, mode: str) -> list[e.Event]:
        return [_update("done")]

    monkeypatch.setattr(bad_models, "played", played)
    assert await trouble_with(KIT[0]) == "the run has no end"


def test_each_group_of_faults_has_a_model() -> None:
    assert {model.group for model in KIT} == {
        "stops early",
        "runs on",
        "claims",
        "lists",
        "calls",
    }
    assert len({model.fault for model in KIT}) == len(KIT)


def test_there_is_one_copy_of_the_vectors() -> None:
    found = [path for part in ("zaptui", "tests") for path in (_ROOT / part).rglob("*.json")]
    same = [path for path in found if path.stat().st_size > 100_000 and _is_vectors(path)]
    assert same == [_ROOT / "tests" / "data" / "planner.json"]


def test_missing_vectors_are_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(vectors, "PLACES", (tmp_path / "vectors.json",))
    vectors.cases.cache_clear()
    with pytest.raises(ConfigError, match="the planning vectors are missing"):
        vectors.cases()


def _is_vectors(path: Path) -> bool:
    record = json.loads(path.read_text())
    return isinstance(record, list) and isinstance(record[0], dict) and "expect" in record[0]


@pytest.mark.soak
def test_the_wheel_holds_the_vectors(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*command, "-q", "-w", str(tmp_path), str(_ROOT)], check=True, env=dict(os.environ)
    )
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert "zaptui/selftest/vectors.json" in names
