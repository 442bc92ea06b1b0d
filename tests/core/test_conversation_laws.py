"""Laws of the fold: it never fails, and how deltas were cut does not matter."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import any_event, long, quick
from tests.core.tapes import tapes
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.history import History
from zaptui.core.parts import Part
from zaptui.tape import Tape


def _fold(events: Iterable[e.Event]) -> Conversation:
    conversation = Conversation()
    for event in events:
        conversation.apply(event)
    return conversation


def _parts(conversation: Conversation) -> list[list[Part]]:
    return [list(step.parts) for turn in conversation.turns for step in turn.all_steps()]


def _recut(events: list[e.Event], data: st.DataObject) -> list[e.Event]:
    """The same deltas in other pieces."""
    pieces: list[e.Event] = []
    for event in events:
        match event:
            case e.TextDelta() | e.ReasoningDelta() | e.ToolProgress():
                pieces += [replace(event, text=piece) for piece in _cut(event.text, data)]
            case e.ToolInputDelta():
                pieces += [replace(event, delta=piece) for piece in _cut(event.delta, data)]
            case _:
                pieces.append(event)
    return pieces


def _cut(text: str, data: st.DataObject) -> list[str]:
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=3)))
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def _through_a_tape(events: list[e.Event]) -> list[e.Event]:
    """The events as the tape lets them out: neighbouring deltas of a part are one."""
    out: list[e.Event] = []

    async def play() -> None:
        tape = Tape([lambda entry: out.append(entry.event)], clock=lambda: 0.0)
        for event in events:
            tape(event)
        tape.flush()

    asyncio.run(play())
    return out


def _never_raises(events: list[e.Event]) -> None:
    conversation, looked = Conversation(), Conversation()
    history = History()
    for event in events:
        conversation.apply(event)
        looked.apply(event)
        _parts(looked)  # joins the deltas so far
        history.look(looked.turns)
    assert _parts(conversation) == _parts(looked)


@given(events=tapes)
@quick
def test_no_order_of_events_makes_the_fold_fail(events: list[e.Event]) -> None:
    _never_raises(events)


@given(events=st.lists(any_event, max_size=5))
@quick
def test_no_content_of_events_makes_the_fold_fail(events: list[e.Event]) -> None:
    _never_raises(events)


@given(events=tapes, data=st.data())
@quick
def test_any_cut_of_the_deltas_gives_the_same_parts(
    events: list[e.Event], data: st.DataObject
) -> None:
    assert _parts(_fold(_recut(events, data))) == _parts(_fold(events))


@given(events=tapes, data=st.data())
@quick
def test_deltas_that_the_tape_joined_give_the_same_parts(
    events: list[e.Event], data: st.DataObject
) -> None:
    assert _parts(_fold(_through_a_tape(_recut(events, data)))) == _parts(_fold(events))


@pytest.mark.soak
@given(events=tapes, data=st.data())
@long
def test_long_sweep_of_the_laws(events: list[e.Event], data: st.DataObject) -> None:
    _never_raises(events)
    assert _parts(_fold(_through_a_tape(_recut(events, data)))) == _parts(_fold(events))
