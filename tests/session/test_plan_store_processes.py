"""Several processes write one plan at once, and some of them are killed (L4, L6)."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.session.patcher import SESSION, patch
from zaptui.core.json import JsonObject, as_list, as_object
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.stored_plan import PlanWrite
from zaptui.session.plan_store import SqlitePlanStore

_ROOT = Path(__file__).resolve().parent.parent.parent
_EMPTY: JsonObject = {
    "todos": [{"id": "total", "content": "0", "status": "pending", "priority": "high"}],
    "version": 0,
}


def begin(state: Path) -> SqlitePlanStore:
    """A ledger with nothing counted yet."""
    store = SqlitePlanStore(state)
    store.write(SESSION, PlanWrite(snapshot=_EMPTY, who="test", what="replaced"))
    return store


def spawn(state: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that patches it that often, once it is told to."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.session.patcher", str(state), name, str(count)],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def go(*processes: subprocess.Popen[str]) -> None:
    """Let them write once all have read."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()


def _check(store: SqlitePlanStore, state: Path) -> int:
    """Everything stored is whole and agrees; the live version."""
    plan, log = store.read(SESSION), store.log(SESSION)
    assert plan is not None
    assert [version.version for version in log] == list(range(1, plan.version + 1))
    assert log[-1].snapshot == plan.snapshot
    assert [stored.row for stored in plan.rows] == list(rows_of(plan.snapshot))
    assert all(1 <= stored.version <= plan.version for stored in plan.rows)
    with sqlite3.connect(state / "zap.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute("SELECT task_id FROM plan_rows ORDER BY position").fetchall()
    connection.close()
    assert [task_id for (task_id,) in rows] == [stored.row.id for stored in plan.rows]
    ids: list[object] = []
    for number, version in enumerate(log):
        items = [as_object(item) for item in as_list(version.snapshot["todos"])]
        assert items[0]["content"] == str(number), "an update was lost"
        assert [item["id"] for item in items][: len(ids)] == ids, "the order changed"
        ids = [item["id"] for item in items]
        assert len(set(map(str, ids))) == len(ids)
        assert sum(item["status"] == "in_progress" for item in items) <= 1
    assert not (state / "zap.db.damaged").exists()
    return plan.version


def _write_at_once(state: Path, names: str, count: int) -> None:
    store = begin(state)
    processes = [spawn(state, name, count) for name in names]
    go(*processes)
    refused, versions = 0, list[int]()
    for process in processes:
        said, failed = process.communicate()
        assert (process.returncode, failed) == (0, "")
        *numbers, last = said.splitlines()
        versions += map(int, numbers)
        refused += int(last.removeprefix("refused "))
    assert sorted(versions) == list(range(2, 2 + count * len(names)))
    assert refused > 0, "they never met"
    assert _check(store, state) == 1 + count * len(names)
    store.close()


def test_L4_two_processes_patch_one_ledger_and_no_update_is_lost(tmp_path: Path) -> None:
    _write_at_once(tmp_path, "ab", 200)


@pytest.mark.soak
def test_L4_a_thousand_patches_each(tmp_path: Path) -> None:
    _write_at_once(tmp_path, "ab", 1000)


@pytest.mark.soak
def test_L4_four_processes(tmp_path: Path) -> None:
    _write_at_once(tmp_path, "abcd", 250)


def _kill_a_writer(state: Path, seed: int) -> None:
    """What it said was stored is stored, at once and after kill -9; the store goes on."""
    chance = random.Random(seed)
    store = begin(state)
    process = spawn(state, "k", 100_000)
    go(process)
    assert process.stdout is not None
    said = 0
    for _ in range(chance.randrange(1, 60)):
        said = int(process.stdout.readline())
        live = store.read(SESSION)
        assert live is not None
        assert live.version >= said, "a reader does not see what was written"
    time.sleep(chance.random() * 0.003)  # anywhere inside a write
    process.send_signal(signal.SIGKILL)
    whole = process.stdout.read().split("\n")[:-1]
    process.communicate()
    said = int(whole[-1]) if whole else said
    version = _check(store, state)
    assert said <= version <= said + 1
    live = store.read(SESSION)
    assert live is not None
    assert store.write(SESSION, patch(live.snapshot, live.version, "z", 0)) == version + 1
    _check(store, state)
    store.close()


@pytest.mark.parametrize("seed", range(10))
def test_a_killed_writer_leaves_the_store_whole(tmp_path: Path, seed: int) -> None:
    _kill_a_writer(tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 210))
def test_a_killed_writer_long_sweep(tmp_path: Path, seed: int) -> None:
    _kill_a_writer(tmp_path, seed)
