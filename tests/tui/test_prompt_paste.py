"""A paste is text, whatever is in it; a long one stands as a placeholder and is sent whole."""

from textual.events import Paste

from tests.tui.by_hand import Hand, HandHost, by_hand, end


async def paste(hand: Hand, text: str) -> None:
    hand.app.post_message(Paste(text))
    await hand.show()


async def test_lines_of_a_paste_are_lines_of_the_prompt_and_nothing_is_sent():
    async with by_hand(prompt=None) as hand:
        await paste(hand, "one\ntwo\r\nthree\n")
        assert hand.main.prompt.text == "one\ntwo\nthree\n"
        assert hand.transcript == []


async def test_an_end_marker_and_escapes_in_a_paste_are_text():
    async with by_hand(prompt=None) as hand:
        await paste(hand, "a\x1b[201~b\x1b]52;c;eA==\x07c\x1bd\x9b31me\u202ef")
        assert hand.main.prompt.text == "abcef"
        await hand.press("enter")
        assert hand.host.prompts == ["abcef"]


async def test_a_paste_replaces_what_is_marked():
    async with by_hand(prompt=None) as hand:
        hand.main.prompt.set_text("old")
        hand.main.prompt.select_all()
        await paste(hand, "new")
        assert hand.main.prompt.text == "new"


async def test_a_long_paste_stands_as_a_placeholder_and_is_sent_whole():
    text = "\n".join(f"line {n}" for n in range(100))
    async with by_hand(size=(80, 20), prompt=None) as hand:
        hand.main.prompt.set_text("look: ")
        await paste(hand, text)
        assert hand.main.prompt.text == "look: [paste 1: 100 lines, 789 characters]"
        await hand.press("enter")
        assert hand.host.prompts == [f"look: {text}"]


async def test_one_long_line_is_a_placeholder_too():
    async with by_hand(prompt=None) as hand:
        await paste(hand, "x" * 5000)
        assert hand.main.prompt.text == "[paste 1: 1 line, 5000 characters]"


async def test_two_pastes_are_told_apart():
    async with by_hand(prompt=None) as hand:
        await paste(hand, "a\n" * 40)
        await paste(hand, "b\n" * 40)
        await hand.press("enter")
        assert hand.host.prompts == ["a\n" * 40 + "b\n" * 40]


async def test_a_placeholder_that_was_deleted_takes_its_paste_with_it():
    async with by_hand(prompt=None) as hand:
        await paste(hand, "a\n" * 40)
        hand.main.prompt.set_text("nothing")
        await hand.press("enter")
        assert hand.host.prompts == ["nothing"]


async def test_what_a_paste_holds_is_not_taken_for_another_placeholder():
    async with by_hand(prompt=None) as hand:
        await paste(hand, "[paste 2: 41 lines, 80 characters]\n" + "a\n" * 40)
        await paste(hand, "b\n" * 40)
        await hand.press("enter")
        first, second = "[paste 2: 41 lines, 80 characters]\n" + "a\n" * 40, "b\n" * 40
        assert hand.host.prompts == [first + second]


async def test_a_paste_survives_history():
    async with by_hand(prompt=None, host=HandHost(prompts=["before"])) as hand:
        await paste(hand, "a\n" * 40)
        await hand.press("up", "down", "enter")
        assert hand.host.prompts == ["before", "a\n" * 40]


async def test_a_long_prompt_comes_back_from_the_queue_to_be_edited():
    async with by_hand() as hand:
        await paste(hand, "a\n" * 40)
        await hand.press("enter", "up")
        assert hand.main.prompt.full_text() == "a\n" * 40
        assert hand.main.turns.queue == []
        await hand.tell(end())
