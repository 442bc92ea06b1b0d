"""What a person does to a live plan, in any mode."""

from dataclasses import replace

import pytest

from zaptui.core.json import Json, JsonObject
from zaptui.errors import UsageError
from zaptui.planning.checks import lock_check
from zaptui.planning.plan_edit import (
    CLOSED,
    AddRow,
    CheckRow,
    CloseRow,
    DropRow,
    FlagRow,
    MoveRow,
    RewordRow,
    RowEdit,
    edit_plan,
    empty_plan,
    find_row,
)
from zaptui.planning.plan_rows import PlanRow, current_row, mode_of, rows_of
from zaptui.planning.planner import select_planner
from zaptui.planning.planner_result import Mode
from zaptui.planning.stored_plan import StoredPlan, StoredRow

MODES: list[Mode] = ["metronome", "classic", "ledger"]


def _live(mode: Mode, *, pinned: str = "", stops: str = "") -> StoredPlan:
    """A plan of the stages a (done), b (in progress), c."""
    planner = select_planner(mode)
    if mode == "metronome":
        stages: list[Json] = [{"id": i, "content": f"Do {i}", "deliverable": i} for i in "abc"]
        planner.call("plan", {"stages": stages})
        planner.note_work()
        planner.call("advance", {"evidence": "seen"})
    else:
        done = "completed" if mode == "ledger" else "done"
        items: list[Json] = [
            {"id": i, "content": f"Do {i}", "status": status}
            for i, status in zip("abc", (done, "in_progress", "pending"), strict=True)
        ]
        name, key = ("todo_write", "items") if mode == "ledger" else ("write_todos", "todos")
        planner.call(name, {key: items})
    snapshot = planner.snapshot()
    rows = tuple(
        StoredRow(row=row, version=1, pinned=row.id in pinned, breakpoint=row.id in stops)
        for row in rows_of(snapshot)
    )
    return StoredPlan(session_id="s", mode=mode, version=3, snapshot=snapshot, rows=rows)


def _edited(live: StoredPlan, *edits: RowEdit) -> list[str]:
    """The rows after the edits: `Do b in_progress`."""
    snapshot = edit_plan(live, edits).snapshot
    assert mode_of(snapshot) == live.mode
    return [f"{row.content} {row.status}" for row in rows_of(snapshot)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("edits", "rows"),
    [
        ([AddRow(content=" New\n one ")], "Do a +, Do b *, Do c -, New one -"),
        ([AddRow(content="X", at=3)], "Do a +, Do b *, X -, Do c -"),
        ([AddRow(content="X", at=9)], "Do a +, Do b *, Do c -, X -"),
        ([AddRow(content="X"), AddRow(content="Y", at=4)], "Do a +, Do b *, Do c -, Y -, X -"),
        ([DropRow(id="c")], "Do a +, Do b *"),
        ([MoveRow(id="c", to=3)], "Do a +, Do b *, Do c -"),
        ([RewordRow(id="c", content="See")], "Do a +, Do b *, See -"),
    ],
    ids=["add", "add at", "add far", "add two", "drop", "move nowhere", "reword"],
)  # fmt: skip
def test_an_edit_changes_what_it_names_and_no_more(
    mode: Mode, edits: list[RowEdit], rows: str
) -> None:
    words = {"+": "done", "*": "in_progress", "-": "pending"}
    expected = [f"{row[:-1]}{words[row[-1]]}" for row in rows.split(", ")]
    assert _edited(_live(mode), *edits) == expected


def test_a_stage_that_is_moved_in_front_is_the_current_one() -> None:
    rows = _edited(_live("metronome"), MoveRow(id="c", to=1))
    assert rows == ["Do a done", "Do c in_progress", "Do b pending"]
    assert _edited(_live("ledger"), MoveRow(id="c", to=1))[0] == "Do c pending"


def test_a_stage_that_is_closed_has_evidence() -> None:
    live = _live("metronome")
    closed = [CloseRow(id="b", evidence=" I saw it "), CloseRow(id="c", evidence=" ")]
    rows = rows_of(edit_plan(live, closed).snapshot)
    assert [row.evidence for row in rows] == ["seen", "I saw it", CLOSED]
    assert [row.receipts for row in rows] == [("r1",), (), ()]
    assert current_row(rows) is None


def test_a_deliverable_follows_a_content_it_was_the_same_as() -> None:
    live = replace(_live("metronome"), snapshot=empty_plan("s", "metronome").snapshot)
    added = edit_plan(live, [AddRow(content="One"), RewordRow(id="t1", content="Two")])
    assert rows_of(added.snapshot) == (
        PlanRow(id="t1", content="Two", status="in_progress", deliverable="Two"),
    )
    other = edit_plan(_live("metronome"), [RewordRow(id="c", content="See")])
    assert rows_of(other.snapshot)[2].deliverable == "c"


