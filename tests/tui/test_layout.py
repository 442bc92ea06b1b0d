"""What stands where: before the plan above the rows, the answer below, and no plan at all."""

from tests.tui.by_hand import (
    HandHost,
    advance,
    by_hand,
    end,
    ends,
    plan,
    step,
    text,
    todos,
    whole_call,
)

P = ("Reproduce", "Fix it")


async def test_parts_before_the_plan_stand_above_the_rows_and_the_answer_below():
    async with by_hand(size=(60, 24)) as hand:
        await hand.tell(step(), text("I look."), *whole_call("c1", "read", {"path": "a.py"}, "x"))
        await hand.tell(step(2), *plan(*P))
        await hand.tell(step(3), *advance(*P, evidence=["seen"]))
        await hand.tell(step(4), *advance(*P, evidence=["seen", "mended"]))
        await hand.tell(step(5), text("All is well."), end(), after=2)
        assert hand.transcript == [
            " ❯ do it",
            "",
            " I look.",
            " ▸ read    a.py",
            ends(" ✓ 1/2  Reproduce", "0 ms"),
            "        seen",
            ends(" ✓ 2/2  Fix it", "0 ms"),
            "        mended",
            "",
            " All is well.",
            "",
            " complete · 2.0 s",
        ]


async def test_mode_classic_folds_into_the_same_rows():
    async with by_hand(size=(60, 24), host=HandHost(mode="classic")) as hand:
        await hand.tell(step(), text("I look."))
        await hand.tell(step(2), *todos("a* b"))
        await hand.tell(step(3), *whole_call("c1", "read", {"path": "a.py"}, "x"))
        await hand.tell(step(4), *todos("a+ b*", "again"), text("Now b."))
        assert hand.transcript[2:] == [
            " I look.",
            ends(" ✓ 1/2  Do a", "0 ms · 1 call · no evidence"),
            ends(" ● 2/2  Do b", "0 ms · waiting for the model"),
        ]


async def test_without_a_plan_there_is_the_transcript_alone():
    async with by_hand(size=(120, 14), host=HandHost(mode="none")) as hand:
        await hand.tell(step(), text("I look."), *whole_call("c1", "read", {"path": "a.py"}, "x"))
        await hand.tell(step(2), text("It is empty."), end("answered"), after=3)
        assert hand.lines == [
            " zap  do it".ljust(80) + "scripted/test · none · ask (no sandbox)",
            "",
            " ❯ do it",
            "",
            " I look.",
            " ▸ read    a.py",
            " It is empty.",
            "",
            " answered · 3.0 s",
            "",
            "",
            "",
            " ❯ what is to be done?",
            "shift+tab approvals · ctrl+t plan · / commands".rjust(119),
        ]


async def test_an_app_that_has_just_begun_is_empty_and_says_what_to_do():
    async with by_hand(size=(80, 8), prompt=None) as hand:
        assert hand.lines == [
            " zap".ljust(48) + "scripted/test · metronome · ask",
            "",
            "",
            "",
            "",
            "",
            " ❯ what is to be done?",
            "shift+tab approvals · ctrl+t plan · / commands".rjust(79),
        ]


async def test_a_second_prompt_goes_on_below_the_first():
    async with by_hand(size=(60, 24)) as hand:
        await hand.tell(step(), text("One."), end("answered"))
        await hand.say("and then?")
        await hand.tell(step(), text("Two."), end("answered"))
        assert hand.transcript == [
            " ❯ do it",
            "",
            " One.",
            "",
            " answered · 0 ms",
            "",
            " ❯ and then?",
            "",
            " Two.",
            "",
            " answered · 0 ms",
        ]


async def test_what_a_failed_attempt_said_is_struck_and_the_retry_told():
    from zaptui.core.events import Retrying

    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("Half a"), Retrying(attempt=1, wait_s=2, error="it broke off"))
        await hand.tell(text("Whole."))
        assert hand.transcript[2:] == [
            " Half a",
            " • it broke off; trying again in 2 s",
            " Whole.",
        ]
        strip = hand.main.transcript.render_line(3)
        assert [s.style.strike for s in strip if s.text == "Half a"] == [True]


async def test_an_ending_that_is_not_good_says_what_is_open_and_what_was_denied():
    from zaptui.core.events import Denial

    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        denial = Denial(call_id="c", tool="shell", subject="rm -r x", reason="no")
        await hand.tell(end("incomplete", open_stages=["Reproduce", "Fix it"], denials=[denial]))
        assert hand.transcript[-4:] == [
            "",
            " incomplete · answer · 0 ms",
            " still open: Reproduce; Fix it",
            " denied: shell rm -r x",
        ]
