"""What is shown of something long, and what is said of the rest."""

import pytest

from zaptui.replay.exporters.excerpt import Limits, choose, cut
from zaptui.replay.exporters.facts import money, plural, rest_of, thousands, title_of
from zaptui.replay.exporters.room import Room

LIMITS = Limits(page=0, stage=0, text=60, lines=6)


@pytest.mark.parametrize(
    ("most", "room", "expected"),
    [
        (9, 99, (["0", "1", "2", "3", "4", "5"], 0, ["6", "7", "8"])),
        (4, 99, (["0", "1", "2"], 5, ["8"])),
        (9, 3, (["0", "1"], 6, ["8"])),
        (9, 0, ([], 9, [])),
        (0, 99, ([], 9, [])),
    ],
)
def test_two_of_the_head_are_chosen_for_one_of_the_tail(
    most: int, room: int, expected: tuple[list[str], int, list[str]]
) -> None:
    chosen = choose(range(9), str, most=most, room=room)
    assert (chosen.head, chosen.left_out, chosen.tail) == expected


def test_only_what_is_shown_is_looked_at() -> None:
    seen: list[int] = []

    def show(number: int) -> str:
        seen.append(number)
        return "x"

    choose(range(1_000_000), show, most=3, room=99)
    assert seen == [0, 999_999, 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("short", "short"),
        ("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\n(… 3 lines left out …)\n8\n9"),
        ("a" * 61, f"{'a' * 40}\n(… 1 characters left out …)\n{'a' * 20}"),
    ],
)
def test_a_long_text_says_what_is_missing(text: str, expected: str) -> None:
    assert cut(text, LIMITS) == expected


def test_room_that_one_leaves_goes_to_those_after_it() -> None:
    room, shares = Room(90, 3), list[int]()
    for used in (10, 100, 5):
        shares.append(room.share())
        room.take(used)
    assert shares == [30, 40, 0]


@pytest.mark.parametrize(
    ("prompt", "title", "rest"),
    [
        ("one", "one", ""),
        ("\n\n  two \nthree", "two", "two \nthree"),
        ("x" * 130, f"{'x' * 119}…", "x" * 130),
        (" ", "(no prompt)", ""),
    ],
)
def test_a_title_is_the_first_line_and_the_rest_is_told_where_there_is_any(
    prompt: str, title: str, rest: str
) -> None:
    assert (title_of(prompt), rest_of(prompt)) == (title, rest)


def test_numbers_are_short() -> None:
    assert [thousands(n) for n in (999, 1000, 12_345, 999_949, 999_950, 3_100_000)] == [
        *("999", "1.0k", "12.3k", "999.9k", "1.0M", "3.1M"),
    ]
    assert [money(cost) for cost in (0, 0.0042, 0.08, 12)] == [
        "$0.00",
        "$0.0042",
        "$0.08",
        "$12.00",
    ]
    assert [plural(n, "call") for n in (1, 0, 1234)] == ["1 call", "0 calls", "1,234 calls"]
