"""A hundred thousand events: told as they come, never held a second time."""

import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.replay.exporters.tapes import ALL, called, chunks, finished, plan, returned, said
from zaptui.core import events as e
from zaptui.replay.player import fold
from zaptui.view.text_log import TextLog

EVENTS = 100_000
STREAMED = ("codex", "b4run")


def long_tape(size: int) -> Iterator[e.Entry]:
    """A run of about so many events, made as it is read."""
    for count, event in enumerate(_events(size)):
        yield e.Entry(seq=count, at=count / 10, event=event)


def _events(size: int) -> Iterator[e.Event]:
    yield e.RunStarted(session="s", prompt="p")
    yield plan("One", "Two")
    for number in range(size // 6):
        yield e.StepStarted(step=number)
        yield said(f"I look at {number} ")
        yield said("and say **so**.")
        yield called(f"c{number}", "shell", command=f"cat {number}")
        yield returned(f"c{number}", {"exit_code": 0, "output": f"{number} " + "y" * 200})
        yield e.ModelFinished(reason="tool-calls")
    yield finished()


def peak_of(work: Callable[[], object]) -> int:
    """The most memory that the work had at any moment, beyond what there was."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def consume(format: Any, size: int) -> int:
    """The size of the export, none of which is kept."""
    return sum(map(len, chunks(long_tape(size), format)))


@pytest.mark.parametrize("format", STREAMED)
def test_lines_take_no_more_memory_for_a_longer_tape(format: str) -> None:
    consume(format, 600)  # what is cached once
    short, long = (peak_of(lambda n=n: consume(format, n)) for n in (2_000, 20_000))
    assert long < 2 * short


@pytest.mark.parametrize("format", sorted(set(ALL) - {*STREAMED, "cast"}))
def test_what_needs_the_fold_takes_little_more_than_that(format: str) -> None:
    size = 10_000
    consume(format, 600)
    folded = peak_of(lambda: fold(list(long_tape(size))))
    assert peak_of(lambda: consume(format, size)) < 1.2 * folded


def test_a_recording_takes_little_more_than_the_log_that_it_is_of() -> None:
    size = 10_000

    def log_alone() -> None:
        log = TextLog(lambda line, style: None)
        for entry in long_tape(size):
            log(entry)

    consume("cast", 600)
    log_alone()
    assert peak_of(lambda: consume("cast", size)) < 1.3 * peak_of(log_alone)


@pytest.mark.parametrize("format", ["md", "html"])
def test_a_page_of_a_hundred_thousand_events_is_a_page_and_says_what_it_leaves_out(
    format: str,
) -> None:
    text = "".join(chunks(long_tape(EVENTS), format))
    assert len(text) < 1_000_000
    assert " more items" in text


@pytest.mark.soak
@pytest.mark.parametrize("format", ALL)
def test_a_hundred_thousand_events_take_little_more_than_their_fold(format: str) -> None:
    consume(format, 600)
    folded = peak_of(lambda: fold(list(long_tape(EVENTS))))
    assert peak_of(lambda: consume(format, EVENTS)) < 1.2 * folded
