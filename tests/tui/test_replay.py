"""A tape looks the same live and played again, whole or in pieces."""

from collections.abc import Sequence

import pytest

from tests.tui.by_hand import (
    Hand,
    HandHost,
    advance,
    by_hand,
    called,
    end,
    plan,
    prints,
    returns,
    started,
    step,
    streams,
    text,
    thought,
    todos,
    whole_call,
)
from zaptui.core import events as e

P = ("Reproduce", "Fix it", "Test")
MARKDOWN = "# Done\n\n- one\n- two\n\n```py\nprint(1)\n```\n\nSee [it][1].\n\n[1]: x"

TAPES: dict[str, Sequence[e.Event]] = {
    "complete": [
        step(),
        thought("hm"),
        text("I look."),
        *whole_call("a", "read", {"path": "a"}, "x\n" * 60),
        step(),
        *plan(*P),
        step(),
        text("Working."),
        called("b", "read", {"path": "b"}),
        returns("b", error="there is none"),
        step(),
        *advance(*P, evidence=["seen"]),
        step(),
        *whole_call("c", "shell", {"command": "x"}, {"exit_code": 2, "output": "no\n"}),
        step(),
        *advance(*P, evidence=["seen", "mended"]),
        step(),
        *advance(*P, evidence=["seen", "mended", "run"]),
        step(),
        text(MARKDOWN),
        end("complete"),
    ],
    "aborted in a stage": [
        step(),
        *plan(*P),
        step(),
        text("Working."),
        called("b", "shell", {"command": "x"}),
        started("b"),
        prints("b", "one\ntwo\n"),
        returns("b", error="interrupted, may have run"),
        end("aborted"),
    ],
    "aborted while arguments stream": [
        step(),
        text("Now"),
        streams("b", "write", '{"path": "b"'),
        end("aborted"),
    ],
    "failed": [
        step(),
        *plan(*P),
        step(),
        called("b", "read", {"path": "b"}),
        returns("b", error="there is none"),
        end("error", error="gone"),
    ],
    "steered": [
        step(),
        text("I look."),
        e.UserMessage(text="look at b"),
        step(),
        *whole_call("b", "read", {"path": "b"}, "x"),
        e.UserMessage(text="enough"),
        end("answered"),
    ],
    "retried": [
        step(),
        text("Half"),
        e.Retrying(attempt=1, wait_s=1, error="it broke"),
        text("Whole."),
        end("answered"),
    ],
    "planned anew": [
        step(),
        *todos("a* b"),
        step(),
        text("working on a"),
        *whole_call("c", "read", {"path": "c"}, "x"),
        step(),
        *todos("c* d", "again"),
        step(),
        text("working on c"),
        end("incomplete", open_stages=["Do c"]),
    ],
}


async def live(tape: Sequence[e.Event], *, size: tuple[int, int]) -> tuple[list[str], HandHost]:
    """The screen at the end of a tape that was watched event by event."""
    async with by_hand(size=size) as hand:
        for event in tape:
            await hand.tell(event, after=0.25)
        await hand.beat()
        return whole(hand), hand.host


async def again(entries: Sequence[e.Entry], *, size: tuple[int, int], pieces: int) -> list[str]:
    """The screen after the entries were fed to a fresh app."""
    async with by_hand(size=size, prompt=None) as hand:
        for place in range(0, len(entries), pieces):
            for entry in entries[place : place + pieces]:
                hand.main.live.tell(entry)
            await hand.show()
        return whole(hand)


def whole(hand: Hand) -> list[str]:
    """All lines of the transcript, and the plan beside it."""
    transcript = hand.main.transcript
    drawing = transcript._look()
    lines = [transcript.document.line(y, drawing) for y in range(transcript.document.height)]
    plan = hand.shown(hand.main.plan.panel) if hand.main.plan.panel.display else []
    return [*(line.text.rstrip() if line else "" for line in lines), *plan]


@pytest.mark.parametrize("name", list(TAPES))
async def test_live_and_again_are_the_same(name: str):
    watched, host = await live(TAPES[name], size=(110, 30))
    for pieces in (1000, 1):
        assert await again(host.entries, size=(110, 30), pieces=pieces) == watched


async def test_two_turns_are_the_same_again():
    async with by_hand(size=(110, 40)) as hand:
        for event in TAPES["complete"]:
            await hand.tell(event, after=0.1)
        await hand.say("and now?")
        for event in TAPES["failed"]:
            await hand.tell(event, after=0.1)
        watched, entries = whole(hand), hand.host.entries
    assert await again(entries, size=(110, 40), pieces=1000) == watched
