"""Esc cancels the turn at once and keeps all the rest; a second one does not wait."""

import asyncio
from dataclasses import dataclass, field

from tests.tui.by_hand import HandHost, by_hand, called, plan, started, step
from tests.tui.harness import FakeHost, ask, running, screen_text, until
from zaptui.core import events as e
from zaptui.core.events import RunFinished
from zaptui.providers.scripted import ScriptedReply

PLAN = {
    "stages": [
        {"id": "a", "content": "Look", "deliverable": "d"},
        {"id": "b", "content": "Mend", "deliverable": "d"},
    ]
}


async def test_esc_cancels_and_keeps_queue_and_draft():
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step(), *plan("One", "Two"))
        await hand.say("next")
        hand.main.prompt.set_text("a draft")
        await hand.press("escape")
        assert not hand.main.turns.running
        assert hand.main.turns.queue == ["next"]
        assert hand.main.prompt.text == "a draft"
        assert hand.transcript[2].startswith(" ■ 1/2  One")
        assert hand.transcript[-1] == " aborted · 0 ms"


async def test_after_a_cancel_the_next_prompt_runs():
    async with by_hand(size=(80, 20)) as hand:
        await hand.tell(step())
        await hand.press("escape")
        await hand.say("again")
        assert hand.main.turns.running
        assert hand.transcript[-1] == " ❯ again"


async def test_esc_with_nothing_running_goes_back_to_the_prompt():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        hand.main.transcript.focus()
        await hand.press("escape")
        assert hand.main.focused is hand.main.prompt


@dataclass
class SlowToEnd(HandHost):
    """Cancelled, it still has something to close, until it is cancelled again."""

    closing: asyncio.Event = field(default_factory=asyncio.Event)
    forced: bool = False

    async def run(self, prompt: str) -> RunFinished:
        try:
            return await super().run(prompt)
        finally:
            try:
                await self.closing.wait()
            except asyncio.CancelledError:
                self.forced = True
                raise


async def test_while_a_turn_closes_that_is_said_and_esc_again_forces_it():
    host = SlowToEnd()
    async with by_hand(size=(80, 20), host=host) as hand:
        await hand.press("escape")
        assert "cancelling…" in hand.footer
        assert hand.main.turns.running
        await hand.press("escape")
        assert host.forced
        assert not hand.main.turns.running
        assert "cancelling" not in hand.footer


async def test_the_loop_closes_its_calls_and_stages_when_it_is_cancelled():
    blocked = asyncio.Event()

    class Stuck:
        """A command that never ends; it is told when it is cancelled."""

        cancelled = False

        async def run(self, command, *, progress, **options):
            progress("begun\n")
            blocked.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled = True
                raise

    stuck = Stuck()
    replies = [
        ScriptedReply(calls=[("plan", PLAN)]),
        ScriptedReply(calls=[("shell", {"command": "sleep 1000"})]),
    ]
    host = FakeHost(replies, spawner=stuck)
    async with running(host, size=(80, 20)) as (app, pilot):
        await ask(pilot, "do it")
        await asyncio.wait_for(blocked.wait(), 10)
        await pilot.press("escape")
        await until(pilot, lambda: not app.main.turns.running)
        await until(pilot, lambda: "interrupted, may have run" in screen_text(app))
        assert stuck.cancelled
        assert "■ 1/2  Look" in screen_text(app)
    finished = host.entries[-1].event
    assert isinstance(finished, e.RunFinished)
    assert finished.outcome == "aborted"


async def test_a_call_that_was_running_says_that_it_has_no_result():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), called("c", "shell", {"command": "x"}), started("c"), after=1)
        await hand.press("escape")
        assert hand.transcript[2] == f" ▸ shell   x{'no result':>46}"
