"""What one more event costs the screen at 50 and at 5,000 parts; keys and memory in a long run."""

import asyncio
import resource
import statistics
import time
from typing import Any

from textual.app import App, ComposeResult

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.tui.transcript import Transcript

_UPDATES = 200
_EVENTS = 5_000


class _Screen(App[None]):
    """A transcript alone."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__()
        self.transcript = Transcript(lambda: 1.0)
        self.conversation = conversation

    def compose(self) -> ComposeResult:
        yield self.transcript

    def on_mount(self) -> None:
        self.transcript.show(self.conversation)


def _with_parts(count: int) -> Conversation:
    """A plan of one stage with so many finished calls, and a text that streams."""
    made = Conversation()
    made.apply(e.RunStarted(session="s", prompt="work"))
    made.apply(e.StepStarted(step=1))
    stages: list[Any] = [{"id": "a", "content": "Work", "status": "in_progress"}]
    made.apply(
        e.PlanUpdate(
            mode="classic", snapshot={"todos": stages}, todos=[], change="replaced", version=1
        )
    )
    for number in range(count):
        made.apply(e.StepStarted(step=number + 2))
        _call(made, f"c{number}")
    made.apply(e.StepStarted(step=count + 2))
    made.apply(e.TextDelta(part="t", text="It goes on. "))
    return made


def _call(made: Conversation, call_id: str) -> None:
    made.apply(e.ToolCalled(call_id=call_id, tool="shell", input={"command": "echo x"}))
    made.apply(e.ToolStarted(call_id=call_id))
    made.apply(e.ToolReturned(call_id=call_id, output={"exit_code": 0, "output": "x\n"}))


async def _update_cost(parts: int) -> float:
    """CPU milliseconds of one delta: fold, rows, the lines that changed, the terminal's bytes."""
    app = _Screen(_with_parts(parts))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.transcript.sync()
        await pilot.pause()
        began = time.process_time()
        for number in range(_UPDATES):
            app.conversation.apply(e.TextDelta(part="t", text=f"{number} words "))
            app.transcript.sync()
            await pilot.pause()
        return (time.process_time() - began) / _UPDATES * 1000


async def _soak() -> tuple[float, float, float]:
    """Events as they come, a key between them: median and longest wait for the key, MB grown."""
    app = _Screen(_with_parts(1))
    waits: list[float] = []
    async with app.run_test(size=(120, 40)) as pilot:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(_EVENTS):
            if number % 4 == 0:
                app.conversation.apply(e.StepStarted(step=number + 10))
                _call(app.conversation, f"s{number}")
            else:
                app.conversation.apply(e.TextDelta(part=f"t{number // 4}", text="some words "))
            if number % 10 == 0:
                app.transcript.sync()
            if number % 100 == 0:
                began = time.perf_counter()
                await pilot.press("up")
                waits.append((time.perf_counter() - began) * 1000)
                app.transcript.follow()
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return statistics.median(waits), max(waits), (after - before) / 1024


def main() -> None:
    few, many = asyncio.run(_update_cost(50)), asyncio.run(_update_cost(5_000))
    print(f"one update at 50 parts {few:.2f} CPU ms, at 5,000 parts {many:.2f}: {many / few:.2f}×")
    median, longest, grown = asyncio.run(_soak())
    print(
        f"{_EVENTS} events: a key takes {median:.0f} ms (median), {longest:.0f} ms (longest); "
        f"memory +{grown:.0f} MB"
    )


if __name__ == "__main__":
    main()
