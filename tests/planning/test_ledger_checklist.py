"""What clients draw of a ledger: rows without what was cancelled, what is blocked as pending."""

import pytest

from tests.planning.test_ledger import ledger, patch
from zaptui.core.json import JsonObject, dump_json
from zaptui.core.parts import ToolPart
from zaptui.planning.checklist import (
    all_done,
    b4run_todos,
    checklist_of_call,
    checklist_of_snapshot,
    is_plan_part,
)

ITEMS: JsonObject = {
    "items": [
        {"id": "a", "content": "A", "status": "completed"},
        {"id": "b", "content": "B", "status": "cancelled"},
        {"id": "c", "content": "C", "status": "blocked"},
    ]
}


def _call(arguments: JsonObject) -> ToolPart:
    return ToolPart(call_id="c", tool="todo_write", called=True, input=arguments)


def _rows(part: ToolPart, *, first: bool) -> list[tuple[str, str]] | None:
    items = checklist_of_call(part, first=first)
    return None if items is None else [(item.id, item.status) for item in items]


def test_R56_R79_a_cancelled_item_has_no_row_and_a_blocked_one_is_pending() -> None:
    planner = ledger("a+ b- c! d*")
    rows = checklist_of_snapshot(planner.snapshot()) or ()
    assert [(row.id, row.status) for row in rows] == [
        ("a", "done"),
        ("c", "pending"),
        ("d", "in_progress"),
    ]
    assert b4run_todos(rows) == [
        {"content": "Do a", "status": "completed"},
        {"content": "Do c", "status": "pending"},
        {"content": "Do d", "status": "in_progress"},
    ]


def test_rows_and_gate_agree_on_what_is_done() -> None:
    planner = ledger("a+ b- c!")
    assert not all_done(checklist_of_snapshot(planner.snapshot()) or ())
    patch(planner, {"id": "c", "status": "cancelled"})
    assert planner.complete
    assert all_done(checklist_of_snapshot(planner.snapshot()) or ())


@pytest.mark.parametrize("arguments", [ITEMS, {"mode": "replace", **ITEMS}])
def test_R54_a_replacing_call_shows_its_items_until_it_returns(arguments: JsonObject) -> None:
    assert is_plan_part(_call(arguments))
    assert _rows(_call(arguments), first=False) == [("a", "done"), ("c", "pending")]


def test_R54_a_patch_is_a_list_only_where_there_is_none_yet() -> None:
    assert _rows(_call({"mode": "patch", **ITEMS}), first=False) is None
    assert _rows(_call({"mode": "patch", **ITEMS}), first=True) == [("a", "done"), ("c", "pending")]
    assert _rows(_call({"items": "no list"}), first=True) is None


@pytest.mark.parametrize(
    ("raw", "rows"),
    [
        ('{"items": [{"id": "a", "content": "A"}, {"id": "b", "con', [("a", "pending")]),
        ('{"mode": "replace", "items": [{"id": "a", "content": "A"}', [("a", "pending")]),
        ('{"mode": "patch", "items": [{"id": "a", "content": "A"}', None),
        ('{"explanation": "x", "items": [{"id": "a"}', None),
    ],
)
def test_R54_the_first_list_shows_its_finished_items_early(
    raw: str, rows: list[tuple[str, str]] | None
) -> None:
    part = ToolPart(call_id="c", tool="todo_write", raw_input=raw)
    assert _rows(part, first=True) == rows
    assert _rows(part, first=False) is None


def test_a_list_sent_as_text_is_a_list() -> None:
    part = _call({"items": dump_json(ITEMS["items"])})
    assert _rows(part, first=True) == [("a", "done"), ("c", "pending")]
