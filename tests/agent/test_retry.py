"""Waiting before another try."""

import pytest

from zaptui.agent.retry import RetryPolicy, wait_before_retry

POLICY = RetryPolicy(tries=4, first_wait_s=1, longest_wait_s=3, max_wait_s=10)


def wait(attempt: int, **changes: float | None) -> float | None:
    values: dict[str, float | None] = {"waited_s": 0.0, "asked_s": None, "jitter": 1.0, **changes}
    return wait_before_retry(attempt, POLICY, **values)  # pyright: ignore[reportArgumentType]


def test_it_doubles_up_to_a_bound_and_gives_up() -> None:
    assert [wait(attempt) for attempt in (1, 2, 3, 4, 5)] == [1, 2, 3, None, None]


@pytest.mark.parametrize(("jitter", "seconds"), [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0)])
def test_jitter_takes_off_at_most_half(jitter: float, seconds: float) -> None:
    assert wait(1, jitter=jitter) == seconds


def test_N01_what_the_service_asks_for_is_waited_for_up_to_the_bound() -> None:
    assert wait(1, asked_s=7.0) == 7.0
    assert wait(1, asked_s=0.0) == 1
    assert wait(1, asked_s=3600.0) is None
    assert wait(2, waited_s=8.5) is None
    assert wait(2, waited_s=8.0) == 2
