"""The plan is edited in the app: with the keys of its panel, and as `/plan` commands."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.fakes import say
from tests.tui.by_hand import Hand, HandHost, advance, by_hand, end, metronome, plan, step
from tests.tui.harness import FakeHost, ask, running, screen_text, until
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.errors import UsageError
from zaptui.planning.plan_edit import (
    CLOSED,
    AddRow,
    CheckRow,
    CloseRow,
    DropRow,
    FlagRow,
    MoveRow,
    RewordRow,
    RowEdit,
)

P = ("Reproduce", "Fix it", "Test")


async def second(hand: Hand) -> None:
    """The first of three stages is done."""
    await hand.tell(step(), *plan(*P))
    await hand.tell(step(2), *advance(*P, evidence=["seen"]))
    await hand.tell(told(*P, evidence=["seen"]))


def told(*contents: str, evidence: Sequence[str] = (), **flags: Any) -> e.PlanUpdate:
    """The plan as a person's edit left it."""
    snapshot: Any = metronome(*contents, evidence=evidence)
    return e.PlanUpdate(
        mode="metronome", snapshot=snapshot, todos=[], change="edited", version=3, **flags
    )


def panel(hand: Hand) -> list[str]:
    return [line for line in hand.shown(hand.main.plan.panel) if line]


async def test_ctrl_o_goes_to_the_plan_and_back():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o")
        assert hand.main.plan.panel.has_focus
        assert panel(hand) == [
            "  plan 1/3",
            "  ✓ 1/3 Reproduce" + "0 ms".rjust(20),
            " ▸● 2/3 Fix it" + "0 ms".rjust(23),
            "        Fix it, done",
            "  ○ 3/3 Test",
            "  a add · e edit · d drop · x done",
            "  p pin · b stop before it",
            "  shift+up, shift+down move",
        ]
        await hand.press("escape")
        assert hand.main.prompt.has_focus
        assert panel(hand)[-1] == "  ○ 3/3 Test"
        await hand.press("ctrl+o", "ctrl+o")
        assert hand.main.prompt.has_focus


async def test_escape_in_the_plan_does_not_cancel_the_turn():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o", "escape")
        assert hand.main.turns.running


@pytest.mark.parametrize(
    ("keys", "edits", "word"),
    [
        (["d"], [DropRow(id="s2")], "dropped: Fix it"),
        (["delete"], [DropRow(id="s2")], "dropped: Fix it"),
        (["down", "p"], [FlagRow(id="s3", flag="pinned", on=True)], "pinned: Test"),
        (["b"], [FlagRow(id="s2", flag="breakpoint", on=True)], "the run stops before it: Fix it"),
        (["x"], [CloseRow(id="s2", evidence=CLOSED)], "done: Fix it"),
        (["shift+down"], [MoveRow(id="s2", to=3)], "moved to 3: Fix it"),
        (["down", "down", "down", "shift+up"], [MoveRow(id="s3", to=2)], "moved to 2: Test"),
        (["up", "up", "d"], [DropRow(id="s1")], "dropped: Reproduce"),
        (["down", "shift+down"], [], ""),
        (["up", "shift+up"], [], ""),
    ],
)
async def test_keys_of_the_panel(keys: list[str], edits: list[RowEdit], word: str):
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o", *keys)
        assert hand.host.edits == edits
        assert word in hand.footer
        assert hand.main.plan.panel.has_focus


@pytest.mark.parametrize(
    ("keys", "typed", "edits"),
    [
        (["a"], "/plan insert 3 ", [AddRow(content="new", at=3)]),
        (["down", "a"], "/plan add ", [AddRow(content="new")]),
        (["e"], "/plan edit 2 Fix it", [RewordRow(id="s2", content="Fix itnew")]),
        (["enter"], "/plan edit 2 Fix it", [RewordRow(id="s2", content="Fix itnew")]),
    ],
)
async def test_words_are_typed_in_the_prompt_and_the_focus_comes_back(
    keys: list[str], typed: str, edits: list[RowEdit]
):
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o", *keys)
        assert (hand.main.prompt.text, hand.main.prompt.has_focus) == (typed, True)
        await hand.press(*"new", "enter")
        assert (hand.host.edits, hand.main.prompt.text) == (edits, "")
        assert hand.main.plan.panel.has_focus


@pytest.mark.parametrize(
    ("command", "edits"),
    [
        ("add Tell Ann", [AddRow(content="Tell Ann")]),
        ("insert 1 Tell Ann", [AddRow(content="Tell Ann", at=1)]),
        ("insert 4 Tell Ann", [AddRow(content="Tell Ann")]),
        ("edit 3 Test all", [RewordRow(id="s3", content="Test all")]),
        ("move 3 2", [MoveRow(id="s3", to=2)]),
        ("drop 3", [DropRow(id="s3")]),
        ("done 2 I saw it", [CloseRow(id="s2", evidence="I saw it")]),
        ("pin 2", [FlagRow(id="s2", flag="pinned", on=True)]),
        ("break 3", [FlagRow(id="s3", flag="breakpoint", on=True)]),
        ("check 3 file: out.txt", [CheckRow(id="s3", check="file: out.txt")]),
        ("check 3", [CheckRow(id="s3", check="")]),
    ],
)
async def test_commands_do_the_same(command: str, edits: list[RowEdit]):
    async with by_hand(size=(80, 20)) as hand:
        await second(hand)
        await hand.say(f"/plan {command}")
        assert hand.host.edits == edits
        assert hand.main.prompt.has_focus


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("dance", "/plan dance is nothing — there is add TEXT"),
        ("drop 4", "'4' is no place of the plan — places are 1 to 3"),
        ("drop ²", "'²' is no place of the plan — places are 1 to 3"),
        ("move 1", "'' is no place of the plan — places are 1 to 3"),
        ("insert 9 x", "'9' is no place of the plan — places are 1 to 4"),
    ],
)
async def test_what_cannot_be_is_said_and_stays_in_the_prompt(command: str, said: str):
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.say(f"/plan {command}")
        assert said in hand.footer
        assert (hand.host.edits, hand.main.prompt.text) == ([], f"/plan {command}")


