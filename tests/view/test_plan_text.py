"""A plan as text."""

from zaptui.core.events import RunStarted
from zaptui.core.turn import Turn
from zaptui.planning.checklist import ChecklistItem
from zaptui.view.bucket import PartsView
from zaptui.view.meters import NOTHING
from zaptui.view.plan_text import plan_lines
from zaptui.view.stages import StageRow, stage_row


def rows(*items: ChecklistItem) -> list[StageRow]:
    turn = Turn(started=RunStarted(session="s", prompt="p"))
    return [
        stage_row(item, PartsView([]), NOTHING, place=(number, len(items)), turn=turn)
        for number, item in enumerate(items, start=1)
    ]


def test_a_stage_is_a_line_with_its_evidence() -> None:
    assert plan_lines(
        rows(
            ChecklistItem(id="a", content="Reproduce\nit", status="done", evidence="3 of\n20"),
            ChecklistItem(id="b", content="Fix \x1b[31mit", status="done"),
            ChecklistItem(id="c", content="Test", status="pending"),
        )
    ) == ["- [x] 1. Reproduce it — 3 of 20", "- [x] 2. Fix it", "- [ ] 3. Test"]


def test_no_plan_is_no_line() -> None:
    assert plan_lines([]) == []
