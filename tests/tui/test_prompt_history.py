"""What was asked before: Up and Down with the draft kept, and the search."""

from tests.tui.by_hand import HandHost, by_hand

EARLIER = ["fix the test", "write docs", "run the test"]


def host() -> HandHost:
    return HandHost(prompts=list(EARLIER))


async def test_up_goes_back_and_down_comes_forth_to_the_draft():
    async with by_hand(prompt=None, host=host()) as hand:
        hand.main.prompt.set_text("a draft")
        seen = []
        for key in ("up", "up", "up", "up", "down", "down", "down", "down"):
            await hand.press(key)
            seen.append(hand.main.prompt.text)
        assert seen == [
            "run the test",
            "write docs",
            "fix the test",
            "fix the test",
            "write docs",
            "run the test",
            "a draft",
            "a draft",
        ]


async def test_a_sent_prompt_is_the_newest_of_the_history():
    async with by_hand(prompt="do it", host=host()) as hand:
        await hand.press("up")
        assert hand.main.prompt.text == "do it"
        assert hand.host.prompts == [*EARLIER, "do it"]


async def test_up_within_a_text_of_many_lines_moves_the_cursor():
    async with by_hand(prompt=None, host=host()) as hand:
        hand.main.prompt.set_text("one\ntwo")
        await hand.press("up")
        assert hand.main.prompt.text == "one\ntwo"
        await hand.press("up")
        assert hand.main.prompt.text == "run the test"


async def test_down_within_a_text_of_many_lines_moves_the_cursor():
    async with by_hand(prompt=None, host=host()) as hand:
        hand.main.prompt.set_text("one\ntwo")
        hand.main.prompt.move_cursor((0, 0))
        await hand.press("down")
        assert hand.main.prompt.cursor_location == (1, 0)


async def test_ctrl_r_searches_what_was_asked_and_enter_takes_it():
    async with by_hand(size=(60, 12), prompt=None, host=host()) as hand:
        await hand.press("ctrl+r", *"test")
        assert hand.shown(hand.main._menu) == [
            " search what was asked before · enter takes it · esc",
            " run the test",
            " fix the test",
        ]
        await hand.press("down", "enter")
        assert hand.main.prompt.text == "fix the test"
        assert hand.transcript == []


async def test_esc_gives_the_search_up_and_the_draft_is_back():
    async with by_hand(prompt=None, host=host()) as hand:
        hand.main.prompt.set_text("doc")
        await hand.press("ctrl+r", "s", "escape")
        assert hand.main.prompt.text == "doc"
        assert not hand.main._menu.display


async def test_enter_on_a_search_without_result_sends_nothing():
    async with by_hand(prompt=None, host=host()) as hand:
        hand.main.prompt.set_text("my draft")
        await hand.press("ctrl+r", *"zzz", "enter")
        assert hand.transcript == []
        assert hand.main.prompt.text == "my draft"


async def test_the_draft_comes_back_by_down_when_a_search_result_took_its_place():
    async with by_hand(prompt=None, host=host()) as hand:
        hand.main.prompt.set_text("docs")
        await hand.press("ctrl+r", "enter")
        assert hand.main.prompt.text == "write docs"
        await hand.press("down", "down")
        assert hand.main.prompt.text == "docs"


async def test_search_says_so_when_there_is_nothing():
    async with by_hand(size=(60, 12), prompt=None) as hand:
        await hand.press("ctrl+r")
        assert len(hand.shown(hand.main._menu)) == 1
        await hand.press("escape")
        assert not hand.main._menu.display
