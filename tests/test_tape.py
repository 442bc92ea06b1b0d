"""The tape: places, times, joined deltas, sinks that fail."""

import asyncio
from collections.abc import Callable

import pytest

from zaptui.core import events as e
from zaptui.errors import StateError
from zaptui.tape import Tape
from zaptui.view.masking import Mask


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def text(words: str, part: str = "t") -> e.TextDelta:
    return e.TextDelta(part=part, text=words)


async def test_entries_count_through_and_time_starts_anew_with_each_run() -> None:
    clock, got = Clock(), list[e.Entry]()
    tape = Tape([got.append], clock=clock, next_seq=7)
    tape(e.RunStarted(session="s", prompt="p"))
    clock.now += 1.5
    tape(e.Notice(level="info", text="n"))
    clock.now += 1
    tape(e.RunStarted(session="s", prompt="q"))
    assert [(entry.seq, entry.at) for entry in got] == [(7, 0.0), (8, 1.5), (9, 0.0)]


async def test_S17_a_clock_that_jumps_back_changes_no_place() -> None:
    """Places are counted, and a delta that was held still comes out."""
    clock, got = Clock(), list[e.Entry]()
    tape = Tape([got.append], clock=clock)
    tape(e.RunStarted(session="s", prompt="p"))
    tape(text("a"))
    clock.now -= 86_400
    tape(text("b"))
    tape(e.Notice(level="info", text="n"))
    assert [entry.seq for entry in got] == [0, 1, 2, 3]
    assert got[2].event == text("b")


async def test_deltas_of_one_part_are_joined_within_a_twentieth_second() -> None:
    clock, got = Clock(), list[e.Entry]()
    tape = Tape([got.append], clock=clock)
    tape(text("a"))  # at once: a reader should see life
    for piece in "bcd":
        clock.now += 0.001
        tape(text(piece))
    clock.now += 0.05
    tape(text("e"))
    tape(text("f"))
    tape(e.Notice(level="info", text="end"))
    assert [entry.event for entry in got] == [
        text("a"), text("bcde"), text("f"), e.Notice(level="info", text="end"),
    ]  # fmt: skip


async def test_deltas_of_different_parts_and_kinds_are_not_joined() -> None:
    clock, got = Clock(), list[e.Entry]()
    tape = Tape([got.append], clock=clock)
    events: list[e.Event] = [
        text("1"),
        text("2"),
        text("3", part="u"),
        e.ReasoningDelta(part="u", text="4"),
        e.ToolInputDelta(call_id="c", tool="x", delta="5"),
        e.ToolInputDelta(call_id="c", tool="x", delta="6"),
        e.ToolProgress(call_id="c", text="7"),
        e.ToolProgress(call_id="c", text="8"),
        e.ToolProgress(call_id="d", text="9"),
    ]
    for event in events:
        tape(event)
    tape.flush()
    assert [entry.event for entry in got] == [
        text("1"),
        text("2"),
        text("3", part="u"),
        e.ReasoningDelta(part="u", text="4"),
        e.ToolInputDelta(call_id="c", tool="x", delta="56"),
        e.ToolProgress(call_id="c", text="78"),
        e.ToolProgress(call_id="d", text="9"),
    ]


async def test_a_held_delta_comes_out_though_nothing_follows() -> None:
    got: list[e.Entry] = []
    loop = asyncio.get_running_loop()
    tape = Tape([got.append], clock=loop.time)
    tape(text("a"))
    tape(text("b"))
    assert [entry.event for entry in got] == [text("a")]
    await asyncio.wait_for(_until(lambda: len(got) == 2), 5)
    assert got[1].event == text("b")


async def test_R76_the_first_sink_is_told_first() -> None:
    order: list[str] = []
    tape = Tape(
        [lambda entry: order.append("stored"), lambda entry: order.append("shown")], clock=Clock()
    )
    tape(e.Notice(level="info", text="n"))
    assert order == ["stored", "shown"]


async def test_S06_a_sink_that_cannot_write_is_told_once_and_left_out() -> None:
    got: list[e.Entry] = []

    def full(entry: e.Entry) -> None:
        raise StateError("the disk is full")

    tape = Tape([full, got.append], clock=Clock())
    with pytest.raises(StateError, match="full"):
        tape(e.Notice(level="info", text="1"))
    tape(e.Notice(level="info", text="2"))
    assert [entry.event for entry in got] == [
        e.Notice(level="info", text="1"), e.Notice(level="info", text="2"),
    ]  # fmt: skip


async def test_S06_a_failure_in_the_timer_is_raised_at_the_next_event() -> None:
    got: list[e.Entry] = []
    failing = False

    def full(entry: e.Entry) -> None:
        if failing:
            raise StateError("the disk is full")

    loop = asyncio.get_running_loop()
    tape = Tape([full, got.append], clock=loop.time)
    tape(text("a"))
    failing = True
    tape(text("b"))
    await asyncio.wait_for(_until(lambda: len(got) == 2), 5)
    with pytest.raises(StateError, match="full"):
        tape(e.Notice(level="info", text="n"))
    assert got[-1].event == e.Notice(level="info", text="n")


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


async def test_S15_a_secret_that_comes_in_pieces_is_told_in_none() -> None:
    clock, got = Clock(), list[e.Entry]()
    tape = Tape([got.append], clock=clock, mask=Mask(["hunter22-known"]))
    for piece in (
        "the ",
        "key is hun",
        "ter",
        "22-kno",
        "wn, and ",
        "s",
        "k-proj01",
        "23456789abc",
    ):
        clock.now += 1
        tape(text(piece))
    clock.now += 1
    tape(text("defghij is another"))
    tape(e.Notice(level="info", text="hunter22-known"))
    told = "".join(entry.event.text for entry in got if isinstance(entry.event, e.TextDelta))
    assert told == "the key is [redacted], and [redacted] is another"
    assert not any("hunter" in repr(entry) or "sk-" in repr(entry) for entry in got)
    assert got[-1].event == e.Notice(level="info", text="[redacted]")
    assert len(got) > 4  # what was sure was told on the way


async def test_what_is_held_for_the_mask_comes_with_the_next_event() -> None:
    clock, got = Clock(), list[e.Entry]()
    tape = Tape([got.append], clock=clock)
    delta = e.ToolInputDelta(call_id="c", tool="t", delta="gh")
    tape(delta)
    assert got == []
    tape(e.ToolCalled(call_id="c", tool="t", input={}))
    assert [entry.event for entry in got] == [
        delta,
        e.ToolCalled(call_id="c", tool="t", input={}),
    ]


async def test_an_empty_delta_is_told_too() -> None:
    got = list[e.Entry]()
    Tape([got.append], clock=Clock())(text(""))
    assert [entry.event for entry in got] == [text("")]
