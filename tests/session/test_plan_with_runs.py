"""Runs and other processes write one plan at once; some of them are killed (L4, L6)."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.agent.expected import finished, stages
from tests.agent.faults.seen import requests, updates
from tests.fakes import make_session, say
from tests.session.patcher import SESSION
from tests.session.test_kills import ROOT, play
from tests.session.test_plan_store_processes import begin, go, spawn
from zaptui.agent.loop import Session
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.ports import Request
from zaptui.planning.plan_edit import FlagRow, edit_plan
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import ScriptedReply
from zaptui.session.folder import session_file
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.plan_tape import told_versions
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter
from zaptui.tape import Tape


def _whole(state: Path) -> None:
    connection = sqlite3.connect(state / "zap.db")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    assert not (state / "zap.db.damaged").exists()


# ---- two processes and a run


class _Runs:
    """A model that writes its own item of the list, again and again, while others do."""

    def __init__(self, others: Sequence["subprocess.Popen[str]"]) -> None:
        self._others = others
        self.wrote = 0

    def __call__(self, request: Request) -> ScriptedReply:
        if self.wrote > 5 and all(other.poll() is not None for other in self._others):
            return say("That is all.")
        self.wrote += 1
        item = {"id": "run", "content": f"run {self.wrote}", "status": "in_progress"}
        write = {"mode": "patch", "items": [item]}
        return say("", ("work", {"what": str(self.wrote)}), ("todo_write", write))


async def _written_at_once(state: Path, count: int) -> None:
    store = begin(state)
    others = [spawn(state, name, count) for name in "ab"]
    model = _Runs(others)
    planner = select_planner("ledger")
    live = store.read(SESSION)
    assert live is not None
    planner.restore(live.snapshot, version=live.version)
    unlimited = Limits(max_steps=10**6, max_unproductive=10**6)
    session = make_session(model, planner=planner, store=store, limits=unlimited)
    session = Session(replace(session.setup, session=SESSION))
    go(*others)
    told: list[e.Event] = []
    await session.run("count", told.append)
    for other in others:
        _, failed = other.communicate()
        assert (other.returncode, failed) == (0, "")
    session.keeper.take_up()
    _assert_nothing_is_lost(store, model.wrote, count)
    log = store.log(SESSION)
    assert [(u.version, u.snapshot) for u in updates(told) if u.change != "snapshot"] == [
        (version.version, version.snapshot) for version in log[1:]
    ]
    assert isinstance(told[-1], e.RunFinished | e.PlanUpdate)
    store.close()
    _whole(state)


def _assert_nothing_is_lost(store: SqlitePlanStore, runs: int, count: int) -> None:
    log = store.log(SESSION)
    assert [version.version for version in log] == list(range(1, 2 + runs + 2 * count))
    counts = Counter[str]()
    ids: list[str] = []
    for version in log:
        counts[version.who] += 1
        rows = rows_of(version.snapshot)
        said = {row.id: row.content for row in rows}
        assert said["total"] == str(counts["a"] + counts["b"]), "an update was lost"
        assert said.get("run", "run 0") == f"run {counts['model']}", "the run's update was lost"
        assert [row.id for row in rows][: len(ids)] == ids, "the order changed"
        ids = [row.id for row in rows]
        assert len(set(ids)) == len(ids)
        assert sum(row.status == "in_progress" for row in rows) <= 1
    assert counts == {"test": 1, "a": count, "b": count, "model": runs}


async def test_L4_two_processes_patch_one_ledger_while_a_run_writes(tmp_path: Path) -> None:
    await _written_at_once(tmp_path, 50)


@pytest.mark.soak
async def test_L4_a_thousand_patches_each_while_a_run_writes(tmp_path: Path) -> None:
    await _written_at_once(tmp_path, 1000)


# ---- a run that is killed


def _killed(seed: int, tmp_path: Path) -> None:
    """What the tape tells was stored before; the tape of a run that goes on tells all there is."""
    chance = random.Random(seed)
    work, home = tmp_path / "work", tmp_path / "home"
    work.mkdir()
    process = play(work, home)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        process.wait(timeout=chance.uniform(0.0, 0.4))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    (file,) = (home / "sessions").glob("*.jsonl")
    store = SqlitePlanStore(home)
    log = {version.version: version.snapshot for version in store.log(file.stem)}
    told = {version.version: version.snapshot for version in told_versions(load(file).entries)}
    assert sorted(log) == list(range(1, len(log) + 1))
    assert told.items() <= log.items(), "something was told that is not stored"
    assert len(log) - len(told) <= 1
    _whole(home)
    again = play(work, home, file.stem)
    assert again.communicate(timeout=60)[1] == b""
    versions = told_versions(load(file).entries)
    assert [(v.version, v.snapshot) for v in versions] == [
        (v.version, v.snapshot) for v in store.log(file.stem)
    ]
    store.close()


@pytest.mark.parametrize("seed", range(2))
def test_a_killed_run_leaves_the_store_whole(seed: int, tmp_path: Path) -> None:
    _killed(seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 102))
def test_many_killed_runs(seed: int, tmp_path: Path) -> None:
    _killed(seed, tmp_path)


# ---- a run that waits at a breakpoint, and another terminal


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlitePlanStore]:
    store = SqlitePlanStore(tmp_path)
    yield store
    store.close()


async def _zap_plan(state: Path, *arguments: str) -> str:
    """`zap plan` in a process of its own; what it says on stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "zaptui", "plan", *arguments),
        cwd=ROOT,
        env={**os.environ, "ZAP_HOME": str(state)},
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert process.returncode == 0, said
    return said.decode()


