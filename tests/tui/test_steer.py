"""Ctrl+Enter and /steer: words for the running turn, shown where it heard them."""

from tests.tui.by_hand import advance, by_hand, end, plan, step, text, todos, whole_call
from zaptui.core.events import UserMessage

P = ("Reproduce", "Fix it")


async def test_ctrl_enter_waits_for_the_next_step_in_sight():
    async with by_hand(size=(60, 14)) as hand:
        hand.main.prompt.set_text("and a test")
        await hand.press("ctrl+enter")
        assert hand.host.steered == ["and a test"]
        assert hand.shown(hand.main._queue) == ["   steers and a test"]
        assert hand.main.turns.queue == []


async def test_slash_steer_does_the_same():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("/steer and a test")
        assert hand.host.steered == ["and a test"]


async def test_words_that_look_like_a_command_are_steered_as_they_are():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("/steer /quit is a command")
        assert hand.host.steered == ["/quit is a command"]


async def test_steer_without_words_says_what_it_needs():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("/steer ")
        assert "/steer needs a text" in hand.footer


async def test_the_words_stand_above_the_reply_that_heard_them():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("I look."))
        await hand.say("/steer and a test")
        await hand.tell(UserMessage(text="and a test"), step(2))
        waiting = hand.transcript[2:]
        await hand.tell(text("A test, too."), end("answered"))
        assert waiting == [" I look.", " ❯ and a test"]
        assert hand.transcript[2:5] == [" I look.", " ❯ and a test", " A test, too."]
        assert not hand.main._queue.lines(60)


async def test_in_a_stage_the_words_stand_among_its_work():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.tell(step(2), text("I look."), UserMessage(text="look at b"), step(3))
        await hand.tell(*whole_call("c", "read", {"path": "b"}, "x"))
        assert hand.transcript[3:6] == [
            "        I look.",
            "        ❯ look at b",
            "        ▸ read    b",
        ]


async def test_words_that_only_the_plan_answers_stand_at_the_end():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P), UserMessage(text="go on"), step(2))
        await hand.tell(*advance(*P, evidence=["x"]))
        assert hand.transcript[-1] == " ❯ go on"


async def test_a_click_below_the_words_opens_the_call():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("I look."), UserMessage(text="look at b"), step(2))
        await hand.tell(*whole_call("c", "read", {"path": "b"}, "x"))
        await hand.pilot.click(hand.main.transcript, offset=(4, 4))
        await hand.show()
        words = hand.transcript[4:]
        await hand.pilot.click(hand.main.transcript, offset=(4, 5))
        await hand.show()
        assert words == [" ▸ read    b"]
        assert hand.transcript[4:] == [" ▾ read    b", "          path: b", "          x"]


async def test_steering_with_no_turn_begins_one():
    async with by_hand(size=(60, 20), prompt=None) as hand:
        hand.main.prompt.set_text("do it")
        await hand.press("ctrl+enter")
        assert hand.transcript == [" ❯ do it"]
        assert hand.host.steered == []


async def test_words_of_a_stage_move_with_their_reply():
    async with by_hand(size=(60, 24)) as hand:
        await hand.tell(step(), *todos("a* b"), UserMessage(text="hey"), step(2), text("yes"))
        await hand.tell(step(3), *todos("c*", "again"))
        assert hand.transcript[-3:] == ["", " ❯ hey", " yes"]
