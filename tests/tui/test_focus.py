"""Where keys go: prompt, transcript, question; and the cursor of the transcript."""

from tests.tui.by_hand import Hand, by_hand, plan, step, text, whole_call


async def two_calls(hand: Hand) -> None:
    await hand.tell(step(), *whole_call("a", "read", {"path": "a"}, "x"))
    await hand.tell(text("between"), *whole_call("b", "read", {"path": "b"}, "y"))


def cursor(hand: Hand) -> list[str]:
    """The lines of the transcript that stand on the cursor's colour."""
    transcript = hand.main.transcript
    colour = transcript.get_component_rich_style("transcript--cursor").bgcolor
    found = []
    for y in range(transcript.size.height):
        strip = transcript.render_line(y)
        if any(s.text.strip() and s.style.bgcolor == colour for s in strip):
            found.append(strip.text.rstrip())
    return found


async def test_the_prompt_has_the_focus_from_the_start():
    async with by_hand(prompt=None) as hand:
        assert hand.main.focused is hand.main.prompt


async def test_tab_goes_between_prompt_and_transcript():
    async with by_hand() as hand:
        seen = []
        for _ in range(2):
            await hand.press("tab")
            seen.append(hand.main.focused.id)
        assert seen == ["transcript", "prompt"]


async def test_a_letter_typed_in_the_transcript_goes_to_the_prompt():
    async with by_hand() as hand:
        await hand.press("tab", "h", "i")
        assert hand.main.prompt.text == "hi"
        assert hand.main.focused is hand.main.prompt


async def test_arrows_move_the_cursor_from_block_to_block():
    async with by_hand(size=(60, 20)) as hand:
        await two_calls(hand)
        await hand.press("tab")
        seen = []
        for key in ("up", "up", "up", "down", "down"):
            await hand.press(key)
            seen += cursor(hand)
        a, b = " ▸ read    a", " ▸ read    b"
        assert seen == [b, a, a, b, b]


async def test_the_cursor_shows_only_with_the_focus():
    async with by_hand(size=(60, 20)) as hand:
        await two_calls(hand)
        await hand.press("tab", "up", "tab")
        assert cursor(hand) == []


async def test_enter_and_space_open_and_close_what_is_at_the_cursor():
    async with by_hand(size=(60, 20)) as hand:
        await two_calls(hand)
        await hand.press("tab", "up", "enter")
        opened = hand.transcript[-3:]
        await hand.press("space")
        assert opened == [" ▾ read    b", "          path: b", "          y"]
        assert hand.transcript[-1] == " ▸ read    b"
        assert hand.main.prompt.text == ""


async def test_with_nothing_to_open_the_keys_do_nothing():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("words"))
        await hand.press("tab", "up", "down", "enter")
        assert hand.transcript[-1] == " words"
        assert cursor(hand) == []


async def test_the_cursor_takes_the_view_along():
    async with by_hand(size=(60, 14)) as hand:
        for number in range(30):
            await hand.tell(*whole_call(f"c{number}", "read", {"path": f"f{number}"}, "x"))
        await hand.press("tab", *["up"] * 25)
        assert cursor(hand) == [" ▸ read    f5"]
        await hand.press(*["down"] * 20)
        assert cursor(hand) == [" ▸ read    f25"]


async def test_a_click_on_a_line_that_opens_nothing_opens_nothing():
    async with by_hand(size=(60, 20)) as hand:
        await two_calls(hand)
        before = hand.transcript
        await hand.pilot.click(hand.main.transcript, offset=(2, 4))
        await hand.pilot.click(hand.main.transcript, offset=(2, 14))
        await hand.show()
        assert hand.transcript == before


async def test_rows_open_from_the_keyboard():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan("One", "Two"), step(2), text("working"))
        await hand.press("tab", "up", "up", "enter")
        assert hand.transcript[-1] == " ○ 2/2  Two"
        await hand.press("enter")
        assert hand.transcript[-2:] == ["        working", " ○ 2/2  Two"]
