"""The store of plans: versions, stale writes, rows, the log, and what a tape tells."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.errors import ToolError
from zaptui.planning.plan_rows import PlanRow
from zaptui.planning.planner import MODES, select_planner
from zaptui.planning.stored_plan import (
    PlanStore,
    PlanVersion,
    PlanWrite,
    StaleWrite,
    StoredPlan,
    StoredRow,
)
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.plan_tape import told_versions


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlitePlanStore]:
    opened = SqlitePlanStore(tmp_path / "state")
    yield opened
    opened.close()


def todos(specs: str) -> JsonObject:
    """A classic list: `a+` is done, `a` pending."""
    items: list[Json] = [
        {"id": s[0], "content": f"Do {s[0]}", "status": "done" if s[1:] else "pending"}
        for s in specs.split()
    ]
    return {"todos": items}


def write(specs: str, expected_version: int | None = None, **flags: frozenset[str]) -> PlanWrite:
    return PlanWrite(
        snapshot=todos(specs),
        who="model",
        what="replaced",
        why=f"for {specs}",
        time="2026-01-01T00:00:00Z",
        expected_version=expected_version,
        **flags,
    )


def version(number: int, specs: str) -> PlanVersion:
    return PlanVersion(
        version=number,
        who="model",
        what="replaced",
        why=f"for {specs}",
        time="2026-01-01T00:00:00Z",
        snapshot=todos(specs),
    )


def row(row_id: str, status: str, number: int, **flags: bool) -> StoredRow:
    known = "done" if status == "done" else "pending"
    return StoredRow(
        row=PlanRow(id=row_id, content=f"Do {row_id}", status=known), version=number, **flags
    )


def test_L6_a_write_is_the_next_version_of_the_live_plan(store: PlanStore) -> None:
    assert (store.read("s"), store.log("s")) == (None, [])
    assert store.write("s", write("a b")) == 1
    assert store.write("s", write("a+ b c", expected_version=1)) == 2
    assert store.read("s") == StoredPlan(
        session_id="s",
        mode="classic",
        version=2,
        snapshot=todos("a+ b c"),
        rows=(row("a", "done", 2), row("b", "pending", 1), row("c", "pending", 2)),
    )
    assert store.log("s") == [version(1, "a b"), version(2, "a+ b c")]
    assert store.versions_after("s", 1) == [version(2, "a+ b c")]
    assert store.versions_after("s", 2) == []
    assert store.read("another") is None


def test_L4_a_stale_write_is_refused_with_the_live_state(store: PlanStore) -> None:
    store.write("s", write("a"))
    store.write("s", write("a+"))
    for expected in (0, 1, 3):
        with pytest.raises(StaleWrite) as raised:
            store.write("s", write("b", expected_version=expected))
        assert (raised.value.version, raised.value.snapshot) == (2, todos("a+"))
        assert f"at version 2, not {expected}" in str(raised.value)
    assert store.log("s") == [version(1, "a"), version(2, "a+")]


def test_a_write_to_a_store_that_was_lost_is_not_stale_and_the_numbers_go_on(
    store: PlanStore,
) -> None:
    assert store.write("s", write("a", expected_version=7)) == 8
    assert store.write("t", write("a", expected_version=-7)) == 1


def test_L6_the_snapshot_of_a_ledger_has_the_stores_number(store: PlanStore) -> None:
    planner = select_planner("ledger")
    for number in (1, 2):
        planner.call("todo_write", {"items": [{"content": str(number), "status": "blocked"}]})
        written = PlanWrite(snapshot=planner.snapshot(), who="model", what="replaced")
        assert store.write("s", written) == planner.version == number
    edited: JsonObject = {"todos": [], "version": 0}
    assert store.write("s", PlanWrite(snapshot=edited, who="person", what="edited")) == 3
    plan = store.read("s")
    assert plan is not None
    assert (plan.mode, plan.snapshot) == ("ledger", {"todos": [], "version": 3})
    assert store.log("s")[-1].snapshot == plan.snapshot


def test_L6_a_change_is_made_on_the_live_plan(store: PlanStore) -> None:
    seen: list[StoredPlan | None] = []

    def edit(live: StoredPlan | None) -> PlanWrite:
        seen.append(live)
        return write("a" if live is None else "a b")

    assert (store.change("s", edit), store.change("s", edit)) == (1, 2)
    assert [plan and plan.version for plan in seen] == [None, 1]
    assert store.change("s", lambda live: None) is None
    assert store.log("s") == [version(1, "a"), version(2, "a b")]


def test_a_change_that_fails_leaves_the_plan_as_it_was(store: PlanStore) -> None:
    store.write("s", write("a"))

    def edit(live: StoredPlan | None) -> PlanWrite:
        raise ToolError("refused")

    with pytest.raises(ToolError, match="refused"):
        store.change("s", edit)
    assert store.write("s", write("a b", expected_version=1)) == 2


def test_flags_of_rows_stay_until_a_write_names_them(store: PlanStore) -> None:
    store.write("s", write("a b c", pinned=frozenset("ab"), breakpoints=frozenset("c")))
    store.write("s", write("b+ c a"))
    plan = store.read("s")
    assert plan is not None
    assert plan.rows == (
        row("b", "done", 2, pinned=True),
        row("c", "pending", 1, breakpoint=True),
        row("a", "pending", 1, pinned=True),
    )
    store.write("s", write("b+ c", pinned=frozenset("c"), breakpoints=frozenset()))
    plan = store.read("s")
    assert plan is not None
    assert plan.rows == (row("b", "done", 3), row("c", "pending", 3, pinned=True))


def test_rows_can_be_read_with_sql(store: SqlitePlanStore, tmp_path: Path) -> None:
    planner = select_planner("metronome")
    stages: Json = [{"id": "\ud800", "content": "A\0\ud800", "deliverable": "D"}]
    planner.call("plan", {"stages": stages})
    planner.note_work()
    planner.call("advance", {"evidence": "seen"})
    store.write("s\ud800", PlanWrite(snapshot=planner.snapshot(), who="\ud800", what="advanced"))
    plan = store.read("s\ud800")
    assert plan is not None
    assert plan.rows[0].row == PlanRow(
        id="\ud800",
        content="A\0\ud800",
        status="done",
        deliverable="D",
        evidence="seen",
        receipts=("r1",),
    )
    assert plan.snapshot == planner.snapshot()
    columns = "task_id, content, status, priority, deliverable, evidence, version"
    rows = store._database.read(  # pyright: ignore[reportPrivateUsage]
        lambda connection: connection.execute(f"SELECT {columns} FROM plan_rows").fetchall()
    )
    assert rows == [("?", "A\0?", "done", "medium", "D", "seen", 1)]


@pytest.mark.parametrize("mode", MODES)
def test_a_plan_of_any_planner_is_restored_from_the_store(store: PlanStore, mode: str) -> None:
    planner = select_planner(mode)
    store.write("s", PlanWrite(snapshot=planner.snapshot(), who="zap", what="snapshot"))
    plan = store.read("s")
    assert plan is not None
    assert (plan.mode, plan.rows) == (mode, ())
    planner.restore(plan.snapshot, version=plan.version)


def test_what_is_forgotten_is_gone(store: SqlitePlanStore) -> None:
    for session in ("s", "t"):
        store.write(session, write("a"))
    store.forget("s")
    assert (store.read("s"), store.log("s")) == (None, [])
    assert store.log("t") == [version(1, "a")]


def test_two_stores_see_each_others_writes_at_once(tmp_path: Path) -> None:
    one, two = SqlitePlanStore(tmp_path), SqlitePlanStore(tmp_path)
    for number in range(1, 6):
        writer, reader = (one, two) if number % 2 else (two, one)
        assert writer.write("s", write("a")) == number
        plan = reader.read("s")
        assert plan is not None
        assert plan.version == number
    one.close()
    two.close()


def _update(number: int, specs: str, **more: str) -> e.PlanUpdate:
    return e.PlanUpdate(
        mode="classic",
        snapshot=todos(specs),
        todos=[],
        version=number,
        **{"change": "replaced", **more},  # pyright: ignore[reportArgumentType]
    )


def _tape(*events: e.Event) -> list[e.Entry]:
    return [e.Entry(seq=n, at=float(n), event=event) for n, event in enumerate(events)]


STARTED = e.RunStarted(session="s", prompt="p", time="2026-01-01T00:00:59Z")


def _told(number: int, specs: str, who: str, what: str, time: str) -> PlanVersion:
    none = frozenset[str]()
    return PlanVersion(
        version=number,
        who=who,
        what=what,
        why="",
        time=time,
        snapshot=todos(specs),
        pinned=none,
        breakpoints=none,
    )


def test_R64_the_versions_that_a_tape_tells() -> None:
    tape = _tape(
        _update(1, "a", change="seeded"),
        STARTED,
        _update(2, "a b", tool_call_id="c"),
        e.StepStarted(step=1),
        e.Subagent(call_id="c", event=_update(9, "x")),
        _update(5, "a b c", change="edited"),
        e.RunStarted(session="s", prompt="p", time="no time"),
        _update(5, "a b c", change="snapshot"),
        _update(1, "a+ b c", tool_call_id="d"),
        _update(2, "a+ b c", tool_call_id="e"),
        _update(2**60, "a+", tool_call_id="f"),
    )
    assert told_versions(tape) == [
        _told(1, "a", "zap", "seeded", ""),
        _told(2, "a b", "model", "replaced", "2026-01-01T00:01:01Z"),
        _told(5, "a b c", "person", "edited", "2026-01-01T00:01:04Z"),
        _told(6, "a+ b c", "model", "replaced", "no time"),
        _told(7, "a+", "model", "replaced", "no time"),
    ]


def test_a_time_that_no_clock_shows_is_left_as_it_is() -> None:
    entry = e.Entry(seq=1, at=1e300, event=_update(1, "a"))
    assert told_versions([e.Entry(seq=0, at=0, event=STARTED), entry])[0].time == STARTED.time


def test_the_tape_wins(store: SqlitePlanStore) -> None:
    for specs in ("a", "wrong", "a b c"):
        store.write("s", write(specs, breakpoints=frozenset("b")))
    told = [version(2, "a"), version(4, "a b"), version(5, "a b+")]
    store.rebuild("s", told)
    assert store.log("s") == told
    assert store.read("s") == StoredPlan(
        session_id="s",
        mode="classic",
        version=5,
        snapshot=todos("a b+"),
        rows=(row("a", "pending", 2), row("b", "done", 5, breakpoint=True)),
    )
    store.rebuild("s", [])
    assert (store.read("s"), store.log("s")) == (None, [])


@pytest.mark.parametrize(
    ("stored", "told", "kept"),
    [
        ([], [], None),
        ([], ["a", "a b"], (2, "a b")),
        (["a"], ["a", "a b"], (2, "a b")),
        (["a", "a b"], ["a", "a b"], (2, "a b")),
        (["a", "x"], ["a", "a b"], (2, "a b")),
        (["a", "a b", "a b c"], ["a", "a b"], (3, "a b c")),
        (["a"], [], (1, "a")),
    ],
)
def test_a_store_catches_up_with_the_tape(
    store: SqlitePlanStore, stored: list[str], told: list[str], kept: tuple[int, str] | None
) -> None:
    """What was stored and is not told yet stays: it is told next."""
    for specs in stored:
        store.write("s", write(specs))
    store.catch_up("s", [version(n, specs) for n, specs in enumerate(told, start=1)])
    live = store.read("s")
    found = None if live is None else (live.version, live.snapshot)
    assert found == (None if kept is None else (kept[0], todos(kept[1])))
    assert len(store.log("s")) == max(len(stored), len(told))


def test_the_flags_that_a_tape_tells_are_stored(store: SqlitePlanStore) -> None:
    store.write("s", write("a b", pinned=frozenset("a"), breakpoints=frozenset("a")))
    flags = {"pinned": frozenset("b"), "breakpoints": frozenset[str]()}
    store.catch_up("s", [version(1, "a b"), replace(version(2, "a b"), **flags)])
    live = store.read("s")
    assert live is not None
    assert [(row.pinned, row.breakpoint) for row in live.rows] == [(False, False), (True, False)]


def test_a_rebuilt_ledger_has_the_numbers_of_the_tape(store: SqlitePlanStore) -> None:
    empty: JsonObject = {"todos": [], "version": 1}
    told = PlanVersion(version=6, who="model", what="patched", why="", time="", snapshot=empty)
    store.rebuild("s", [told])
    plan = store.read("s")
    assert plan is not None
    assert plan.snapshot == {"todos": [], "version": 6} == store.log("s")[0].snapshot
