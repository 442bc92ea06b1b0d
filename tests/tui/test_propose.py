"""R80: a proposed plan is accepted, edited, talked about or left; then it is the live plan."""

from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from tests.tui.asked import panel
from tests.tui.by_hand import Hand, HandHost, by_hand, end, step, text
from zaptui.errors import UsageError
from zaptui.planning.plan_file import PlanFile, PlanFileItem
from zaptui.tui.proposals import GO

ANSWER = "I would:\n\n- [ ] Read it\n  deliverable: notes\n- [ ] Mend it\n"
PLAN = PlanFile(
    items=(
        PlanFileItem(content="Read it", done=False, deliverable="notes"),
        PlanFileItem(content="Mend it", done=False),
    )
)


@dataclass
class ProposingHost(HandHost):
    """Keeps the plans that were accepted; the first `refusals` are refused."""

    approval: str = "propose"  # type: ignore[assignment]
    plans: list[PlanFile] = field(default_factory=list)
    refusals: int = 0

    def accept_plan(self, plan: PlanFile) -> None:
        if self.refusals:
            self.refusals -= 1
            raise UsageError("this mode has no plan")
        self.plans.append(plan)
        self.approval = "ask"


async def proposed(hand: Hand, answer: str = ANSWER) -> None:
    await hand.tell(step(), text(answer), end("answered"))
    await hand.show()
    hand.clock.now += 1


async def test_an_answer_with_a_checklist_is_offered():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand)
        assert panel(hand) == [
            "  A question",
            "    Shall this plan be carried out?",
            "",
            "    1 accept it",
            "    2 edit it first",
            "    3 not now",
            "",
            "    tab to choose, or type an answer and press Enter",
        ]


async def test_accepting_makes_it_the_live_plan_and_goes_on():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand)
        await hand.press("tab", "1")
        await hand.show()
        assert hand.host.plans == [PLAN]
        assert hand.main.turns.running
        assert hand.transcript[-1] == f" ❯ {GO}"
        assert hand.header.endswith("metronome · ask")


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Set the editor to a script of one sed command."""

    def write(script: str) -> None:
        path = tmp_path / "editor"
        path.write_text(f'#!/bin/sh\nsed -i "{script}" "$1"\n', encoding="utf-8")
        path.chmod(0o755)
        monkeypatch.setenv("EDITOR", str(path))
        monkeypatch.delenv("VISUAL", raising=False)

    return write


def hands_over(hand: Hand, monkeypatch) -> None:
    @contextmanager
    def suspend():
        yield

    monkeypatch.setattr(hand.app, "suspend", suspend)


async def test_it_can_be_edited_first(editor, monkeypatch):
    editor("s/Mend/Fix/")
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        hands_over(hand, monkeypatch)
        await proposed(hand)
        await hand.press("tab", "2")
        await hand.show()
        assert [item.content for item in hand.host.plans[0].items] == ["Read it", "Fix it"]
        assert hand.host.plans[0].items[0].deliverable == "notes"


async def test_a_plan_that_was_emptied_is_not_carried_out_and_offered_again(editor, monkeypatch):
    editor("d")
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        hands_over(hand, monkeypatch)
        await proposed(hand)
        await hand.press("tab", "2")
        await hand.show()
        assert hand.host.plans == []
        assert "there is no checklist left" in hand.footer
        assert panel(hand)[1] == "    Shall this plan be carried out?"


async def test_without_an_editor_it_stays_on_offer():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand)
        await hand.press("tab", "2")
        await hand.show()
        assert "cannot be handed to an editor" in hand.footer
        assert panel(hand)[1] == "    Shall this plan be carried out?"


async def test_not_now_leaves_everything_as_it_is():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand)
        await hand.press("tab", "3")
        await hand.show()
        assert (hand.host.plans, panel(hand), hand.main.turns.running) == ([], [], False)
        assert hand.host.approval == "propose"


async def test_esc_puts_the_offer_away():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand)
        await hand.press("escape")
        await hand.show()
        assert (hand.host.plans, panel(hand), hand.main.turns.running) == ([], [], False)


async def test_a_word_on_the_plan_is_the_next_prompt():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand)
        await hand.say("test it, too")
        await hand.show()
        assert hand.main.turns.running
        assert hand.transcript[-1] == " ❯ test it, too"
        assert panel(hand) == []
        assert hand.host.approval == "propose"


async def test_an_answer_without_a_checklist_is_only_an_answer():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await proposed(hand, "It is fine as it is.")
        assert panel(hand) == []


async def test_a_proposal_of_a_turn_that_failed_is_not_offered():
    async with by_hand(size=(80, 30), host=ProposingHost()) as hand:
        await hand.tell(step(), text(ANSWER), end("error", error="gone"))
        await hand.show()
        assert panel(hand) == []


async def test_a_plan_the_host_refuses_stays_on_offer():
    async with by_hand(size=(80, 30), host=ProposingHost(refusals=1)) as hand:
        await proposed(hand)
        await hand.press("tab", "1")
        await hand.show()
        assert "this mode has no plan" in hand.footer
        hand.clock.now += 1
        await hand.press("tab", "1")
        await hand.show()
        assert hand.host.plans == [PLAN]
