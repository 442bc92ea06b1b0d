"""A stage row as lines."""

from typing import Any

import pytest

from zaptui.core.events import RunStarted
from zaptui.core.turn import Turn
from zaptui.planning.checklist import ChecklistItem
from zaptui.view.bucket import PartsView
from zaptui.view.glyphs import UNICODE
from zaptui.view.lines import line_text
from zaptui.view.meters import Meter
from zaptui.view.stage_lines import stage_evidence, stage_head
from zaptui.view.stages import stage_row


def evidence(text: str, width: int) -> list[str]:
    item = ChecklistItem(id="a", content="A", status="done", deliverable="D", evidence=text)
    turn = Turn(started=RunStarted(session="s", prompt="p"))
    row = stage_row(item, PartsView([]), Meter(), place=(1, 1), turn=turn)
    return [line_text(line).strip() for line in stage_evidence(row, width)]


def test_evidence_is_wrapped_below_its_stage() -> None:
    assert evidence("one two\nthree \x1b[31mfour", 20) == ["one two", "three four"]


def test_evidence_that_is_cut_says_so() -> None:
    assert evidence(" ".join(["word"] * 30), 18) == [*["word word"] * 5, "word word…"]


@pytest.mark.parametrize(
    ("proof", "mark", "detail"),
    [
        ({}, "done", ""),
        ({"trusted": True}, "dim", "without work"),
        ({"checked": "red"}, "dim", "check red"),
        ({"checked": "green", "receipts": ("r1",)}, "done", "check green"),
    ],
)
def test_R35_a_closed_stage_says_what_it_rests_on(
    proof: dict[str, Any], mark: str, detail: str
) -> None:
    item = ChecklistItem(id="a", content="A", status="done", evidence="so", **proof)
    turn = Turn(started=RunStarted(session="s", prompt="p"))
    row = stage_row(item, PartsView([]), Meter(), place=(1, 1), turn=turn)
    line = stage_head(row, 40, glyphs=UNICODE, now=0.0, quiet_s=0.0, beat=False)
    assert line[0].style == mark
    assert line_text(line).split("A", 1)[1].strip() == detail
