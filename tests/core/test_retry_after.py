"""How long a service asks to be left alone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaptui.core.retry_after import retry_after_seconds

NOON = 1_700_000_000.0  # Tue, 14 Nov 2023 22:13:20 GMT


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        (" 3600 ", 3600.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("1500ms", 1.5),
        ("0ms", 0.0),
        ("Tue, 14 Nov 2023 22:13:50 GMT", 30.0),
        ("Tue, 14 Nov 2023 22:13:50 -0000", 30.0),
        ("Wed, 15 Nov 2023 00:13:50 +0200", 30.0),
        ("Tue, 14 Nov 2023 22:00:00 GMT", 0.0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
    ],
)
def test_N02_seconds_and_dates_are_read(value: str, seconds: float) -> None:
    assert retry_after_seconds(value, NOON) == seconds


@pytest.mark.parametrize(
    "value",
    [
        *(None, "", "  ", "-1", "-1ms", "abc", "1e3", "inf", "nan", "1 2", "ms", "٣", "1,5", "+5"),
        "9" * 400,
        "Tue, 99 Nov 2023 22:13:50 GMT",
    ],
)
def test_N02_nonsense_is_ignored(value: str | None) -> None:
    assert retry_after_seconds(value, NOON) is None


@given(st.text() | st.integers().map(str) | st.floats().map(str), st.floats(0, 4e9))
def test_N02_it_is_never_negative_and_nothing_is_raised(value: str, now: float) -> None:
    seconds = retry_after_seconds(value, now)
    assert seconds is None or (seconds >= 0 and math.isfinite(seconds))
