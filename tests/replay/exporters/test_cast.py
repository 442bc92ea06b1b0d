"""The recording: a header, then what each moment printed, with the tape's times."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.replay.exporters.tapes import SMALL, plan, run, said, step, tape, told
from zaptui.core import events as e


def recording(entries: Sequence[e.Entry]) -> list[Any]:
    return [json.loads(line) for line in told(entries, "cast").splitlines()]


def test_the_whole_of_a_small_run() -> None:
    bold, dim, green, red, off = "\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[31m", "\x1b[0m"
    assert recording(SMALL) == [
        {
            "version": 2,
            "width": 100,
            "height": 30,
            "timestamp": 1893492000,
            "title": "Mend a.py",
            "env": {"TERM": "xterm-256color"},
        },
        [0.0, "o", f"{bold}❯ Mend a.py It is broken.{off}\r\n"],
        [2.0, "o", f"{dim}      Two stages.{off}\r\n"],
        [4.0, "o", f"{bold}[1/2] Find it …{off}\r\n"],
        [6.0, "o", "      shell   pytest -q  · exit 1  2.0 s\r\n"],
        [8.0, "o", f"{green}[1/2] Find it … done 10 s{off}\r\n{bold}[2/2] Mend it …{off}\r\n"],
        [9.0, "o", "      > be quick\r\n"],
        [11.0, "o", "      edit    a.py  · 3.0 s\r\n"],
        [12.0, "o", f"{red}      shell   git push  · denied by a rule  3.0 s{off}\r\n"],
        [
            14.0,
            "o",
            f"{red}[2/2] Mend it … left open 11 s{off}\r\n\r\nMended `a.py`.\r\n\r\n"
            f"{red}denied: shell git push (a rule){off}\r\n"
            f"{red}incomplete (idle) — still open: Mend it{off}\r\n",
        ],
    ]


def test_a_pause_is_two_seconds_at_most_and_time_goes_on_through_all_runs() -> None:
    events = (e.RunStarted(session="s", prompt="p"), plan("One"), plan("One", done=1))
    moments = (0.0, 0.5, 600.5)
    first = [e.Entry(seq=0, at=at, event=x) for at, x in zip(moments, events, strict=True)]
    second = run(*step(said("hi")), prompt="again")
    assert [event[0] for event in recording([*first, *second])[1:]] == [0.0, 0.5, 2.5, 2.5, 4.5]


def test_a_clock_that_goes_back_stands_still() -> None:
    notice = e.Notice(level="info", text="x")
    entries = [e.Entry(seq=0, at=at, event=notice) for at in (1.0, 0.25, 1.5)]
    assert [event[0] for event in recording(entries)[1:]] == [1.0, 1.0, 1.5]


@pytest.mark.parametrize("time", ["", "soon", "2030-01-01T10:00:00"])
def test_a_run_that_does_not_say_when_it_was_has_no_date(time: str) -> None:
    header = recording(tape(e.RunStarted(session="s", prompt="p", time=time)))[0]
    assert header == {
        "version": 2,
        "width": 100,
        "height": 30,
        "title": "p",
        "env": {"TERM": "xterm-256color"},
    }


def test_an_empty_tape_is_a_header() -> None:
    assert recording([]) == [
        {"version": 2, "width": 100, "height": 30, "env": {"TERM": "xterm-256color"}}
    ]
