"""Plan calls of other programs: every word, key and shape reads as something sensible."""

from typing import Any

import pytest

from zaptui.planning.foreign_plans import (
    as_listed,
    check_list,
    classic_items,
    is_merge,
    listed,
    listed_in_output,
    meaning_of,
    merged_records,
    plain_name,
    text_of,
)
from zaptui.planning.todos import TodoItem


def item(item_id: str, content: str, status: Any = "pending") -> TodoItem:
    return TodoItem(id=item_id, content=content, status=status)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("update_plan", {"plan": ["a"]}),
        ("TodoWrite", {"todos": ["a"]}),
        ("todo_write", {"items": ["a"]}),
        ("task_tracker", {"command": "plan", "task_list": ["a"]}),
        ("manage_todo_list", {"operation": "write", "todoList": ["a"]}),
        ("todowrite", {"todos": '["a"]'}),
    ],
)
def test_the_list_is_found_under_the_tools_own_key(tool: str, arguments: Any) -> None:
    assert listed(tool, arguments) == ["a"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("update_plan", {}),
        ("update_plan", {"todos": ["a"]}),
        ("task_tracker", {"command": "view", "task_list": ["a"]}),
        ("todowrite", {"todos": "no list at all"}),
        ("todowrite", {"todos": '{"a": 1}'}),
        ("todowrite", {"todos": 3}),
        ("bash", {"todos": ["a"]}),
    ],
)
def test_a_call_without_a_list_changes_nothing(tool: str, arguments: Any) -> None:
    assert listed(tool, arguments) is None


def test_a_check_list_in_markdown_is_a_list() -> None:
    text = "# Plan\n- [x] Look\n  * [-] Mend\n1. [ ] Tell\n[X] Rest\n- no box\n- [ ]\n"
    assert check_list(text) == [
        {"content": "Look", "status": "x"},
        {"content": "Mend", "status": "-"},
        {"content": "Tell", "status": " "},
        {"content": "Rest", "status": "x"},
    ]
    assert as_listed(text) == check_list(text)


@pytest.mark.parametrize(
    ("record", "meaning"),
    [
        ({"status": "completed"}, "done"),
        ({"status": "DONE "}, "done"),
        ({"status": "x"}, "done"),
        ({"status": "in_progress"}, "in_progress"),
        ({"status": "inProgress"}, "in_progress"),
        ({"status": "in-progress"}, "in_progress"),
        ({"status": "-"}, "in_progress"),
        ({"status": "todo"}, "pending"),
        ({"status": "blocked"}, "pending"),
        ({"status": "not-started"}, "pending"),
        ({"status": " "}, "pending"),
        ({"status": 3, "state": "done"}, "done"),
        ({"status": "cancelled"}, "leaves"),
        ({"status": "deleted"}, "leaves"),
        ({"completed": True}, "done"),
        ({"completed": False}, "pending"),
        ({"completed": "yes"}, "pending"),
        ({}, "pending"),
        ("a bare text", "pending"),
    ],
)
def test_every_status_means_something(record: Any, meaning: str) -> None:
    assert meaning_of(record) == meaning


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ("bare", "bare"),
        ("  ", ""),
        (3, ""),
        ({"content": " ", "step": "Look"}, "Look"),
        ({"subject": "Short", "description": "long"}, "Short"),
        ({"description": "long"}, "long"),
        ({"content": 3}, ""),
    ],
)
def test_the_text_is_under_the_first_key_that_has_one(record: Any, text: str) -> None:
    assert text_of(record) == text


def test_R04_items_without_ids_keep_those_of_the_same_content() -> None:
    before = (item("a", "Look"), item("b", "Mend"), item("c", "Mend"))
    records: Any = ["Mend", {"content": "Tell"}, "Mend", "Look", "Mend"]
    assert [each.id for each in classic_items(records, before)] == ["b", "t1", "c", "a", "t2"]


def test_own_ids_win_and_double_or_taken_ones_are_replaced() -> None:
    before = (item("t1", "Look"),)
    records: Any = [
        {"id": 7, "content": "A"},
        {"id": "7", "content": "B"},
        {"content": "Look"},
        {"id": "", "content": "C"},
        {"id": True, "content": "D"},
    ]
    assert [each.id for each in classic_items(records, before)] == ["7", "t2", "t1", "t3", "t4"]


def test_an_id_that_an_item_names_itself_is_not_given_to_another_of_that_content() -> None:
    before = (item("a", "Look"),)
    records: Any = [{"content": "Look"}, {"id": "a", "content": "Mend"}]
    assert [each.id for each in classic_items(records, before)] == ["t1", "a"]


def test_cancelled_items_leave_and_odd_ones_stay() -> None:
    records: Any = [{"content": "A", "status": "cancelled"}, None, {"content": 3}, [1]]
    found = classic_items(records, ())
    assert [(each.content, each.status) for each in found] == [("(no text)", "pending")] * 3


def test_a_merge_changes_what_it_names_and_adds_the_rest() -> None:
    before = (item("a", "Look", "done"), item("b", "Mend"))
    changes: Any = [
        {"id": "b", "content": None, "status": "in_progress"},
        {"id": "c", "content": "Tell"},
        "more",
    ]
    merged = classic_items(merged_records(changes, before), before)
    assert [(each.id, each.content, each.status) for each in merged] == [
        ("a", "Look", "done"),
        ("b", "Mend", "in_progress"),
        ("c", "Tell", "pending"),
        ("t1", "more", "pending"),
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "merges"),
    [
        ("todo_write", {"merge": True}, True),
        ("todo_write", {"mode": "patch"}, True),
        ("todo_write", {"mode": "replace"}, False),
        ("TodoWrite", {"merge": True}, False),
    ],
)
def test_only_some_calls_name_what_changes(tool: str, arguments: Any, merges: bool) -> None:
    assert is_merge(tool, arguments) is merges


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ({"todos": [{"content": "A"}]}, [{"content": "A"}]),
        ('{"todos": [{"content": "A"}]}', [{"content": "A"}]),
        ("[]", []),
        ({"todos": []}, []),
        ('{"todos": ', None),
        ("Updated the list", None),
        ({"ok": True}, None),
        ({"todos": [{"content": ""}]}, None),
        (None, None),
    ],
)
def test_the_list_in_an_output_is_what_was_stored(output: Any, found: Any) -> None:
    assert listed_in_output(output) == found


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ("functions.update_plan", "update_plan"),
        ("ns::todowrite", "todowrite"),
        ("TodoWrite", "TodoWrite"),
        ("a.b.c", "a.b.c"),
    ],
)
def test_a_namespace_before_a_planner_is_no_part_of_its_name(tool: str, name: str) -> None:
    assert plain_name(tool) == name
