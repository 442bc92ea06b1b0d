"""Looks: plain and ASCII, themes, NO_COLOR."""

import pytest

from tests.tui.by_hand import Hand, advance, by_hand, end, plan, step, text, whole_call

P = ("One", "Two", "Three")


async def play(hand: Hand) -> None:
    """All kinds of rows."""
    await hand.tell(step(), text("# Title\n\n- item\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |"))
    await hand.tell(step(2), *whole_call("c", "read", {"path": "a"}, "x"))
    await hand.tell(step(3), *plan(*P))
    await hand.tell(step(4), *advance(*P, evidence=["seen"]))
    diff = {"path": "a", "added": 1, "removed": 1, "diff": "@@ -1 +1 @@\n-a\n+b"}
    await hand.tell(*whole_call("e", "edit", {"path": "a"}, diff))


async def test_plain_looks_are_ascii_all_over():
    async with by_hand(size=(80, 40), plain=True) as hand:
        await play(hand)
        await hand.say("next")
        await hand.press("tab", "up", "enter")
        await hand.beat(after=12)
        odd = {c for line in hand.lines for c in line if not c.isascii()}
        assert odd == set()
        await hand.press("escape", "escape")
        await hand.show()
        assert {c for line in hand.lines for c in line if not c.isascii()} == set()


async def test_plain_questions_are_ascii_too():
    from tests.tui.asked import approval, ask

    async with by_hand(size=(80, 24), plain=True) as hand:
        asking = await ask(hand, approval("\n".join("abcdefghijklmnopqrstuvwxyz")))
        await hand.press("tab")
        assert {c for line in hand.lines for c in line if not c.isascii()} == set()
        asking.cancel()


async def test_plain_looks_name_the_states_by_marks_of_their_own():
    async with by_hand(size=(60, 30), plain=True) as hand:
        await play(hand)
        rows = [line[:8] for line in hand.transcript if "/3  " in line]
        assert rows == [" v 1/3  ", " * 2/3  ", " o 3/3  "]
        await hand.press("escape")
        rows = [line[:8] for line in hand.transcript if "/3  " in line]
        assert rows == [" v 1/3  ", " # 2/3  ", " o 3/3  "]


async def test_ascii_marks_may_beat():
    async with by_hand(size=(60, 30), ascii_only=True) as hand:
        await hand.tell(step(), *plan(*P))
        await hand.beat()
        assert hand.transcript[2].startswith(" + 1/3  One")


@pytest.mark.parametrize("theme", ["zap-dark", "zap-light", "ansi-dark", "ansi-light", "nord"])
async def test_every_theme_draws_everything(theme: str):
    async with by_hand(size=(80, 30), theme=theme) as hand:
        await play(hand)
        assert hand.app.theme == theme
        assert " ✓ 1/3  One" in hand.text


async def test_an_unknown_theme_is_ours():
    async with by_hand(prompt=None, theme="no-such") as hand:
        assert hand.app.theme == "zap-dark"


async def test_a_change_of_theme_draws_everything_anew():
    async with by_hand(size=(100, 30)) as hand:
        await play(hand)
        before, lines = colours(hand), hand.lines
        hand.app.theme = "zap-light"
        await hand.show()
        await hand.show()
        assert colours(hand).isdisjoint(before - {None})
        assert hand.lines == lines


def colours(hand: Hand) -> set[object]:
    """The colours of the marks and names of the rows."""
    transcript = hand.main.transcript
    found: set[object] = set()
    for y in range(transcript.size.height):
        strip = transcript.render_line(y)
        if "/3  " in strip.text:
            found |= {s.style.color for s in strip if s.text.strip()}
    return found


async def test_no_color_is_honoured(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with by_hand(size=(80, 30)) as hand:
        await play(hand)
        await hand.tell(end())
        strips = hand.app.screen._compositor.render_strips()
        shown = {
            s.style.color.triplet for strip in strips for s in strip if s.style and s.style.color
        }
        assert all(t is None or t.red == t.green == t.blue for t in shown)
