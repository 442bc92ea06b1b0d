"""Questions for the tests of approvals, and the panel that shows them."""

import asyncio
from collections.abc import Sequence

from tests.tui.by_hand import Hand
from zaptui.core.json import JsonObject
from zaptui.core.ports import Approval, Decision


def approval(command: str = "make test", **more: object) -> Approval:
    """A shell command that asks."""
    arguments: JsonObject = {"command": command, **more}  # type: ignore[dict-item]
    return Approval(
        call_id="c",
        tool="shell",
        input=arguments,
        subject=command,
        reason="shell asks",
    )


def edit(old: str, new: str) -> Approval:
    """A change that asks."""
    arguments: JsonObject = {"path": "a.py", "old_text": old, "new_text": new}
    return Approval(call_id="e", tool="edit", input=arguments, subject="a.py", reason="edits ask")


async def ask(hand: Hand, question: Approval, *, wait: float = 1.0) -> "asyncio.Task[Decision]":
    """The loop asks; the dead time of the panel goes by."""
    asking = asyncio.ensure_future(hand.host.ask(question))
    await hand.show()
    hand.clock.now += wait
    return asking


async def ask_user(hand: Hand, text: str, options: Sequence[str] = ()) -> "asyncio.Task[str]":
    """The model asks."""
    asking = asyncio.ensure_future(hand.host.ask_user(text, options))
    await hand.show()
    hand.clock.now += 1
    return asking


async def answered(hand: Hand, asking: "asyncio.Task[Decision]") -> Decision | None:
    """The decision, None while there is none."""
    await hand.show()
    return asking.result() if asking.done() else None


def panel(hand: Hand) -> list[str]:
    """The lines of the panel, without its padding."""
    if not hand.main.panel.display:
        return []
    lines = [line.rstrip() for line in hand.shown(hand.main.panel)]
    return lines[1:-1] if hand.main.panel.styles.padding.top else lines
