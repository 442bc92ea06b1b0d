"""What the fold of a turn costs, counted in calls."""

import pytest

from tests.core.work import work_of
from tests.view.turns import call, fold, step, text, write
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.view.folder import StageFolder


def _long_turn(steps: int, *, planned: bool) -> Conversation:
    conversation = fold(*(step(*write("w0", "a* b c")) if planned else step(text("t"))))
    for number in range(steps):
        for event in step(text("t"), *call(f"c{number}")):
            conversation.apply(event)
    return conversation


def _one_more(steps: int, event: e.Event, *, planned: bool) -> int:
    """The work of folding again after one more event."""
    conversation = _long_turn(steps, planned=planned)
    folder = StageFolder(conversation.turn)
    folder.fold()
    conversation.apply(event)
    return work_of(folder.fold)


@pytest.mark.parametrize("planned", [True, False])
@pytest.mark.parametrize(
    "event",
    [
        e.TextDelta(part="t", text="x"),
        e.StepStarted(step=1),
        e.ToolCalled(call_id="new", tool="read", input={}),
    ],
    ids=lambda event: event.type,
)
def test_one_more_event_costs_the_same_at_any_length(event: e.Event, planned: bool) -> None:
    assert _one_more(1000, event, planned=planned) == _one_more(10, event, planned=planned)


def test_a_step_that_moves_the_pointer_costs_the_same_at_any_length() -> None:
    update = e.PlanUpdate(
        mode="classic",
        snapshot={"todos": [{"id": i, "content": i, "status": "done"} for i in "abc"]},
        todos=[],
        change="replaced",
        version=2,
    )
    assert _one_more(1000, update, planned=True) == _one_more(10, update, planned=True)


def test_an_unchanged_turn_costs_next_to_nothing() -> None:
    folder = StageFolder(_long_turn(1000, planned=True).turn)
    folder.fold()
    assert work_of(folder.fold) < 10


def test_folding_ten_times_the_events_costs_ten_times_the_work() -> None:
    def work(steps: int) -> int:
        folder = StageFolder(_long_turn(steps, planned=True).turn)
        return work_of(folder.fold)

    assert 9.5 < work(2500) / work(250) < 10.5
