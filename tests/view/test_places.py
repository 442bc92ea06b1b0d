"""Places of a tape as a person names them."""

import pytest

from tests.view.listed_tape import ListedTape
from tests.view.turns import todos, write
from zaptui.core import events as e
from zaptui.view.places import (
    END,
    Place,
    PlaceKind,
    go_to,
    is_known,
    next_stop,
    parse_place,
    stop_before,
)
from zaptui.view.playback import Playback


def tape() -> list[e.Entry]:
    """Ten seconds a stage: a run of two stages, an event each second."""
    events: list[e.Event] = [
        e.RunStarted(session="s", prompt="p"),
        e.StepStarted(step=1),
        *write("a", "x* y"),
        plan("x* y", "a"),
        *[e.TextDelta(part="t", text=f"{number}") for number in range(5)],
        e.StepStarted(step=2),
        *write("b", "x+ y*"),
        plan("x+ y*", "b"),
        *[e.TextDelta(part="t", text=f"{number}") for number in range(5)],
    ]
    return [e.Entry(seq=n, at=float(n), event=event) for n, event in enumerate(events)]


def plan(specs: str, call_id: str) -> e.Event:
    return e.PlanUpdate(
        mode="classic", snapshot=todos(specs), todos=[], change="replaced", version=1,
        tool_call_id=call_id,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("73%", "share", 0.73),
        ("0%", "share", 0.0),
        (" 100% ", "share", 1.0),
        ("12.5%", "share", 0.125),
        ("1:30", "clock", 90.0),
        ("1:02:03", "clock", 3723.0),
        ("90s", "clock", 90.0),
        ("1:30.5", "clock", 90.5),
        ("500", "event", 500.0),
    ],
)
def test_a_place_is_a_share_a_time_or_the_number_of_an_event(
    text: str, kind: PlaceKind, value: float
) -> None:
    assert parse_place(text) == Place(kind=kind, value=value)


@pytest.mark.parametrize("text", ["", "101%", "half", "1:3", "-5", "5%%", "1.5", "9" * 40])
def test_anything_else_is_no_place(text: str) -> None:
    assert parse_place(text) is None


def test_one_goes_to_a_share_a_time_an_event_a_stage() -> None:
    playback = Playback(ListedTape(tape()))

    def line(place: Place) -> int:
        assert go_to(playback, place)
        return playback.line

    assert line(END) == len(tape())
    assert line(Place(kind="share", value=0.5)) == 10
    assert line(Place(kind="share", value=0.0)) == 1
    assert line(Place(kind="clock", value=3)) == 4
    assert line(Place(kind="clock", value=1e6)) == len(tape())
    assert line(Place(kind="event", value=7)) == 7
    assert line(Place(kind="event", value=1e6)) == len(tape())
    assert line(Place(kind="stage", value=1)) == 5
    assert line(Place(kind="stage", value=2)) == 14
    assert not go_to(playback, Place(kind="stage", value=3))
    assert playback.line == 14


@pytest.mark.parametrize(
    ("place", "known"),
    [
        (Place(kind="share", value=0.1), False),
        (Place(kind="clock", value=2), True),
        (Place(kind="clock", value=9), False),
        (Place(kind="event", value=5), True),
        (Place(kind="event", value=6), False),
        (Place(kind="stage", value=1), True),
        (Place(kind="stage", value=2), False),
    ],
)
def test_what_has_been_looked_at_says_whether_a_place_can_be_gone_to(
    place: Place, known: bool
) -> None:
    source = ListedTape(tape(), whole=False)
    source.look(6)
    assert is_known(source.index, place) is known
    source.grow(1)
    assert is_known(source.index, place)


def test_stops_are_gone_to_in_order() -> None:
    index = ListedTape(tape()).index
    assert [next_stop(index, line) for line in (0, 1, 5, 14)] == [1, 5, 14, None]
    assert [stop_before(index, line) for line in (19, 14, 5, 1)] == [14, 5, 1, 0]


def test_a_stage_that_nobody_saw_begin_is_where_it_is_done() -> None:
    events: list[e.Event] = [
        e.RunStarted(session="s", prompt="p"),
        plan("x* y z", "a"),
        plan("x+ y+ z*", "b"),
        plan("x+ y+ z+", "c"),
        plan("x* y+ z+", "d"),
        e.RunStarted(session="s", prompt="p"),
        plan("x+ y", "e"),
    ]
    source = ListedTape([e.Entry(seq=n, at=0.0, event=event) for n, event in enumerate(events)])
    stops = [(stop.line, stop.run, stop.index) for stop in source.index.stops]
    assert stops == [(1, 1, 0), (2, 1, 1), (3, 1, 3), (3, 1, 2), (5, 1, 1), (6, 2, 0), (7, 2, 1)]
