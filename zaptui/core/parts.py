"""The parts a step is made of: values without identity, status or clock of their own."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from zaptui.core.json import Json, JsonObject

FinishReason = Literal["stop", "tool-calls", "length", "abort", "error"]
NoticeLevel = Literal["info", "warning", "error"]
ToolState = Literal["streaming", "called", "running", "returned", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of a reply, or of a run in sum. `cached_tokens` is a part of `input_tokens`."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderData:
    """Opaque data of one provider (a thinking signature, …), handed back to it verbatim."""

    provider: str
    data: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """Text of the model. `discarded`: of an attempt that failed and was tried again."""

    part_id: str
    text: str = ""
    meta: ProviderData | None = None
    discarded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningPart:
    """The model's reasoning, where it is shown."""

    part_id: str
    text: str = ""
    meta: ProviderData | None = None
    discarded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPart:
    """A tool call, from its first argument byte to its result. Times are as `Entry.at`."""

    call_id: str
    tool: str
    raw_input: str = ""
    """The arguments as they streamed in; emptied once `input` is known."""
    input: JsonObject | None = None
    """The arguments as sent; None while they stream or when they were no JSON object."""
    called: bool = False
    decision: str | None = None
    started: bool = False
    progress: str = ""
    """Live output; emptied once the call has returned."""
    output: Json = None
    error: str | None = None
    finished: bool = False
    receipt: str | None = None
    """What an `advance` may cite it by."""
    plan: JsonObject | None = None
    """The snapshot of the plan that this call left behind, when it changed the plan (R64, R75)."""
    plan_order: int = field(default=0, compare=False)
    """Counts the changes of a plan as they took effect: a person's may come between two calls of
    one reply, and a call is there before it has run."""
    meta: ProviderData | None = None
    discarded: bool = False
    began_at: float = 0.0
    ended_at: float | None = None

    @property
    def state(self) -> ToolState:
        if self.finished:
            return "failed" if self.error is not None else "returned"
        if self.started:
            return "running"
        return "called" if self.called else "streaming"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPart:
    """A change of the plan that was no tool call: a seed, an edit, the state at a resume."""

    part_id: str
    change: str
    snapshot: JsonObject
    plan_order: int = field(default=0, compare=False)
    """As a call's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePart:
    """Something the runner says: a retry, a warning, a compaction."""

    part_id: str
    level: NoticeLevel
    text: str


Part: TypeAlias = TextPart | ReasoningPart | ToolPart | PlanPart | NoticePart


def part_key(part: Part) -> str:
    """The id of a part, unique within its step."""
    match part:
        case ToolPart():
            return part.call_id
        case TextPart() | ReasoningPart() | PlanPart() | NoticePart():
            return part.part_id
        case _:
            assert_never(part)
