"""What a session of the self-test is given: an empty folder, commands that do nothing, a tool."""

from collections.abc import Callable, Sequence

from pydantic import BaseModel

from zaptui import __version__
from zaptui.agent.loop import Session
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.setup import Setup
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Decision, FileData, Ran, Tool, ToolContext
from zaptui.errors import ToolError
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.tools.complete import COMPLETE


class EmptyFolder:
    """A Workspace without a file; nothing can be written into it."""

    root = "/nowhere"

    def relative(self, path: str) -> str:
        return path

    def read(self, path: str, *, limit: int) -> FileData:
        raise ToolError(f"there is no file {path}")

    def write(self, path: str, data: bytes) -> FileData:
        raise ToolError("nothing can be written here")

    def exists(self, path: str) -> bool:
        return False

    def entries(self, path: str) -> list[tuple[str, bool]]:
        return []


class NoCommands:
    """A Spawner that runs nothing; every command ends with 0."""

    async def run(
        self,
        command: str,
        *,
        timeout_s: float,
        progress: Callable[[str], None],
        outside: bool = False,
    ) -> Ran:
        return Ran(code=0, output="")

    async def program(self, argv: Sequence[str], *, timeout_s: float) -> Ran:
        return Ran(code=0, output="")

    def kill(self) -> None:
        """Nothing runs."""

    def running(self) -> Sequence[int]:
        return ()


class WorkInput(BaseModel):
    """Arguments of `work`."""

    what: str = ""
    fail: str = ""


async def _work(args: WorkInput, context: ToolContext) -> Json:
    """Do something that counts as work."""
    if args.fail:
        raise ToolError(args.fail)
    return f"did {args.what}"


WORK = Tool(name="work", input=WorkInput, run=_work, subject=lambda args: args.what)


def allow(tool: str, arguments: JsonObject) -> Decision:
    """A policy that lets everything run."""
    return Decision(verdict="allow", by="self-test")


def context_of(call_id: str) -> ToolContext:
    """A context whose progress goes nowhere."""
    return ToolContext(workspace=EmptyFolder(), spawner=NoCommands(), progress=lambda text: None)


async def played(replies: Sequence[ScriptedReply], mode: str) -> list[e.Event]:
    """All events of one prompt to a model that says this."""
    told: list[e.Event] = []
    session = Session(
        Setup(
            provider=Scripted(replies),
            model="scripted",
            shown_model="scripted/self-test",
            system="",
            tools=(WORK, COMPLETE),
            planner=select_planner(mode),
            decide=allow,
            workspace=EmptyFolder(),
            spawner=NoCommands(),
            session="self-test",
            version=__version__,
            now=lambda: "",
            retry=RetryPolicy(tries=1),
        )
    )
    await session.run("Do the task.", told.append)
    return told
