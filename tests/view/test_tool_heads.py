"""The one line of a call: what it is, what it changed, how it ended, how long."""

from typing import Any

import pytest

from zaptui.core.parts import ToolPart
from zaptui.view.glyphs import UNICODE
from zaptui.view.lines import line_text
from zaptui.view.tool_lines import diff_lines, tool_head

WAITS = {"called": True}
RUNS = {"called": True, "started": True, "began_at": 1.0}
DONE = {"called": True, "started": True, "finished": True, "began_at": 1.0, "ended_at": 1.2}


def part(more: dict[str, Any]) -> ToolPart:
    return ToolPart(call_id="c", tool="shell", input={"command": "make"}, **more)


def head(shown: ToolPart, *, now: float | None = 4.0, opened: bool = False) -> str:
    line = tool_head(shown, 60, glyphs=UNICODE, now=now, opened=opened, final=False)
    return " ".join(line_text(line).split())


@pytest.mark.parametrize(
    ("more", "now", "shown"),
    [
        (WAITS, 4.0, "▸ shell make waiting"),
        (RUNS, 4.0, "▸ shell make running 3.0 s"),
        (RUNS, None, "▸ shell make no result"),
        ({"began_at": 1.0, "raw_input": "x" * 300}, 4.0, "▸ shell make 300 B 3.0 s"),
        ({}, None, "▸ shell make not called"),
        (DONE, 4.0, "▸ shell make"),
        ({**DONE, "ended_at": 3.5}, 4.0, "▸ shell make 2.5 s"),
        ({**DONE, "ended_at": None}, 4.0, "▸ shell make"),
        ({**DONE, "output": {"exit_code": 2}}, 4.0, "▸ shell make exit 2"),
        ({**DONE, "output": {"added": 4, "removed": 2}}, 4.0, "▸ shell make +4 −2"),
        ({**DONE, "output": {"added": 4}}, 4.0, "▸ shell make"),
        ({**DONE, "error": "it\nfailed", "ended_at": 3.0}, 4.0, "▸ shell make it failed · 2.0 s"),
    ],
)
def test_a_call_tells_how_it_stands(more: dict[str, Any], now: float | None, shown: str) -> None:
    assert head(part(more), now=now) == shown


def test_an_open_call_is_marked() -> None:
    assert head(part(DONE), opened=True) == "▾ shell make"


@pytest.mark.parametrize(
    ("more", "final", "styles"),
    [
        ({**DONE, "error": "no"}, False, ["dim", "plain", "plain", "dim"]),
        ({**DONE, "error": "no"}, True, ["dim", "error", "plain", "error"]),
        ({**DONE, "discarded": True}, True, ["dim", "dim"]),
        (DONE, True, ["dim", "plain"]),
    ],
)
def test_an_error_is_quiet_until_it_is_final(
    more: dict[str, Any], final: bool, styles: list[str]
) -> None:
    line = tool_head(part(more), 40, glyphs=UNICODE, now=None, opened=False, final=final)
    assert [span.style for span in line] == styles


def test_a_diff_has_the_numbers_of_its_lines() -> None:
    diff = "@@ -41,2 +50,2 @@ def f():\n a\n-b\n+c\n@@ odd @@\n+one that is too long\n"
    assert [line_text(line).rstrip() for line in diff_lines(diff, 20)] == [
        "   50   a",
        "   42 - b",
        "   51 + c",
        "    0 + one that is",
        "        too long",
    ]
