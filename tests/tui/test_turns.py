"""One turn at a time, a queue behind it, cancelling in two steps."""

import asyncio

from zaptui.core.events import RunFinished
from zaptui.tui.turns import Turns


class Playing:
    """A host whose turns end when they are told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ends: list[asyncio.Future[RunFinished]] = []

    async def run(self, prompt: str) -> RunFinished:
        self.begun.append(prompt)
        self.ends.append(asyncio.get_running_loop().create_future())
        return await self.ends[-1]

    async def end(self, outcome: str = "answered") -> None:
        self.ends[-1].set_result(finished(outcome))
        await soon()


def finished(outcome: str) -> RunFinished:
    return RunFinished(outcome=outcome, finish_reason="stop", stopped_by="x", exit_code=0)  # type: ignore[arg-type]


class Told:
    """What the turns say to the screen."""

    def __init__(self, host: Playing) -> None:
        self.ended: list[RunFinished | None] = []
        self.failed: list[Exception] = []
        self.changes = 0
        self.turns = Turns(
            host,  # type: ignore[arg-type]
            changed=self.change,
            ended=self.ended.append,
            failed=self.failed.append,
        )

    def change(self) -> None:
        self.changes += 1


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_turns_run_one_after_the_other():
    host = Playing()
    told = Told(host)
    for prompt in ("a", "b", "c"):
        told.turns.send(prompt)
    await soon()
    assert (host.begun, told.turns.queue) == (["a"], ["b", "c"])
    await host.end()
    assert (host.begun, told.turns.queue) == (["a", "b"], ["c"])
    await host.end("complete")
    await host.end()
    assert (host.begun, told.turns.queue, told.turns.running) == (["a", "b", "c"], [], False)
    assert [each.outcome for each in told.ended if each] == ["answered", "complete", "answered"]


async def test_a_turn_that_ends_badly_leaves_the_queue():
    host = Playing()
    told = Told(host)
    told.turns.send("a")
    told.turns.send("b")
    await soon()
    await host.end("incomplete")
    assert (host.begun, told.turns.queue) == (["a"], ["b"])
    assert told.turns.send_next()
    await soon()
    assert (host.begun, told.turns.queue) == (["a", "b"], [])
    await host.end()


async def test_nothing_waits_nothing_is_sent():
    told = Told(Playing())
    assert not told.turns.send_next()
    assert told.turns.take_back() is None
    assert not told.turns.cancel()
    await told.turns.stop()


async def test_while_a_turn_runs_the_next_one_waits():
    host = Playing()
    told = Told(host)
    told.turns.send("a")
    told.turns.send("b")
    await soon()
    assert not told.turns.send_next()
    assert told.turns.take_back() == "b"
    assert told.turns.queue == []
    await told.turns.stop()


async def test_cancelled_the_turn_ends_without_a_result_and_keeps_the_queue():
    host = Playing()
    told = Told(host)
    told.turns.send("a")
    told.turns.send("b")
    await soon()
    assert told.turns.cancel()
    await soon()
    assert (told.ended, told.turns.running, told.turns.queue) == ([None], False, ["b"])


async def test_stop_waits_for_the_end():
    host = Playing()
    told = Told(host)
    told.turns.send("a")
    await soon()
    await told.turns.stop()
    assert told.ended == [None]


async def test_a_failure_is_told_after_the_end():
    host = Playing()
    told = Told(host)
    told.turns.send("a")
    await soon()
    host.ends[-1].set_exception(RuntimeError("bug"))
    await soon()
    assert told.ended == [None]
    assert [str(error) for error in told.failed] == ["bug"]
    assert not told.turns.running
