"""Deltas joined: each part whole, in its place, and the fold the same."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.replay.exporters.tapes import called, finished, returned, said, step, tape
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.replay.exporters.joined import joined
from zaptui.replay.player import fold


def test_the_deltas_of_a_part_are_told_at_once_before_what_follows_them() -> None:
    entries = tape(
        *step(said("a"), e.ReasoningDelta(part="r", text="x"), said("b"), said("c", part="u")),
        called("c1", "read", path="a"),
        said("d"),
    )
    assert [(entry.at, entry.event) for entry in joined(entries)] == [
        (0.0, e.StepStarted(step=1)),
        (1.0, said("ab")),
        (2.0, e.ReasoningDelta(part="r", text="x")),
        (4.0, said("c", part="u")),
        (5.0, called("c1", "read", path="a")),
        (6.0, said("d")),
    ]


def test_live_output_is_left_out_once_its_call_has_returned() -> None:
    entries = tape(
        e.ToolProgress(call_id="c1", text="x"),
        e.ToolProgress(call_id="c2", text="y"),
        returned("c1", "done"),
        e.ToolProgress(call_id="c2", text="z"),
        finished(),
    )
    assert [entry.event for entry in joined(entries)] == [
        returned("c1", "done"),
        e.ToolProgress(call_id="c2", text="yz"),
        finished(),
    ]


def test_two_subagents_do_not_mix() -> None:
    def inner(call_id: str, text: str) -> e.Event:
        return e.Subagent(call_id=call_id, event=said(text))

    stop = e.Subagent(call_id="a", event=e.StepStarted(step=2))
    entries = tape(inner("a", "1"), inner("b", "2"), inner("a", "3"), stop, inner("b", "4"))
    assert [entry.event for entry in joined(entries)] == [inner("a", "13"), stop, inner("b", "24")]


def looks(conversation: Conversation) -> Any:
    own = [
        (
            turn.started,
            turn.finished,
            [(s.number, s.messages, [*s.parts]) for s in turn.all_steps()],
        )
        for turn in conversation.turns
    ]
    return own, {key: looks(child) for key, child in conversation.children.items()}


EVENTS: list[e.Event] = [
    e.RunStarted(session="s", prompt="p"),
    *step(said("x"), said("y", part="u"), e.ReasoningDelta(part="r", text="z")),
    e.ToolInputDelta(call_id="c1", tool="read", delta="{"),
    e.ToolInputDelta(call_id="c2", tool="read", delta='"'),
    called("c1", "read", path="a"),
    e.ToolProgress(call_id="c1", text="1"),
    e.ToolProgress(call_id="c2", text="2"),
    returned("c1", "out"),
    returned("c2", error="no"),
    e.PartMeta(part="r", provider="acme", data={"k": 1}),
    e.Retrying(attempt=1, wait_s=1.0, error="busy"),
    e.UserMessage(text="faster"),
    finished(),
]
EVENTS += [e.Subagent(call_id="c1", event=event) for event in EVENTS]


@given(st.lists(st.sampled_from(EVENTS), max_size=40))
def test_whatever_the_order_no_text_and_no_event_is_lost(events: list[e.Event]) -> None:
    """Which deltas a part that ends is given may differ on a damaged tape; the rest may not."""
    entries = tape(*events)
    once = list(joined(entries))

    def rest(found: list[e.Entry]) -> list[e.Entry]:
        return [x for x in found if not isinstance(_leaf(x.event), DELTAS)]

    assert rest(once) == rest(entries)
    assert list(joined(once)) == once


DELTAS = (e.TextDelta, e.ReasoningDelta, e.ToolInputDelta, e.ToolProgress)


def _leaf(event: e.Event) -> e.Event:
    return _leaf(event.event) if isinstance(event, e.Subagent) else event


WELL_FORMED = [
    e.RunStarted(session="s", prompt="p"),
    *step(
        e.ReasoningDelta(part="r", text="h"),
        said("a"),
        e.ReasoningDelta(part="r", text="m"),
        e.PartMeta(part="r", provider="acme", data={"k": 1}),
        e.ToolInputDelta(call_id="c1", tool="read", delta='{"p'),
        e.ToolInputDelta(call_id="c2", tool="shell", delta="{"),
        e.ToolInputDelta(call_id="c1", tool="read", delta='":1}'),
        said("b"),
        called("c1", "read", p=1),
        called("c2", "shell"),
    ),
    e.ModelFinished(reason="tool-calls"),
    e.ToolProgress(call_id="c1", text="1"),
    e.ToolProgress(call_id="c2", text="2"),
    returned("c2", "x"),
    e.ToolProgress(call_id="c1", text="3"),
    *step(said("c"), e.Retrying(attempt=1, wait_s=1.0, error="busy"), said("d"), number=2),
    e.ToolInputDelta(call_id="c3", tool="read", delta="{half"),
]


def test_the_fold_of_a_tape_is_the_same() -> None:
    entries = tape(*WELL_FORMED)
    assert looks(fold(list(joined(entries)))) == looks(fold(entries))
