"""The keys of the prompt that are about its own text: sending, new lines, moving."""

import pytest

from tests.tui.by_hand import by_hand, end


async def typed(hand, text: str) -> None:
    await hand.press(*[{" ": "space", "\\": "backslash"}.get(c, c) for c in text])


async def test_enter_sends():
    async with by_hand(prompt=None) as hand:
        await typed(hand, "do it")
        await hand.press("enter")
        assert hand.transcript == [" ❯ do it"]
        assert hand.main.prompt.text == ""


@pytest.mark.parametrize("key", ["shift+enter", "alt+enter", "ctrl+j"])
async def test_these_begin_a_new_line(key: str):
    async with by_hand(size=(60, 12), prompt=None) as hand:
        await typed(hand, "one")
        await hand.press(key)
        await typed(hand, "two")
        assert hand.lines[-3:-1] == [" ❯ one", "   two"]
        await hand.press("enter")
        assert hand.transcript == [" ❯ one", "   two"]


async def test_a_backslash_at_the_end_makes_enter_a_new_line():
    async with by_hand(prompt=None) as hand:
        await typed(hand, "one\\")
        await hand.press("enter")
        await typed(hand, "two")
        assert hand.main.prompt.text == "one\ntwo"


async def test_a_backslash_elsewhere_is_sent_as_it_is():
    async with by_hand(prompt=None) as hand:
        hand.main.prompt.set_text("a\\b")
        await hand.press("enter")
        assert hand.transcript == [" ❯ a\\b"]


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
async def test_nothing_is_sent_for_nothing(text: str):
    async with by_hand(prompt=None) as hand:
        hand.main.prompt.set_text(text)
        await hand.press("enter")
        assert hand.transcript == []


async def test_the_prompt_grows_with_its_text_and_then_scrolls():
    async with by_hand(size=(60, 24), prompt=None) as hand:
        hand.main.prompt.set_text("\n".join(f"line {n}" for n in range(1, 21)))
        await hand.show()
        assert hand.main.prompt.size.height == 8
        assert hand.lines[-2].startswith("   line 20")


async def test_characters_that_hide_cannot_be_typed():
    from textual.events import Key

    async with by_hand(prompt=None) as hand:
        for character in ("\u202e", "\u200b", "x"):
            hand.app.post_message(Key(key="x", character=character))
        await hand.show()
        assert hand.main.prompt.text == "x"


async def test_up_in_a_wrapped_line_moves_within_the_text_first():
    async with by_hand(size=(40, 20), prompt="earlier") as hand:
        await hand.tell(end())
        hand.main.prompt.set_text("word " * 14 + "end")
        await hand.show()
        await hand.press("up")
        assert hand.main.prompt.text.endswith("end")
        await hand.press("up", "up")
        assert hand.main.prompt.text == "earlier"


async def test_nothing_blinks_in_the_prompt():
    async with by_hand(prompt=None) as hand:
        assert not hand.main.prompt.cursor_blink
