"""The one fold: events become turns, steps, parts. One more event costs the same at any length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from zaptui.core import events as e
from zaptui.core.parts import (
    FinishReason,
    NoticePart,
    Part,
    PlanPart,
    ProviderData,
    ReasoningPart,
    TextPart,
    ToolPart,
    Usage,
    part_key,
)


class Step:
    """One model reply with its tool results inside its tool parts.

    Parts are frozen; a part that changes is replaced. Deltas are held back and joined when
    someone looks, so that a reply of n deltas costs n, not n².
    """

    def __init__(self, number: int, *, reminder: str | None = None, model: str = "") -> None:
        self.number = number
        self.reminder = reminder
        self.model = model
        self.messages: list[str] = []
        """A person's words that came before this reply (steering)."""
        self.finish_reason: FinishReason | None = None
        self.usage: Usage | None = None
        self.began_at = 0.0
        self.revision = 0
        """Rises with every change: two looks at the same revision see the same parts."""
        self._parts: list[Part] = []
        self._index: dict[str, int] = {}
        self._pending: dict[str, list[str]] = {}

    @property
    def parts(self) -> Sequence[Part]:
        """The parts so far, in the order they arrived. Not to be changed by the reader."""
        if self._pending:
            for key in list(self._pending):
                self._settle(key)
        return self._parts

    def has(self, key: str) -> bool:
        """Whether there is a part of that id. Joins no deltas, so that it may be asked of each."""
        return key in self._index

    def get(self, key: str) -> Part | None:
        """The part of that id, with all its deltas."""
        self._settle(key)
        index = self._index.get(key)
        return None if index is None else self._parts[index]

    def put(self, part: Part) -> None:
        """Add a part, or replace the one of its id."""
        key = part_key(part)
        self.revision += 1
        index = self._index.get(key)
        if index is None:
            self._index[key] = len(self._parts)
            self._parts.append(part)
        else:
            self._pending.pop(key, None)
            self._parts[index] = part

    def extend(self, key: str, text: str) -> None:
        """Hold back a delta for the part of that id."""
        self.revision += 1
        self._pending.setdefault(key, []).append(text)

    def discard(self) -> None:
        """Mark all the model said in this step as of a failed attempt."""
        parts = self.parts
        for index, part in enumerate(parts):
            if isinstance(part, TextPart | ReasoningPart | ToolPart) and not part.discarded:
                self._parts[index] = replace(part, discarded=True)
        self._index.clear()  # the next attempt may use the same ids
        self.revision += 1

    def _settle(self, key: str) -> None:
        pending = self._pending.pop(key, None)
        if not pending:
            return
        index = self._index[key]
        part, text = self._parts[index], "".join(pending)
        match part:
            case TextPart() | ReasoningPart():
                self._parts[index] = replace(part, text=part.text + text)
            case ToolPart(called=False):
                self._parts[index] = replace(part, raw_input=part.raw_input + text)
            case ToolPart():
                self._parts[index] = replace(part, progress=part.progress + text)
            case PlanPart() | NoticePart():
                pass  # these have no deltas; a damaged tape may use their ids
            case _:
                assert_never(part)


@dataclass(slots=True, kw_only=True)
class Turn:
    """One prompt and the steps that answer it. `finished` is None while it runs."""

    started: e.RunStarted
    steps: list[Step] = field(default_factory=list[Step])
    opening: Step = field(default_factory=lambda: Step(0))
    """What happened before the first step: a seeded plan, notices."""
    finished: e.RunFinished | None = None
    ended_at: float | None = None
    late_changes: int = 0
    """Rises when a step that was already followed by another one changes."""

    @property
    def prompt(self) -> str:
        return self.started.prompt

    @property
    def finish_reason(self) -> FinishReason | None:
        return self.finished.finish_reason if self.finished else None

    @property
    def current(self) -> Step:
        """The step that events go to."""
        return self.steps[-1] if self.steps else self.opening

    def all_steps(self) -> Iterator[Step]:
        """The opening and the steps, in order."""
        yield self.opening
        yield from self.steps


