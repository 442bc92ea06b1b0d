"""The viewer over a tape in a file, its clock in the test's hand."""

import inspect
from collections.abc import Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.tui.harness import Clock, screen_lines, until
from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.tui.looks import Looks
from zaptui.tui.viewer_app import ViewerApp
from zaptui.tui.viewer_host import Opening
from zaptui.view.places import END, parse_place
from zaptui.wiring.tape_host import TapeHost


def todos(*words: str) -> list[dict[str, str]]:
    """Stages of these states."""
    return [
        {"id": f"s{n}", "content": f"Stage number {n}", "status": word}
        for n, word in enumerate(words, start=1)
    ]


def plan(step: int, *words: str) -> list[e.Event]:
    """The plan moves on by a call."""
    listed: Any = todos(*words)
    call_id = f"p{step}"
    return [
        e.ToolCalled(call_id=call_id, tool="write_todos", input={"todos": listed}),
        e.ToolReturned(call_id=call_id, output={"todos": listed}),
        e.PlanUpdate(
            mode="classic", snapshot={"todos": listed}, todos=[], change="replaced", version=step,
            tool_call_id=call_id,
        ),
    ]  # fmt: skip


def call(number: int, output: str = "fine\n") -> list[e.Event]:
    """A call with its result."""
    result: Any = {"exit_code": 0, "output": output}
    return [
        e.ToolCalled(call_id=f"c{number}", tool="shell", input={"command": f"run {number}"}),
        e.ToolStarted(call_id=f"c{number}"),
        e.ToolReturned(call_id=f"c{number}", output=result),
    ]


DONE, NOW, OPEN = "done", "in_progress", "pending"
RUN: list[e.Event] = [
    e.RunStarted(session="s", prompt="mend the clock", model="acme/m1", mode="classic"),
    e.StepStarted(step=1),
    e.TextDelta(part="t", text="I look around."),
    *plan(1, NOW, OPEN),
    e.StepStarted(step=2),
    *call(1, "".join(f"line {n}\n" for n in range(60)) + "the needle\n"),
    e.StepStarted(step=3),
    *plan(3, DONE, NOW),
    e.StepStarted(step=4),
    e.ReasoningDelta(part="r", text="hm, a nee"),
    e.ReasoningDelta(part="r", text="dle again"),
    *call(2),
    e.StepStarted(step=5),
    *plan(5, DONE, DONE),
    e.StepStarted(step=6),
    e.TextDelta(part="t", text="The clock is mended."),
    e.RunFinished(outcome="complete", finish_reason="stop", stopped_by="answer", exit_code=0),
]


def entries(events: Sequence[e.Event], *, gap: float = 1.0) -> list[e.Entry]:
    """The events, one a second."""
    return [e.Entry(seq=n, at=n * gap, event=event) for n, event in enumerate(events)]


def write(path: Path, events: Sequence[e.Event] = RUN, *, gap: float = 1.0) -> Path:
    """A tape of ours."""
    lines = [f"{encode(entry)}\n" for entry in entries(events, gap=gap)]
    path.write_text("".join(lines))
    return path


class SeenViewer(ViewerApp):
    """What it would say to the terminal itself is kept in `written`."""

    CSS_PATH = Path(inspect.getfile(ViewerApp)).with_name("zap.tcss")

    def __init__(self, host: TapeHost, **options: Any) -> None:
        self.written: list[str] = []
        self.time = Clock()
        super().__init__(host, clock=self.time, **options)

    def _write(self, escape: str) -> None:
        self.written.append(escape)


class Watching:
    """What a test does at the viewer."""

    def __init__(self, app: SeenViewer, pilot: Pilot[Any]) -> None:
        self.app = app
        self.viewer = app.viewer
        self.player = app.viewer.player
        self._pilot = pilot

    @property
    def line(self) -> int:
        return self.player.playback.line

    @property
    def screen(self) -> str:
        return "\n".join(screen_lines(self.app))

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def until(self, condition: Any) -> None:
        await until(self._pilot, condition)

    async def pass_by(self, seconds: float) -> None:
        """So much time passes, half a second a tick."""
        for _ in range(round(seconds * 2)):
            self.app.time.now += 0.5
            self.viewer.tick()
        await self._pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        await self._pilot.resize_terminal(width, height)
        await self._pilot.pause()


@asynccontextmanager
async def viewing(
    path: Path, *, at: str | None = None, size: tuple[int, int] = (110, 30), speed: float = 1.0,
    **looks: Any,
):  # fmt: skip
    """The viewer, its first screen drawn and all of its tape looked at."""
    place = END if at == "end" else parse_place(at) if at else None
    with closing(TapeHost(str(path))) as host:
        app = SeenViewer(host, looks=Looks(**looks), opening=Opening(place=place, speed=speed))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await until(pilot, lambda: host.source.index.done or app.failure is not None)
            yield Watching(app, pilot)
        if app.crash is not None:
            raise app.crash
