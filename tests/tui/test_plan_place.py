"""The plan is always in sight: a panel at the side, or a line above the prompt."""

import pytest

from tests.tui.by_hand import Hand, advance, by_hand, end, plan, step

P = ("Reproduce", "Fix it", "Test", "Write it up")
MANY = tuple(f"Stage {n}" for n in range(1, 41))


async def second(hand: Hand) -> None:
    """The first stage is done, the second one runs for 14 s."""
    await hand.tell(step(), *plan(*P))
    await hand.tell(step(2), *advance(*P, evidence=["seen"]), after=3)
    await hand.beat(after=14)


def panel(hand: Hand) -> list[str]:
    lines = hand.shown(hand.main.plan.panel)
    while lines and not lines[-1]:
        lines.pop()
    return lines


async def test_a_wide_terminal_has_the_stages_at_the_side():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        assert panel(hand) == [
            "  plan 1/4",
            "",
            "  ✓ 1/4 Reproduce" + "3.0 s".rjust(20),
            "  ◉ 2/4 Fix it" + "14 s".rjust(23),
            "        Fix it, done",
            "  ○ 3/4 Test",
            "  ○ 4/4 Write it up",
        ]
        assert not hand.main.plan.line.display


@pytest.mark.parametrize("width", [80, 59, 40])
async def test_a_narrow_terminal_has_a_line_above_the_prompt(width: int):
    async with by_hand(size=(width, 20)) as hand:
        await second(hand)
        assert not hand.main.plan.panel.display
        left, right = " ◉ 2/4 Fix it", "14 s  +2 more"
        assert hand.lines[-3] == left + right.rjust(width - 1 - len(left))


async def test_a_long_name_gives_way_to_the_time_in_the_line():
    async with by_hand(size=(40, 20)) as hand:
        await hand.tell(step(), *plan("A stage whose name is longer than the line", "b", "c"))
        await hand.beat(after=14)
        assert hand.lines[-3] == " ◉ 1/3 A stage whose na…  14 s  +2 more"


async def test_without_a_plan_there_is_neither_panel_nor_line():
    async with by_hand(size=(120, 20)) as hand:
        assert (hand.main.plan.panel.display, hand.main.plan.line.display) == (False, False)


async def test_ctrl_t_goes_through_all_places():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        seen = []
        for _ in range(4):
            await hand.press("ctrl+t")
            seen.append((hand.main.plan.panel.display, hand.main.plan.line.display))
            assert f"plan: {hand.main.plan.shown}" in hand.footer
        assert seen == [(True, False), (False, True), (False, False), (True, False)]


async def test_a_panel_asked_for_without_a_plan_says_so():
    async with by_hand(size=(120, 20)) as hand:
        await hand.press("ctrl+t")
        assert panel(hand) == ["  no plan"]


async def test_a_panel_asked_for_in_a_narrow_terminal_is_a_line():
    async with by_hand(size=(59, 20)) as hand:
        await second(hand)
        await hand.press("ctrl+t")
        assert (hand.main.plan.panel.display, hand.main.plan.line.display) == (False, True)


async def test_the_place_follows_a_resize():
    async with by_hand(size=(120, 20)) as hand:
        await second(hand)
        await hand.resize(80, 20)
        narrow = (hand.main.plan.panel.display, hand.main.plan.line.display)
        await hand.resize(120, 20)
        assert narrow == (False, True)
        assert (hand.main.plan.panel.display, hand.main.plan.line.display) == (True, False)


@pytest.mark.parametrize("done", [0, 1, 7, 20, 38, 39])
async def test_the_active_one_of_forty_stages_never_leaves_the_panel(done: int):
    async with by_hand(size=(120, 20)) as hand:
        await hand.tell(step(), *plan(*MANY))
        if done:
            await hand.tell(step(2), *advance(*MANY, evidence=["x"] * done))
        lines = panel(hand)
        assert any(f"{done + 1}/40 Stage {done + 1}" in line for line in lines)
        above = sum("✓" in line for line in lines)
        if above < done:
            assert f"    +{done - above} more" in lines
        below = sum("○" in line for line in lines)
        if below < 39 - done:
            assert lines[-1] == f"    +{39 - done - below} more"


@pytest.mark.parametrize("height", range(4, 12))
async def test_the_active_stage_is_in_the_panel_of_the_lowest_terminal(height: int):
    async with by_hand(size=(120, height)) as hand:
        await hand.tell(step(), *plan(*MANY))
        await hand.tell(step(2), *advance(*MANY, evidence=["x"] * 20))
        assert "21/40 Stage 21" in "\n".join(hand.shown(hand.main.plan.panel))


async def test_when_all_is_done_the_line_says_that():
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step(), *plan("Reproduce", "Fix it"))
        await hand.tell(step(2), *advance("Reproduce", "Fix it", evidence=["a", "b"]), end())
        assert hand.lines[-3] == " ✓ 2/2 Fix it"


async def test_a_stage_that_was_aborted_stays_in_sight():
    async with by_hand(size=(80, 20)) as hand:
        await second(hand)
        await hand.press("escape")
        assert hand.lines[-3].startswith(" ■ 2/4 Fix it")


async def test_a_plan_ends_with_its_turn_when_it_is_complete():
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step(), *plan("One"))
        await hand.tell(step(2), *advance("One", evidence=["a"]), end())
        await hand.say("next")
        await hand.tell(step())
        assert not hand.main.plan.line.display