def test_a_person_gives_and_takes_checks() -> None:
    live = _live("metronome")
    write = edit_plan(live, [CheckRow(id="b", check="ls"), CheckRow(id="c", check="true")])
    assert [row.check for row in rows_of(write.snapshot)] == [
        None,
        lock_check("ls", "person"),
        lock_check("true", "person"),
    ]
    again = edit_plan(replace(live, snapshot=write.snapshot), [CheckRow(id="b", check=" ")])
    assert [row.check for row in rows_of(again.snapshot)][:2] == [None, None]
    with pytest.raises(UsageError, match="the check names no path"):
        edit_plan(live, [CheckRow(id="b", check="file:")])
    with pytest.raises(UsageError, match="a plan of mode classic has no checks"):
        edit_plan(_live("classic"), [CheckRow(id="b", check="ls")])


def test_flags_are_set_and_taken_away() -> None:
    live = _live("ledger", pinned="a", stops="bc")
    write = edit_plan(
        live,
        [
            FlagRow(id="b", flag="pinned", on=True),
            FlagRow(id="c", flag="breakpoint", on=False),
            FlagRow(id="a", flag="breakpoint", on=False),
        ],
        time="T",
    )
    assert write.snapshot == live.snapshot
    assert (write.pinned, write.breakpoints) == ({"a", "b"}, {"b"})
    assert (write.who, write.what, write.expected_version, write.time) == (
        "person",
        "edited",
        3,
        "T",
    )


def test_the_log_says_what_was_done() -> None:
    edits: list[RowEdit] = [
        AddRow(content="New"),
        MoveRow(id="c", to=1),
        CloseRow(id="b"),
        RewordRow(id="c", content="See"),
        CheckRow(id="c", check="ls"),
        FlagRow(id="c", flag="pinned", on=True),
        FlagRow(id="c", flag="breakpoint", on=False),
        DropRow(id="c"),
    ]
    assert edit_plan(_live("metronome"), edits).why == (
        "add 'New'; move c to 1; close b; reword c; check c; pinned c; no breakpoint c; drop c"
    )


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (DropRow(id="z"), "there is no stage 'z'"),
        (FlagRow(id="z", flag="pinned", on=True), "there is no stage 'z'"),
        (AddRow(content=" \n"), "a stage needs a text"),
        (RewordRow(id="b", content=""), "a stage needs a text"),
    ],
)
def test_what_cannot_be_done_is_said(edit: RowEdit, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        edit_plan(_live("classic"), [edit])


@pytest.mark.parametrize("mode", MODES)
def test_a_session_without_a_plan_gets_one(mode: Mode) -> None:
    live = empty_plan("s", mode, version=2)
    assert (live.mode, live.version) == (mode, 2)
    status = "in_progress" if mode == "metronome" else "pending"
    assert _edited(live, AddRow(content="One")) == [f"One {status}"]
    assert edit_plan(live, []).expected_version == 2


def test_mode_none_has_no_plan_to_edit() -> None:
    with pytest.raises(UsageError, match="mode none has no plan"):
        edit_plan(empty_plan("s", "none"), [AddRow(content="One")])


def test_a_stage_is_named_by_its_place_or_its_id() -> None:
    rows = [PlanRow(id=i, content=i, status="pending") for i in ("a", "9", "0")]
    assert [find_row(rows, name).id for name in ("1", "2", "9", "a", "0")] == [
        "a",
        "9",
        "9",
        "a",
        "0",
    ]
    for name in ("4", "x", "", "1" * 40):
        with pytest.raises(UsageError, match="the plan has 3"):
            find_row(rows, name)


def test_the_current_row_is_the_one_in_progress_else_the_first_that_waits() -> None:
    def row(item_id: str, status: str) -> PlanRow:
        return PlanRow(id=item_id, content="", status=status)  # pyright: ignore[reportArgumentType]

    waiting = (row("a", "done"), row("b", "blocked"), row("c", "pending"), row("d", "pending"))
    assert current_row(waiting) == waiting[2]
    assert current_row((*waiting, row("e", "in_progress"))) == row("e", "in_progress")
    assert current_row(waiting[:2]) is None
    assert [r.is_open for r in (*waiting[:2], row("x", "cancelled"))] == [False, True, False]


_EMPTY: JsonObject = {"plan": None}


def test_an_empty_plan_stays_empty() -> None:
    assert edit_plan(empty_plan("s", "metronome"), []).snapshot == _EMPTY
