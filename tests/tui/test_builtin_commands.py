"""What each command of the app does, as it stands on the screen."""

import base64

import pytest

from tests.tui.by_hand import Hand, advance, by_hand, end, model_done, plan, step, text

P = ("Reproduce", "Fix it")


async def planned(hand: Hand) -> None:
    """The first stage is done."""
    await hand.tell(step(), *plan(*P))
    await hand.tell(step(2), *advance(*P, evidence=["seen"]), model_done(1500, 20_000))


def copied(hand: Hand) -> str:
    """What was sent to the clipboard last."""
    sequence = [each for each in hand.app.written if each.startswith("\x1b]52;c;")][-1]
    return base64.b64decode(sequence.removeprefix("\x1b]52;c;").removesuffix("\x07")).decode()


async def test_help_lists_commands_and_keys():
    async with by_hand(size=(100, 60), prompt=None) as hand:
        await hand.say("/help")
        lines = hand.transcript
        assert lines[0] == " • commands"
        assert lines[1] == "   /help                 what there is to say and to press"
        assert " • keys" in lines
        assert any("Shift+Enter" in line for line in lines)


async def test_keys_lists_what_can_be_pressed():
    async with by_hand(size=(100, 30), prompt=None) as hand:
        await hand.say("/keys")
        assert hand.transcript[0] == " • keys"
        assert "Esc cancel, again without waiting" in hand.text


async def test_mode_says_what_it_is_and_changes_it():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.say("/mode ")
        await hand.say("/mode classic")
        assert hand.transcript == [" • mode: metronome", " • mode: classic"]
        assert "scripted/test · classic · ask" in hand.header


async def test_an_unknown_mode_names_the_modes():
    async with by_hand(size=(120, 20), prompt=None) as hand:
        await hand.say("/mode waltz")
        assert "metronome" in hand.footer
        assert hand.host.mode == "metronome"
        assert hand.main.prompt.text == "/mode waltz"


async def test_model_says_what_it_is_and_changes_it():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.say("/model ")
        await hand.say("/model other/one")
        await hand.say("/model nonsense")
        assert hand.transcript == [" • model: scripted/test", " • model: other/one"]
        assert "other/one · metronome · ask" in hand.header
        assert "'nonsense' is no provider/model" in hand.footer


@pytest.mark.parametrize("command", ["/mode classic", "/model a/b", "/new"])
async def test_what_a_running_turn_depends_on_waits_for_its_end(command: str):
    async with by_hand(size=(100, 20)) as hand:
        await hand.say(command)
        assert "turn" in hand.footer
        assert hand.host.mode == "metronome"
        assert hand.transcript == [" ❯ do it"]


async def test_plan_shows_the_plan_with_its_evidence():
    async with by_hand(size=(60, 24)) as hand:
        await planned(hand)
        await hand.say("/plan ")
        assert hand.transcript[-3:] == [
            " • plan",
            "   - [x] 1. Reproduce — seen",
            "   - [ ] 2. Fix it",
        ]


async def test_plan_copy_sends_it_to_the_terminal():
    async with by_hand(size=(80, 24)) as hand:
        await planned(hand)
        await hand.say("/plan copy")
        assert copied(hand) == "- [x] 1. Reproduce — seen\n- [ ] 2. Fix it"
        assert "sent to the terminal" in hand.footer


async def test_plan_without_a_plan_says_so():
    async with by_hand(size=(80, 24)) as hand:
        await hand.say("/plan ")
        assert hand.transcript[-2:] == [" • plan", "   there is none"]


async def test_new_begins_an_empty_session():
    async with by_hand(size=(80, 12)) as hand:
        await planned(hand)
        await hand.tell(end())
        before = hand.host.session
        await hand.say("/new")
        assert hand.transcript == []
        assert hand.host.session != before
        assert not hand.main.plan.line.display
        assert hand.header == f"{' zap':<48}scripted/test · metronome · ask"
        await hand.say("fresh")
        await hand.tell(step(), text("Yes."))
        assert hand.transcript == [" ❯ fresh", "", " Yes."]


async def test_copy_sends_the_last_answer():
    async with by_hand(size=(80, 24)) as hand:
        await hand.tell(step(), text("It is **done**."), end("answered"))
        await hand.say("/copy")
        assert copied(hand) == "It is **done**."


async def test_copy_without_an_answer_says_so():
    async with by_hand(size=(80, 24), prompt=None) as hand:
        await hand.say("/copy")
        assert "there is no answer yet" in hand.footer


async def test_cost_tells_tokens_and_dollars():
    async with by_hand(size=(80, 24)) as hand:
        await planned(hand)
        await hand.say("/cost")
        assert hand.transcript[-4:] == [
            " • cost",
            "   input   20.0k, of these from the cache 0",
            "   output  1.5k",
            "   cost    $1.5000",
        ]


async def test_cost_that_is_not_known_says_so():
    async with by_hand(size=(80, 24), prompt=None) as hand:
        await hand.say("/cost")
        assert hand.transcript[-1] == "   cost    not known"


async def test_status_tells_session_model_and_boundary():
    async with by_hand(size=(80, 24), prompt=None) as hand:
        await hand.say("/status")
        assert hand.transcript == [
            " • status",
            "   session   20260101-000000-abcdef",
            "   model     scripted/test",
            "   planning  metronome",
            "   approval  ask (no sandbox)",
            "   sandbox   no sandbox, told in full",
        ]


async def test_theme_lists_changes_and_refuses():
    async with by_hand(size=(80, 24), prompt=None) as hand:
        await hand.say("/theme ")
        assert hand.transcript[0] == " • theme: zap-dark"
        assert "zap-light" in hand.text
        await hand.say("/theme zap-light")
        assert hand.app.theme == "zap-light"
        await hand.say("/theme no-such")
        assert "there is no theme no-such — /theme lists them" in hand.footer


async def test_quit_leaves_with_0():
    async with by_hand(prompt=None) as hand:
        await hand.say("/quit")
        await hand.pilot.pause()
        assert hand.app.return_code == 0
        assert not hand.app.is_running or hand.app._exit
