"""Leaving: Ctrl+C twice, Ctrl+Q; and copying with Ctrl+C, which is not leaving."""

import base64

from tests.tui.by_hand import Hand, by_hand, end, step, text


def copies(hand: Hand) -> list[str]:
    sequences = [each for each in hand.app.written if each.startswith("\x1b]52;c;")]
    return [base64.b64decode(each[7:-1]).decode() for each in sequences]


async def test_ctrl_c_once_says_how_to_quit():
    async with by_hand(size=(80, 12), prompt=None) as hand:
        await hand.press("ctrl+c")
        assert "Ctrl+C again quits" in hand.footer
        assert hand.app.is_running


async def test_ctrl_c_twice_quits():
    async with by_hand(prompt=None) as hand:
        await hand.pilot.press("ctrl+c", "ctrl+c")
        assert hand.app._exit
        assert hand.app.return_code == 0


async def test_a_late_second_ctrl_c_is_a_first_one():
    async with by_hand(size=(80, 12), prompt=None) as hand:
        await hand.press("ctrl+c")
        hand.clock.now += 3
        await hand.press("ctrl+c")
        assert not hand.app._exit


async def test_while_a_turn_runs_it_says_what_cancels_and_twice_ends_the_turn():
    async with by_hand(size=(80, 12)) as hand:
        await hand.press("ctrl+c")
        assert "Esc cancels; Ctrl+C again quits" in hand.footer
        assert hand.main.turns.running
        await hand.pilot.press("ctrl+c")
        assert hand.app._exit
        assert hand.host.entries[-1].event == end("aborted")


async def test_ctrl_q_leaves_too():
    async with by_hand(prompt=None) as hand:
        await hand.pilot.press("ctrl+q")
        assert hand.app._exit


async def test_ctrl_c_copies_what_is_marked_in_the_transcript():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("All is well here."))
        await hand.drag(hand.main.transcript, (1, 3), (11, 3))
        await hand.press("ctrl+c")
        assert copies(hand) == ["All is well"]
        assert "sent to the terminal" in hand.footer
        assert hand.app.screen.get_selected_text() is None
        assert not hand.app._exit


async def test_a_selection_over_lines_is_copied_without_the_margin():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("First.\n\nSecond."))
        await hand.drag(hand.main.transcript, (1, 3), (8, 5))
        await hand.press("ctrl+c")
        assert copies(hand) == ["First.\n\n Second."]


async def test_dragging_over_a_head_opens_nothing():
    async with by_hand(size=(60, 20)) as hand:
        from tests.tui.by_hand import whole_call

        await hand.tell(step(), text("First."), *whole_call("c", "read", {"path": "a"}, "x"))
        await hand.drag(hand.main.transcript, (1, 3), (8, 4))
        assert hand.transcript[-1] == " ▸ read    a"


async def test_ctrl_c_copies_what_is_marked_in_the_prompt():
    async with by_hand(size=(60, 20), prompt=None) as hand:
        hand.main.prompt.set_text("some words")
        hand.main.prompt.select_all()
        await hand.press("ctrl+c")
        assert copies(hand) == ["some words"]


async def test_what_is_marked_is_shown():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), text("All is well here."))
        await hand.drag(hand.main.transcript, (1, 3), (11, 3))
        strip = hand.main.transcript.render_line(3)
        marked = hand.app.screen.get_component_rich_style("screen--selection").bgcolor
        assert "".join(s.text for s in strip if s.style.bgcolor == marked) == "All is well"
