"""Which stages show where not all fit."""

from typing import Any

import pytest

from zaptui.view.lines import Line, Span, line_text
from zaptui.view.window import active_place, window


class Row:
    """A row as far as its place depends on it."""

    def __init__(self, status: str) -> None:
        self.status = status


@pytest.mark.parametrize(
    ("states", "place"),
    [
        (["done", "in_progress", "pending"], 1),
        (["done", "pending", "in_progress"], 2),
        (["done", "error", "pending"], 1),
        (["aborted", "pending"], 0),
        (["done", "pending", "pending"], 1),
        (["done", "done"], 1),
    ],
)
def test_the_active_stage_is_the_one_in_progress_else_the_first_that_is_not_done(
    states: list[str], place: int
) -> None:
    rows: Any = [Row(status) for status in states]
    assert active_place(rows) == place


def blocks(*sizes: int) -> list[list[Line]]:
    return [
        [(Span(f"{place}.{line}"),) for line in range(size)] for place, size in enumerate(sizes)
    ]


def shown(sizes: tuple[int, ...], active: int, room: int) -> list[str]:
    return [line_text(line).strip() for line in window(blocks(*sizes), active, room)]


def test_all_of_them_where_they_fit() -> None:
    assert shown((1, 2, 1), 1, 4) == ["0.0", "1.0", "1.1", "2.0"]


@pytest.mark.parametrize(
    ("active", "room", "lines"),
    [
        (0, 4, ["0.0", "1.0", "+4 more"]),
        (3, 4, ["+3 more", "3.0", "4.0", "+1 more"]),
        (5, 4, ["+4 more", "4.0", "5.0"]),
        (3, 5, ["+3 more", "3.0", "4.0", "5.0"]),
        (3, 2, ["3.0"]),
        (3, 1, ["3.0"]),
    ],
)
def test_those_around_the_active_one_and_how_many_are_cut(
    active: int, room: int, lines: list[str]
) -> None:
    assert shown((1, 1, 1, 1, 1, 1), active, room) == lines


def test_an_active_stage_that_is_too_long_is_cut_itself() -> None:
    assert shown((1, 9, 1), 1, 5) == ["+1 more", "1.0", "1.1", "1.2", "+1 more"]
    assert shown((1, 9, 1), 1, 2) == ["1.0", "1.1"]