class Conversation:
    """The fold of a tape. `apply` is the only way it changes."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.unknown = 0
        """How many lines of unknown type were skipped."""
        self.children: dict[str, Conversation] = {}
        """What subagents did, by the call that started them."""
        self._calls: dict[str, tuple[Turn, Step]] = {}
        self._messages: list[str] = []
        self._notices = 0
        self._plans = 0

    @property
    def turn(self) -> Turn:
        """The running or last turn. A tape that lost its head gets an empty one."""
        if not self.turns:
            self.turns.append(Turn(started=e.RunStarted(session="", prompt="")))
        return self.turns[-1]

    def has_call(self, call_id: str) -> bool:
        """Whether a call of that id is on the tape; one of a failed attempt does not count."""
        known = self._calls.get(call_id)
        return known is not None and known[1].get(call_id) is not None

    def apply(self, event: e.Event, *, at: float = 0.0) -> None:
        """Fold one event. Whatever comes in whatever order, nothing is raised."""
        match event:
            case e.RunStarted():
                self.turns.append(Turn(started=event))
            case e.StepStarted():
                self._start_step(event, at)
            case e.TextDelta() | e.ReasoningDelta():
                self._text(event)
            case e.ModelFinished():
                self.turn.current.finish_reason = event.reason
                self.turn.current.usage = event.usage
            case e.UserMessage():
                self._messages.append(event.text)
            case e.Retrying():
                self._retry(event)
            case e.Notice():
                self._note(event.level, event.text)
            case e.PlanUpdate():
                self._plan(event)
            case e.RunFinished():
                self.turn.finished, self.turn.ended_at = event, at
            case e.Subagent():
                child = self.children.setdefault(event.call_id, Conversation())
                child.apply(event.event, at=at)
            case e.Unknown():
                self.unknown += 1
            case _:
                self._tool(event, at)

    def _start_step(self, event: e.StepStarted, at: float) -> None:
        step = Step(event.step, reminder=event.reminder, model=event.model)
        step.began_at = at
        step.messages, self._messages = self._messages, []
        self.turn.steps.append(step)

    def _text(self, event: e.TextDelta | e.ReasoningDelta) -> None:
        step = self.turn.current
        if not step.has(event.part):
            part = TextPart if isinstance(event, e.TextDelta) else ReasoningPart
            step.put(part(part_id=event.part))
        step.extend(event.part, event.text)

    def _retry(self, event: e.Retrying) -> None:
        self.turn.current.discard()
        self._note("warning", f"{event.error}; trying again in {event.wait_s:g} s")

    def _note(self, level: str, text: str) -> None:
        self._notices += 1
        known = level if level in ("info", "warning") else "error"
        self.turn.current.put(NoticePart(part_id=f"notice:{self._notices}", level=known, text=text))

    def _plan(self, event: e.PlanUpdate) -> None:
        """A change by a call is kept with the call, any other one gets a mark of its own."""
        if event.tool_call_id is not None and event.tool_call_id in self._calls:
            self._change(event.tool_call_id, plan=event.snapshot)
            return
        self._plans += 1
        part_id = f"plan:{self._plans}"
        self.turn.current.put(
            PlanPart(part_id=part_id, change=event.change, snapshot=event.snapshot)
        )

    def _tool(
        self,
        event: e.PartMeta
        | e.ToolInputDelta
        | e.ToolCalled
        | e.ToolDecided
        | e.ToolStarted
        | e.ToolProgress
        | e.ToolReturned,
        at: float,
    ) -> None:
        match event:
            case e.PartMeta():
                self._meta(event)
            case e.ToolInputDelta():
                self._open_call(event.call_id, event.tool, at).extend(event.call_id, event.delta)
            case e.ToolCalled():
                self._open_call(event.call_id, event.tool, at)
                self._change(
                    event.call_id, called=True, input=event.input, raw_input=event.raw or ""
                )
            case e.ToolDecided():
                self._change(event.call_id, decision=event.decision)
            case e.ToolStarted():
                self._change(event.call_id, started=True, began_at=at)
            case e.ToolProgress():
                self._progress(event)
            case e.ToolReturned():
                self._return(event, at)
            case _:
                assert_never(event)

    def _meta(self, event: e.PartMeta) -> None:
        step = self.turn.current
        part = step.get(event.part)
        data = ProviderData(provider=event.provider, data=event.data)
        if part is None:
            step.put(ReasoningPart(part_id=event.part, meta=data))
        elif isinstance(part, TextPart | ReasoningPart | ToolPart):
            step.put(replace(part, meta=data))

    def _open_call(self, call_id: str, tool: str, at: float) -> Step:
        known = self._calls.get(call_id)
        step = self.turn.current
        if known is None or known[1] is not step or not step.has(call_id):
            self._calls[call_id] = (self.turn, step)
            step.put(ToolPart(call_id=call_id, tool=tool, began_at=at))
        return step

    def _progress(self, event: e.ToolProgress) -> None:
        known = self._calls.get(event.call_id)
        if known is not None and known[1].has(event.call_id):
            known[1].extend(event.call_id, event.text)
            self._note_late(*known)

    def _return(self, event: e.ToolReturned, at: float) -> None:
        self._change(
            event.call_id,
            finished=True,
            output=event.output,
            error=event.error,
            progress="",
            ended_at=at,
        )

    def _change(self, call_id: str, **changes: object) -> None:
        known = self._calls.get(call_id)
        if known is None:
            return
        turn, home = known
        part = home.get(call_id)
        if isinstance(part, ToolPart):
            home.put(replace(part, **changes))  # pyright: ignore[reportArgumentType]
            self._note_late(turn, home)

    def _note_late(self, turn: Turn, home: Step) -> None:
        """Whoever folds step by step has taken in every step but the running one."""
        if home is not self.turn.current:
            turn.late_changes += 1
