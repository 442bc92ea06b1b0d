"""The app over a scripted session, and its screen as text."""

import asyncio
import inspect
import shutil
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.fakes import FakeSpawner, FakeWorkspace
from zaptui.agent.loop import Session
from zaptui.agent.setup import Setup
from zaptui.core.events import Entry, RunFinished
from zaptui.core.parts import Usage
from zaptui.core.ports import Approval, Ask, AskUser, Decision, Ran, Sink
from zaptui.errors import ConfigError, StateError, ToolError, UsageError
from zaptui.planning.plan_edit import RowEdit
from zaptui.planning.plan_file import PlanFile
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import Script, Scripted, ScriptedReply
from zaptui.tape import Tape
from zaptui.tools import default_tools
from zaptui.tui.app import ZapApp
from zaptui.tui.host import ApprovalMode
from zaptui.tui.kept import KeptRecipe, RecipeTurn
from zaptui.tui.looks import Looks
from zaptui.tui.saved import SavedSession


class Clock:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class FakeHost:
    """A Host over a scripted session in memory; `ask_about` names the tools that ask."""

    script: Sequence[ScriptedReply] | Script
    ask_about: frozenset[str] = frozenset()
    delay_s: float = 0.0
    clock: Callable[[], float] = field(default_factory=Clock)
    model: str = "scripted/test"
    mode: str = "metronome"
    approval: ApprovalMode = "ask"
    session: str = "20260101-000000-abcdef"
    boundary: str = "no sandbox"
    context_window: int | None = 200_000
    paths: Sequence[str] = ("src/main.py", "src/retry.py", "README.md")
    asked: list[str] = field(default_factory=list)
    granted: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    spawner: Any = field(default_factory=FakeSpawner)
    sinks: list[Sink] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    accepted: list[PlanFile] = field(default_factory=list)
    steered: list[str] = field(default_factory=list)
    live: Session | None = None
    tape: Tape | None = None

    def attach(self, sink: Sink, ask: Ask, ask_user: AskUser) -> None:
        self.sinks = [sink, self.entries.append]
        self.live = Session(
            Setup(
                provider=Scripted(self.script, delay_s=self.delay_s),
                model="test",
                shown_model=self.model,
                system="system",
                tools=default_tools(),
                planner=select_planner(self.mode),
                decide=self._decide,
                workspace=FakeWorkspace({"a.py": b"print(1)\n"}),
                spawner=self.spawner,
                session=self.session,
                version="0",
                now=lambda: "2026-01-01T00:00:00Z",
                ask=ask,
                ask_user=ask_user,
            )
        )
        self.tape = Tape([self._tell], clock=self.clock)
        for entry in self.past:
            sink(entry)

    def _tell(self, entry: Entry) -> None:
        for sink in self.sinks:
            sink(entry)

    def _decide(self, tool: str, arguments: dict[str, Any]) -> Decision:
        if tool in self.ask_about:
            return Decision(verdict="ask", by="policy", reason=f"{tool} needs leave")
        return Decision(verdict="allow", by="policy")

    async def warm(self) -> None:
        """Everything is here."""

    def compact(self) -> None:
        assert self.live is not None
        self.live.compaction.wanted = True

    async def run(self, prompt: str) -> RunFinished:
        assert self.live is not None
        assert self.tape is not None
        return await self.live.run(prompt, self.tape)

    def steer(self, text: str) -> None:
        self.steered.append(text)
        assert self.live is not None
        self.live.inbox.append(text)

    def about(self) -> Sequence[tuple[str, str]]:
        return [("sandbox", f"{self.boundary}, told in full")]

    def program(self, name: str) -> str:
        return shutil.which(name) or name

    def set_model(self, name: str) -> None:
        if "/" not in name:
            raise ConfigError(f"{name!r} is no provider/model")
        self.model = name

    def set_mode(self, mode: str) -> None:
        select_planner(mode)
        self.mode = mode

    def set_approval(self, approval: ApprovalMode) -> None:
        if approval == "yes" and self.boundary == "no sandbox":
            raise ConfigError("yes needs a sandbox, or a start with --no-sandbox")
        self.approval = approval

    trouble: str = ""
    saved: Sequence[SavedSession] = ()
    past: Sequence[Entry] = ()
    opened: list[str] = field(default_factory=list[str])
    exported: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def open_session(self, session: str) -> None:
        if session == "busy":
            raise StateError("session busy is being written by process 1")
        self.opened.append(session)
        self.session = session

    def sessions(self) -> Sequence[SavedSession]:
        return self.saved

    def preview(self, session: str) -> Sequence[str]:
        return [f"preview of {session}"]

    def export(self, format: str, file: str) -> str:
        self.exported.append((format, file))
        return f"/place/{file or 'zap.' + format}"

    kept: Sequence[KeptRecipe] = ()
    used: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def recipes(self) -> Sequence[KeptRecipe]:
        return self.kept

    def use_recipe(self, name: str, arguments: str) -> RecipeTurn:
        self.used.append((name, arguments))
        return RecipeTurn(prompt=f"do {name} {arguments}".strip(), warning=self.recipe_warning)

    recipe_warning: str = ""

    def report(self, format: str, file: str) -> str:
        return f"/place/{file or 'report'}.{format}" if format else "1 proved, 1 open"

    def new_session(self) -> None:
        self.session = "20260101-000001-abcdef"

    def accept_plan(self, plan: PlanFile) -> None:
        self.accepted.append(plan)
        assert self.live is not None
        self.live.setup.planner.seed(plan)
        self.live.seed()
        self.approval = "ask"

    edits: list[RowEdit] = field(default_factory=list[RowEdit])

    def edit_plan(self, edits: Sequence[RowEdit]) -> None:
        self.edits += edits
        if self.live is not None:
            assert self.tape is not None
            self.live.edit_plan(edits, self.tape)

    def follow_plan(self) -> None:
        """Nobody else is there."""

    def rule_for(self, approval: Approval) -> str | None:
        return f"{approval.tool}({approval.subject})" if "&&" not in approval.subject else None

    def grant(self, rule: str) -> None:
        self.granted.append(rule)

    async def shell(self, command: str) -> Ran:
        if not command:
            raise UsageError("! needs a command")
        if command == "rm":
            raise ToolError("denied: the rule deny shell(rm) denies it")
        return Ran(code=0, output=f"ran {command}\n")

    def files(self) -> Sequence[str]:
        return self.paths

    def history(self) -> Sequence[str]:
        return self.prompts

    def remember(self, prompt: str) -> None:
        self.prompts.append(prompt)

    def price(self, usage: Usage) -> float | None:
        return None if usage == Usage() else usage.output_tokens / 1000


