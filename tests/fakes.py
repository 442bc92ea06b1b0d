"""What the loop is given in tests: a folder in memory, a shell that plays, tools, a recorder."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from pydantic import BaseModel

from zaptui.agent.loop import Session
from zaptui.agent.reply import Chance
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.setup import Setup
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import (
    Ask,
    Decide,
    Decision,
    FileData,
    Price,
    Provider,
    Ran,
    Request,
    Tool,
    ToolContext,
)
from zaptui.errors import ToolError
from zaptui.planning.planner import Planner, select_planner
from zaptui.providers.chat_wire import ChatWire
from zaptui.providers.messages_wire import MessagesWire
from zaptui.providers.scripted import Script, Scripted, ScriptedReply
from zaptui.tools.complete import COMPLETE


class FakeWorkspace:
    """A Workspace in memory. A file's stamp counts its writes."""

    root = "/work"

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self._files = dict(files or {})
        self._writes = 0

    def relative(self, path: str) -> str:
        if path.startswith(("/", "..")):
            raise ToolError(f"{path} is outside the workspace")
        return path

    def read(self, path: str, *, limit: int) -> FileData:
        if not self.exists(path):
            raise ToolError(f"there is no file {path}")
        return self._data(path, limit)

    def write(self, path: str, data: bytes) -> FileData:
        self._files[self.relative(path)] = data
        self._writes += 1
        return self._data(path, len(data))

    def exists(self, path: str) -> bool:
        return self.relative(path) in self._files

    def entries(self, path: str) -> list[tuple[str, bool]]:
        return [(name, False) for name in sorted(self._files)]

    def _data(self, path: str, limit: int) -> FileData:
        data = self._files[path]
        return FileData(path=path, data=data[:limit], size=len(data), stamp=str(self._writes))


class FakeSpawner:
    """A Spawner: each command prints its words and ends with 0, or as `results` says."""

    def __init__(self, results: Mapping[str, Ran] | None = None) -> None:
        self.ran: list[str] = []
        self._results = dict(results or {})
        self.left: list[int] = []

    def kill(self) -> None:
        self.ran.append("killed")

    def running(self) -> Sequence[int]:
        return self.left

    async def run(
        self,
        command: str,
        *,
        timeout_s: float,
        progress: Callable[[str], None],
        outside: bool = False,
    ) -> Ran:
        self.ran.append(f"outside: {command}" if outside else command)
        result = self._results.get(command, Ran(code=0, output=f"{command}\n"))
        progress(result.output)
        return result

    async def program(self, argv: Sequence[str], *, timeout_s: float) -> Ran:
        return await self.run(" ".join(argv), timeout_s=timeout_s, progress=lambda text: None)


class WorkInput(BaseModel):
    """Arguments of the tools below."""

    what: str = ""
    fail: str = ""


async def _work(args: WorkInput, context: ToolContext) -> Json:
    """Do something that counts as work."""
    if args.fail:
        raise ToolError(args.fail)
    context.progress(f"doing {args.what}\n")
    return f"did {args.what}"


async def _look(args: WorkInput, context: ToolContext) -> Json:
    """Look at something."""
    return f"saw {args.what}"


def subject(args: WorkInput) -> str:
    """What policy judges of the tools below."""
    return args.what


WORK = Tool(name="work", input=WorkInput, run=_work, subject=subject)
LOOK = Tool(name="look", input=WorkInput, run=_look, subject=subject, reads_only=True)


def allow(tool: str, arguments: JsonObject) -> Decision:
    """A policy that lets everything run."""
    return Decision(verdict="allow", by="test")


def context_of(call_id: str) -> ToolContext:
    """A context whose progress goes nowhere."""
    return ToolContext(workspace=FakeWorkspace(), spawner=FakeSpawner(), progress=lambda text: None)


class Recorder:
    """A Provider that hands on to another one and keeps what each request looked like when it was
    made: its blocks, and its bodies on both wires."""

    def __init__(self, inner: Provider) -> None:
        self._inner = inner
        self._chat, self._messages = ChatWire(), MessagesWire(max_tokens=1000)
        self.reminders: list[str | None] = []
        self.chat: list[JsonObject] = []
        self.messages: list[JsonObject] = []

    @property
    def context_window(self) -> int | None:
        return self._inner.context_window

    async def stream(self, request: Request) -> AsyncGenerator[e.ModelEvent, None]:
        self.reminders.append(request.reminder)
        self.chat.append(deepcopy(self._chat.body(request)))
        self.messages.append(deepcopy(self._messages.body(request)))
        async for event in self._inner.stream(request):
            yield event

    async def warm(self) -> None:
        await self._inner.warm()

    async def close(self) -> None:
        await self._inner.close()


def say(text: str = "", *calls: tuple[str, JsonObject | str], **more: Any) -> ScriptedReply:
    """A reply in one delta a part: `say("I look", ("look", {"what": "a"}))`."""
    return ScriptedReply(text=text, calls=calls, piece=1_000_000, **more)


NO_RETRY = RetryPolicy(tries=1)


def make_session(
    script: Sequence[ScriptedReply] | Script | Provider,
    *,
    mode: str = "metronome",
    planner: Planner | None = None,
    tools: Sequence[Tool[Any]] = (WORK, LOOK, COMPLETE),
    decide: Decide = allow,
    ask: Ask | None = None,
    limits: Limits | None = None,
    baseline: str | None = None,
    seeded: bool = False,
    retry: RetryPolicy = NO_RETRY,
    price: Price | None = None,
    **more: Any,
) -> Session:
    """A session over fakes; `script` is what the model says, or a provider. A request that fails
    is not sent again, unless `retry` says so. `more` goes into the Setup."""
    provider = script if hasattr(script, "stream") else Scripted(script)
    return Session(
        Setup(
            provider=provider,
            model="test",
            shown_model="scripted/test",
            system="You are tested.",
            tools=tools,
            planner=select_planner(mode) if planner is None else planner,
            decide=decide,
            ask=ask,
            version="0",
            now=lambda: "2026-01-01T00:00:00Z",
            limits=limits or Limits(),
            baseline=baseline,
            seeded=seeded,
            retry=retry,
            chance=Chance(now=lambda: 0.0, random=lambda: 1.0),
            price=price,
            **{"session": "s", "workspace": FakeWorkspace(), "spawner": FakeSpawner(), **more},
        )
    )


async def play(session: Session, prompt: str = "task") -> list[e.Event]:
    """All events of one prompt, in order: an Emit that keeps them."""
    told: list[e.Event] = []
    await session.run(prompt, told.append)
    return told
