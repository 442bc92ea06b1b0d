"""The Retry-After header, read: how long a service asks to be left alone."""

import re
from datetime import UTC

_SECONDS = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)(ms)?")


def retry_after_seconds(value: str | None, now: float) -> float | None:
    """Seconds from `now` (UTC, since the epoch); None where the header says nothing of use.

    Takes seconds, an HTTP date, and `1500ms`, the form in which a provider hands on the header
    `retry-after-ms`. Never negative; there is no upper bound here.
    """
    text = (value or "").strip()
    if number := _SECONDS.fullmatch(text):
        return float(number[1]) / (1000 if number[2] else 1)
    until = _timestamp(text)
    return None if until is None else max(0.0, until - now)


def _timestamp(text: str) -> float | None:
    """The moment of an HTTP date; one without a zone is UTC."""
    from email.utils import parsedate_to_datetime  # slow to load, and seldom needed

    try:
        date = parsedate_to_datetime(text)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
