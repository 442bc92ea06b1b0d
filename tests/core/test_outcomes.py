"""Outcomes, finish reasons and exit codes."""

from typing import get_args

import pytest

from zaptui.core.outcomes import Outcome, exit_code_of, finish_reason_of, worst_exit_code


def test_R48_every_outcome_has_one_exit_code_and_one_finish_reason() -> None:
    assert {o: (exit_code_of(o), finish_reason_of(o)) for o in get_args(Outcome)} == {
        "complete": (0, "stop"),
        "answered": (0, "stop"),
        "incomplete": (5, "stop"),
        "blocked": (5, "stop"),
        "capped": (4, "stop"),
        "aborted": (130, "abort"),
        "error": (1, "error"),
    }


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        ([], 0),
        ([0, 5], 5),
        ([5, 3], 3),
        ([3, 1], 1),
        ([1, 75], 75),
        ([75, 4], 4),
        ([4, 124], 124),
        ([124, 65], 65),
        ([65, 77], 77),
        ([77, 78], 78),
        ([78, 74], 74),
        ([74, 130], 130),
        ([130, 143], 143),
        ([1, 2], 2),
        ([42], 42),
    ],
)
def test_the_worst_of_several_exit_codes_is_told(codes: list[int], worst: int) -> None:
    assert worst_exit_code(codes) == worst_exit_code(reversed(codes)) == worst
