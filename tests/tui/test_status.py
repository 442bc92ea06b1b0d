"""The facts of header and footer, at any width."""

import pytest

from tests.tui.by_hand import HandHost, by_hand, end, model_done, step


async def test_the_header_has_title_model_mode_and_approval():
    async with by_hand(size=(80, 12), prompt="fix the flaky test") as hand:
        await hand.tell(step())
        assert hand.header == f"{' zap  fix the flaky test':<48}scripted/test · metronome · ask"


@pytest.mark.parametrize("width", [120, 80, 59, 40])
async def test_a_long_title_gives_way_to_the_facts(width: int):
    async with by_hand(size=(width, 12), prompt="fix the test and " * 20) as hand:
        await hand.tell(step())
        boundary = " (no sandbox)" if width >= 100 else ""
        assert hand.header.endswith(f"scripted/test · metronome · ask{boundary}")


async def test_a_long_model_name_gives_way_to_mode_and_approval():
    host = HandHost(model="openrouter/some-lab/a-model-with-a-very-long-name-instruct")
    async with by_hand(size=(40, 12), prompt=None, host=host) as hand:
        assert hand.header.endswith("… · metronome · ask")
        assert hand.header.startswith(" zap   openrouter/so")


async def test_the_footer_has_tokens_cost_and_elapsed():
    async with by_hand(size=(100, 12)) as hand:
        await hand.tell(step(), model_done(400, 12_000), after=14)
        await hand.beat()
        assert hand.footer.startswith(" 12.4k of 200k · $0.40 · 14 s")
        assert hand.footer.endswith("esc cancel · ctrl+t plan · / commands")


async def test_elapsed_goes_when_the_turn_is_over():
    async with by_hand(size=(100, 12)) as hand:
        await hand.tell(step(), model_done(400, 12_000), end("answered"), after=14)
        assert hand.footer.startswith(" 12.4k of 200k · $0.40  ")
        assert hand.footer.endswith("shift+tab approvals · ctrl+t plan · / commands")


async def test_what_is_not_known_is_left_out():
    host = HandHost(context_window=None)
    async with by_hand(size=(100, 12), host=host) as hand:
        await hand.tell(step(), model_done(0, 12_000), end("answered"))
        assert hand.footer.startswith(" 12.0k · $0.00 ")


async def test_without_a_plan_the_footer_tells_the_silence():
    async with by_hand(size=(100, 12)) as hand:
        await hand.tell(step())
        await hand.beat(after=12)
        assert hand.footer.startswith(" 12 s · no data for 12 s ")


async def test_a_warning_goes_with_the_next_key():
    async with by_hand(size=(100, 12), prompt=None) as hand:
        await hand.say("/nosuch")
        before = hand.footer
        await hand.press("x")
        assert "there is no command" in before
        assert "there is no command" not in hand.footer


async def test_yes_is_marked_with_what_confines_it():
    host = HandHost(approval="yes", boundary="bubblewrap")
    async with by_hand(size=(100, 12), prompt=None, host=host) as hand:
        assert hand.header.endswith("scripted/test · metronome · yes (bubblewrap)")
