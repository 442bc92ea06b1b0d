"""The one fold: events become turns, steps, parts. One more event costs the same at any length."""

from dataclasses import replace
from typing import assert_never

from zaptui.core import events as e
from zaptui.core.parts import (
    NoticePart,
    PlanPart,
    ProviderData,
    ReasoningPart,
    TextPart,
    ToolPart,
)
from zaptui.core.turn import Step, Turn


class Conversation:
    """The fold of a tape. `apply` is the only way it changes."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.unknown = 0
        """How many lines of unknown type were skipped."""
        self.children: dict[str, Conversation] = {}
        """What subagents did, by the call that started them."""
        self.plan: e.PlanUpdate | None = None
        """The plan as it was last told, with its flags."""
        self._calls: dict[str, tuple[Turn, Step]] = {}
        self._notices = 0
        self._plans = 0
        self._plan_changes = 0

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
                self.turn.current.finish(event.reason, event.usage)
            case e.UserMessage():
                self.turn.unheard.append(event.text)
            case e.Retrying() | e.Notice() | e.Compacted() | e.StageChecked():
                self._said(event)
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
        turn = self.turn
        step.messages, turn.unheard = turn.unheard, []
        turn.steps.append(step)

    def _text(self, event: e.TextDelta | e.ReasoningDelta) -> None:
        step = self.turn.current
        if not step.has(event.part):
            part = TextPart if isinstance(event, e.TextDelta) else ReasoningPart
            step.put(part(part_id=event.part))
        step.extend(event.part, event.text)

    def _said(self, event: e.Retrying | e.Notice | e.Compacted | e.StageChecked) -> None:
        match event:
            case e.Retrying():
                self.turn.current.discard()
                self._note("warning", f"{event.error}; trying again in {event.wait_s:g} s")
            case e.Notice():
                self._note(event.level, event.text)
            case e.Compacted():
                self._compact(event)
            case e.StageChecked():
                level = "info" if event.verdict == "green" else "warning"
                self._note(level, f"check {event.verdict}: {event.check}")
            case _:
                assert_never(event)

    def _note(self, level: str, text: str) -> None:
        self._notices += 1
        known = level if level in ("info", "warning") else "error"
        self.turn.current.put(NoticePart(part_id=f"notice:{self._notices}", level=known, text=text))

    def _compact(self, event: e.Compacted) -> None:
        """The history begins anew `kept` steps before its end, with a summary."""
        kept, turn = max(0, event.kept), self.turn
        for turn in reversed(self.turns):
            if kept <= len(turn.steps):
                break
            kept -= len(turn.steps)
        turn.summary, turn.summary_at = event.summary, max(0, len(turn.steps) - kept)
        turn.late_changes += 1
        last = "the last step" if event.kept == 1 else f"the last {event.kept} steps"
        self._note("info", f"history compacted to a summary and {last}")

    def _plan(self, event: e.PlanUpdate) -> None:
        """A change by a call is kept with the call, any other one gets a mark of its own."""
        self.plan = event
        self._plan_changes += 1
        order = self._plan_changes
        if event.tool_call_id is not None and event.tool_call_id in self._calls:
            self._change(event.tool_call_id, plan=event.snapshot, plan_order=order)
            return
        self._plans += 1
        part_id = f"plan:{self._plans}"
        self.turn.current.put(
            PlanPart(
                part_id=part_id, change=event.change, snapshot=event.snapshot, plan_order=order
            )
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
            receipt=event.receipt,
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
