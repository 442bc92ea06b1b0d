"""What a person is asked to approve: all of it, and nothing hidden."""

import pytest

from zaptui.core.json import JsonObject
from zaptui.core.ports import Approval
from zaptui.view.approval_lines import approval_lines, approval_title
from zaptui.view.lines import line_text


def asked(tool: str, **arguments: object) -> Approval:
    values: JsonObject = arguments  # type: ignore[assignment]
    return Approval(call_id="c", tool=tool, input=values, subject="s", reason="r")


def shown(approval: Approval, width: int = 40) -> list[str]:
    return [line_text(line) for line in approval_lines(approval, width)]


@pytest.mark.parametrize(
    ("tool", "title"),
    [
        ("shell", "The model wants to run:"),
        ("write", "The model wants to write:"),
        ("edit", "The model wants to change:"),
        ("read", "The model wants to read:"),
        ("search", "The model wants to search:"),
        ("fetch\nit", "The model wants to call fetch it:"),
    ],
)
def test_the_title_says_what_it_wants(tool: str, title: str) -> None:
    assert approval_title(asked(tool)) == title


def test_a_command_is_whole_and_what_else_it_was_given_stands_below() -> None:
    call = asked("shell", command="echo one\n\techo two", timeout_s=5, why="a\tb")
    assert shown(call) == ["echo one", "    echo two", "timeout_s: 5", "why: a  b"]


def test_hidden_characters_are_spelled_out() -> None:
    assert shown(asked("shell", command="a\u202eb\x1b[2K\rc")) == ["a<U+202E>b␛[2K<CR>c"]


def test_a_long_line_is_cut_not_folded() -> None:
    assert shown(asked("shell", command="a b" * 8), 8) == ["a ba ba ", "ba ba ba", " ba ba b"]
    assert shown(asked("shell", command="漢字漢字漢"), 8) == ["漢字漢字", "漢"]
    assert shown(asked("shell", command="x" * 9), 2) == ["xxxxxxxx", "x"]


def test_an_edit_shows_what_goes_and_what_comes() -> None:
    call = asked("edit", path="a.py", old_text="x\ny\n", new_text="z", replace_all=True)
    lines = approval_lines(call, 40)
    assert [(line_text(line), line[0].style) for line in lines] == [
        ("a.py", "bold"),
        ("- x", "removed"),
        ("- y", "removed"),
        ("+ z", "added"),
        ("replace_all: true", "plain"),
    ]


def test_a_file_is_shown_as_what_is_added() -> None:
    assert shown(asked("write", path="a", content="1\n\n2\n")) == ["a", "+ 1", "+ ", "+ 2"]


def test_a_call_without_arguments_of_its_own_shows_the_rest() -> None:
    assert shown(asked("shell")) == [""]
    assert shown(asked("edit")) == ["", "- ", "+ "]
    assert shown(asked("write")) == ["", "+ "]
    assert shown(asked("mcp__x", query={"a": [1]}, text="t")) == ['query: {"a":[1]}', "text: t"]
