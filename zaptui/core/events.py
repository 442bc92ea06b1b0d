"""The closed set of events. Everything that happens is one of them; all are plain data."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from zaptui.core.json import Json, JsonObject
from zaptui.core.outcomes import Outcome
from zaptui.core.parts import FinishReason, NoticeLevel, Usage

FORMAT = "zap/1"

PlanChange = Literal["seeded", "replaced", "patched", "advanced", "edited", "snapshot"]
MessageKind = Literal["steer", "continue"]
Verdict = Literal["allow", "deny"]
CheckVerdict = Literal["green", "red", "unproved"]
"""`unproved`: the check could not be run, or is not the one that was planned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructions:
    """What holds from one prompt to the next, as the model is told it, and where it comes from."""

    text: str
    files: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted:
    """A prompt begins. `time` is UTC, ISO 8601; `format` is that of the lines that follow."""

    type: ClassVar[str] = "run_started"
    session: str
    prompt: str
    model: str = ""
    mode: str = ""
    cwd: str = ""
    version: str = ""
    time: str = ""
    sandbox: str = ""
    """What holds commands back, and what stays open."""
    instructions: Instructions | None = None
    """Told before the prompt; None when nothing has changed since they were told last."""
    format: str = FORMAT


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted:
    """A model request goes out; `reminder` is the block it ends with, which is never history."""

    type: ClassVar[str] = "step_started"
    step: int
    reminder: str | None = None
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """More text of part `part` (unique within the step)."""

    type: ClassVar[str] = "text_delta"
    part: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningDelta:
    """More reasoning of part `part`."""

    type: ClassVar[str] = "reasoning_delta"
    part: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartMeta:
    """Opaque provider data of a part (text or reasoning id, or a call id)."""

    type: ClassVar[str] = "part_meta"
    part: str
    provider: str
    data: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInputDelta:
    """More of a call's arguments, as raw JSON text."""

    type: ClassVar[str] = "tool_input_delta"
    call_id: str
    tool: str
    delta: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCalled:
    """A call is whole. `input` is as sent (R3); `raw` instead, when that was no JSON object."""

    type: ClassVar[str] = "tool_called"
    call_id: str
    tool: str
    input: JsonObject | None = None
    raw: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDecided:
    """A call that needs leave was allowed or denied, and by whom."""

    type: ClassVar[str] = "tool_decided"
    call_id: str
    decision: Verdict
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted:
    """Intent before effect: told before the tool runs."""

    type: ClassVar[str] = "tool_started"
    call_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolProgress:
    """Live output of a running call."""

    type: ClassVar[str] = "tool_progress"
    call_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReturned:
    """The one result of a call: `output`, or `error` for the model to read."""

    type: ClassVar[str] = "tool_returned"
    call_id: str
    output: Json = None
    error: str | None = None
    receipt: str | None = None
    """What an `advance` may cite the call by; None for a call that cannot be cited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChecked:
    """The check of a stage has run, for the call that wants to close it."""

    type: ClassVar[str] = "stage_checked"
    call_id: str
    stage_id: str
    check: str
    by: str
    """Who wrote the check."""
    verdict: CheckVerdict
    text: str
    """What it said: the output of a command, what was found or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A silent repair told to clients (R64): `before` and `after` are item ids or statuses."""

    rule: str
    before: Json
    after: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanUpdate:
    """The plan changed (R64). `todos` has B4.run's words; `snapshot` restores the planner (R2)."""

    type: ClassVar[str] = "plan_update"
    mode: str
    snapshot: JsonObject
    todos: list[Json]
    change: PlanChange
    version: int
    tool_call_id: str | None = None
    violations: list[Violation] = field(default_factory=list[Violation])
    dropped: list[Json] = field(default_factory=list["Json"])
    """Open stages that a re-plan left out, as `{id, content}` (R41)."""
    why: str | None = None
    """The reason its writer gives."""
    pinned: list[str] | None = None
    """Ids that a person has pinned; the model cannot drop them. None for none."""
    breakpoints: list[str] | None = None
    """Ids before which the run stops and asks. None for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFinished:
    """The model's reply is whole."""

    type: ClassVar[str] = "model_finished"
    reason: FinishReason
    usage: Usage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage:
    """A person's words that reach a running turn at its next step."""

    type: ClassVar[str] = "user_message"
    text: str
    kind: MessageKind = "steer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying:
    """A request failed and is tried again after `wait_s` seconds; what it had said is discarded."""

    type: ClassVar[str] = "retrying"
    attempt: int
    wait_s: float
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """The history was too long for the model: from here on it is `summary` and the last steps.

    `kept` counts these steps, back from the end. Tokens are estimates, or the service's own count.
    """

    type: ClassVar[str] = "compacted"
    summary: str
    kept: int
    tokens_before: int
    tokens_after: int
    usage: Usage | None = None
    """What writing the summary took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something the runner says to the person, not to the model."""

    type: ClassVar[str] = "notice"
    level: NoticeLevel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """A call that policy refused, as the result lists it."""

    call_id: str
    tool: str
    subject: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinished:
    """The one end of every run (R48, R58)."""

    type: ClassVar[str] = "run_finished"
    outcome: Outcome
    finish_reason: FinishReason
    stopped_by: str
    exit_code: int
    error: str | None = None
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    """US dollars, where the price of the model is known."""
    denials: list[Denial] = field(default_factory=list[Denial])
    open_stages: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Subagent:
    """An event of a subagent's own run (R65). Its line has the prefix `subagent.` before the type.

    `call_id` is the call of the parent's that started it (field `subagent` of the line).
    """

    type: ClassVar[str] = "subagent"
    call_id: str
    event: "Event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A line of a type this version does not know: kept whole, skipped by every fold."""

    type: ClassVar[str] = "unknown"
    data: JsonObject


ModelEvent: TypeAlias = (
    TextDelta | ReasoningDelta | PartMeta | ToolInputDelta | ToolCalled | ModelFinished
)
"""What a provider may yield; the loop passes these on."""

Event: TypeAlias = (
    RunStarted
    | StepStarted
    | TextDelta
    | ReasoningDelta
    | PartMeta
    | ToolInputDelta
    | ToolCalled
    | ToolDecided
    | ToolStarted
    | ToolProgress
    | ToolReturned
    | StageChecked
    | PlanUpdate
    | ModelFinished
    | UserMessage
    | Retrying
    | Compacted
    | Notice
    | RunFinished
    | Subagent
    | Unknown
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event and its place: `seq` counts through the file, `at` is seconds into its run."""

    seq: int
    at: float
    event: Event
