"""What the app says to the terminal: title, progress, alerts; each can be switched off."""

from tests.tui.by_hand import Hand, advance, by_hand, end, plan, step, text
from zaptui.core.ports import Approval
from zaptui.tui.terminal import Manners

P = ("One", "Two")


def written(hand: Hand, start: str) -> list[str]:
    return [each for each in hand.app.written if each.startswith(start)]


async def test_the_title_names_the_task_and_marks_a_running_turn():
    async with by_hand(prompt="fix it") as hand:
        await hand.tell(step(), end("answered"))
        assert written(hand, "\x1b]0;") == [
            "\x1b]0;zap\x07",
            "\x1b]0;● zap\x07",
            "\x1b]0;● zap fix it\x07",
            "\x1b]0;zap fix it\x07",
        ]


async def test_progress_runs_with_the_plan_and_goes_at_the_end():
    async with by_hand() as hand:
        await hand.tell(step())
        await hand.tell(*plan(*P))
        await hand.tell(*advance(*P, evidence=["a"]))
        await hand.tell(end())
        assert written(hand, "\x1b]9;4") == [
            "\x1b]9;4;3;0\x07",
            "\x1b]9;4;1;0\x07",
            "\x1b]9;4;1;50\x07",
            "\x1b]9;4;0;0\x07",
        ]


async def test_the_end_alerts_a_person_who_looks_elsewhere():
    async with by_hand() as hand:
        hand.app.app_focus = False
        await hand.tell(step(), text("Done."), end("answered"))
        await hand.show()
        assert hand.app.written.count("\x07") == 1
        assert written(hand, "\x1b]777") == ["\x1b]777;notify;zap;answered: do it\x07"]


async def test_nobody_who_looks_is_alerted():
    async with by_hand() as hand:
        await hand.tell(step(), text("Done."), end("answered"))
        assert "\x07" not in hand.app.written


async def test_a_question_alerts_a_person_who_looks_elsewhere():
    import asyncio

    async with by_hand() as hand:
        hand.app.app_focus = False
        approval = Approval(call_id="c", tool="shell", input={}, subject="x", reason="r")
        asking = asyncio.ensure_future(hand.host.ask(approval))
        await hand.show()
        assert written(hand, "\x1b]777") == ["\x1b]777;notify;zap;a question waits\x07"]
        asking.cancel()


async def test_everything_can_be_switched_off():
    silent = Manners(title=False, progress=False, bell=False, notify=False)
    async with by_hand(manners=silent) as hand:
        hand.app.app_focus = False
        await hand.tell(step(), *plan(*P), end())
        await hand.show()
        assert hand.app.written == []


async def test_leaving_takes_back_what_was_said():
    async with by_hand() as hand:
        await hand.tell(step(), *plan(*P))
        await hand.app.action_leave()
        assert written(hand, "\x1b]9;4")[-1] == "\x1b]9;4;0;0\x07"
        assert written(hand, "\x1b]0;")[-1] == "\x1b]0;\x07"
