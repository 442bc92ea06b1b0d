"""zap.db damaged, missing, foreign, newer, or not to be written: never a crash, never a loss of
what is not there."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.session.test_plan_store import todos, write
from zaptui.errors import StateError
from zaptui.planning.stored_plan import PlanWrite, StoredPlan
from zaptui.session import database
from zaptui.session.plan_store import SqlitePlanStore


def _written(state: Path, *, specs: str = "a b") -> Path:
    """A store with one plan, closed; its file."""
    store = SqlitePlanStore(state)
    store.write("s", write(specs))
    store.close()
    return state / "zap.db"


def _sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def _garbage(path: Path) -> None:
    path.write_bytes(b"this is no database, whatever its name says " * 200)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _torn(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * (4096 - 100)
    path.write_bytes(bytes(data))


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _missing(path: Path) -> None:
    path.unlink()


def _foreign(path: Path) -> None:
    _sql(path, *(f"DROP TABLE {name}" for name in ("plans", "plan_rows", "plan_log")))


def _other_columns(path: Path) -> None:
    _sql(path, "DROP TABLE plans", "CREATE TABLE plans (name TEXT)")


@pytest.mark.parametrize(
    "spoil", [_garbage, _truncated, _torn, _empty, _missing, _foreign, _other_columns]
)
def test_a_damaged_or_missing_database_is_made_anew(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    path = _written(tmp_path)
    spoil(path)
    store = SqlitePlanStore(tmp_path)
    assert store.read("s") is None
    assert store.write("s", write("a b+", expected_version=4)) == 5
    plan = store.read("s")
    assert plan is not None
    assert plan.snapshot == todos("a b+")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (tmp_path / "zap.db.damaged").exists() == (spoil not in (_empty, _missing))
    store.close()


def _replaced(path: Path) -> None:
    other = path.with_name("other.db")
    _garbage(other)
    for suffix in ("-wal", "-shm"):
        os.unlink(f"{path}{suffix}")
    os.replace(other, path)


@pytest.mark.parametrize("spoil", [_replaced, _missing, _foreign])
def test_damage_is_found_also_by_who_had_the_file_open(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    one, two = SqlitePlanStore(tmp_path), SqlitePlanStore(tmp_path)
    for store in (one, two):
        store.write("s", write("a"))
    spoil(tmp_path / "zap.db")
    assert one.write("s", write("a b", expected_version=2)) == 3
    plan = two.read("s")
    assert plan is not None
    assert plan.snapshot == todos("a b")
    assert two.write("s", write("a b c", expected_version=3)) == 4
    assert [version.version for version in one.log("s")] == [3, 4]
    one.close()
    two.close()


def test_damage_that_a_change_meets_is_repaired_and_the_edit_is_made_once(tmp_path: Path) -> None:
    store, edits = SqlitePlanStore(tmp_path), list[int]()
    store.write("s", write("a"))

    def edit(live: StoredPlan | None) -> PlanWrite:
        assert live is not None
        edits.append(live.version)
        connection = store._database._connection  # pyright: ignore[reportPrivateUsage]
        assert connection is not None
        connection.execute("DROP TABLE plan_log")
        return write("a b", expected_version=live.version)

    assert store.change("s", edit) == 2
    assert (edits, [version.version for version in store.log("s")]) == ([1], [2])
    store.close()


def test_a_file_that_another_process_has_replaced_meanwhile_is_not_put_aside(
    tmp_path: Path,
) -> None:
    store, other = SqlitePlanStore(tmp_path), SqlitePlanStore(tmp_path)
    store.write("s", write("a"))
    runs = list[int]()

    def work(connection: sqlite3.Connection) -> object:
        runs.append(1)
        if len(runs) == 1:
            os.replace(tmp_path / "zap.db", tmp_path / "zap.db.damaged")
            (tmp_path / "zap.db-wal").unlink()
            (tmp_path / "zap.db-shm").unlink()
            other.write("t", write("b"))
            connection.execute("SELECT * FROM no_such_table")
        return connection.execute("SELECT session_id FROM plans").fetchall()

    assert store._database.read(work) == [("t",)]  # pyright: ignore[reportPrivateUsage]
    assert len(runs) == 2
    store.close()
    other.close()


@pytest.mark.parametrize("snapshot", ["{broken", "[]", "7", "\ufffd"])
def test_a_plan_that_cannot_be_read_is_as_if_it_was_not_there(
    tmp_path: Path, snapshot: str
) -> None:
    path = _written(tmp_path)
    _sql(path, f"UPDATE plans SET snapshot = '{snapshot}'")
    _sql(path, f"UPDATE plan_log SET snapshot = '{snapshot}'")
    store = SqlitePlanStore(tmp_path)
    assert (store.read("s"), store.log("s")) == (None, [])
    assert store.write("s", write("a", expected_version=1)) == 2
    store.close()


def test_rows_that_do_not_fit_the_plan_and_values_of_other_types_are_read_around(
    tmp_path: Path,
) -> None:
    path = _written(tmp_path)
    _sql(path, "DELETE FROM plan_rows WHERE position = 0")
    store = SqlitePlanStore(tmp_path)
    plan = store.read("s")
    assert plan is not None
    assert [(stored.row.id, stored.version) for stored in plan.rows] == [("a", 1), ("b", 1)]
    store.close()
    _sql(path, "UPDATE plans SET version = 'x', snapshot = X'ff'")
    store = SqlitePlanStore(tmp_path)
    assert store.read("s") is None
    store.close()


def test_a_newer_schema_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = _written(tmp_path)
    _sql(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    store = SqlitePlanStore(tmp_path)
    for _ in range(2):
        with pytest.raises(StateError, match="has schema 99, newer than 1 — update zaptui") as got:
            store.read("s")
    assert got.value.exit_code == 74
    assert path.read_bytes() == before
    assert not (tmp_path / "zap.db.damaged").exists()


def test_S16_it_is_for_this_user_only(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        store = SqlitePlanStore(tmp_path / "state")
        store.write("s", write("a"))
    finally:
        os.umask(old)
    modes = {
        file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "state").iterdir()
    }
    assert modes == dict.fromkeys(["zap.db", "zap.db-shm", "zap.db-wal", "zap.db.lock"], 0o600)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    store.close()
    (tmp_path / "state" / "zap.db").chmod(0o644)
    store.write("s", write("a"))
    assert stat.S_IMODE((tmp_path / "state" / "zap.db").stat().st_mode) == 0o600
    store.close()


def test_S16_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("keep")
    for name, error in (("zap.db", "no regular file"), ("zap.db.lock", "symbolic links")):
        state = tmp_path / f"state-{name}"
        state.mkdir()
        (state / name).symlink_to(tmp_path / "victim")
        with pytest.raises(StateError, match=error):
            SqlitePlanStore(state).write("s", write("a"))
    assert (tmp_path / "victim").read_text() == "keep"


def test_S07_a_place_that_cannot_be_written_is_an_error_of_state(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match="cannot make"):
        SqlitePlanStore(tmp_path / "file").write("s", write("a"))
    (tmp_path / "state" / "zap.db").mkdir(parents=True)
    with pytest.raises(StateError, match="it is no regular file"):
        SqlitePlanStore(tmp_path / "state").read("s")


def test_who_holds_the_file_for_too_long_is_an_error_of_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_S", 0.01)
    path = _written(tmp_path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    store = SqlitePlanStore(tmp_path)
    plan = store.read("s")
    assert plan is not None
    with pytest.raises(StateError, match="database is locked") as got:
        store.write("s", write("a"))
    assert got.value.exit_code == 74
    holder.execute("ROLLBACK")
    holder.close()
    assert store.write("s", write("a", expected_version=1)) == 2
    store.close()


def test_a_full_disk_is_an_error_of_state_and_nothing_is_half_written(tmp_path: Path) -> None:
    store = SqlitePlanStore(tmp_path)
    store.write("s", write("a"))
    connection = store._database._connection  # pyright: ignore[reportPrivateUsage]
    assert connection is not None
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    large = PlanWrite(snapshot=todos("a b"), who="model", what="replaced", why="x" * 100_000)
    with pytest.raises(StateError, match="full"):
        store.write("s", large)
    plan = store.read("s")
    assert plan is not None
    assert (plan.version, plan.snapshot, len(store.log("s"))) == (1, todos("a"), 1)
    connection.execute("PRAGMA max_page_count = 1000000")
    assert store.write("s", large) == 2
    store.close()


def test_a_wrong_use_is_a_bug_and_stays_one(tmp_path: Path) -> None:
    store = SqlitePlanStore(tmp_path)
    store.read("s")
    raised: list[BaseException] = []

    def use() -> None:
        with pytest.raises(sqlite3.ProgrammingError) as caught:
            store.read("s")
        raised.append(caught.value)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(raised) == 1
    store.close()
    store.close()
