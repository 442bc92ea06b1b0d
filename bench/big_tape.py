"""A large tape, the same each time: `python -m bench.big_tape FILE` writes 100 MB of it."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.lines import encode
from zaptui.core.parts import Usage

EVENTS, SIZE = 100_000, 100_000_000
STAGES = 40
RUNS = 4
_A_STEP = 10
"""Events of a step: its start, words, a call with its life, its end."""
_TEXT = (
    "the test reads clock and freezes monotonic retry path module result of value changed line "
    "function returns error when queue is empty because timer fires before it can see"
)
_WORDS = tuple(_TEXT.split())


def tape(events: int, size: int) -> Iterator[e.Entry]:
    """About so many events and bytes: a session of several runs, each with a plan of its own."""
    dice = random.Random(7)
    steps = events // RUNS // _A_STEP
    output = max(0, (size - events * 150) // (steps * RUNS))
    seq = 0
    for run in range(RUNS):
        at = 0.0
        for gap, event in _run(dice, run, steps, output):
            at = round(at + gap, 3)
            yield e.Entry(seq=seq, at=at, event=event)
            seq += 1


def _run(dice: random.Random, run: int, steps: int, output: int) -> Iterator[tuple[float, e.Event]]:
    started = e.RunStarted(
        session="20300101-100000-abcdef", prompt=f"Task {run + 1}: {_text(dice, 12)}",
        model="acme/m1", mode="metronome", time="2030-01-01T10:00:00Z",
    )  # fmt: skip
    yield 0.0, started
    usage = Usage()
    for step in range(1, steps + 1):
        stage = step * STAGES // (steps + 1)
        reminder = (
            f"<task_reminder>stage {stage + 1} of {STAGES}: {_text(dice, 20)}</task_reminder>"
        )
        yield dice.random() * 4, e.StepStarted(step=step, reminder=reminder, model="acme/m1")
        for _ in range(2):
            yield 0.05, e.ReasoningDelta(part="r", text=f"{_text(dice, 8)} ")
        yield 0.05, e.TextDelta(part="t", text=f"{_text(dice, 12).capitalize()}.")
        if step == 1 or stage != (step - 1) * STAGES // (steps + 1):
            yield from _plan(run, step, stage)
        yield from _work(dice, f"c{run}-{step}", output)
        spent = Usage(input_tokens=9_000 + step, output_tokens=60 + step % 40, cached_tokens=8_000)
        usage += spent
        yield 0.01, e.ModelFinished(reason="tool-calls" if step < steps else "stop", usage=spent)
    yield 0.1, e.RunFinished(
        outcome="incomplete", finish_reason="stop", stopped_by="answer", exit_code=5, usage=usage,
        open_stages=[f"Stage {STAGES}"],
    )  # fmt: skip


def _plan(run: int, step: int, stage: int) -> Iterator[tuple[float, e.Event]]:
    """The plan moves on by a call."""
    call_id = f"p{run}-{step}"
    todos: list[Json] = [
        {
            "id": f"s{n}",
            "content": f"Stage {n + 1} of the task",
            "status": "done" if n < stage else "in_progress" if n == stage else "pending",
            "evidence": f"the tests of part {n + 1} pass" if n < stage else None,
        }
        for n in range(STAGES)
    ]
    yield 0.2, e.ToolCalled(call_id=call_id, tool="write_todos", input={"todos": todos})
    yield 0.0, e.ToolReturned(call_id=call_id, output={"todos": todos})
    yield 0.0, e.PlanUpdate(
        mode="classic", snapshot={"todos": todos}, todos=[], change="replaced", version=step,
        tool_call_id=call_id,
    )  # fmt: skip


def _work(dice: random.Random, call_id: str, size: int) -> Iterator[tuple[float, e.Event]]:
    command = f"pytest -q tests/test_{dice.choice(_WORDS)}.py"
    yield 0.3, e.ToolCalled(call_id=call_id, tool="shell", input={"command": command})
    yield 0.0, e.ToolDecided(call_id=call_id, decision="allow", by="rule")
    yield 0.0, e.ToolStarted(call_id=call_id)
    yield dice.random(), e.ToolProgress(call_id=call_id, text=f"{_text(dice, 10)}\n")
    line = f"{_text(dice, 12)}\n"
    lines = dice.randint(size // 2, size * 3 // 2) // len(line)
    text = "".join(f"{number:05d} {line}" for number in range(lines * len(line) // (len(line) + 7)))
    output: Json = {"exit_code": 0, "output": text}
    yield dice.random() * 2, e.ToolReturned(call_id=call_id, output=output)


def _text(dice: random.Random, words: int) -> str:
    return " ".join(dice.choice(_WORDS) for _ in range(words))


def write(path: Path, *, events: int = EVENTS, size: int = SIZE) -> int:
    """Write a tape; how many events it has."""
    count = 0
    with path.open("w", encoding="ascii") as file:
        for entry in tape(events, size):
            file.write(f"{encode(entry)}\n")
            count += 1
    return count


if __name__ == "__main__":
    where = Path(sys.argv[1])
    print(f"{write(where)} events, {where.stat().st_size} bytes")
