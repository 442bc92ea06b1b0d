"""A turn told by hand: no loop, no timer; the test says what happens and when."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest.mock import patch

from textual import events
from textual.pilot import Pilot

from tests.tui.harness import Clock, FakeHost, running, screen_lines, screen_text, until
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.outcomes import Outcome
from zaptui.core.parts import Usage
from zaptui.core.ports import Ask, AskUser, Sink
from zaptui.tui import live_screen

_NEVER = 1e6
"""Seconds between the beats of a timer that a test moves itself."""


@dataclass
class HandHost(FakeHost):
    """A host whose turn is what a test tells. Cancelled, it ends as the loop does."""

    script: Any = ()
    at: float = 0.0
    seq: int = 0
    result: "asyncio.Future[e.RunFinished] | None" = None

    def attach(self, sink: Sink, ask: Ask, ask_user: AskUser) -> None:
        self.sinks = [sink, self.entries.append]
        self.ask, self.ask_user = ask, ask_user

    async def run(self, prompt: str) -> e.RunFinished:
        self.at = self.clock()
        self.result = asyncio.get_running_loop().create_future()
        self.tell(e.RunStarted(session=self.session, prompt=prompt))
        try:
            return await self.result
        except asyncio.CancelledError:
            self.tell(end("aborted"))
            raise

    def steer(self, text: str) -> None:
        self.steered.append(text)

    def tell(self, *told: e.Event) -> None:
        """These happen now."""
        for event in told:
            entry = e.Entry(seq=self.seq, at=self.clock() - self.at, event=event)
            self.seq += 1
            self._tell(entry)
            ended = isinstance(event, e.RunFinished)
            if ended and self.result is not None and not self.result.done():
                self.result.set_result(event)


@asynccontextmanager
async def by_hand(
    *,
    size: tuple[int, int] = (100, 30),
    prompt: str | None = "do it",
    host: HandHost | None = None,
    **options: Any,
) -> AsyncIterator["Hand"]:
    """The app over a hand-told turn, which has begun; its timers stand still."""
    still = {"FLUSH_S": _NEVER, "BEAT_S": _NEVER, "FOLLOW_S": _NEVER}
    host = HandHost() if host is None else host
    with patch.multiple(live_screen, **still):
        async with running(host, size=size, **options) as (app, pilot):
            wait = partial(_done, pilot)
            with (
                patch("textual.app.wait_for_idle", wait),
                patch("textual.pilot.wait_for_idle", wait),
            ):
                hand = Hand(app, pilot, host)
                if prompt is not None:
                    await hand.say(prompt)
                yield hand


async def _done(pilot: Pilot[Any], min_sleep: float = 0.0) -> None:
    """All that was sent has been handled. Textual's own wait sleeps until the processor idles."""
    for _ in range(2):
        await asyncio.sleep(0)
        await pilot._wait_for_screen()


