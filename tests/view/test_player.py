"""Playing, and moving about in a tape that is still being looked at."""

from tests.view.listed_tape import ListedTape
from tests.view.test_places import tape
from zaptui.core import events as e
from zaptui.view.places import END, Place
from zaptui.view.playback import Playback
from zaptui.view.player import LAST, Player


def player(*, looked: int | None = None) -> tuple[Player, ListedTape]:
    source = ListedTape(tape(), whole=looked is None)
    if looked is not None:
        source.look(looked)
    return Player(Playback(source)), source


def test_it_plays_at_its_speed_and_stops_at_the_end() -> None:
    made, _ = player()
    made.to_start()
    assert not made.advance(1)
    made.toggle()
    assert made.advance(2)
    assert (made.playback.line, made.now, made.quiet_s) == (3, 2.0, 0.0)
    assert not made.advance(0.5)
    assert (made.now, made.quiet_s) == (2.5, 0.5)
    made.faster(2)
    assert made.speed == 4
    made.advance(1)
    assert made.playback.line == 7
    made.advance(100)
    assert made.playback.at_end
    assert not made.playing
    assert made.axis == made.index.pace.axis


def test_played_again_at_the_end_it_begins_anew() -> None:
    made, _ = player()
    made.to(END)
    made.toggle()
    assert made.playing
    assert made.playback.line == 1
    made.toggle()
    assert not made.playing


def test_speeds_end_at_the_slowest_and_the_fastest() -> None:
    made, _ = player()
    made.faster(99)
    assert made.speed == 32
    made.faster(-99)
    assert made.speed == 0.25
    made.speed = 3
    made.faster(1)
    assert made.speed == 4


def test_steps_and_stages_are_gone_to() -> None:
    made, _ = player()
    lines = [made.to_start() or made.playback.line]
    for move in (made.step, made.step, made.step):
        assert move(1)
        lines.append(made.playback.line)
    assert lines == [1, 10, 19, 19]
    assert made.step(-1)
    assert made.playback.line == 10
    made.to_start()
    stops: list[int] = []
    for direction in (1, 1, 1, -1, -1, -1):
        assert made.stage(direction)
        stops.append(made.playback.line)
        assert made.told == (LAST if len(stops) == 3 else "")
    assert stops == [5, 14, 14, 5, 1, 1]


def test_what_is_not_known_yet_is_gone_to_once_it_is() -> None:
    made, source = player(looked=6)
    made.to_start()
    made.toggle()
    assert not made.look()
    assert not made.to(END)
    assert made.waits
    assert not made.advance(1)
    assert not made.look()
    source.grow(1)
    assert made.look()
    assert not made.waits
    assert made.playback.at_end
    assert not made.playing


def test_the_next_step_and_stage_are_waited_for_too() -> None:
    made, source = player(looked=7)
    made.to_line(6)
    assert not made.stage(1)
    assert not made.step(1)
    source.grow(1)
    assert made.look()
    assert made.playback.line == 10


def test_going_elsewhere_gives_up_what_was_waited_for() -> None:
    made, source = player(looked=7)
    made.to(END)
    made.to_line(3)
    source.grow(1)
    assert not made.look()
    assert made.playback.line == 3


def test_a_stage_that_never_was_is_told() -> None:
    made, _ = player()
    for line in (0, 7):
        made.to_line(line)
        assert made.to(Place(kind="stage", value=9))
        assert made.told == "there is no stage 9"
        assert made.playback.line == max(1, line)


def test_a_moment_between_two_events_stays_where_it_was_asked_for() -> None:
    made, _ = player()
    made.to_moment(3.5)
    assert (made.playback.line, made.axis, made.now) == (4, 3.5, 3.5)
    made.to_moment(1e9)
    assert made.axis == made.index.pace.axis


def test_a_reader_of_what_is_above_keeps_it() -> None:
    events: list[e.Event] = [e.RunStarted(session="s", prompt="p")]
    events += [e.StepStarted(step=n) for n in range(400)]
    source = ListedTape([e.Entry(seq=n, at=float(n), event=x) for n, x in enumerate(events)])
    for holding, base in ((True, 0), (False, 100)):
        made = Player(Playback(source))
        made.toggle()
        made.speed = 32
        for _ in range(10):
            made.advance(1, holding=holding)
        assert (made.playback.base.line >= base) is True
        assert (made.playback.base.line == 0) is holding
