"""Keys that were meant for the prompt never approve."""

from tests.tui.asked import answered, approval, ask, panel
from tests.tui.by_hand import by_hand


async def test_the_panel_does_not_take_the_focus():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        assert hand.main.focused is hand.main.prompt
        asking.cancel()


async def test_letters_and_enter_typed_in_the_prompt_are_text_and_a_prompt():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.press("y", "s", "enter")
        assert not asking.done()
        assert hand.main.turns.queue == ["ys"]
        asking.cancel()


async def test_no_key_counts_in_the_first_400_ms():
    async with by_hand() as hand:
        asking = await ask(hand, approval(), wait=0.0)
        for wait in (0.0, 0.2, 0.19):
            hand.clock.now += wait
            await hand.press("tab", "y", "s", "w", "n", "enter", "tab")
            assert not asking.done()
        hand.clock.now += 0.02
        await hand.press("tab", "y")
        assert (await answered(hand, asking)).verdict == "allow"


async def test_the_dead_time_begins_again_with_the_next_question():
    async with by_hand() as hand:
        first = await ask(hand, approval("one"))
        second = await ask(hand, approval("two"), wait=0.0)
        await hand.press("tab", "y")
        await hand.show()
        await hand.press("tab", "y")
        assert (first.done(), second.done()) == (True, False)
        hand.clock.now += 0.5
        await hand.press("y")
        assert (await answered(hand, second)).verdict == "allow"


async def test_a_click_on_the_panel_gives_it_the_keys_and_answers_nothing():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.pilot.click(hand.main.panel, offset=(10, 3))
        await hand.show()
        assert hand.main.focused is hand.main.panel
        assert not asking.done()
        asking.cancel()


async def test_tab_goes_between_panel_and_prompt():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        seen = []
        for _ in range(3):
            await hand.press("tab")
            seen.append(hand.main.focused.id)
        assert seen == ["question", "prompt", "question"]
        asking.cancel()


async def test_a_draft_stays_while_a_question_is_answered():
    async with by_hand() as hand:
        hand.main.prompt.set_text("half a sen")
        asking = await ask(hand, approval())
        await hand.press("tab", "y")
        await answered(hand, asking)
        assert hand.main.prompt.text == "half a sen"


async def test_two_questions_come_one_after_the_other():
    async with by_hand(size=(80, 24)) as hand:
        first, second = await ask(hand, approval("one")), await ask(hand, approval("two"))
        assert panel(hand)[3] == "    one"
        await hand.press("tab", "y")
        assert (await answered(hand, first)).verdict == "allow"
        assert panel(hand)[3] == "    two"
        assert hand.main.focused is hand.main.prompt
        second.cancel()


async def test_a_second_question_does_not_disturb_the_reading_of_the_first():
    async with by_hand(size=(80, 24)) as hand:
        first = await ask(hand, approval("\n".join(f"line {n}" for n in range(40))))
        await hand.press("tab", "pagedown")
        before = panel(hand)
        second = await ask(hand, approval("two"), wait=0.0)
        assert panel(hand) == before
        first.cancel()
        second.cancel()


async def test_an_answer_to_the_model_in_words_is_never_an_approval():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.say("yes")
        assert not asking.done()
        asking.cancel()
