"""What the model reads of a result."""

import pytest

from zaptui.core.json import Json
from zaptui.core.parts import ToolPart
from zaptui.core.result_text import cap, result_text


def _returned(output: Json = None, error: str | None = None) -> ToolPart:
    return ToolPart(call_id="c", tool="t", called=True, finished=True, output=output, error=error)


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (None, "done"),
        ("", "(empty)"),
        ("plain", "plain"),
        (3, "3"),
        ([1, "é"], '[1,"é"]'),
        ({}, "(empty)"),
        ({"exit_code": 1, "output": "a\nb"}, "exit_code: 1\na\nb"),
        ({"exit_code": 0, "output": ""}, "exit_code: 0\n(empty)"),
        ({"exit_code": 0}, "exit_code: 0"),
        ({"output": {"a": 1}, "kind": "x"}, 'kind: x\n{"a":1}'),
        ({"summary": "s", "paths": ["a"]}, 'summary: s\npaths: ["a"]'),
    ],
)
def test_a_result_is_text(output: Json, text: str) -> None:
    assert result_text(_returned(output)) == text


def test_R2_a_planners_output_is_one_line_a_stage() -> None:
    todos: Json = [{"id": "a", "content": "A", "status": "done"}]
    stages: Json = [{"id": "s", "content": "S", "status": "in_progress", "evidence": None}]
    assert result_text(_returned({"todos": todos})) == "[done] a: A"
    assert result_text(_returned({"plan": {"stages": stages}})) == "[in_progress] s: S"
    assert result_text(_returned({"todos": []})) == "(no stages)"
    assert result_text(_returned({"plan": None})) == "(no stages)"


def test_an_error_and_a_missing_result_say_so() -> None:
    assert result_text(_returned(error="no such file")) == "error: no such file"
    waiting = ToolPart(call_id="c", tool="t", called=True)
    running = ToolPart(call_id="c", tool="t", called=True, started=True)
    assert result_text(waiting) == "error: not run: the run was interrupted"
    assert result_text(running) == "error: interrupted, may have run"
    never_begun = ToolPart(call_id="c", tool="t", called=True)
    assert result_text(never_begun) == "error: not run: the run was interrupted"


def test_a_long_result_keeps_its_head_and_tail_and_says_what_was_cut() -> None:
    assert cap("0123456789abc", 9) == "012345\n[… 4 characters cut …]\nabc"
    assert cap("012345678", 9) == "012345678"
    assert cap("abc", 2) == "a\n[… 2 characters cut …]\n"
    assert len(result_text(_returned("x" * 100_000))) < 32_100
    assert len(result_text(_returned(error="x" * 100_000))) < 32_100
