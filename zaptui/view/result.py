"""`--output json`: the fields of `run_finished`, with the answer, the stages and the counts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import Json, JsonObject
from zaptui.core.lines import to_json
from zaptui.core.parts import Part, PlanPart, ReasoningPart, TextPart, ToolPart
from zaptui.core.turn import Turn
from zaptui.planning.checklist import Checklist
from zaptui.view.answer import answer_of
from zaptui.view.folder import StageFolder
from zaptui.view.plan_walk import items_after
from zaptui.view.stages import StageRow

_NO_RESULT = ("interrupted, ", "not run: ")
"""How the error of a call begins that was closed without a result of its own."""


def result_of(conversation: Conversation) -> JsonObject:
    """The result of the last run of a tape; plan and counts are of the whole tape."""
    turn = conversation.turns[-1] if conversation.turns else Conversation().turn
    result: JsonObject = {"type": "result"}
    if turn.finished is not None:
        line = to_json(e.Entry(seq=0, at=0.0, event=turn.finished))
        result |= {k: v for k, v in line.items() if k not in ("type", "seq", "at")}
    result |= {
        "session": turn.started.session,
        "model": _model(turn),
        "mode": turn.started.mode,
        "answer": answer_of(turn),
        "stages": [_stage(row) for row in StageFolder(turn).fold().rows],
        "final_plan": final_plan(conversation),
        "counts": counts_of(conversation),
    }
    apart = subagent_counts(conversation)
    return {**result, "subagents": apart} if apart else result


def final_plan(conversation: Conversation) -> list[Json]:
    """The last list of the tape as its planner left it: no status is changed by the run's end."""
    for turn in reversed(conversation.turns):
        items = _last_list(turn)
        if items is not None:
            return [{"content": item.content, "status": item.status} for item in items]
    return []


def counts_of(conversation: Conversation) -> JsonObject:
    """How much of everything the tape holds, subagents included that share its session.

    A result that stands for one that never came is none, nor is a plan that is only told again.
    """
    counts = _Counts()
    counts.add(conversation)
    for child in _same_session(conversation, _session_of(conversation)):
        counts.add(child)
    return counts.as_json()


def subagent_counts(conversation: Conversation) -> JsonObject:
    """The counts of subagents that have a session of their own, by the call that began them."""
    return _counts_apart(conversation, _session_of(conversation))


@dataclass(slots=True)
class _Counts:
    figures: Counter[str] = field(default_factory=Counter[str])
    calls: Counter[str] = field(default_factory=Counter[str])
    unknown: int = 0

    def add(self, conversation: Conversation) -> None:
        self.unknown += conversation.unknown
        for turn in conversation.turns:
            self.figures["user_messages"] += bool(turn.prompt)
            self.figures["user_messages"] += len(turn.unheard)
            self.figures["steps"] += len(turn.steps)
            for step in turn.all_steps():
                self.figures["user_messages"] += len(step.messages)
                for part in step.parts:
                    self._add_part(part)

    def as_json(self) -> JsonObject:
        names = ("user_messages", "steps", "assistant_texts", "thinking", "tool_calls")
        more = ("tool_results", "tool_errors", "plan_updates")
        figures: JsonObject = {name: self.figures[name] for name in (*names, *more)}
        calls: JsonObject = {name: self.calls[name] for name in sorted(self.calls)}
        return {**figures, "tool_calls_by_name": calls, "unknown": self.unknown}

    def _add_part(self, part: Part) -> None:
        match part:
            case TextPart(discarded=False):
                self.figures["assistant_texts"] += 1
            case ReasoningPart(discarded=False):
                self.figures["thinking"] += 1
            case ToolPart(discarded=False):
                self._add_call(part)
            case PlanPart() if part.change != "snapshot":
                self.figures["plan_updates"] += 1
            case _:
                pass

    def _add_call(self, part: ToolPart) -> None:
        if part.called:
            self.figures["tool_calls"] += 1
            self.calls[part.tool] += 1
        if _has_result(part):
            self.figures["tool_results"] += 1
            self.figures["tool_errors"] += part.error is not None
        self.figures["plan_updates"] += part.plan is not None


def _has_result(part: ToolPart) -> bool:
    if not part.finished:
        return False
    if part.error is None:
        return part.output is not None
    return not part.error.startswith(_NO_RESULT)


def _session_of(conversation: Conversation) -> str:
    return conversation.turns[0].started.session if conversation.turns else ""


def _same_session(conversation: Conversation, session: str) -> Iterator[Conversation]:
    for child in conversation.children.values():
        if _session_of(child) in ("", session):
            yield child
            yield from _same_session(child, session)


def _counts_apart(conversation: Conversation, session: str) -> JsonObject:
    found: JsonObject = {}
    for call_id, child in conversation.children.items():
        own = _session_of(child)
        if own not in ("", session):
            found[call_id] = counts_of(child)
        found |= _counts_apart(child, own or session)
    return found


def _model(turn: Turn) -> str:
    """The run's, else that of its last reply: some transcripts name it there alone."""
    named = (step.model for step in reversed(turn.steps) if step.model)
    return turn.started.model or next(named, "")


def _last_list(turn: Turn) -> Checklist | None:
    items: Checklist | None = None
    for step in turn.all_steps():
        items = items_after(step, items)
    return items


def _stage(row: StageRow) -> Json:
    trusted: JsonObject = {"trusted": True} if row.trusted else {}
    return {
        "id": row.stage_id,
        "content": row.content,
        "status": row.status,
        "evidence": row.evidence,
        "calls": sum(isinstance(part, ToolPart) for part in row.subparts),
        **trusted,
    }
