"""The head of a stage: its mark, its name, and quiet detail that gives way."""

from typing import Any

import pytest

from zaptui.core.parts import Part, TextPart, ToolPart
from zaptui.view.bucket import PartsView
from zaptui.view.glyphs import ASCII, UNICODE
from zaptui.view.lines import line_text
from zaptui.view.meters import Meter
from zaptui.view.stage_lines import stage_evidence, stage_head, stage_short
from zaptui.view.stages import RenderStatus, StageRow

CALL = ToolPart(call_id="c", tool="shell", called=True, input={"command": "pytest -q"})


def row(status: RenderStatus, **more: Any) -> StageRow:
    values: dict[str, Any] = {
        "stage_id": "s", "index": 2, "total": 4, "content": "Fix\nit", "status": status,
        "deliverable": "", "evidence": None, "converged": False, "subparts": PartsView([]),
        "is_streaming": status == "in_progress", "has_next": True,
    }  # fmt: skip
    return StageRow(**{**values, **more})


def head(shown: StageRow, width: int = 60, *, quiet_s: float = 0.0, beat: bool = False) -> str:
    line = stage_head(shown, width, glyphs=UNICODE, now=15.0, quiet_s=quiet_s, beat=beat)
    return " ".join(line_text(line).split())


@pytest.mark.parametrize(
    ("status", "more", "shown"),
    [
        ("pending", {}, "○ 2/4 Fix it"),
        ("in_progress", {}, "● 2/4 Fix it waiting for the model"),
        (
            "in_progress",
            {"meter": Meter(began_at=1.0)},
            "● 2/4 Fix it 14 s · waiting for the model",
        ),
        ("done", {"evidence": "so"}, "✓ 2/4 Fix it"),
        ("done", {}, "✓ 2/4 Fix it no evidence"),
        ("done", {"converged": True}, "✓ 2/4 Fix it left open"),
        (
            "done",
            {"evidence": "so", "meter": Meter(began_at=1.0, ended_at=4.0, calls=1)},
            "✓ 2/4 Fix it 3.0 s · 1 call",
        ),
        (
            "done",
            {"evidence": "so", "meter": Meter(began_at=4.0, ended_at=1.0, calls=3, tokens=1200)},
            "✓ 2/4 Fix it 0 ms · 3 calls · 1.2k tokens",
        ),
        ("done", {"evidence": "so", "trusted": True}, "✓ 2/4 Fix it without work"),
        ("error", {}, "✗ 2/4 Fix it"),
        ("aborted", {"meter": Meter(calls=2)}, "■ 2/4 Fix it 2 calls"),
    ],
)
def test_a_head_tells_its_state(status: RenderStatus, more: dict[str, Any], shown: str) -> None:
    assert head(row(status, **more)) == shown


@pytest.mark.parametrize(
    ("parts", "quiet_s", "words"),
    [
        ([CALL], 0.0, "shell pytest -q"),
        ([TextPart(part_id="t")], 12.0, "writing · no data for 12 s"),
    ],
)
def test_a_stage_in_progress_says_what_it_does_and_how_long_nothing_came(
    parts: list[Part], quiet_s: float, words: str
) -> None:
    shown = row("in_progress", subparts=PartsView(parts))
    assert head(shown, quiet_s=quiet_s) == f"● 2/4 Fix it {words}"


def test_the_heart_beats() -> None:
    assert [head(row("in_progress"), beat=beat)[0] for beat in (False, True)] == ["●", "◉"]


def test_where_there_is_little_room_what_says_most_stays() -> None:
    meter = Meter(began_at=1.0, ended_at=4.0, calls=3, tokens=1200)
    shown = row("done", meter=meter)
    assert head(shown, 64) == "✓ 2/4 Fix it 3.0 s · 3 calls · 1.2k tokens · no evidence"
    assert head(shown, 48) == "✓ 2/4 Fix it 3.0 s · 3 calls · no evidence"
    assert head(shown, 40) == "✓ 2/4 Fix it 3.0 s · no evidence"


def test_a_line_that_is_always_in_sight() -> None:
    def short(shown: StageRow) -> str:
        line = stage_short(shown, 30, glyphs=ASCII, now=15.0, beat=False)
        return line_text(line)

    assert short(row("pending")) == "o 2/4 Fix it"
    assert short(row("in_progress", meter=Meter(began_at=1.0))) == "* 2/4 Fix it" + "14 s".rjust(18)


def test_a_stage_that_is_pending_or_unproved_has_no_evidence_below() -> None:
    assert stage_evidence(row("pending", evidence="kept"), 40) == []
    assert stage_evidence(row("done"), 40) == []
