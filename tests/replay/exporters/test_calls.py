"""A call as a page shows it, of our tools and of others."""

from typing import Any

import pytest

from zaptui.core.parts import ToolPart
from zaptui.replay.exporters.calls import CallView, call_view


def view(tool: str = "read", **fields: Any) -> CallView:
    known: dict[str, Any] = {"called": True, "finished": True, "ended_at": 0.0}
    return call_view(ToolPart(call_id="c", tool=tool, **{**known, **fields}))


@pytest.mark.parametrize(
    ("output", "body"),
    [
        ("text\n", "text"),
        (None, ""),
        ({"output": "out", "exit_code": 0}, "out"),
        ({"output": ["a"], "exit_code": 0}, '[\n  "a"\n]'),
        ({"output": "", "exit_code": 0}, ""),
        ({"count": 2, "name": "表"}, '{\n  "count": 2,\n  "name": "表"\n}'),
        ({"path": "a", "added": 1, "removed": 0, "diff": "+x"}, ""),
        ([1, "\x1b[31mb"], '[\n  1,\n  "\\u001b[31mb"\n]'),
        ({}, ""),
    ],
)
def test_the_body_is_what_came_back(output: Any, body: str) -> None:
    assert view(output=output).body == body


@pytest.mark.parametrize(
    ("arguments", "subject", "shown"),
    [
        ({"path": "a.py"}, "a.py", ""),
        ({"path": "a.py", "limit": 5}, "a.py", "limit: 5"),
        ({"pattern": "x", "path": "src"}, "x in src", ""),
        ({"command": "a\nb", "timeout_s": 1}, "a b", "command:\na\nb\ntimeout_s: 1"),
        ({"command": "x" * 200}, f"{'x' * 119}…", f"command: {'x' * 200}"),
        ({"filter": {"a": [1]}}, "", 'filter:\n{\n  "a": [\n    1\n  ]\n}'),
        ({}, "", ""),
    ],
)
def test_arguments_are_shown_but_for_what_the_subject_says(
    arguments: Any, subject: str, shown: str
) -> None:
    found = view(input=arguments, output="x")
    assert (found.subject, found.arguments) == (subject, shown)


def test_the_change_that_a_foreign_tool_asked_for_is_shown_as_one() -> None:
    asked = {"file_path": "a.py", "old_string": "a = 1", "new_string": "a = 2"}
    found = view("Edit", input=asked, output="The file was updated.")
    assert (found.subject, found.arguments) == ("a.py", "")
    assert found.diff == "@@ -1 +1 @@\n-a = 1\n+a = 2"
    assert found.body == "The file was updated."


def test_a_change_that_failed_shows_what_was_asked_and_why_it_failed() -> None:
    asked = {"path": "a.py", "old_text": "a", "new_text": "b"}
    found = view("edit", input=asked, error="old_text occurs 0 times")
    assert (found.diff, found.body, found.notes) == ("", "old_text occurs 0 times", ("failed",))
    assert found.arguments == "old_text: a\nnew_text: b"


def test_arguments_that_are_no_object_and_live_output_are_shown_as_they_came() -> None:
    found = view("shell", raw_input='{"comm', progress="so far", finished=False, ended_at=None)
    assert (found.arguments, found.body, found.notes) == ('{"comm', "so far", ("no result",))


def test_how_it_ended_and_what_it_took() -> None:
    output = {"exit_code": 2, "output": "", "added": 3, "removed": 1}
    assert view(output=output, began_at=1.0, ended_at=4.0).notes == ("+3 −1", "exit 2", "3.0 s")
    assert view(tool=" ", output={"timed_out": "x", "output": ""}).notes == ("timed out",)
    assert view(tool="\x1b").tool == "(no name)"
