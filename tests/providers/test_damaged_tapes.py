"""S09: whatever is missing of a tape, doubled or in another order, the next request is valid."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.providers.turns import SPECS, tapes
from tests.providers.valid import check_chat, check_messages
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.ports import Request
from zaptui.providers import chat_wire, messages_wire
from zaptui.session.repair import Runs


@st.composite
def damaged(draw: st.DrawFn) -> list[e.Event]:
    """A tape with some entries lost, some doubled, some later than they were."""
    tape = draw(tapes())
    kept = [event for event in tape if draw(st.integers(0, 5)) > 0]
    for _ in range(draw(st.integers(0, 3))):
        if kept:
            event = draw(st.sampled_from(kept))
            kept.insert(draw(st.integers(0, len(kept))), event)
    return kept


def check(tape: list[e.Event]) -> None:
    runs, conversation = Runs(), Conversation()
    for number, event in enumerate(tape):
        for entry in runs.take(e.Entry(seq=number, at=0.0, event=event)):
            conversation.apply(entry.event)
    for entry in runs.missing_end():
        conversation.apply(entry.event)
    conversation.apply(e.RunStarted(session="s", prompt="go on"))
    request = Request(system="s", turns=conversation.turns, tools=SPECS, reminder=None, model="m")
    check_chat(chat_wire.to_wire(request), None)
    check_messages(messages_wire.to_wire(request, max_tokens=9), None)


@given(damaged())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_S09_a_session_goes_on_from_a_damaged_tape(tape: list[e.Event]) -> None:
    check(tape)


@pytest.mark.soak
@given(damaged())
@settings(max_examples=5000, deadline=None)
def test_S09_many_damaged_tapes(tape: list[e.Event]) -> None:
    check(tape)


@given(tapes(), st.integers(0, 200))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_S09_a_session_goes_on_from_any_prefix(tape: list[e.Event], cut: int) -> None:
    check(tape[:cut])
