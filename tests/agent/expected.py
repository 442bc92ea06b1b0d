"""The events of a run, written short: what a test expects is a list of these."""

from typing import Any

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.parts import FinishReason
from zaptui.core.reminder_block import reminder_block


def started(prompt: str = "task", mode: str = "metronome") -> e.Event:
    """The head of every run of a session over fakes."""
    return e.RunStarted(
        session="s",
        prompt=prompt,
        model="scripted/test",
        mode=mode,
        cwd="/work",
        version="0",
        time="2026-01-01T00:00:00Z",
    )


def step(number: int, *reminders: str) -> e.Event:
    """A request with these lines in its block."""
    return e.StepStarted(step=number, reminder=reminder_block(reminders), model="scripted/test")


def text(words: str) -> e.Event:
    """A text of the model, whole."""
    return e.TextDelta(part="text", text=words)


def called(call_id: str, tool: str, **arguments: Json) -> list[e.Event]:
    """A call as it streams in, in one piece, and as it becomes whole."""
    return [
        e.ToolInputDelta(call_id=call_id, tool=tool, delta=dump_json(arguments)),
        e.ToolCalled(call_id=call_id, tool=tool, input=arguments),
    ]


def called_raw(call_id: str, tool: str, raw: str) -> list[e.Event]:
    """A call whose arguments are no JSON object."""
    return [
        e.ToolInputDelta(call_id=call_id, tool=tool, delta=raw),
        e.ToolCalled(call_id=call_id, tool=tool, raw=raw),
    ]


def ended(reason: FinishReason = "tool-calls") -> e.Event:
    """The end of a reply."""
    return e.ModelFinished(reason=reason)


def worked(call_id: str, what: str, receipt: str | None = None) -> list[e.Event]:
    """What a call of the tool `work` does, from its leave to its result. Mode metronome gives it a
    receipt."""
    return [
        e.ToolDecided(call_id=call_id, decision="allow", by="test"),
        e.ToolStarted(call_id=call_id),
        e.ToolProgress(call_id=call_id, text=f"doing {what}\n"),
        e.ToolReturned(call_id=call_id, output=f"did {what}", receipt=receipt),
    ]


def looked(call_id: str, what: str, receipt: str | None = None) -> list[e.Event]:
    """What a single call of the tool `look` does: it only reads, so nobody is asked."""
    return [
        e.ToolStarted(call_id=call_id),
        e.ToolReturned(call_id=call_id, output=f"saw {what}", receipt=receipt),
    ]


def returned(call_id: str, output: Json, receipt: str | None = None) -> e.Event:
    """A result."""
    return e.ToolReturned(call_id=call_id, output=output, receipt=receipt)


def failed(call_id: str, error: str, receipt: str | None = None) -> e.Event:
    """A result that is an error."""
    return e.ToolReturned(call_id=call_id, error=error, receipt=receipt)


def completed(call_id: str, summary: str = "") -> list[e.Event]:
    """What an accepted `complete` does."""
    return [
        e.ToolStarted(call_id=call_id),
        e.ToolReturned(call_id=call_id, output={"summary": summary}),
    ]


def finished(outcome: str, stopped_by: str, exit_code: int = 0, **more: Any) -> e.Event:
    """The end of a run; the finish reason follows from the outcome."""
    reason = {"aborted": "abort", "error": "error"}.get(outcome, "stop")
    return e.RunFinished(
        outcome=outcome, finish_reason=reason, stopped_by=stopped_by, exit_code=exit_code, **more
    )


def todos(specs: str) -> JsonObject:
    """A list: `a+` is done, `a*` in progress, `a` pending; ids and contents are the same."""
    words = {"+": "done", "*": "in_progress"}
    items: list[Json] = [
        {"id": spec[0], "content": spec[0], "status": words.get(spec[-1], "pending")}
        for spec in specs.split()
    ]
    return {"todos": items}


def todos_update(call_id: str | None, specs: str, *, version: int, **more: Any) -> e.Event:
    """What clients are told after a `write_todos`."""
    words = {"+": "completed", "*": "in_progress"}
    told: list[Json] = [
        {"content": spec[0], "status": words.get(spec[-1], "pending")} for spec in specs.split()
    ]
    more = {"change": "replaced", **more}
    return e.PlanUpdate(
        mode="classic",
        snapshot=todos(specs),
        todos=told,
        version=version,
        tool_call_id=call_id,
        **more,
    )


def stages(ids: str) -> JsonObject:
    """The arguments of a `plan` call: a stage a letter."""
    items: list[Json] = [
        {"id": i, "content": f"Do {i}", "deliverable": f"Out {i}"} for i in ids.split()
    ]
    return {"stages": items}


def plan(specs: str, *, work: int) -> JsonObject:
    """A snapshot: `a+` is closed with evidence `a ok`; the first other one is in progress. Each
    closed stage took one call, as long as there was `work`; the others were trusted without any."""
    ids = specs.replace("+", "").split()
    pointer = specs.count("+")
    items: list[Json] = [
        {
            "id": i,
            "content": f"Do {i}",
            "deliverable": f"Out {i}",
            "status": "done" if n < pointer else ("in_progress" if n == pointer else "pending"),
            "evidence": f"{i} ok" if n < pointer else None,
            **(
                ({"receipts": [f"r{n + 1}"]} if n < work else {"trusted": True})
                if n < pointer
                else {}
            ),
        }
        for n, i in enumerate(ids)
    ]
    return {"plan": {"stages": items, "pointer": pointer, "work_at_last_advance": work}}


def plan_update(
    call_id: str | None, specs: str, *, work: int, version: int, **more: Any
) -> e.Event:
    """What clients are told after a `plan` or an `advance`."""
    pointer = specs.count("+")
    told: list[Json] = [
        {
            "content": f"Do {i}",
            "status": "completed"
            if n < pointer
            else ("in_progress" if n == pointer else "pending"),
        }
        for n, i in enumerate(specs.replace("+", "").split())
    ]
    more = {"change": "advanced", **more}
    return e.PlanUpdate(
        mode="metronome",
        snapshot=plan(specs, work=work),
        todos=told,
        version=version,
        tool_call_id=call_id,
        **more,
    )


def on_stage(place: int, total: int, stage: str) -> str:
    """The directive of a stage of a plan."""
    final = place == total
    return (
        f'[Stage {place}/{total}] Work on "Do {stage}"{" (final stage)" if final else ""} until '
        f'its deliverable is met: "Out {stage}" — then call advance once with evidence'
        f"{' and deliver to user' if final else ''}."
    )


def on_item(place: int, total: int, item: str, following: str | None) -> str:
    """The directive of an item of a list."""
    start = f'[Stage {place}/{total}] Execute "{item}" to completion first'
    if following is None:
        return (
            f"{start} (final stage) — only after output is verified, "
            "mark done then deliver to user."
        )
    return (
        f"{start} — only after output is verified, call write_todos once "
        f'to mark "{item}" done and "{following}" in_progress.'
    )
