"""What an opened call shows."""

import time

import pytest

from zaptui.core.parts import ToolPart
from zaptui.view.lines import Line, line_text
from zaptui.view.tool_lines import live_tail, tool_body

ALL = 1_000_000


def part(**more: object) -> ToolPart:
    return ToolPart(call_id="c", tool="x", called=True, **more)  # type: ignore[arg-type]


def texts(lines: list[Line]) -> list[str]:
    return [line_text(line).rstrip() for line in lines]


def body(shown: ToolPart, width: int = 40, limit: int = ALL) -> tuple[list[str], int]:
    lines, hidden = tool_body(shown, width, limit=limit)
    return texts(lines), hidden


def test_arguments_stand_beside_their_names_and_the_result_below() -> None:
    shown = part(
        input={"path": "a.py", "n": 3}, finished=True, output={"exit_code": 0, "output": "ok\n"}
    )
    assert body(shown) == (["path: a.py", "n: 3", "ok"], 0)


def test_a_long_text_goes_on_below_itself() -> None:
    shown = part(input={"text": "one two three four five six"})
    assert body(shown, 22) == (["text: one two three", "      four five six"], 0)


def test_in_a_narrow_place_a_text_stands_below_its_name() -> None:
    shown = part(input={"command": "one two three"})
    assert body(shown, 20) == (["command:", "  one two three"], 0)


def test_the_name_of_an_argument_is_foreign_text_too() -> None:
    shown = part(input={"a\x1b]0;t\x07\nb" + "c" * 100: "v\x1b[31m"}, finished=True)
    assert body(shown, 80) == ([f"a b{'c' * 36}…: v"], 0)


def test_an_edit_is_its_diff_and_not_its_arguments_again() -> None:
    shown = ToolPart(
        call_id="c", tool="edit", called=True, finished=True, output={"diff": "@@ -1 +1 @@\n+b"},
        input={"path": "a", "old_text": "a", "new_text": "b", "replace_all": True},
    )  # fmt: skip
    assert body(shown) == (["replace_all: true", "    1 + b"], 0)


def test_what_was_no_json_is_shown_as_it_came() -> None:
    assert body(part(raw_input='{"a": ')) == (['{"a":'], 0)


@pytest.mark.parametrize("output", [None, ""])
def test_nothing_is_shown_of_no_output(output: object) -> None:
    assert body(part(finished=True, output=output)) == ([], 0)


def test_other_outputs_are_shown_as_json_or_text() -> None:
    assert body(part(finished=True, output=[1])) == (["[", "  1", "]"], 0)
    assert body(part(finished=True, output="plain")) == (["plain"], 0)
    assert body(part(finished=True, error="it\nfailed")) == (["it", "failed"], 0)


def test_a_diff_keeps_a_line_a_line() -> None:
    diff = "@@ -1,2 +1,2 @@\n a\rb\n-c\u2028d\n+e\tf\n\\ no newline"
    shown = part(finished=True, output={"diff": diff})
    assert body(shown) == (["    1   a b", "    2 - c d", "    2 + e  f", "\\ no newline"], 0)


def test_long_output_is_cut_and_what_is_left_out_is_counted() -> None:
    output = "\n".join(map(str, range(50)))
    shown = part(input={"a": "b"}, finished=True, output=output)
    assert body(shown, limit=5) == (["a: b", "0", "1", "2", "3"], 46)
    assert body(shown, limit=50) == (["a: b", *map(str, range(50))], 0)
    assert body(shown, limit=0) == ([], 51)


def test_a_diff_is_cut_too() -> None:
    diff = "@@ -1,9 +1,9 @@\n" + "\n".join(" x" for _ in range(9))
    lines, hidden = body(part(finished=True, output={"diff": diff}), limit=3)
    assert (len(lines), hidden) == (3, 6)


def test_of_a_running_call_the_last_lines_are_shown() -> None:
    output = "".join(f"{number}\n" for number in range(100))
    shown = part(input={"a": "b"}, started=True, progress=output)
    assert texts(live_tail(shown, 40)) == ["94", "95", "96", "97", "98", "99"]
    assert body(shown) == (["a: b", *map(str, range(80, 100))], 0)


def test_a_call_that_is_over_has_no_live_output() -> None:
    assert live_tail(part(progress="x", finished=True), 40) == []
    assert live_tail(part(), 40) == []


def test_megabytes_are_opened_at_once() -> None:
    began = time.process_time()
    shown = part(input={"a": "x" * 2_000_000}, finished=True, output="y\n" * 1_000_000)
    lines, hidden = body(shown, limit=40)
    assert len(lines) == 40
    assert hidden > 1_000_000
    assert time.process_time() - began < 3
