"""Circles of calls and results."""

import pytest

from zaptui.agent.repetition import Repetition


@pytest.mark.parametrize(
    ("steps", "rounds"),
    [
        ("a", [1]),
        ("aaaaa", [1, 2, 3, 4, 5]),
        ("aab", [1, 2, 1]),
        ("ababababab", [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]),
        ("abcabc", [1, 1, 1, 1, 1, 2]),
        ("abcdabcdabcd", [1] * 12),
        ("xyzaaa", [1, 1, 1, 1, 2, 3]),
        ("a" * 30, [*range(1, 16), *[15] * 15]),
    ],
)
def test_L01_L02_rounds(steps: str, rounds: list[int]) -> None:
    repetition = Repetition()
    assert [repetition.note(step) for step in steps] == rounds
