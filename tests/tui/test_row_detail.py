"""What the row in progress tells: that it lives, how long, what it does, how long it is silent."""

import pytest

from tests.tui.asked import approval, ask
from tests.tui.by_hand import (
    Hand,
    by_hand,
    called,
    ends,
    plan,
    started,
    step,
    streams,
    text,
    thought,
)

P = ("Reproduce", "Fix it")


def row(hand: Hand) -> str:
    return hand.transcript[2]


async def test_the_heart_beats_by_the_clock_alone():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        faces = [row(hand)[1]]
        for _ in range(2):
            await hand.beat(after=0.5)
            faces.append(row(hand)[1])
        assert faces == ["●", "◉", "●"]


async def test_elapsed_goes_on_with_the_beat():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.beat(after=3)
        assert row(hand) == ends(" ◉ 1/2  Reproduce", "3.0 s · waiting for the model")


async def test_silence_is_told_once_it_is_worth_a_word():
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.beat(after=4)
        before = row(hand)
        await hand.beat(after=8)
        assert before.endswith("4.0 s · waiting for the model")
        assert row(hand).endswith("12 s · waiting for the model · no data for 12 s")


async def test_silence_ends_with_the_next_word():
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.beat(after=12)
        await hand.tell(text("I "))
        assert "no data" not in hand.text


async def test_while_a_question_waits_silence_is_nobodys_fault():
    async with by_hand(size=(80, 30)) as hand:
        await hand.tell(step(), *plan(*P), step(2), called("c", "shell", {"command": "make"}))
        asking = await ask(hand, approval("make"))
        await hand.beat(after=12)
        assert row(hand).endswith("13 s · shell make")
        assert "no data" not in hand.text
        asking.cancel()


async def test_on_a_narrow_screen_silence_stays_and_the_doing_gives_way():
    async with by_hand(size=(44, 20)) as hand:
        await hand.tell(step(), *plan(*P), step(2), called("c", "shell", {"command": "pytest -q"}))
        await hand.beat(after=12)
        assert row(hand) == ends(" ◉ 1/2  Reproduce", "12 s · no data for 12 s", 42)


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([thought("hm")], "thinking"),
        ([text("So")], "writing"),
        ([streams("c", "write", '{"path": ')], "write 9 B"),
        ([streams("c", "write", "x" * 2100)], "write 2.1 kB"),
        ([called("c", "shell", {"command": "pytest -q"})], "shell pytest -q"),
        ([called("c", "shell", {"command": "pytest"}), started("c")], "shell pytest"),
    ],
)
async def test_the_row_says_what_is_being_done(events, words):
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step(), *plan(*P), step(2), *events)
        assert row(hand) == ends(" ● 1/2  Reproduce", f"0 ms · {words}", 78)


async def test_with_plain_looks_nothing_beats():
    async with by_hand(size=(60, 20), plain=True) as hand:
        await hand.tell(step(), *plan(*P))
        faces = [row(hand)[1]]
        for _ in range(2):
            await hand.beat(after=0.1)
            faces.append(row(hand)[1])
        assert faces == ["*", "*", "*"]


async def test_the_beat_stands_still_when_nothing_runs():
    from tests.tui.by_hand import end

    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        assert hand.main._beating._active.is_set()
        await hand.tell(end())
        await hand.beat()
        assert not hand.main._beating._active.is_set()
