"""What folding costs, counted in calls: a reply of n deltas costs n, one more event costs one."""

import pytest

from tests.core.work import calls_of, work_of
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.history import History

_DELTAS = {
    "text": e.TextDelta(part="t", text="x"),
    "arguments": e.ToolInputDelta(call_id="c", tool="write", delta="x"),
    "progress": e.ToolProgress(call_id="p", text="x"),
}


def _started() -> Conversation:
    conversation = Conversation()
    conversation.apply(e.RunStarted(session="s", prompt="p"))
    conversation.apply(e.StepStarted(step=1))
    conversation.apply(e.ToolCalled(call_id="p", tool="shell", input={}))
    return conversation


def _long_turn(steps: int) -> Conversation:
    conversation = _started()
    for number in range(2, steps):
        conversation.apply(e.StepStarted(step=number))
        conversation.apply(e.TextDelta(part="t", text="x"))
        conversation.apply(e.ToolCalled(call_id=f"c{number}", tool="read", input={}))
        conversation.apply(e.ToolReturned(call_id=f"c{number}", output="x"))
    return conversation


@pytest.mark.parametrize("delta", _DELTAS.values(), ids=_DELTAS)
def test_deltas_are_joined_once_not_at_each(delta: e.Event) -> None:
    conversation = _started()

    def stream() -> None:
        for _ in range(1000):
            conversation.apply(delta)

    assert calls_of(stream)["replace"] == 0
    assert calls_of(lambda: conversation.turn.current.parts)["replace"] == 1


def test_folding_ten_times_the_events_costs_ten_times_the_work() -> None:
    assert 9.5 < work_of(lambda: _long_turn(5000)) / work_of(lambda: _long_turn(500)) < 10.5


def test_one_more_event_costs_the_same_at_any_length() -> None:
    def one_more(conversation: Conversation) -> int:
        return work_of(lambda: conversation.apply(e.TextDelta(part="t", text="y")))

    assert one_more(_long_turn(1000)) == one_more(_long_turn(10))


def test_one_more_request_looks_at_one_more_step() -> None:
    def next_look(conversation: Conversation) -> int:
        history = History()
        history.look(conversation.turns)
        conversation.apply(e.StepStarted(step=0))
        return work_of(lambda: history.look(conversation.turns))

    assert next_look(_long_turn(1000)) == next_look(_long_turn(10))
