"""A long text must be seen to its end before it can be allowed."""

import pytest

from tests.tui.asked import answered, approval, ask, panel
from tests.tui.by_hand import by_hand
from zaptui.tui import approval as approval_panel

LONG = "\n".join(f"line {n}" for n in range(1, 31))


async def test_a_long_text_tells_how_much_is_hidden():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval(LONG))
        await hand.press("tab")
        lines = panel(hand)
        assert lines[3] == "    line 1"
        assert lines[12:14] == ["    line 10", "    ↓ 22 more lines"]
        assert lines[-1] == "    see it to its end first: ↓"
        asking.cancel()


@pytest.mark.parametrize("key", ["y", "s"])
async def test_it_cannot_be_allowed_before_its_end_was_seen(key: str):
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval(LONG))
        await hand.press("tab", key)
        assert not asking.done()
        await hand.press("pagedown", "pagedown", "pagedown", key)
        assert (await answered(hand, asking)).verdict == "allow"


@pytest.mark.parametrize("key", ["n", "enter"])
async def test_it_can_be_denied_at_once(key: str):
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval(LONG))
        await hand.press("tab", key)
        assert (await answered(hand, asking)).verdict == "deny"


async def test_arrows_and_pages_move_the_text():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval(LONG))
        await hand.press("tab", "down")
        assert panel(hand)[3] == "    line 2"
        await hand.press("up", "up")
        assert panel(hand)[3] == "    line 1"
        await hand.press("pagedown", "pagedown", "pagedown")
        assert panel(hand)[10:13] == [
            "    line 30",
            "",
            "    s allows from now on: this very call, as it stands above",
        ]
        await hand.press("pageup")
        assert panel(hand)[3] == "    line 13"
        asking.cancel()


async def test_the_wheel_moves_the_text():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval(LONG))
        await hand.wheel(hand.main.panel, down=True)
        assert panel(hand)[3] == "    line 4"
        await hand.wheel(hand.main.panel, down=False)
        assert panel(hand)[3] == "    line 1"
        asking.cancel()


async def test_one_endless_line_is_shown_whole_in_pieces():
    async with by_hand(size=(40, 24)) as hand:
        asking = await ask(hand, approval("x" * 70 + "; rm -r /"))
        text = "".join(line.strip() for line in panel(hand)[3:7])
        assert text == "x" * 70 + "; rm -r /"
        asking.cancel()


async def test_a_very_long_text_is_cut_into_lines_once_and_can_be_left(monkeypatch):
    widths: list[int] = []
    real = approval_panel.body_lines

    def counted(question, width):
        widths.append(width)
        return real(question, width)

    monkeypatch.setattr(approval_panel, "body_lines", counted)
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval("x" * 200_000))
        await hand.press("tab", "down", "down", "n")
        assert (await answered(hand, asking)).verdict == "deny"
    assert len(widths) == len(set(widths))
