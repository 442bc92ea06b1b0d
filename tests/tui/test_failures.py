"""What fails is told, and the app stays."""

from dataclasses import dataclass

from tests.tui.by_hand import HandHost, by_hand, end, step
from tests.tui.harness import FakeHost, ask, running, screen_text, until
from zaptui.core.events import RunFinished
from zaptui.errors import ConfigError
from zaptui.providers.scripted import ScriptedReply


@dataclass
class FailingHost(HandHost):
    """Its turns raise, before their tape has begun or after it has ended."""

    error: Exception | None = None
    told: bool = False

    async def run(self, prompt: str) -> RunFinished:
        assert self.error is not None
        if self.told:
            from zaptui.core.events import RunStarted

            self.tell(RunStarted(session="s", prompt=prompt), step())
            self.tell(end("error", error=f"internal error: {self.error}"))
        raise self.error


async def test_a_turn_that_cannot_begin_says_why_and_the_app_stays():
    host = FailingHost(error=ConfigError("there is no key", hint="set OPENAI_API_KEY"))
    async with by_hand(size=(80, 14), host=host) as hand:
        assert hand.transcript == [
            " • the turn failed",
            "   there is no key — set OPENAI_API_KEY",
        ]
        assert "there is no key — set OPENAI_API_KEY" in hand.footer
        assert not hand.main.turns.running


async def test_a_bug_before_the_tape_begins_is_told():
    host = FailingHost(error=RuntimeError("boom"))
    async with by_hand(size=(80, 14), host=host) as hand:
        assert hand.transcript == [
            " • the turn failed",
            "   internal error: RuntimeError('boom')",
        ]


async def test_a_bug_that_the_tape_tells_is_told_once():
    host = FailingHost(error=RuntimeError("boom"), told=True)
    async with by_hand(size=(80, 14), host=host) as hand:
        assert hand.transcript == [
            " ❯ do it",
            "",
            " failed · 0 ms",
            " internal error: boom",
        ]


async def test_the_next_turn_runs_after_a_failed_one():
    host = FailingHost(error=ConfigError("there is no key"))
    async with by_hand(size=(80, 14), host=host) as hand:
        await hand.say("again")
        assert hand.text.count("the turn failed") == 2
        assert hand.host.prompts == ["do it", "again"]


async def test_a_queued_prompt_waits_when_the_turn_before_it_fails():
    async with by_hand(size=(80, 14)) as hand:
        await hand.say("next")
        await hand.tell(end("error", error="gone"))
        assert hand.main.turns.queue == ["next"]
        assert hand.lines[-3].startswith("   waits  next")


async def test_a_failure_of_the_service_is_shown_at_the_end_of_the_turn():
    replies = [ScriptedReply(text="I am", error=ConfigError("the key is wrong"))]
    host = FakeHost(replies)
    async with running(host, size=(80, 14)) as (app, pilot):
        await ask(pilot, "do it")
        await until(pilot, lambda: "the key is wrong" in screen_text(app))
        await until(pilot, lambda: not app.main.turns.running)


async def test_a_model_that_says_nothing_is_told_as_such():
    host = FakeHost([ScriptedReply(), ScriptedReply()])
    async with running(host, size=(80, 14)) as (app, pilot):
        await ask(pilot, "do it")
        await until(pilot, lambda: bool(app.host.entries) and not app.main.turns.running)
        await until(pilot, lambda: "nothing" in screen_text(app))
