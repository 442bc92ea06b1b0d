"""Models that misbehave as models are known to, and what has to come of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, as_object
from zaptui.core.outcomes import Outcome
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.planner import Mode
from zaptui.providers.scripted import ScriptedReply
from zaptui.selftest.surroundings import played

Call = tuple[str, JsonObject]
Told = Sequence[e.Event]


@dataclass(frozen=True, slots=True, kw_only=True)
class BadModel:
    """A fault, a model that has it, and how its run has to end. `holds` looks at the tape."""

    group: str
    fault: str
    mode: Mode
    replies: Sequence[ScriptedReply]
    outcome: Outcome
    stopped_by: str
    holds: Callable[[Told], bool] = lambda told: True


async def trouble_with(model: BadModel) -> str | None:
    """What went wrong with a model; None when all is as it has to be."""
    told = await played(model.replies, model.mode)
    last = told[-1]
    if not isinstance(last, e.RunFinished):
        return "the run has no end"
    if (last.outcome, last.stopped_by) != (model.outcome, model.stopped_by):
        return f"ended as {last.outcome} ({last.stopped_by})"
    for law, holds in LAWS.items():
        if not holds(told):
            return law
    return None if model.holds(told) else "the plan is not as it has to be"


# ---- the laws of every run


def _one_result_each(told: Told) -> bool:
    called = sorted(event.call_id for event in told if isinstance(event, e.ToolCalled))
    return called == sorted(event.call_id for event in told if isinstance(event, e.ToolReturned))


def _one_block_at_most(told: Told) -> bool:
    blocks = [event.reminder or "" for event in told if isinstance(event, e.StepStarted)]
    return all(block.count("<task_reminder>") <= 1 for block in blocks)


def _one_active(told: Told) -> bool:
    return all(
        sum(as_object(item).get("status") == "in_progress" for item in update.todos) <= 1
        for update in updates(told)
    )


LAWS: dict[str, Callable[[Told], bool]] = {
    "a call has no result, or two": _one_result_each,
    "a request has two reminders": _one_block_at_most,
    "two stages are in progress": _one_active,
}


# ---- what is seen of a run


def updates(told: Told) -> list[e.PlanUpdate]:
    """The changes of the plan."""
    return [event for event in told if isinstance(event, e.PlanUpdate)]


def statuses(told: Told) -> list[str]:
    """The last list, as `id status`."""
    last = updates(told)
    return [f"{row.id} {row.status}" for row in rows_of(last[-1].snapshot)] if last else []


def errors(told: Told) -> list[str]:
    """What was refused, or failed."""
    return [x.error for x in told if isinstance(x, e.ToolReturned) and x.error is not None]


def stages(*ids: str) -> Call:
    """A call of `plan`."""
    listed: list[Json] = [{"id": i, "content": f"Do {i}", "deliverable": i} for i in ids]
    return "plan", {"stages": listed}


def todos(words: str) -> Call:
    """A call of `write_todos`: `a+ b* c` is done, in progress, pending."""
    return "write_todos", {"todos": items(words, done="done")}


def ledger(words: str, **more: Json) -> Call:
    """A call of `todo_write`; `a!` is blocked."""
    return "todo_write", {"items": items(words, done="completed"), **more}


def items(words: str, *, done: str) -> list[Json]:
    """The items of a list."""
    marks = {"+": done, "*": "in_progress", "!": "blocked"}
    return [
        {"id": word[0], "content": f"Do {word[0]}", "status": marks.get(word[-1], "pending")}
        for word in words.split()
    ]


def say(text: str = "", *calls: Call) -> ScriptedReply:
    """A reply."""
    return ScriptedReply(text=text, calls=calls)


WORK: Call = ("work", {"what": "it"})
ADVANCE: Call = ("advance", {"evidence": "it works"})
COMPLETE: Call = ("complete", {"summary": "done"})
CLOSE = say("", WORK, ADVANCE)
TEXT = say("Moving on to the next stage.")
