"""The dialects: their schemas, and the way to classic items and back."""

import copy
from typing import Any

import pytest

from zaptui.errors import ToolError, UsageError
from zaptui.planning.checklist import PLANNER_TOOLS
from zaptui.planning.dialects import DIALECT_NAMES, DIALECTS, select_dialect
from zaptui.planning.todos import TodoItem, read_todos

ITEMS = (
    TodoItem(id="t1", content="Look", status="done"),
    TodoItem(id="t2", content="Mend", status="in_progress"),
    TodoItem(id="t3", content="Tell", status="pending"),
)

OUTPUTS: dict[str, Any] = {
    "zap": {
        "todos": [
            {"id": "t1", "content": "Look", "status": "done"},
            {"id": "t2", "content": "Mend", "status": "in_progress"},
            {"id": "t3", "content": "Tell", "status": "pending"},
        ]
    },
    "codex": {
        "plan": [
            {"step": "Look", "status": "completed"},
            {"step": "Mend", "status": "in_progress"},
            {"step": "Tell", "status": "pending"},
        ]
    },
    "opencode": {
        "todos": [
            {"content": "Look", "status": "completed", "priority": "medium"},
            {"content": "Mend", "status": "in_progress", "priority": "medium"},
            {"content": "Tell", "status": "pending", "priority": "medium"},
        ]
    },
    "claude": {
        "todos": [
            {"content": "Look", "status": "completed", "activeForm": "Look"},
            {"content": "Mend", "status": "in_progress", "activeForm": "Mend"},
            {"content": "Tell", "status": "pending", "activeForm": "Tell"},
        ]
    },
    "b4run": {
        "todos": [
            {"content": "Look", "status": "completed"},
            {"content": "Mend", "status": "in_progress"},
            {"content": "Tell", "status": "pending"},
        ]
    },
}


@pytest.mark.parametrize("name", DIALECT_NAMES)
def test_the_output_is_in_the_words_of_the_dialect(name: str) -> None:
    assert select_dialect(name).from_classic(ITEMS) == OUTPUTS[name]


@pytest.mark.parametrize("name", DIALECT_NAMES)
def test_its_own_output_read_back_is_the_same_list(name: str) -> None:
    dialect = select_dialect(name)
    arguments = dialect.to_classic(dialect.from_classic(ITEMS))
    assert read_todos(arguments, ITEMS) == ITEMS  # items without ids are matched by content (R4)


@pytest.mark.parametrize("name", DIALECT_NAMES)
def test_the_schema_names_the_list_its_text_and_its_words(name: str) -> None:
    dialect = select_dialect(name)
    schema: Any = dialect.tool.schema
    item = schema["properties"][dialect.list_key]["items"]["properties"]
    assert schema["required"] == [dialect.list_key]
    assert dialect.text_key in item
    assert set(item["status"]["enum"]) <= set(dialect.words)
    assert set(dialect.extra) <= set(item)


def test_R03_the_arguments_are_left_as_they_were_sent() -> None:
    sent: Any = {"explanation": "why", "plan": [{"step": "Look", "status": "completed"}]}
    before = copy.deepcopy(sent)
    assert select_dialect("codex").to_classic(sent) == {
        "todos": [{"content": "Look", "status": "done"}]
    }
    assert sent == before


def test_R04_a_list_sent_as_text_is_parsed_and_ids_are_kept() -> None:
    sent: Any = {"todos": '[{"id": 7, "content": "Look", "status": "pending"}]'}
    assert select_dialect("claude").to_classic(sent) == {
        "todos": [{"id": 7, "content": "Look", "status": "pending"}]
    }


def test_a_cancelled_item_leaves_the_list() -> None:
    sent: Any = {
        "todos": [
            {"content": "Look", "status": "cancelled", "priority": "low"},
            {"content": "Mend", "status": "pending", "priority": "low"},
        ]
    }
    assert select_dialect("opencode").to_classic(sent) == {
        "todos": [{"content": "Mend", "status": "pending"}]
    }


@pytest.mark.parametrize("status", ["done", "blocked", None, 3, ["pending"]])
def test_an_unknown_status_is_an_error_in_the_words_of_the_dialect(status: Any) -> None:
    with pytest.raises(ToolError, match="pending, in_progress, completed"):
        select_dialect("codex").to_classic({"plan": [{"step": "Look", "status": status}]})


@pytest.mark.parametrize("sent", [{}, {"plan": "no list"}, {"plan": {}}, {"plan": ["Look"]}])
def test_no_list_of_objects_is_an_error_that_shows_the_shape(sent: Any) -> None:
    with pytest.raises(ToolError, match=r"plan must be|every item of plan"):
        select_dialect("codex").to_classic(sent)


def test_an_unknown_dialect_lists_the_names() -> None:
    with pytest.raises(UsageError, match="zap, codex, opencode, claude, b4run"):
        select_dialect("cursor")


def test_the_tools_of_all_dialects_are_planners() -> None:
    tools = {dialect.tool.name for dialect in DIALECTS.values()}
    assert tools == {"write_todos", "update_plan", "todowrite", "TodoWrite", "writeTodos"}
    assert tools | {"plan", "advance", "todo_write"} <= PLANNER_TOOLS
