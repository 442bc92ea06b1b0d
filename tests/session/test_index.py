"""The index of sessions: right whatever happened to it, quick because files are read once."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.session.test_transcript import write
from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.session import index
from zaptui.session.database import database_file
from zaptui.session.index import forget, list_sessions
from zaptui.session.summary import CRASHED, Summary, summarise

ENDED = e.RunFinished(
    outcome="complete", finish_reason="stop", stopped_by="complete", exit_code=0, cost=0.25
)


def run(prompt: str, *events: e.Event, time: str = "2026-01-01T00:00:00Z") -> list[e.Event]:
    started = e.RunStarted(
        session="s", prompt=prompt, model="a/b", mode="metronome", cwd="/work", time=time
    )
    return [started, *events]


def plan(*statuses: str) -> e.PlanUpdate:
    todos = [{"id": f"t{n}", "content": "x", "status": s} for n, s in enumerate(statuses)]
    return e.PlanUpdate(
        mode="classic", snapshot={"todos": [*todos]}, todos=[], change="replaced", version=1
    )


def session(state: Path, number: int, *events: e.Event) -> Path:
    path = state / "sessions" / f"20260101-00000{number}-abcdef.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, *events)
    return path


def test_a_summary_is_of_the_first_prompt_and_the_last_run(tmp_path: Path) -> None:
    path = session(
        tmp_path,
        1,
        *run("first", plan("in_progress", "pending"), replace(ENDED, outcome="incomplete")),
        *run("second", plan("done", "in_progress"), ENDED, time="2026-01-02T00:00:00Z"),
    )
    assert summarise(path) == Summary(
        session=path.stem,
        cwd="/work",
        task="first",
        last_prompt="second",
        model="a/b",
        mode="metronome",
        runs=2,
        started="2026-01-01T00:00:00Z",
        updated="2026-01-02T00:00:00Z",
        outcome="complete",
        stages=2,
        done=1,
        cost=0.5,
    )


@pytest.mark.parametrize(
    ("events", "outcome", "is_open", "cost"),
    [
        (run("x"), CRASHED, True, None),
        (run("x", ENDED), "complete", False, 0.25),
        (run("x", plan("done", "pending"), ENDED), "complete", True, 0.25),
        (run("x", replace(ENDED, outcome="error", cost=None)), "error", True, None),
        ([*run("x", ENDED), *run("y", replace(ENDED, cost=None))], "complete", False, None),
    ],
)
def test_what_is_left_to_do(
    tmp_path: Path, events: list[e.Event], outcome: str, is_open: bool, cost: float | None
) -> None:
    found = summarise(session(tmp_path, 1, *events))
    assert found is not None
    assert (found.outcome, found.is_open, found.cost) == (outcome, is_open, cost)


def test_damage_is_left_out_and_what_is_no_session_has_no_summary(tmp_path: Path) -> None:
    path = session(tmp_path, 1, *run("x", ENDED))
    path.write_bytes(
        path.read_bytes() + b'{"type":"run_finished","seq":9\n{"type":"plan_update"}\n'
    )
    found = summarise(path)
    assert found is not None
    assert found.outcome == "complete"
    path.write_bytes(b"nothing\n")
    assert summarise(path) is None


def test_a_file_is_read_again_only_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def reading(path: Path) -> Summary | None:
        read.append(path.stem[:15])
        return summarise(path)

    monkeypatch.setattr(index, "summarise", reading)
    first = session(tmp_path, 1, *run("first", ENDED))
    session(tmp_path, 2, *run("second", ENDED))
    assert len(list_sessions(tmp_path)) == 2
    assert sorted(read) == ["20260101-000001", "20260101-000002"]
    assert len(list_sessions(tmp_path)) == 2
    assert len(read) == 2
    with first.open("a") as file:
        file.write(f"{encode(e.Entry(seq=9, at=0, event=run('third')[0]))}\n")
    found = list_sessions(tmp_path)
    assert read[2:] == ["20260101-000001"]
    assert found[0].last_prompt == "third"  # the one that was last written to is first
    list_sessions(tmp_path, anew=True)
    assert len(read) == 5


@pytest.mark.parametrize("damage", ["gone", "garbage", "old rows"])
def test_an_index_that_is_damaged_is_made_anew(tmp_path: Path, damage: str) -> None:
    session(tmp_path, 1, *run("x", ENDED))
    before = list_sessions(tmp_path)
    database = database_file(tmp_path)
    if damage == "gone":
        database.unlink()
    elif damage == "garbage":
        database.write_bytes(b"no database " * 1000)
    else:
        import sqlite3

        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE sessions SET summary = '{\"colour\": 1}'")
        connection.close()
    assert list_sessions(tmp_path) == before
    assert list_sessions(tmp_path) == before


def test_an_index_that_cannot_be_kept_is_only_slow(tmp_path: Path) -> None:
    session(tmp_path, 1, *run("x", ENDED))
    database_file(tmp_path).mkdir()
    assert [s.task for s in list_sessions(tmp_path)] == ["x"]


def test_a_file_that_is_gone_leaves_the_list(tmp_path: Path) -> None:
    path = session(tmp_path, 1, *run("x", ENDED))
    list_sessions(tmp_path)
    path.unlink()
    forget(tmp_path, path.stem)
    assert list_sessions(tmp_path) == []


def test_files_of_other_names_are_no_sessions(tmp_path: Path) -> None:
    path = session(tmp_path, 1, *run("x", ENDED))
    path.rename(path.with_name("notes.jsonl"))
    assert list_sessions(tmp_path) == []
    assert list_sessions(tmp_path / "none") == []
