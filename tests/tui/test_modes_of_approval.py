"""Shift+Tab goes through ask, propose and yes; yes only where something confines it."""

from dataclasses import dataclass

from tests.tui.by_hand import HandHost, by_hand
from zaptui.errors import ConfigError
from zaptui.tui.host import ApprovalMode


async def test_shift_tab_goes_through_all_modes_in_a_sandbox():
    host = HandHost(boundary="bubblewrap")
    async with by_hand(size=(100, 12), prompt=None, host=host) as hand:
        seen = []
        for _ in range(3):
            await hand.press("shift+tab")
            seen.append(hand.header.rpartition("metronome · ")[2])
        assert seen == ["propose (bubblewrap)", "yes (bubblewrap)", "ask (bubblewrap)"]


async def test_without_a_sandbox_yes_is_left_out_and_the_reason_told():
    async with by_hand(size=(120, 12), prompt=None) as hand:
        await hand.press("shift+tab", "shift+tab")
        assert hand.host.approval == "ask"
        assert "yes needs a sandbox, or a start with --no-sandbox" in hand.footer


async def test_each_mode_has_a_colour_of_its_own():
    host = HandHost(boundary="bubblewrap")
    async with by_hand(size=(100, 12), prompt=None, host=host) as hand:
        colours = []
        for _ in range(3):
            strip = hand.main._header.render_line(0)
            last = [s for s in strip if s.text.strip().startswith(("ask", "propose", "yes"))]
            colours.append(last[-1].style.color)
            await hand.press("shift+tab")
        assert len(set(colours)) == 3


async def test_shift_tab_changes_nothing_else():
    async with by_hand(size=(100, 12), prompt=None) as hand:
        hand.main.prompt.set_text("a draft")
        await hand.press("shift+tab")
        assert hand.main.focused is hand.main.prompt
        assert hand.main.prompt.text == "a draft"


@dataclass
class StubbornHost(HandHost):
    """A host that refuses everything."""

    def set_approval(self, approval: ApprovalMode) -> None:
        raise ConfigError("not now")


async def test_a_host_that_refuses_all_leaves_the_mode_as_it_is():
    async with by_hand(size=(100, 12), prompt=None, host=StubbornHost()) as hand:
        await hand.press("shift+tab")
        assert hand.host.approval == "ask"
        assert "not now" in hand.footer
