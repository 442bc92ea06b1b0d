"""What a run answered."""

import pytest

from tests.view.turns import call, fold, step, text, write
from zaptui.core import events as e
from zaptui.view.answer import answer_of


def _complete(summary: object, error: str | None = None) -> list[e.Event]:
    return [
        e.ToolCalled(call_id="done", tool="complete", input={"summary": summary}),
        e.ToolReturned(call_id="done", error=error),
    ]


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([], ""),
        (step(text(" hi ")), "hi"),
        (step(text("one"), e.TextDelta(part="b", text="two")), "two"),
        ([*step(text("one")), *step(*call("c"))], "one"),
        ([*step(*write("w", "a+")), *step(text("after"))], "after"),
        (step(text("before"), *write("w", "a+"), e.TextDelta(part="b", text="behind")), "behind"),
        ([*step(text("before")), *step(*write("w", "a+"))], ""),
        ([*step(text("before"), *write("w", "a+")), *step(*_complete(" sum "))], "sum"),
        ([*step(text("before")), *step(*_complete("sum"))], "before"),
        ([*step(*_complete(7))], ""),
        ([*step(*_complete("too early", error="not complete"))], ""),
        ([*step(*_complete("first")), *step(*_complete("second"))], "second"),
        (step(text("lost"), e.Retrying(attempt=1, wait_s=0, error="x")), ""),
        (
            step(
                text("lost"),
                e.ToolCalled(call_id="w", tool="write_todos", input={}),
                e.Retrying(attempt=1, wait_s=0, error="x"),
                e.TextDelta(part="b", text="kept"),
            ),
            "kept",
        ),
    ],
)
def test_the_answer_is_the_last_text_after_the_last_planner_call_else_the_summary(
    events: list[e.Event], answer: str
) -> None:
    assert answer_of(fold(*events).turn) == answer
