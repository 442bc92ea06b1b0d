"""Rows: when two look the same."""

from dataclasses import replace
from typing import Any

import pytest

from zaptui.core.events import RunStarted
from zaptui.core.parts import TextPart
from zaptui.core.turn import Turn
from zaptui.planning.checklist import ChecklistItem
from zaptui.view.bucket import PartsView
from zaptui.view.meters import Meter
from zaptui.view.stages import StageRow, stage_row

PART = TextPart(part_id="t")


def _row() -> StageRow:
    item = ChecklistItem(id="a", content="A", status="in_progress", deliverable="D")
    turn = Turn(started=RunStarted(session="s", prompt="p"))
    return stage_row(item, PartsView([PART]), Meter(), place=(1, 2), turn=turn)


def test_R57_rows_with_the_same_parts_look_the_same() -> None:
    assert _row().same_as(_row())


@pytest.mark.parametrize(
    "change",
    [
        {"stage_id": "b"},
        {"meter": Meter(calls=1)},
        {"index": 2},
        {"total": 3},
        {"content": "B"},
        {"status": "done"},
        {"deliverable": "E"},
        {"evidence": "seen"},
        {"converged": True},
        {"is_streaming": False},
        {"has_next": False},
        {"trusted": True},
        {"receipts": ("r1",)},
        {"checked": "red"},
        {"subparts": PartsView([PART, PART])},
        {"subparts": PartsView([TextPart(part_id="t")])},
    ],
    ids=lambda change: next(iter(change)),
)
def test_R57_any_difference_makes_another_row(change: dict[str, Any]) -> None:
    assert not _row().same_as(replace(_row(), **change))
