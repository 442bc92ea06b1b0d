"""A tool call on the screen: life while it streams and runs, and how it ended."""

from tests.tui.by_hand import (
    Hand,
    by_hand,
    called,
    end,
    ends,
    prints,
    returns,
    started,
    step,
    streams,
    text,
    whole_call,
)


def calls(hand: Hand) -> list[str]:
    """What stands below the prompt."""
    return hand.transcript[2:]


async def test_while_arguments_stream_the_row_tells_bytes_and_time():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), streams("c", "write", '{"path": "b.py", "content": "'))
        await hand.tell(streams("c", "write", "x" * 2000), after=3)
        await hand.beat(after=1)
        assert calls(hand) == [ends(" ▸ write", "2.0 kB 4.0 s")]


async def test_a_call_that_waits_for_leave_says_so():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "shell", {"command": "make"}))
        assert calls(hand) == [ends(" ▸ shell   make", "waiting")]


async def test_a_running_call_shows_its_time_and_its_last_lines():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "shell", {"command": "make"}), started("c"))
        await hand.tell(prints("c", "".join(f"line {n}\n" for n in range(1, 10))))
        await hand.beat(after=12)
        assert calls(hand) == [
            ends(" ▸ shell   make", "running 12 s"),
            *(f"          line {n}" for n in range(4, 10)),
        ]


async def test_a_call_that_has_ended_well_is_one_quiet_line():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "shell", {"command": "make"}), started("c"))
        await hand.tell(prints("c", "out\n"), returns("c", {"exit_code": 0, "output": "out\n"}))
        assert calls(hand) == [" ▸ shell   make"]


async def test_a_call_that_took_long_says_how_long():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "shell", {"command": "make"}), started("c"))
        await hand.tell(returns("c", {"exit_code": 2, "output": ""}), after=75)
        assert calls(hand) == [ends(" ▸ shell   make", "exit 2 · 1 m 15 s")]


async def test_an_error_is_muted_while_the_model_may_still_recover():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "read", {"path": "b"}), returns("c", error="no b"))
        assert calls(hand) == [ends(" ▸ read    b", "no b")]
        assert colours(hand, 3) == {"dim"}


async def test_an_error_the_model_did_not_recover_from_is_loud_at_the_end():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "read", {"path": "b"}), returns("c", error="no b"))
        await hand.tell(end("error", error="gone"))
        assert colours(hand, 3) == {"error"}


async def test_an_error_stays_muted_when_the_turn_ends_well():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "read", {"path": "b"}), returns("c", error="no b"))
        await hand.tell(step(2), text("There is none."), end("answered"))
        assert colours(hand, 3) == {"dim"}


async def test_only_the_last_error_is_loud_when_a_call_in_between_went_well():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "read", {"path": "b"}), returns("c", error="no b"))
        await hand.tell(step(2), *whole_call("d", "read", {"path": "a"}, "x"))
        await hand.tell(step(3), called("e", "read", {"path": "c"}), returns("e", error="no c"))
        await hand.tell(end("error", error="gone"))
        assert [colours(hand, y) for y in (3, 5)] == [{"dim"}, {"error"}]


async def test_an_error_of_a_stage_that_was_closed_stays_muted_when_a_later_one_fails():
    from tests.tui.by_hand import advance, plan

    p = ("One", "Two")
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *plan(*p))
        await hand.tell(step(2), called("c", "read", {"path": "b"}), returns("c", error="no b"))
        await hand.tell(step(3), *advance(*p, evidence=["seen"]))
        await hand.tell(step(4), *whole_call("d", "read", {"path": "a"}, "x"))
        await hand.tell(end("error", error="gone"))
        await hand.pilot.click(hand.main.transcript, offset=(10, 3))
        await hand.show()
        assert "no b" in hand.transcript[4]
        assert colours(hand, 5) == {"dim"}


async def test_a_call_whose_arguments_never_came_whole_does_not_go_on_for_ever():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), streams("c", "write", '{"path": "b'), after=2)
        await hand.press("escape")
        assert calls(hand)[0] == ends(" ▸ write", "not called")
        await hand.say("again")
        await hand.beat(after=40)
        assert calls(hand)[0] == ends(" ▸ write", "not called")


async def test_calls_side_by_side_have_a_row_each():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(
            step(), called("a", "read", {"path": "a"}), called("b", "read", {"path": "b"})
        )
        await hand.tell(started("a"), started("b"), returns("b", "x"))
        await hand.beat(after=2)
        assert calls(hand) == [ends(" ▸ read    a", "running 2.0 s"), " ▸ read    b"]


async def test_arguments_that_are_no_json_show_what_came():
    from zaptui.core.events import ToolCalled

    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(
            step(), ToolCalled(call_id="c", tool="read", raw="{oops"), returns("c", error="no JSON")
        )
        await hand.press("tab", "up", "enter")
        assert calls(hand) == [ends(" ▾ read", "no JSON"), "          {oops", "          no JSON"]


def colours(hand: Hand, y: int) -> set[str]:
    """The names of the styles at the right end of a line of the transcript."""
    transcript = hand.main.transcript
    painter = transcript._look().painter
    names = {painter.style(name).color: name for name in ("dim", "error", "plain")}
    segments = [s for s in transcript.render_line(y) if s.text.strip()]
    return {names[segments[-1].style.color]}