async def test_a_run_at_a_breakpoint_takes_a_stage_from_another_terminal(
    tmp_path: Path, store: SqlitePlanStore
) -> None:
    """The question goes away, the next directive names the new stage, the tape tells it."""
    session_id = "20260101-000000-abcdef"
    said: list[str] = []
    others: list[asyncio.Task[str]] = []

    async def person(question: str, options: Sequence[str]) -> str:
        said.append(question)
        if len(said) == 1:
            add = ("--add", "Tell Ann", "--at", "2")
            others.append(asyncio.create_task(_zap_plan(tmp_path, "edit", session_id, *add)))
            await asyncio.Event().wait()
        return "go on"

    def broken() -> ScriptedReply:
        live = store.read(session_id)
        assert live is not None
        store.write(session_id, edit_plan(live, [FlagRow(id="b", flag="breakpoint", on=True)]))
        return say("", ("work", {}), ("advance", {"evidence": "seen"}))

    steps = [lambda: say("", ("plan", stages("a b"))), broken]

    def model(request: Request) -> ScriptedReply:
        if steps:
            return steps.pop(0)()
        return (
            say("", ("work", {}), ("advance", {"evidence": "ok"}))
            if request.reminder
            else say("Done.")
        )

    session = make_session(model, store=store, ask_user=person)
    session = Session(replace(session.setup, session=session_id))
    writer = TranscriptWriter(session_file(tmp_path, session_id))
    told: list[e.Event] = []
    tape = Tape([writer, lambda entry: told.append(entry.event)], clock=lambda: 0.0)
    await session.run("task", tape)
    writer.close()
    question = "Breakpoint: go on with the stage 'Do b'?"
    later = "zap: version 4: add 'Tell Ann'; the session takes it up at its next step\n"
    assert (said, await others[0]) == ([question, question], later)
    directives = [step.reminder or "" for step in requests(told)]
    assert '[Stage 2/3] Work on "Tell Ann"' in directives[2]
    assert '[Stage 3/3] Work on "Do b"' in directives[3]
    assert told[-1] == finished("complete", "answer")
    assert [(u.version, u.change) for u in updates(told)] == [
        (1, "replaced"),
        (2, "edited"),
        (3, "advanced"),
        (4, "edited"),
        (5, "advanced"),
        (6, "edited"),
        (7, "advanced"),
    ]
