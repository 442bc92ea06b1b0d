"""The time of a replay."""

from zaptui.view.pace import LONGEST_GAP_S, Pace


def paced(*entries: tuple[str, float]) -> Pace:
    pace = Pace()
    for kind, at in entries:
        pace.take(kind, at)
    return pace


def test_short_gaps_are_as_they_were_and_long_ones_are_cut_short() -> None:
    pace = paced(("run_started", 0), ("step_started", 1.5), ("tool_returned", 61.5))
    assert pace == Pace(axis=1.5 + LONGEST_GAP_S, clock=61.5, at=61.5)


def test_times_that_go_back_are_no_time_and_no_gap_is_endless() -> None:
    pace = paced(("step_started", 5), ("text_delta", 3), ("text_delta", 5.5), ("notice", 1e300))
    assert (pace.axis, pace.at) == (2 + 0.5 + 2, 1e300)
    assert pace.clock < 2e7


def test_a_run_without_times_goes_on_at_a_steady_pace() -> None:
    pace = paced(("run_started", 0), *[("text_delta", 0.0)] * 4, ("part_meta", 0.0))
    assert pace == Pace(axis=1.0, clock=0.0, at=0.0)


def test_the_next_run_begins_after_a_moment_and_its_time_anew() -> None:
    pace = paced(("run_started", 0), ("notice", 2), ("run_started", 0), ("notice", 1))
    assert pace == Pace(axis=2 + 1 + 1, clock=3, at=1)
