"""Every binding has an id, and can be another key."""

import pytest
from textual.binding import Binding

from tests.tui.by_hand import by_hand
from zaptui.tui.app import ZapApp
from zaptui.tui.approval import QuestionPanel
from zaptui.tui.main_screen import MainScreen
from zaptui.tui.plan_panel import PlanPanel
from zaptui.tui.prompt import Prompt
from zaptui.tui.transcript import Transcript

OWNERS = [ZapApp, MainScreen, Prompt, Transcript, QuestionPanel, PlanPanel]


def own(owner: type) -> list[Binding]:
    return [binding for binding in vars(owner)["BINDINGS"] if isinstance(binding, Binding)]


def test_every_binding_has_an_id_of_its_own():
    ids = [binding.id for owner in OWNERS for binding in own(owner)]
    assert None not in ids
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("owner", OWNERS)
def test_bindings_are_bindings(owner: type):
    assert own(owner) == vars(owner)["BINDINGS"]


async def test_a_key_of_the_screen_can_be_another_one():
    async with by_hand(size=(80, 12), prompt=None, keys={"plan.cycle": "f2"}) as hand:
        await hand.press("ctrl+t")
        assert hand.main.plan.shown == "auto"
        await hand.press("f2")
        assert hand.main.plan.shown == "panel"


async def test_a_key_of_the_app_can_be_another_one():
    async with by_hand(size=(80, 12), prompt=None, keys={"app.quit": "f10"}) as hand:
        await hand.pilot.press("ctrl+q")
        assert not hand.app._exit
        await hand.pilot.press("f10")
        assert hand.app._exit


async def test_sending_can_be_another_key_and_enter_is_then_a_new_line():
    keys = {"prompt.send": "ctrl+s"}
    async with by_hand(size=(80, 12), prompt=None, keys=keys) as hand:
        await hand.press("a", "enter", "b")
        assert hand.main.prompt.text == "a\nb"
        await hand.press("ctrl+s")
        assert hand.transcript == [" ❯ a", "   b"]


async def test_an_answer_to_a_question_can_be_another_key():
    from tests.tui.asked import answered, approval, ask

    async with by_hand(keys={"approval.once": "o"}) as hand:
        asking = await ask(hand, approval())
        await hand.press("tab", "y")
        assert not asking.done()
        await hand.press("o")
        assert (await answered(hand, asking)).verdict == "allow"


async def test_keys_of_the_transcript_can_be_other_ones():
    from tests.tui.by_hand import step, whole_call

    keys = {"transcript.up": "k", "transcript.open": "o"}
    async with by_hand(size=(60, 14), keys=keys) as hand:
        await hand.tell(step(), *whole_call("c", "read", {"path": "a"}, "x"))
        await hand.press("tab", "k", "o")
        assert hand.transcript[-1] == "          x"
        assert hand.main.prompt.text == ""
