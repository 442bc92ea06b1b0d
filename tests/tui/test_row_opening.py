"""A row opens to its work and closes again; what a person touched stays as he left it."""

from tests.tui.by_hand import Hand, advance, by_hand, plan, step, text, whole_call

P = ("Reproduce", "Fix it")


async def worked(hand: Hand) -> None:
    """The first stage has some work, and is in progress."""
    await hand.tell(step(), *plan(*P))
    await hand.tell(step(2), text("I look."), *whole_call("c1", "read", {"path": "a.py"}, "x"))


async def closed(hand: Hand) -> None:
    await hand.tell(step(3), *advance(*P, evidence=["seen"]))


WORK = ["        I look.", "        ▸ read    a.py"]


async def test_the_row_in_progress_shows_its_work():
    async with by_hand(size=(60, 20)) as hand:
        await worked(hand)
        assert hand.transcript[3:5] == WORK


async def test_a_row_that_is_done_closes_by_itself():
    async with by_hand(size=(60, 20)) as hand:
        await worked(hand)
        await closed(hand)
        assert [line for line in WORK if line in hand.transcript] == []


async def test_a_click_on_its_head_opens_a_row_and_another_closes_it():
    async with by_hand(size=(60, 20)) as hand:
        await worked(hand)
        await closed(hand)
        await hand.pilot.click(hand.main.transcript, offset=(10, 3))
        await hand.show()
        opened = hand.transcript
        await hand.pilot.click(hand.main.transcript, offset=(10, 3))
        await hand.show()
        assert opened[3:6] == ["        seen", *WORK]
        assert [line for line in WORK if line in hand.transcript] == []


async def test_a_row_that_a_person_closed_stays_closed_while_it_works():
    async with by_hand(size=(60, 20)) as hand:
        await worked(hand)
        await hand.pilot.click(hand.main.transcript, offset=(10, 3))
        await hand.tell(step(3), *whole_call("c2", "read", {"path": "b.py"}, "x"))
        assert hand.transcript[3:] == [" ○ 2/2  Fix it"]


async def test_a_row_that_a_person_opened_stays_open_when_it_is_done():
    async with by_hand(size=(60, 20)) as hand:
        await worked(hand)
        for _ in range(2):
            await hand.pilot.click(hand.main.transcript, offset=(10, 3))
        await closed(hand)
        assert hand.transcript[3:6] == ["        seen", *WORK]


async def test_rows_do_not_close_under_a_reader_who_scrolled_up():
    async with by_hand(size=(60, 20)) as hand:
        await worked(hand)
        hand.main.transcript.following = False
        hand.main.transcript.virtual_size = hand.main.transcript.virtual_size
        await hand.tell(step(3), text("\n\n".join("abcdefghijklmno")))
        await hand.press("home")
        await closed(hand)
        assert WORK[0] in hand.transcript
