"""Laws of the fold of a turn: nothing is lost, and growing is folding from scratch."""

from collections import Counter

import pytest
from hypothesis import given

from tests.core.strategies import long, quick
from tests.core.tapes import tapes
from tests.view.turns import names
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import Part
from zaptui.core.turn import Turn
from zaptui.planning.checklist import is_plan_part
from zaptui.view.folder import StageFolder
from zaptui.view.stages import Folded, StageRow


def _shape(folded: Folded) -> object:
    """All there is to a fold, as plain values."""
    fields = [name for name in StageRow.__dataclass_fields__ if name != "subparts"]
    rows = [[getattr(row, name) for name in fields] for row in folded.rows]
    subparts = [list(parts) for parts in folded.subparts()]
    return list(folded.before), rows, subparts


def _counted(parts: list[Part]) -> Counter[int]:
    return Counter(map(id, parts))


def _nothing_is_lost(turn: Turn, folded: Folded) -> None:
    came_in = [p for step in turn.all_steps() for p in step.parts if not is_plan_part(p)]
    shown = [p for parts in (folded.before, *folded.subparts()) for p in parts]
    assert _counted(shown) == _counted(came_in), names(shown)


def _references_are_stable(old: Folded, new: Folded) -> None:
    for before, after in zip(old.rows, new.rows, strict=False):
        assert (before is after) == before.same_as(after)
    if len(old.rows) == len(new.rows) and all(
        b is a for b, a in zip(old.rows, new.rows, strict=True)
    ):
        assert old.rows is new.rows
    assert (old.before is new.before) == (old.before == new.before)
    assert (old.sink is new.sink) == (old.sink == new.sink)
    if old.rows is new.rows and old.before is new.before and old.sink is new.sink:
        assert old is new


def _laws(events: list[e.Event]) -> None:
    conversation = Conversation()
    folders: dict[int, StageFolder] = {}
    last: dict[int, Folded] = {}
    for event in events:
        conversation.apply(event)
        for place, turn in enumerate(conversation.turns):
            folder = folders.setdefault(place, StageFolder(turn))
            folded = folder.fold()
            assert folder.fold() is folded
            assert _shape(folded) == _shape(StageFolder(turn).fold())
            _nothing_is_lost(turn, folded)
            if place in last:
                _references_are_stable(last[place], folded)
            last[place] = folded


@given(events=tapes)
@quick
def test_R53_R57_laws_hold_at_every_event(events: list[e.Event]) -> None:
    _laws(events)


@pytest.mark.soak
@given(events=tapes)
@long
def test_R53_R57_long_sweep(events: list[e.Event]) -> None:
    _laws(events)