class SeenApp(ZapApp):
    """The app; what it would say to the terminal itself is kept in `written`."""

    CSS_PATH = Path(inspect.getfile(ZapApp)).with_name("zap.tcss")

    def __init__(self, host: FakeHost, **options: Any) -> None:
        super().__init__(host, **options)
        self.written: list[str] = []

    def _write(self, escape: str) -> None:
        self.written.append(escape)


@asynccontextmanager
async def running(host: FakeHost, *, size: tuple[int, int] = (100, 30), **options: Any):
    """The app, mounted; yields (app, pilot)."""
    app = SeenApp(host, clock=host.clock, looks=Looks(**options))
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        try:
            yield app, pilot
        finally:
            await app.main.turns.stop()


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until what was begun has shown."""
    for _ in range(3):
        await pilot.pause()


async def until(pilot: Pilot[Any], condition: Callable[[], bool], *, seconds: float = 10) -> None:
    """Wait for a condition; AssertionError with the screen if it never comes."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while not condition():
        if loop.time() > deadline:
            raise AssertionError(f"it never came; the screen:\n{screen_text(pilot.app)}")
        await asyncio.sleep(0.01)
    await settled(pilot)


def screen_lines(app: Any) -> list[str]:
    """The lines of the screen, without trailing blanks."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def screen_text(app: Any) -> str:
    """The screen as one text."""
    return "\n".join(screen_lines(app))


async def ask(pilot: Pilot[Any], text: str) -> None:
    """Type a text and send it."""
    app = pilot.app
    app.main.prompt.focus()
    app.main.prompt.set_text(text)
    await pilot.press("enter")
