"""How a run ended, in lines."""

from typing import Any

from zaptui.core.events import Denial, RunFinished
from zaptui.view.ending import ending_lines
from zaptui.view.glyphs import UNICODE
from zaptui.view.lines import line_text


def ending(width: int = 60, at: float | None = 2.0, **changes: Any) -> list[str]:
    end: dict[str, Any] = {"outcome": "answered", "finish_reason": "stop", "stopped_by": "answer"}
    finished = RunFinished(**{"exit_code": 0, **end, **changes})
    return [line_text(line) for line in ending_lines(finished, at, width, UNICODE)]


def test_a_good_end_is_one_line() -> None:
    assert ending(cost=0.05) == [" answered · 2.0 s · $0.05"]


def test_any_other_end_says_why_what_is_open_and_what_was_denied() -> None:
    denial = Denial(call_id="c", tool="shell", subject="rm x", reason="a rule")
    shown = ending(
        outcome="blocked", stopped_by="nobody_there", open_stages=["One", "Two"], denials=[denial]
    )
    assert shown == [
        " blocked · nobody there · 2.0 s",
        " still open: One; Two",
        " denied: shell rm x",
    ]


def test_an_error_is_told_whole_and_a_cancel_needs_no_reason() -> None:
    assert ending(outcome="error", stopped_by="error", error="no key\nat all", at=None) == [
        " failed",
        " no key at all",
    ]
    assert ending(outcome="aborted", stopped_by="cancelled") == [" aborted · 2.0 s"]


def test_long_reasons_wrap_below_their_label() -> None:
    shown = ending(width=24, outcome="incomplete", open_stages=["a first one", "a second one"])
    assert shown == [
        " incomplete · answer ·…",
        " still open: a first",
        "             one; a",
        "             second one",
    ]


def test_a_foreign_reason_cannot_steer_the_terminal() -> None:
    shown = ending(outcome="aborted", stopped_by="\x1b]0;x\x07user\x9b2J\nsaid no", at=None)
    assert shown == [" aborted · user said no"]
