"""Circles of calls and results."""

import pytest

from zaptui.agent.repetition import Repetition


@pytest.mark.parametrize(
    ("pairs", "rounds"),
    [
        ("", 0),
        ("a", 1),
        ("aa", 2),
        ("aaaaa", 5),
        ("aaab", 3),  # the step held three in a row, though another one followed
        ("ab" * 4, 4),
        ("abc" * 5, 5),
        ("abcd" * 5, 1),
        ("abaab", 2),
        ("xyzaaa", 3),
    ],
)
def test_rounds_within_a_step(pairs: str, rounds: int) -> None:
    repetition = Repetition()
    repetition.note(pairs)
    assert repetition.rounds == rounds


def test_L01_rounds_over_steps() -> None:
    repetition = Repetition()
    seen: list[int] = []
    for pair in "aaaaa":
        repetition.note(pair)
        seen.append(repetition.rounds)
    assert seen == [1, 2, 3, 4, 5]
    repetition.note("b")
    assert repetition.rounds == 1


def test_L02_a_b_a_b_over_steps() -> None:
    repetition = Repetition()
    seen: list[int] = []
    for pair in "ababababab":
        repetition.note(pair)
        seen.append(repetition.rounds)
    assert seen == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]