class Hand:
    """What a test does to the app, and the screen it sees."""

    def __init__(self, app: Any, pilot: Pilot[Any], host: HandHost) -> None:
        self.app, self.pilot, self.host = app, pilot, host
        self.main = app.main
        self.clock: Clock = host.clock  # type: ignore[assignment]

    async def say(self, text: str) -> None:
        """A person sends a text."""
        self.main.prompt.focus()
        self.main.prompt.set_text(text)
        await self.press("enter")

    async def press(self, *keys: str) -> None:
        """Press keys and let what they do show."""
        await self.pilot.press(*keys)
        await self.show()

    async def resize(self, width: int, height: int) -> None:
        """The terminal has another size; Textual takes it on with a timer of its own."""
        await self.pilot.resize_terminal(width, height)
        await until(self.pilot, lambda: self.app.screen.size == (width, height))
        await self.show()

    async def drag(self, widget: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Mark from one place of a widget to another with the mouse."""
        await self.pilot.mouse_down(widget, offset=start)
        await self.pilot.hover(widget, offset=end)
        await self.pilot.mouse_up(widget, offset=end)
        await self.show()

    async def wheel(self, widget: Any, *, down: bool) -> None:
        """Turn the wheel by one notch over the middle of a widget."""
        kind = events.MouseScrollDown if down else events.MouseScrollUp
        region = widget.region
        offset = (region.width // 2, region.height // 2)
        await self.pilot._post_mouse_events([kind], widget, offset, button=0)
        await self.show()

    async def tell(self, *told: e.Event, after: float = 0.0) -> None:
        """Some time goes by, then these happen and show."""
        self.clock.now += after
        self.host.tell(*told)
        await self.show()

    async def show(self) -> None:
        """Let everything show that has happened."""
        await self.settle()
        self.main._flush()
        await self.settle()

    async def settle(self) -> None:
        """Let everything be handled and painted."""
        for _ in range(2):
            await _done(self.pilot)
            self.app.screen._on_timer_update()

    async def beat(self, *, after: float = 0.0) -> None:
        """Some time goes by, and the heart beats once."""
        self.clock.now += after
        self.main._tick()
        await self.settle()

    @property
    def lines(self) -> list[str]:
        """The whole screen."""
        return screen_lines(self.app)

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def transcript(self) -> list[str]:
        """The lines of the transcript alone, blank ones at both ends left out."""
        region = self.main.transcript.scrollable_content_region
        rows = self.lines[region.y : region.bottom]
        rows = [row[region.x : region.right].rstrip() for row in rows]
        return _trimmed(rows)

    def shown(self, widget: Any) -> list[str]:
        """The lines of a widget."""
        region = widget.region
        rows = self.lines[region.y : region.bottom]
        return [row[region.x : region.right].rstrip() for row in rows]

    @property
    def header(self) -> str:
        return self.lines[0]

    @property
    def footer(self) -> str:
        return self.lines[-1]


def _trimmed(rows: Sequence[str]) -> list[str]:
    rows = list(rows)
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    return rows


def ends(left: str, right: str, columns: int = 58) -> str:
    """A line of the transcript with something at both ends; a screen has two columns more."""
    return left + right.rjust(columns - len(left))


def step(number: int = 1) -> e.StepStarted:
    """A model request goes out."""
    return e.StepStarted(step=number)


def text(words: str, part: str = "text") -> e.TextDelta:
    return e.TextDelta(part=part, text=words)


def thought(words: str) -> e.ReasoningDelta:
    return e.ReasoningDelta(part="reasoning", text=words)


def streams(call_id: str, tool: str, delta: str) -> e.ToolInputDelta:
    """More of a call's arguments."""
    return e.ToolInputDelta(call_id=call_id, tool=tool, delta=delta)


def called(call_id: str, tool: str, arguments: Mapping[str, Json]) -> e.ToolCalled:
    return e.ToolCalled(call_id=call_id, tool=tool, input=dict(arguments))


def started(call_id: str) -> e.ToolStarted:
    return e.ToolStarted(call_id=call_id)


def prints(call_id: str, output: str) -> e.ToolProgress:
    return e.ToolProgress(call_id=call_id, text=output)


def returns(call_id: str, output: Json = None, *, error: str | None = None) -> e.ToolReturned:
    return e.ToolReturned(call_id=call_id, output=output, error=error)


def whole_call(
    call_id: str, tool: str, arguments: Mapping[str, Json], output: Json
) -> list[e.Event]:
    """A call from its arguments to its result."""
    return [called(call_id, tool, arguments), started(call_id), returns(call_id, output)]


def plan(*contents: str, call_id: str = "plan") -> list[e.Event]:
    """The model plans these stages in mode metronome; the first one begins."""
    stages: list[Json] = [
        {"id": f"s{number}", "content": content, "deliverable": f"{content}, done"}
        for number, content in enumerate(contents, start=1)
    ]
    return [
        called(call_id, "plan", {"stages": stages}),
        returns(call_id, metronome(*contents)),
    ]


def advance(*contents: str, evidence: Sequence[str]) -> list[e.Event]:
    """The stages with this evidence are closed, the last of them now."""
    call_id = f"advance{len(evidence)}"
    return [
        called(call_id, "advance", {"evidence": evidence[-1]}),
        returns(call_id, metronome(*contents, evidence=evidence)),
    ]


def metronome(*contents: str, evidence: Sequence[str] = ()) -> Json:
    """What the tools of mode metronome return: the plan as it is."""
    from zaptui.planning.plan import PlanStage, PlanState, snapshot_plan

    stages = tuple(
        PlanStage(
            id=f"s{number}",
            content=content,
            deliverable=f"{content}, done",
            evidence=evidence[number - 1] if number <= len(evidence) else None,
        )
        for number, content in enumerate(contents, start=1)
    )
    return {"plan": snapshot_plan(PlanState(stages=stages, pointer=len(evidence)))}


def todos(specs: str, call_id: str = "todos") -> list[e.Event]:
    """A list of mode classic: `a+` is done, `a*` in progress, `a` pending."""
    words = {"+": "done", "*": "in_progress"}
    items: list[Json] = [
        {
            "id": spec.rstrip("+*"),
            "content": f"Do {spec.rstrip('+*')}",
            "status": words.get(spec[-1], "pending"),
        }
        for spec in specs.split()
    ]
    return [
        called(call_id, "write_todos", {"todos": items}),
        returns(call_id, {"todos": items}),
    ]


def model_done(output_tokens: int = 0, input_tokens: int = 0) -> e.ModelFinished:
    """A reply is whole and took this much."""
    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    return e.ModelFinished(reason="tool-calls", usage=usage)


def end(outcome: Outcome = "complete", *, error: str | None = None, **more: Any) -> e.RunFinished:
    """The run ends."""
    reasons = {"aborted": "abort", "error": "error"}
    stops = {"aborted": "cancelled", "error": "error"}
    return e.RunFinished(
        outcome=outcome,
        finish_reason=reasons.get(outcome, "stop"),  # type: ignore[arg-type]
        stopped_by=stops.get(outcome, "answer"),
        exit_code=0,
        error=error,
        **more,
    )
