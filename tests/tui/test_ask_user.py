"""The model's own questions: with options or in free words; and what is not an answer."""

import pytest

from tests.tui.asked import ask_user, panel
from tests.tui.by_hand import by_hand


async def test_options_are_numbered():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask_user(hand, "Which database?", ["sqlite", "postgres"])
        assert panel(hand) == [
            "  A question",
            "    Which database?",
            "",
            "    1 sqlite",
            "    2 postgres",
            "",
            "    tab to choose, or type an answer and press Enter",
        ]
        asking.cancel()


async def test_a_digit_chooses():
    async with by_hand() as hand:
        asking = await ask_user(hand, "Which?", ["sqlite", "postgres"])
        await hand.press("tab", "2")
        assert await asking == "postgres"


@pytest.mark.parametrize("key", ["0", "3", "9"])
async def test_a_digit_without_an_option_chooses_nothing(key: str):
    async with by_hand() as hand:
        asking = await ask_user(hand, "Which?", ["sqlite", "postgres"])
        await hand.press("tab", key)
        assert not asking.done()
        asking.cancel()


async def test_arrows_and_enter_choose():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask_user(hand, "Which?", ["sqlite", "postgres", "mysql"])
        await hand.press("tab", "down", "down", "up")
        assert panel(hand)[3:6] == ["    1 sqlite", "  ▸ 2 postgres", "    3 mysql"]
        await hand.press("enter")
        assert await asking == "postgres"


async def test_free_words_answer():
    async with by_hand() as hand:
        asking = await ask_user(hand, "Which?", ["sqlite"])
        await hand.say("none of these")
        assert await asking == "none of these"
        assert hand.main.turns.queue == []


async def test_a_question_without_options_waits_for_words():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask_user(hand, "What is the name?")
        assert panel(hand)[-1] == "    type an answer and press Enter"
        await hand.press("tab", "enter", "y", "n")
        assert not asking.done()
        await hand.say("zap")
        assert await asking == "zap"


async def test_a_command_is_a_command_while_the_model_asks():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask_user(hand, "Which?")
        await hand.say("/status")
        assert not asking.done()
        assert " • status" in hand.transcript
        await hand.say("/tmp/x")
        assert await asking == "/tmp/x"


async def test_ctrl_enter_steers_and_answers_nothing():
    async with by_hand() as hand:
        asking = await ask_user(hand, "Which?")
        hand.main.prompt.set_text("hurry")
        await hand.press("ctrl+enter")
        assert not asking.done()
        assert hand.host.steered == ["hurry"]
        asking.cancel()


async def test_the_question_is_revealed_and_wrapped():
    async with by_hand(size=(40, 24)) as hand:
        asking = await ask_user(hand, "word " * 9 + "\u202eend")
        assert panel(hand)[1:3] == [
            "    word word word word word word word",
            "    word word <U+202E>end",
        ]
        asking.cancel()


async def test_a_key_in_the_dead_time_chooses_nothing():
    import asyncio

    async with by_hand() as hand:
        asking = asyncio.ensure_future(hand.host.ask_user("Which?", ["a", "b"]))
        await hand.show()
        await hand.press("tab", "1", "enter")
        assert not asking.done()
        asking.cancel()


async def test_many_options_scroll_with_the_mark():
    async with by_hand(size=(80, 16)) as hand:
        options = [f"option {n}" for n in range(1, 31)]
        asking = await ask_user(hand, "Which?", options)
        await hand.press("tab", *["down"] * 20)
        assert any("▸ 21 option 21" in line for line in panel(hand))
        assert hand.lines[-2].startswith(" ❯")
        asking.cancel()