async def test_without_a_plan_there_is_something_to_add_and_nothing_else():
    async with by_hand(size=(120, 20)) as hand:
        await hand.press("ctrl+o")
        assert panel(hand)[0] == "  no plan"
        await hand.press("up", "d")
        assert "there is no stage yet; a adds one" in hand.footer
        await hand.press("a", *"new", "enter")
        assert hand.host.edits == [AddRow(content="new")]
        await hand.say("/plan drop 1")
        assert "there is no stage yet — /plan add TEXT adds one" in hand.footer


async def test_flags_show_and_are_taken_back():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.tell(told(*P, evidence=["seen"], pinned=["s2", "s3"], breakpoints=["s3"]))
        assert panel(hand)[2:7] == [
            panel(hand)[2],
            "        Fix it, done",
            "        pinned",
            "  ○ 3/3 Test",
            "        pinned · stops before it",
        ]
        await hand.press("ctrl+o", "down", "b", "p")
        assert hand.host.edits == [
            FlagRow(id="s3", flag="breakpoint", on=False),
            FlagRow(id="s3", flag="pinned", on=False),
        ]
        assert "no longer: pinned: Test" in hand.footer


async def test_the_mark_stays_at_its_stage_and_near_one_that_is_dropped():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o", "down")
        await hand.tell(told("New", *P))
        assert hand.main.plan.panel.place == 2
        await hand.tell(told(*P))
        assert hand.main.plan.panel.place == 2
        await hand.tell(told("A"))
        assert hand.main.plan.panel.place == 0
        await hand.tell(told())
        assert hand.main.plan.panel.place is None


async def test_between_60_and_100_columns_the_panel_shows_while_it_is_edited():
    async with by_hand(size=(80, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o")
        assert (hand.main.plan.panel.display, hand.main.plan.line.display) == (True, False)
        await hand.press("escape")
        assert (hand.main.plan.panel.display, hand.main.plan.line.display) == (False, True)


async def test_below_60_columns_the_commands_are_named():
    async with by_hand(size=(59, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+o")
        assert hand.main.prompt.has_focus
        assert "there is no room for the panel" in hand.footer


async def test_a_place_counts_what_is_not_shown():
    """A cancelled item of a ledger has no row."""
    items: list[Json] = [
        {"id": i, "content": f"Do {i}", "status": status}
        for i, status in zip("abcd", ("pending", "cancelled", "pending", "pending"), strict=True)
    ]
    update = e.PlanUpdate(
        mode="ledger",
        snapshot={"todos": items, "version": 1},
        todos=[],
        change="replaced",
        version=1,
    )
    async with by_hand(size=(120, 20)) as hand:
        await hand.tell(step(), update)
        await hand.say("/plan insert 2 new")
        await hand.say("/plan move 3 2")
        assert hand.host.edits == [AddRow(content="new", at=3), MoveRow(id="d", to=3)]


class Refusing(HandHost):
    def edit_plan(self, edits: Sequence[RowEdit]) -> None:
        raise UsageError("there is no stage 's2'")


async def test_an_edit_that_is_refused_is_said():
    async with by_hand(size=(120, 20), host=Refusing()) as hand:
        await second(hand)
        await hand.press("ctrl+o", "d")
        assert "there is no stage 's2'" in hand.footer


async def test_keys_of_the_panel_can_be_other_ones():
    async with by_hand(size=(120, 20), keys={"plan.drop": "r", "plan.focus": "f4"}) as hand:
        await second(hand)
        await hand.press("f4", "d", "r")
        assert hand.host.edits == [DropRow(id="s2")]


async def test_help_tells_the_keys_of_the_plan():
    async with by_hand(size=(100, 60), prompt=None) as hand:
        await hand.say("/keys")
        assert "Ctrl+O edit the plan; there: a add, e edit, d drop" in hand.text


async def test_others_edits_are_looked_for_while_no_turn_runs():
    looks: list[str] = []

    class Looking(HandHost):
        def follow_plan(self) -> None:
            looks.append("look")

    async with by_hand(size=(120, 20), host=Looking()) as hand:
        hand.main._follow_plan()
        assert looks == []
        await hand.tell(step(), end())
        hand.main._follow_plan()
        assert looks == ["look"]


async def test_an_edit_reaches_the_plan_of_the_session_and_the_screen():
    stages: list[Json] = [{"id": i, "content": f"Do {i}", "deliverable": i} for i in "ab"]
    host = FakeHost([say("", ("plan", {"stages": stages})), *[say("So.")] * 9])
    async with running(host, size=(120, 20)) as (app, pilot):
        await ask(pilot, "do it")
        await until(pilot, lambda: not app.main.turns.running and "2/2 Do b" in screen_text(app))
        await pilot.press("ctrl+o", "down", "shift+up", "p")
        await until(pilot, lambda: "pinned" in screen_text(app))
        assert "1/2 Do b" in screen_text(app)
        await pilot.press("a", *"new", "enter")
        await until(pilot, lambda: "2/3 new" in screen_text(app))
        await pilot.press("d")  # the new stage is the marked one
        await until(pilot, lambda: "2/2 Do a" in screen_text(app))
        assert host.live is not None
        assert host.live.setup.planner.open_stages() == ["Do b", "Do a"]
