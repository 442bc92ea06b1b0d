"""Whether a reply that came to its end is an answer at all."""

from zaptui.core.parts import FinishReason
from zaptui.errors import EmptyAnswer


def check_answer(reason: FinishReason, *, spoke: bool, called: bool) -> None:
    """Raise EmptyAnswer for a reply without text and calls, be it that reasoning took its room."""
    if not spoke and not called and reason != "length":
        raise EmptyAnswer("the model gave an empty answer")
