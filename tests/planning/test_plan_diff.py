"""What changed between two plans."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import quick
from tests.planning.test_convert import CLASSIC, LEDGER, METRONOME, planners
from zaptui.core.json import JsonObject
from zaptui.planning.plan_diff import PlanDiff, RowChange, diff_lines, diff_plans
from zaptui.planning.plan_rows import PlanRow, rows_of
from zaptui.planning.planner import Planner


def _list(ids: str) -> JsonObject:
    return {"todos": [{"id": i, "content": f"Do {i}", "status": "pending"} for i in ids]}


def _ids(changes: list[RowChange]) -> str:
    rows = [change.after or change.before for change in changes]
    return "".join(row.id for row in rows if row)


def test_kept_added_removed_moved_and_edited_rows() -> None:
    diff = diff_plans(
        _list("abcde"),
        {
            "todos": [
                {"id": "d", "content": "Do d", "status": "in_progress"},
                {"id": "a", "content": "Do a", "status": "done"},
                {"id": "n", "content": "New", "status": "pending"},
                {"id": "e", "content": "Do e", "status": "pending"},
            ]
        },
    )
    assert {
        "kept": _ids(diff.kept),
        "added": _ids(diff.added),
        "removed": _ids(diff.removed),
        "moved": _ids(diff.moved),
        "edited": _ids(diff.edited),
    } == {"kept": "e", "added": "n", "removed": "bc", "moved": "d", "edited": "da"}
    assert diff_lines(diff) == [
        "~ 1. Do d (was 4): status pending → in_progress",
        "~ 2. Do a: status pending → done",
        "- 2. Do b",
        "- 3. Do c",
        "+ 3. New",
        "  4. Do e",
    ]


def test_the_change_of_a_row_is_a_value() -> None:
    before, after = (PlanRow(id="a", content=c, status="pending") for c in ("Old", "New"))
    diff = diff_plans(
        {"todos": [{"id": "a", "content": "Old", "status": "pending"}]},
        {"todos": [{"id": "a", "content": "New", "status": "pending"}]},
    )
    change = RowChange(before=before, after=after, place_before=1, place_after=1)
    assert diff == PlanDiff(changes=(change,))
    assert change.fields == ("content",)


def test_what_was_removed_in_front_and_a_row_that_only_moved() -> None:
    assert diff_lines(diff_plans(_list("xabc"), _list("cab"))) == [
        "- 1. Do x",
        "> 1. Do c (was 4)",
        "  2. Do a",
        "  3. Do b",
    ]


def test_the_plans_of_two_planners_are_compared_by_id() -> None:
    assert diff_lines(diff_plans(METRONOME, LEDGER)) == [
        "+ 1. Wait",
        '~ 2. Pending (was 3): deliverable "An answer" → ""; priority medium → low',
        '~ 3. Done: deliverable "A proof" → ""; evidence "seen" → none',
        "+ 4. Gone",
        '~ 5. Active: deliverable "A file" → ""',
    ]
    assert diff_lines(diff_plans(CLASSIC, CLASSIC)) == ["  1. Pending", "  2. Active", "  3. Done"]


@pytest.mark.parametrize("snapshot", [{}, {"plan": None}, {"todos": []}])
def test_no_plan_is_a_plan_without_rows(snapshot: JsonObject) -> None:
    assert diff_plans(snapshot, snapshot) == PlanDiff(changes=())
    assert diff_lines(diff_plans(snapshot, _list("a"))) == ["+ 1. Do a"]
    assert diff_lines(diff_plans(_list("a"), snapshot)) == ["- 1. Do a"]


@given(before=planners(), after=planners())
@quick
def test_every_row_of_both_plans_is_in_the_diff_once(before: Planner, after: Planner) -> None:
    old, new = before.snapshot(), after.snapshot()
    diff = diff_plans(old, new)
    assert tuple(c.after for c in diff.changes if c.after is not None) == rows_of(new)
    assert {c.before for c in diff.changes if c.before is not None} == set(rows_of(old))
    parts = [diff.kept, diff.added, diff.removed, [c for c in diff.changes if c.moved or c.fields]]
    assert sum(map(len, parts)) == len(diff.changes) == len(diff_lines(diff))
    assert not diff_plans(old, old).moved + diff_plans(old, old).edited


@given(order=st.permutations("abcdef"))
@quick
def test_as_few_rows_as_possible_count_as_moved(order: list[str]) -> None:
    moved = _ids(diff_plans(_list("abcdef"), _list("".join(order))).moved)
    rest = [i for i in order if i not in moved]
    assert rest == sorted(rest)
    longest = max(
        size
        for size in range(1, 7)
        for some in combinations(order, size)
        if [*some] == sorted(some)
    )
    assert len(rest) == longest
