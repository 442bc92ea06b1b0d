"""Folding a tape: its time grows with the events, not with their square; its memory."""

import time
import tracemalloc
from collections.abc import Iterator

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.view.folder import StageFolder

STAGES = 5


def tape(count: int) -> Iterator[e.Event]:
    """About `count` events: a plan, then steps of text and a call, the plan moving on."""
    yield e.RunStarted(session="s", prompt="p")
    steps = count // 6
    for step in range(1, steps + 1):
        yield e.StepStarted(step=step)
        if step % max(1, steps // STAGES) == 1:
            yield from plan(step, min(STAGES - 1, step * STAGES // steps))
        yield e.TextDelta(part="text", text=f"Step {step} looks at something.")
        yield e.ToolCalled(call_id=f"c{step}", tool="shell", input={"command": f"echo {step}"})
        yield e.ToolStarted(call_id=f"c{step}")
        output = {"exit_code": 0, "output": f"{step}\n"}
        yield e.ToolReturned(call_id=f"c{step}", output=output)
        yield e.ModelFinished(reason="tool-calls")


def plan(step: int, done: int) -> Iterator[e.Event]:
    words = ["done"] * done + ["in_progress"] + ["pending"] * (STAGES - done - 1)
    todos = [{"id": f"t{n}", "content": f"Stage {n}", "status": w} for n, w in enumerate(words)]
    yield e.ToolCalled(call_id=f"p{step}", tool="write_todos", input={"todos": todos})
    yield e.ToolReturned(call_id=f"p{step}", output={"todos": todos})


def fold(count: int) -> float:
    """CPU seconds to fold so many events, rows drawn up after each of them."""
    events = list(tape(count))
    began = time.process_time()
    conversation = Conversation()
    conversation.apply(events[0])
    folder = StageFolder(conversation.turn)
    for event in events[1:]:
        conversation.apply(event)
        folder.fold()
    return time.process_time() - began


def memory(count: int) -> float:
    """Bytes an event that a folded tape holds, its text aside."""
    text = sum(len(event.text) for event in tape(count) if isinstance(event, e.TextDelta))
    tracemalloc.start()
    conversation = Conversation()
    for event in tape(count):
        conversation.apply(event)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (held - text) / count


def main() -> None:
    small, large = 10_000, 100_000
    first, second = min(fold(small) for _ in range(3)), fold(large)
    growth = second / first / (large / small)
    print(
        f"fold and rows after each event: {small} in {first:.2f} s, {large} in {second:.2f} s, "
        f"growth an event {growth:.2f} (goal <= 1.5)"
    )
    held = memory(large)
    print(f"memory of a folded tape: {held:.0f} bytes an event beyond its text (goal <= 1024)")


if __name__ == "__main__":
    main()
