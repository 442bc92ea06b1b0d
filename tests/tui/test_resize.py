"""Another size of the terminal: the reader stays where he was, and nothing is lost."""

from tests.tui.by_hand import Hand, by_hand, plan, step, text, whole_call
from tests.tui.harness import until

WORDS = "word " * 20


async def long(hand: Hand) -> None:
    body = "".join(f"{n}: {WORDS}\n\n" for n in range(1, 21))
    await hand.tell(step(), text(body))


async def settled(hand: Hand) -> None:
    """The guesses of a resize are drawn while nobody waits."""
    document = hand.main.transcript.document
    stacks = [turn.before.stack for turn in document.turns]
    await until(hand.pilot, lambda: not any(stack.guesses for stack in stacks))
    await hand.show()


async def test_text_wraps_anew_and_the_end_stays_in_sight():
    async with by_hand(size=(80, 14)) as hand:
        await long(hand)
        for width in (40, 120, 80):
            await hand.resize(width, 14)
            await settled(hand)
            assert hand.transcript[-1].endswith("word")
            assert max(map(len, hand.transcript)) <= width - 2


async def test_a_reader_stays_at_his_paragraph():
    async with by_hand(size=(80, 14)) as hand:
        await hand.tell(step(), *[e for n in range(1, 31) for e in call(n)])
        hand.main.transcript.focus()
        await hand.press("pageup", "pageup")
        first = hand.transcript[0]
        await hand.resize(50, 14)
        await settled(hand)
        assert hand.transcript[0].split() == first.split()
        await hand.resize(80, 14)
        await settled(hand)
        assert hand.transcript[0] == first


def call(number: int):
    return whole_call(f"c{number}", "read", {"path": f"file-{number}"}, "x")


async def test_down_to_one_cell_and_back():
    async with by_hand(size=(100, 30)) as hand:
        await hand.tell(step(), *plan("One", "Two"), step(2), *call(1))
        before = hand.lines
        for size in ((20, 6), (3, 2), (1, 1), (2, 40), (200, 1), (100, 30)):
            await hand.resize(*size)
        assert hand.lines == before


async def test_a_higher_terminal_shows_more_of_the_end():
    async with by_hand(size=(80, 14)) as hand:
        await long(hand)
        await hand.resize(80, 30)
        await settled(hand)
        assert hand.transcript[-1].endswith("word")
        assert len(hand.transcript) > 20
