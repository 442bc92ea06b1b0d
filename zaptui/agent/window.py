"""The model's context window, and what follows from its size."""

from zaptui.agent.setup import Setup
from zaptui.core.result_text import MODEL_LIMIT

_SMALLEST_KNOWN = 8_000
"""Tokens: no model on the price list has a smaller window."""
_RESULT_SHARE = 0.25
_CHARACTERS_A_TOKEN = 4
_LEAST = 2_000


def told_window(setup: Setup) -> int | None:
    """Tokens: as a person has set it, else as the server says."""
    return setup.set_window or setup.provider.context_window


def window_of(setup: Setup, *, used: int) -> int | None:
    """Tokens: as told, else as is known of a model of that name. With few tokens `used` nobody is
    asked what is known."""
    told = told_window(setup)
    return setup.known_window() if told is None and used >= _SMALLEST_KNOWN else told


def result_limit(window: int | None) -> int:
    """Characters of one result that the model is given: fewer in a small window."""
    if window is None:
        return MODEL_LIMIT
    return max(_LEAST, min(MODEL_LIMIT, int(window * _RESULT_SHARE) * _CHARACTERS_A_TOKEN))
