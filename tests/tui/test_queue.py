"""While a turn runs what is sent waits in sight; Up takes it back; the end of the turn sends it."""

from tests.tui.by_hand import by_hand, end, step, text


async def test_what_is_sent_while_a_turn_runs_waits_in_sight():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("then this")
        await hand.say("and that")
        assert hand.shown(hand.main._queue) == [
            "   waits  then this",
            f"{'   waits  and that':<53}↑ edit",
        ]
        assert "queued: 2" in hand.footer
        assert hand.transcript == [" ❯ do it"]


async def test_up_takes_the_newest_back_to_be_edited():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("then this")
        await hand.say("and that")
        await hand.press("up")
        assert hand.main.prompt.text == "and that"
        assert hand.main.turns.queue == ["then this"]


async def test_up_with_a_draft_leaves_the_queue_alone():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("then this")
        hand.main.prompt.set_text("a draft")
        await hand.press("up")
        assert hand.main.turns.queue == ["then this"]


async def test_the_end_of_a_turn_sends_the_oldest():
    async with by_hand(size=(60, 20)) as hand:
        await hand.say("then this")
        await hand.say("and that")
        await hand.tell(step(), text("Done."), end("answered"))
        await hand.show()
        assert hand.main.turns.queue == ["and that"]
        assert hand.transcript[-1] == " ❯ then this"


async def test_esc_keeps_the_queue_and_enter_sends_it_on():
    async with by_hand(size=(60, 20)) as hand:
        await hand.say("then this")
        await hand.press("escape")
        assert hand.shown(hand.main._queue) == [
            f"{'   waits  then this':<29}enter sends the first · ↑ edit"
        ]
        await hand.press("enter")
        assert hand.main.turns.queue == []
        assert hand.transcript[-1] == " ❯ then this"


async def test_enter_on_an_empty_prompt_leaves_the_queue_while_a_turn_runs():
    async with by_hand(size=(60, 20)) as hand:
        await hand.say("then this")
        await hand.press("enter")
        assert hand.main.turns.queue == ["then this"]


async def test_many_waiting_messages_are_counted_and_the_newest_shows():
    async with by_hand(size=(60, 20)) as hand:
        for number in range(1, 8):
            await hand.say(f"message {number}")
        assert hand.shown(hand.main._queue) == [
            "   waits  message 1",
            "   waits  message 2",
            "   +4 more",
            f"{'   waits  message 7':<53}↑ edit",
        ]


async def test_a_long_message_keeps_its_hint():
    async with by_hand(size=(60, 20)) as hand:
        await hand.say("x" * 200)
        assert hand.shown(hand.main._queue)[0].endswith("…  ↑ edit")
