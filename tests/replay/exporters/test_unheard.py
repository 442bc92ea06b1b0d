"""Words that no reply followed are in every export that tells what the user said."""

import pytest

from tests.replay.exporters.tapes import run, said, step, told
from zaptui.core import events as e

UNHEARD = run(*step(said("working")), e.UserMessage(text="stop at once"))


@pytest.mark.parametrize("format", ["md", "html", "json", "atif", "cast"])
def test_words_that_no_reply_followed_are_told(format: str) -> None:
    assert "stop at once" in told(UNHEARD, format)
