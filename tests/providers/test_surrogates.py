"""Half characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaptui.core.events import ModelFinished, ReasoningDelta, TextDelta
from zaptui.providers.surrogates import Mender, mend


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("plain", "plain"),
        ("ünï 😀", "ünï 😀"),
        ("\ud83d\ude00", "😀"),
        ("a\ud83db", "a�b"),
        ("\ude00\ud83d", "��"),
        ("\ud83d\ud83d\ude00", "�😀"),
        ("\udcff", "�"),
    ],
)
def test_halves_are_joined_and_a_lone_one_replaced(text: str, mended: str) -> None:
    assert mend(text) == mended


@given(st.text(st.characters(exclude_categories=[])))
def test_mended_text_can_be_written_and_mending_it_changes_nothing(text: str) -> None:
    mended = mend(text)
    mended.encode("utf-8")
    assert mend(mended) == mended


def test_a_character_cut_between_two_deltas_comes_with_the_second() -> None:
    mender = Mender()
    assert mender.mend(TextDelta(part="t", text="a\ud83d")) == TextDelta(part="t", text="a")
    other = ReasoningDelta(part="r", text="x")
    assert mender.mend(other) is other
    assert mender.mend(TextDelta(part="t", text="\ude00b")) == TextDelta(part="t", text="😀b")


def test_a_half_that_never_gets_its_other_half_is_replaced() -> None:
    mender = Mender()
    assert mender.mend(TextDelta(part="t", text="\ud83d")) is None
    assert mender.mend(TextDelta(part="t", text="b")) == TextDelta(part="t", text="�b")
    end = ModelFinished(reason="stop")
    assert mender.mend(end) is end
