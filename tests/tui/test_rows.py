"""The five states of a row, as they stand on the screen."""

from tests.tui.by_hand import advance, by_hand, end, ends, model_done, plan, step, whole_call

P = ("Reproduce", "Fix it", "Test")
ROWS = slice(2, None)
"""Below the prompt and its gap."""


async def test_a_planned_stage_waits_in_silence():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        assert hand.transcript[-2:] == [" ○ 2/3  Fix it", " ○ 3/3  Test"]


async def test_the_first_stage_of_a_plan_is_in_progress():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        assert hand.transcript[ROWS][0] == ends(" ● 1/3  Reproduce", "0 ms · waiting for the model")


async def test_a_stage_done_shows_its_evidence_and_what_it_took():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.tell(
            step(2), *whole_call("c1", "shell", {"command": "x"}, "y"), model_done(1234), after=41
        )
        await hand.tell(step(3), *advance(*P, evidence=["fails 3 of 20 runs"]), after=1)
        assert hand.transcript[ROWS] == [
            ends(" ✓ 1/3  Reproduce", "42 s · 1 call · 1.2k tokens"),
            "        fails 3 of 20 runs",
            ends(" ● 2/3  Fix it", "0 ms · waiting for the model"),
            " ○ 3/3  Test",
        ]


async def test_long_evidence_wraps_below_its_head():
    async with by_hand(size=(40, 24)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.tell(step(2), *advance(*P, evidence=["one two three four five six seven eight"]))
        assert hand.transcript[3:5] == [
            "        one two three four five six",
            "        seven eight",
        ]


async def test_a_stage_closed_by_the_end_of_the_run_is_marked_as_left_open():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan("Reproduce"), end("answered"))
        assert hand.transcript[ROWS][0] == ends(" ✓ 1/1  Reproduce", "0 ms · left open")


async def test_a_stage_done_without_evidence_says_so():
    from tests.tui.by_hand import todos

    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *todos("a* b"))
        await hand.tell(step(2), *todos("a+ b*", "again"), after=3)
        assert hand.transcript[ROWS] == [
            ends(" ✓ 1/2  Do a", "3.0 s · no evidence"),
            ends(" ● 2/2  Do b", "0 ms · waiting for the model"),
        ]


async def test_when_the_run_fails_its_stage_has_failed_and_the_rest_never_ran():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.tell(end("error", error="the service is down"), after=2)
        assert hand.transcript[ROWS] == [
            ends(" ✗ 1/3  Reproduce", "2.0 s"),
            " ○ 2/3  Fix it",
            " ○ 3/3  Test",
            "",
            " failed · 2.0 s",
            " the service is down",
        ]


async def test_when_a_person_cancels_the_stage_is_aborted():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        hand.clock.now += 2
        await hand.press("escape")
        assert hand.transcript[ROWS] == [
            ends(" ■ 1/3  Reproduce", "2.0 s"),
            " ○ 2/3  Fix it",
            " ○ 3/3  Test",
            "",
            " aborted · 2.0 s",
        ]


async def test_the_same_plan_written_twice_adds_no_row():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*P))
        once = hand.transcript
        await hand.tell(step(2), *plan(*P, call_id="again"))
        assert hand.transcript == once


async def test_a_plan_shows_while_its_arguments_still_stream():
    from tests.tui.by_hand import streams

    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(
            step(),
            streams(
                "p",
                "plan",
                '{"stages": [{"id": "a", "content": "Look", "deliverable": "d"}, {"id": "b", "con',
            ),
        )
        assert hand.transcript[ROWS][0].startswith(" ● 1/1  Look")
