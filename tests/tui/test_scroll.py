"""The reader's place: following the end, leaving it, coming back; never a jump under him."""

import pytest

from tests.tui.by_hand import Hand, by_hand, end, step, text, whole_call


def paragraphs(first: int, last: int) -> str:
    return "".join(f"line {n}\n\n" for n in range(first, last + 1))


async def long(hand: Hand, last: int = 30) -> None:
    """More than the screen holds, followed to its end."""
    await hand.tell(step(), text(paragraphs(1, last)))


async def grow(hand: Hand, first: int, last: int) -> None:
    await hand.tell(text(paragraphs(first, last)))


def behind(hand: Hand) -> str:
    """The line below the transcript, empty when there is none."""
    lines = [line for line in hand.lines if "new line" in line]
    return lines[0].strip() if lines else ""


async def test_the_end_is_followed():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        assert hand.transcript[-1] == " line 30"
        await grow(hand, 31, 40)
        assert hand.transcript[-1] == " line 40"
        assert behind(hand) == ""


@pytest.mark.parametrize("way", ["pageup", "home", "wheel"])
async def test_going_up_leaves_the_end_and_nothing_moves_under_the_reader(way: str):
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, way)
        before = hand.transcript
        for last in (35, 40):
            await grow(hand, last - 4, last)
            assert hand.transcript[: len(before) - 2] == before[:-2]
        assert behind(hand) == "↓ 20 new lines · end"


async def go_up(hand: Hand, way: str) -> None:
    if way == "wheel":
        await hand.wheel(hand.main.transcript, down=False)
    else:
        hand.main.transcript.focus()
        await hand.press(way)


async def test_end_takes_it_up_again():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, "home")
        await grow(hand, 31, 40)
        await hand.press("end")
        assert hand.transcript[-1] == " line 40"
        assert behind(hand) == ""
        await grow(hand, 41, 42)
        assert hand.transcript[-1] == " line 42"


async def test_a_click_on_the_line_takes_it_up_again():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, "home")
        await grow(hand, 31, 40)
        await hand.pilot.click("#behind")
        await hand.show()
        assert hand.transcript[-1] == " line 40"
        assert behind(hand) == ""


async def test_paging_down_near_the_end_takes_it_up_again():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, "pageup")
        await go_up(hand, "pageup")
        await hand.press("pagedown")
        assert not hand.main.transcript.following
        await hand.press("pagedown")
        assert hand.main.transcript.following


@pytest.mark.parametrize("lines_a_notch", [1, 4, 6])
async def test_the_wheel_reaches_the_end_however_fast_it_grows(lines_a_notch: int):
    """Textual #6677: with growth of 20 rows a second a reader never came to the end again."""
    async with by_hand(size=(60, 20)) as hand:
        await long(hand)
        await go_up(hand, "wheel")
        last = 30
        for _ in range(6):
            await hand.wheel(hand.main.transcript, down=True)
            await grow(hand, last + 1, last + lines_a_notch)
            last += lines_a_notch
        assert hand.main.transcript.following
        assert hand.transcript[-1] == f" line {last}"


async def test_looking_down_counts_fewer_new_lines():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, "pageup")
        await grow(hand, 31, 60)
        first = behind(hand)
        for _ in range(2):
            await hand.press("pagedown")
        assert first == "↓ 60 new lines · end"
        assert int(behind(hand).split()[1]) < 60


async def test_one_new_line_is_one_line():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, "home")
        await hand.tell(*whole_call("c", "read", {"path": "a"}, "x"))
        assert behind(hand) == "↓ 1 new line · end"


async def test_a_new_prompt_goes_to_the_end():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await hand.tell(end("answered"))
        await go_up(hand, "home")
        await hand.say("and?")
        assert hand.transcript[-1] == " ❯ and?"


async def test_what_fits_the_screen_is_followed_whatever_was_pressed():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("short"))
        await go_up(hand, "home")
        await go_up(hand, "pageup")
        await grow(hand, 1, 30)
        assert hand.transcript[-1] == " line 30"


async def test_opening_a_row_above_moves_nothing_above_it():
    async with by_hand(size=(60, 14)) as hand:
        await hand.tell(step(), *whole_call("c", "read", {"path": "a"}, "x\n" * 30))
        await hand.tell(step(2), text(paragraphs(1, 3)))
        before = hand.transcript
        at = before.index(" ▸ read    a")
        offset = hand.lines.index(" ▸ read    a") - hand.main.transcript.region.y
        await hand.pilot.click(hand.main.transcript, offset=(4, offset))
        await hand.show()
        assert hand.transcript[:at] == before[:at]
        assert hand.transcript[at] == " ▾ read    a"


async def test_dragging_the_scrollbar_up_leaves_the_end():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        bar = hand.main.transcript.vertical_scrollbar
        await hand.drag(bar, (0, bar.size.height - 1), (0, 1))
        before = hand.transcript
        await grow(hand, 31, 40)
        assert hand.transcript[:-1] == before[:-1]
        assert behind(hand) == "↓ 20 new lines · end"


async def test_clicking_above_the_grip_of_the_scrollbar_leaves_the_end():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand, 100)
        bar = hand.main.transcript.vertical_scrollbar
        await hand.pilot.click(bar, offset=(0, 1))
        await hand.pilot.wait_for_scheduled_animations()
        await hand.show()
        before = hand.transcript
        await grow(hand, 101, 110)
        assert hand.transcript[:-1] == before[:-1]


async def test_dragging_the_scrollbar_to_its_end_takes_it_up_again():
    async with by_hand(size=(60, 14)) as hand:
        await long(hand)
        await go_up(hand, "home")
        bar = hand.main.transcript.vertical_scrollbar
        await hand.drag(bar, (0, 0), (0, bar.size.height - 1))
        await grow(hand, 31, 40)
        assert hand.transcript[-1] == " line 40"
