"""`--output json`: the fields of `run_finished`, with the answer, the stages and the counts."""

from collections import Counter

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import Json, JsonObject
from zaptui.core.lines import to_json
from zaptui.core.parts import PlanPart, ReasoningPart, TextPart, ToolPart
from zaptui.view.answer import answer_of
from zaptui.view.folder import StageFolder
from zaptui.view.stages import StageRow


def result_of(conversation: Conversation) -> JsonObject:
    """The result of the last run of a tape."""
    turn = conversation.turn
    result: JsonObject = {"type": "result"}
    if turn.finished is not None:
        line = to_json(e.Entry(seq=0, at=0.0, event=turn.finished))
        result |= {k: v for k, v in line.items() if k not in ("type", "seq", "at")}
    rows = StageFolder(turn).fold().rows
    result |= {
        "session": turn.started.session,
        "model": turn.started.model,
        "mode": turn.started.mode,
        "answer": answer_of(turn),
        "stages": [_stage(row) for row in rows],
        "final_plan": [{"content": row.content, "status": row.status} for row in rows],
        "counts": counts_of(conversation),
    }
    return result


def counts_of(conversation: Conversation) -> JsonObject:
    """How much of everything the tape holds."""
    counts: Counter[str] = Counter()
    by_name: Counter[str] = Counter()
    for turn in conversation.turns:
        counts["user_messages"] += 1
        for step in turn.steps:
            counts["steps"] += 1
            counts["user_messages"] += len(step.messages)
            for part in step.parts:
                _count(part, counts, by_name)
    names = ("user_messages", "steps", "assistant_texts", "thinking", "tool_calls")
    more = ("tool_results", "tool_errors", "plan_updates")
    figures: JsonObject = {name: counts[name] for name in (*names, *more)}
    calls: JsonObject = {name: by_name[name] for name in sorted(by_name)}
    return {**figures, "tool_calls_by_name": calls, "unknown": conversation.unknown}


def _count(part: object, counts: Counter[str], by_name: Counter[str]) -> None:
    match part:
        case TextPart():
            counts["assistant_texts"] += 1
        case ReasoningPart():
            counts["thinking"] += 1
        case ToolPart():
            counts["tool_calls"] += 1
            by_name[part.tool] += 1
            counts["tool_results"] += part.finished
            counts["tool_errors"] += part.error is not None
            counts["plan_updates"] += part.plan is not None
        case PlanPart():
            counts["plan_updates"] += 1
        case _:
            pass


def _stage(row: StageRow) -> Json:
    return {
        "id": row.stage_id,
        "content": row.content,
        "status": row.status,
        "evidence": row.evidence,
        "calls": sum(isinstance(part, ToolPart) for part in row.subparts),
    }
