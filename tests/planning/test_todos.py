"""classic: what is read, what is repaired, what is told."""

from copy import deepcopy

import pytest

from zaptui.core.events import Violation
from zaptui.core.json import Json, JsonObject
from zaptui.errors import ToolError
from zaptui.planning.todos import TodoItem, read_todos, settle, violations_of

SHAPE = "{id, content, status: pending, in_progress, done}"


def _item(spec: str) -> TodoItem:
    """`a+` is done, `a*` in progress, `a` pending; the content is the id."""
    status = {"+": "done", "*": "in_progress"}.get(spec[-1], "pending")
    return TodoItem(id=spec[0], content=spec[0], status=status)


def _items(specs: str) -> tuple[TodoItem, ...]:
    return tuple(map(_item, specs.split()))


def _read(todos: Json, previous: str = "") -> list[tuple[str, str, str]]:
    items = read_todos({"todos": todos}, _items(previous))
    return [(item.id, item.content, item.status) for item in items]


@pytest.mark.parametrize(
    ("todos", "read"),
    [
        ('[{"id": "a", "content": "A", "status": "done"}]', [("a", "A", "done")]),
        ([{"id": 7, "content": "A", "status": "completed"}], [("7", "A", "done")]),
        ([{"id": True, "content": "A", "status": "pending"}], [("t1", "A", "pending")]),
        ([{"id": "  ", "content": "A", "status": "pending"}], [("t1", "A", "pending")]),
        ([{"id": ["x"], "content": "A", "status": "pending"}], [("t1", "A", "pending")]),
        ([], []),
    ],
)
def test_R4_a_list_is_read_liberally(todos: Json, read: list[tuple[str, str, str]]) -> None:
    assert _read(todos) == read


def test_R4_a_missing_id_is_that_of_the_same_content_else_the_next_free_one() -> None:
    todos: list[Json] = [
        {"content": "b", "status": "done"},
        {"content": "new", "status": "pending"},
        {"content": "b", "status": "pending"},
        {"id": "t2", "content": "kept", "status": "pending"},
        {"content": "newer", "status": "pending"},
    ]
    assert _read(todos, "a b*") == [
        ("b", "b", "done"),
        ("t1", "new", "pending"),
        ("t3", "b", "pending"),
        ("t2", "kept", "pending"),
        ("t4", "newer", "pending"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, f"todos must be a list of {SHAPE}"),
        ({"todos": "[broken"}, f"todos must be a list of {SHAPE}"),
        ({"todos": '"a text"'}, f"todos must be a list of {SHAPE}"),
        ({"todos": ["a"]}, f"every item of todos must be an object {SHAPE}"),
        (
            {"todos": [{"id": "a", "content": "A"}]},
            "todos[1]: status must be one of pending, in_progress, done, not None",
        ),
        (
            {"todos": [{"content": "A", "status": "done"}, {"content": " ", "status": "done"}]},
            "todos[2]: content must be a text that is not blank",
        ),
        (
            {"todos": [{"content": 7, "status": "done"}]},
            "todos[1]: content must be a text that is not blank",
        ),
    ],
)
def test_R4_what_cannot_be_read_is_a_tool_error_that_names_the_words(
    arguments: JsonObject, message: str
) -> None:
    with pytest.raises(ToolError) as raised:
        read_todos(arguments, ())
    assert str(raised.value) == message


def test_R3_the_arguments_are_untouched() -> None:
    arguments: JsonObject = {"todos": [{"content": "A", "status": "completed", "extra": [1]}]}
    sent = deepcopy(arguments)
    read_todos(arguments, ())
    assert arguments == sent


@pytest.mark.parametrize(
    ("previous", "sent", "settled"),
    [
        ("a+ b* c", "c b*", "a+ c b*"),  # R9: a done item with no neighbour goes to the front
        ("a* b+ c+ d", "d a*", "d a* b+ c+"),  # R9: behind a, wherever a went
        ("a b+ c", "c*", "b+ c*"),  # R9, R10: a is dropped, so that b has no neighbour
        ("a+ b c+", "n", "a+ c+ n*"),  # R11, R13
        ("", "a* b*", "a* b"),  # R14
    ],
)
def test_R9_omitted_done_items_are_restored_in_place(
    previous: str, sent: str, settled: str
) -> None:
    assert settle(_items(sent), _items(previous)) == _items(settled)


def test_R64_repairs_are_told_to_clients_as_violations() -> None:
    sent, previous = _items("b* b c*"), _items("a+ b*")
    assert violations_of(sent, previous, settle(sent, previous)) == [
        Violation(rule="R6", before=["b", "b", "c"], after=["b", "c"]),
        Violation(rule="R8", before=["b", "c"], after=["a", "b", "c"]),
        Violation(rule="R14", before=["b", "c"], after=["b"]),
    ]


def test_R64_a_dropped_item_and_a_resent_done_one_are_no_violation() -> None:
    sent, previous = _items("a+ c*"), _items("a+ b*")
    assert violations_of(sent, previous, settle(sent, previous)) == []


def test_R64_a_promotion_is_no_violation() -> None:
    sent = _items("a+ b")
    assert settle(sent, ()) == _items("a+ b*")
    assert violations_of(sent, (), settle(sent, ())) == []
