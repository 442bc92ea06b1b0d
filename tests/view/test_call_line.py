"""A call on one line."""

import pytest

from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import ToolPart
from zaptui.view.call_line import call_line, result_line, subject_of


@pytest.mark.parametrize(
    ("arguments", "subject"),
    [
        ({}, ""),
        ({"command": "ls", "timeout_s": 3}, "ls"),
        ({"content": "x", "path": "a.py"}, "a.py"),
        ({"pattern": "def ", "path": "src"}, "def  in src"),
        ({"pattern": "src", "path": "src"}, "src"),
        ({"path": "", "note": "hi"}, "hi"),
        ({"n": 1}, ""),
    ],
)
def test_the_subject_of_a_call(arguments: JsonObject, subject: str) -> None:
    assert subject_of(arguments) == subject


def test_a_call_is_its_tool_and_its_subject_on_one_line() -> None:
    part = ToolPart(call_id="c", tool="shell", input={"command": "echo a\n  b \x1b[31m"})
    assert call_line(part) == "shell   echo a b"
    long = ToolPart(call_id="c", tool="a_tool_with_a_very_long_name", input={"x": "a" * 30})
    assert call_line(long, width=20) == "a_tool_with_a_very_long… aaaaaaaaa…"
    assert call_line(ToolPart(call_id="c", tool="complete")) == "complete"


@pytest.mark.parametrize(
    ("output", "error", "line"),
    [
        ("fine", None, ""),
        ({"exit_code": 0}, None, ""),
        ({"exit_code": 2}, None, "exit 2"),
        ({"exit_code": -9, "timed_out": True}, None, "timed out"),
        (None, "no\nsuch file", "no such file"),
    ],
)
def test_how_a_call_ended(output: Json, error: str | None, line: str) -> None:
    part = ToolPart(call_id="c", tool="t", finished=True, output=output, error=error)
    assert result_line(part) == line
