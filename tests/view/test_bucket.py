"""Views of a list of parts that only grows."""

import pytest

from tests.core.work import work_of
from zaptui.core.parts import Part, TextPart
from zaptui.view.bucket import PartsView

A, B, C = (TextPart(part_id=name) for name in "abc")


def test_a_view_is_a_sequence_of_what_was_there_when_it_was_made() -> None:
    closed: list[Part] = [A]
    view = PartsView(closed, (B,))
    closed.append(C)
    assert (list(view), len(view), B in view, C in view) == ([A, B], 2, True, False)
    assert (view[0], view[1], view[-1], view[:1], view[::-1]) == (A, B, B, [A], [B, A])
    for place in (2, -3):
        with pytest.raises(IndexError):
            view[place]


def test_R57_views_are_equal_when_they_hold_the_very_same_parts() -> None:
    closed: list[Part] = [A]
    before = PartsView(closed, (B,))
    closed.append(B)
    assert before == PartsView(closed)
    assert before == PartsView([A, B])
    assert before != PartsView([A])
    assert before != PartsView([A, TextPart(part_id="b")])
    assert before != [A, B]


def test_comparing_two_views_of_one_list_costs_what_was_added() -> None:
    closed: list[Part] = [A] * 10_000
    before = PartsView(closed, (B,))
    closed.append(B)
    after = PartsView(closed)
    assert work_of(lambda: before == after) < 50
