"""The ports the islands meet at: what the loop needs, and what front ends hold."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry, Event, ModelEvent, RunFinished
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import Usage
from zaptui.core.result_text import MODEL_LIMIT
from zaptui.core.turn import Turn

if TYPE_CHECKING:
    from pydantic import BaseModel

InputT = TypeVar("InputT", bound="BaseModel")

Emit = Callable[[Event], None]

Sink = Callable[[Entry], None]
"""Where entries go: quick, and never waiting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as the model is offered it: `schema` is the JSON schema of its arguments."""

    name: str
    description: str
    schema: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One model request. `reminder` goes behind the last cache breakpoint (R23)."""

    system: str
    turns: Sequence[Turn]
    tools: Sequence[ToolSpec]
    reminder: str | None
    model: str
    result_limit: int = MODEL_LIMIT
    """Characters of one result that the model is given."""


class Provider(Protocol):
    """A model's service. Raises ProviderError, never anything of its SDK's."""

    @property
    def context_window(self) -> int | None:
        """Tokens, as the server itself says; None while it has not."""
        ...

    def stream(self, request: Request) -> AsyncGenerator[ModelEvent, None]:
        """The reply's events; the last one is ModelFinished, or an error is raised."""
        ...

    async def warm(self) -> None:
        """Load what the first request needs, in the shadow of other work."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


Price = Callable[[Usage], float]
"""Usage to US dollars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileData:
    """Bytes of a file. `path` is from the root; `size` is the whole file's, in bytes."""

    path: str
    data: bytes
    size: int
    stamp: str
    """Changes when the file does."""


class Workspace(Protocol):
    """The folder a run works in. A path that leads out of it is a ToolError."""

    root: str

    def relative(self, path: str) -> str:
        """The path from the root, links resolved."""
        ...

    def read(self, path: str, *, limit: int) -> FileData:
        """At most `limit` bytes of a regular file."""
        ...

    def write(self, path: str, data: bytes) -> FileData:
        """Replace or create a regular file, atomically; its mode is kept."""
        ...

    def exists(self, path: str) -> bool: ...
    def entries(self, path: str) -> list[tuple[str, bool]]:
        """The names in a folder, sorted, each with whether it is a folder."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a command ended. `code` is negative for a signal; `output` is its head and tail."""

    code: int
    output: str
    cut_bytes: int = 0
    timed_out: bool = False
    left_running: bool = False


class Spawner(Protocol):
    """Runs commands in the workspace. Cancelled, their process group is dead before they return."""

    async def run(
        self,
        command: str,
        *,
        timeout_s: float,
        progress: Callable[[str], None],
        outside: bool = False,
    ) -> Ran:
        """Run a shell command to its end, in the sandbox if there is one and not `outside`.

        ToolError when it cannot be started.
        """
        ...

    async def program(self, argv: Sequence[str], *, timeout_s: float) -> Ran:
        """Run one of zap's own helpers, without a shell."""
        ...

    def kill(self) -> None:
        """End every command at once. May be called from any thread."""
        ...

    def running(self) -> Sequence[int]:
        """The process groups that commands have left and that still run."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A question to a person: may this call run?"""

    call_id: str
    tool: str
    input: JsonObject
    subject: str
    """What is asked about, in the rule language: the command, the path."""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What policy or a person says of a call; `by` names the rule or the person."""

    verdict: Literal["allow", "deny", "ask"]
    by: str
    reason: str = ""


Decide = Callable[[str, JsonObject], Decision]
"""Policy: (tool name, arguments) to a decision. Pure of waiting."""

Ask = Callable[[Approval], Awaitable[Decision]]
"""A person: never answers `ask`."""

AskUser = Callable[[str, Sequence[str]], Awaitable[str]]
"""A question of the model to a person: (question, options) to the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a tool may use. `progress` shows live output; `ask_user` is None with nobody to ask."""

    workspace: Workspace
    spawner: Spawner
    progress: Callable[[str], None]
    ask_user: AskUser | None = None
    seen: dict[str, str] = field(default_factory=dict[str, str])
    """Stamp of each file as the model last saw it; an edit of a changed file is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[InputT]):
    """A tool: an arguments model and an async function whose docstring the model reads.

    `run` raises ToolError for the model; anything else it raises is a bug. `subject` gives what
    policy and people judge: the command or the path.
    """

    name: str
    input: type[InputT]
    run: Callable[[InputT, ToolContext], Awaitable[Json]]
    subject: Callable[[InputT], str]
    reads_only: bool = False

    @property
    def spec(self) -> ToolSpec:
        schema = self.input.model_json_schema()
        schema.pop("title", None)
        schema.pop("description", None)
        for prop in schema.get("properties", {}).values():
            prop.pop("title", None)
        doc = " ".join((self.run.__doc__ or "").split())
        return ToolSpec(name=self.name, description=doc, schema=schema)


class Runner(Protocol):
    """What a front end holds: a live session or a replay."""

    @property
    def conversation(self) -> Conversation: ...
    async def run(self, prompt: str, emit: Emit) -> RunFinished:
        """Play one turn to its end; all events go through `emit`, the last one is returned."""
        ...
