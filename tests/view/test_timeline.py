"""The timeline: where one is, and where stages and runs begin."""

from dataclasses import replace

import pytest

from zaptui.view.lines import line_text, line_width
from zaptui.view.tape_index import Stop
from zaptui.view.timeline import Moment, axis_at, clock_text, timeline_lines

STOPS = (
    Stop(line=1, axis=0, run=1),
    Stop(line=5, axis=10, run=1, index=1, total=2),
    Stop(line=9, axis=50, run=1, index=2, total=2),
    Stop(line=20, axis=70, run=2),
)
MOMENT = Moment(
    axis=60, total=100, clock=75, clock_total=3725, stops=STOPS, line=12, lines=100, speed=2
)


def drawn(moment: Moment, width: int) -> list[str]:
    return [line_text(line) for line in timeline_lines(moment, width)]


def test_the_bar_has_a_mark_for_each_stage_and_run_and_its_number_above() -> None:
    assert drawn(MOMENT, 80) == [
        "                                     1            2      run 2 ",
        " paused  2×       1:15 / 1:02:05  ━━━┿━━━━━━━━━━━━┿━━━●──┼──────────   12 / 100 ",
    ]


def test_where_one_is_hides_the_mark_below() -> None:
    assert "┿━━━━━━━━━━━━●" in drawn(replace(MOMENT, axis=50.0), 80)[1]


def test_the_stage_that_is_watched_is_in_colour() -> None:
    labels = timeline_lines(MOMENT, 80)[0]
    assert [span.text for span in labels if span.style == "alive"] == ["2"]
    early = timeline_lines(replace(MOMENT, axis=5.0), 80)[0]
    assert [span.text for span in early if span.style == "alive"] == []


@pytest.mark.parametrize("width", [30, 40, 60, 71, 72, 80, 120, 200])
def test_it_is_as_wide_as_the_screen(width: int) -> None:
    bar = timeline_lines(MOMENT, width)[-1]
    assert line_width(bar) == width or width < 45


def test_without_room_the_times_alone_are_left() -> None:
    assert drawn(replace(MOMENT, playing=True), 30) == [" playing 2×       1:15 / 1:02:05  "]


def test_a_tape_without_a_plan_has_no_numbers() -> None:
    assert len(drawn(Moment(total=10.0), 80)) == 1
    assert len(drawn(replace(MOMENT, stops=STOPS[:1]), 80)) == 1


def test_where_stages_are_many_only_runs_are_marked() -> None:
    many = [Stop(line=n, axis=n / 2, run=1, index=n + 1) for n in range(60)]
    assert "run 2" in drawn(replace(MOMENT, stops=[*many, STOPS[3]]), 80)[0]
    assert "17" not in drawn(replace(MOMENT, stops=[*many, STOPS[3]]), 80)[0]


def test_numbers_that_would_overlap_or_have_no_room_are_left_out() -> None:
    near = [
        Stop(line=1, axis=10, run=1, index=10),
        Stop(line=2, axis=12, run=1, index=11),
        Stop(line=3, axis=100, run=2),
    ]
    assert drawn(replace(MOMENT, stops=near), 80)[0].split() == ["10"]


def test_what_is_not_known_yet_says_so() -> None:
    assert "1:15 / 1:02:05…" in drawn(replace(MOMENT, known=False), 80)[-1]


def test_an_empty_tape_is_at_its_end() -> None:
    assert drawn(Moment(), 60)[-1].endswith("━● ")


def test_a_column_stands_for_a_moment() -> None:
    text = drawn(MOMENT, 80)[-1]
    first = text.index("━")
    last = max(place for place, mark in enumerate(text) if mark in "━─┿┼●")
    assert axis_at(MOMENT, 80, first) == 0
    assert axis_at(MOMENT, 80, last) == 100
    assert axis_at(MOMENT, 80, first - 1) is None
    assert axis_at(MOMENT, 80, last + 1) is None
    assert axis_at(MOMENT, 30, 29) is None


def test_clocks() -> None:
    assert [clock_text(seconds) for seconds in (0, 42.9, 724, 3723)] == [
        "0:00",
        "0:42",
        "12:04",
        "1:02:03",
    ]
