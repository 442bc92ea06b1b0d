"""Names of planners belong to planners (R61)."""

import pytest

from tests.fakes import LOOK, WORK, make_session
from zaptui.core.ports import Tool
from zaptui.errors import ConfigError
from zaptui.planning.dialects import DIALECTS
from zaptui.planning.reserved import RESERVED, check_names


def test_every_planner_tool_is_reserved() -> None:
    names = {"plan", "advance", "todo_write", *(d.tool.name for d in DIALECTS.values()), "todos"}
    assert set(RESERVED) == names


@pytest.mark.parametrize(
    ("name", "whose"), [("writeTodos", "b4run"), ("todos", "b4run"), ("plan", "zap")]
)
def test_a_clash_names_both(name: str, whose: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_names(["read", name])
    assert str(caught.value).startswith(
        f"the tool {name!r} clashes with the planner tool {name!r} of {whose}"
    )


def test_two_tools_of_one_name() -> None:
    with pytest.raises(ConfigError, match="two tools are called 'read'"):
        check_names(["read", "read"])


def test_a_session_refuses_to_begin() -> None:
    twin = Tool(name="update_plan", input=WORK.input, run=WORK.run, subject=WORK.subject)
    with pytest.raises(ConfigError, match="of codex"):
        make_session([], tools=[LOOK, twin])
