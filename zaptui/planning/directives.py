"""What a planner tells the model before each step, letter for letter (R17, R18, R36, R38, R45)."""

from collections.abc import Sequence

from zaptui.core.reminder_block import neutralise
from zaptui.planning.checks import StageCheck
from zaptui.planning.plan import PlanState
from zaptui.planning.todos import TodoItem

ALL_DONE = "All stages complete. Deliver the final output to the user now."
ADVANCE_REFUSED = (
    "advance refused: nothing was produced since the last stage. "
    "Do the work of this stage with tools, then call advance."
)
NO_ACTIVE_STAGE = (
    "advance did nothing: there is no active stage. Call plan to add stages, or complete to finish."
)
PLAN_CHANGED = (
    "advance did nothing: somebody changed the plan meanwhile. Look at the current stage again."
)
REPEATED = (
    "The same calls gave the same results again and again. Repeating them changes nothing: "
    "do something else, or say what is in the way."
)
UNPRODUCTIVE = (
    "Planning alone gets nothing done. Do the work of the current stage with tools, "
    "or answer the user."
)

PROPOSING = (
    "Propose mode: only look, change nothing, call no planner. Answer with the plan you propose "
    "as a Markdown checklist: a line `- [ ] stage` each, with an indented line "
    "`deliverable: …` below it. The user accepts or edits it."
)


def todo_directive(todos: Sequence[TodoItem], *, tool: str = "write_todos") -> str | None:
    """The directive of the live list, None without one; `tool` is the name in the dialect."""
    if not todos:
        return None
    if all(item.status == "done" for item in todos):
        return ALL_DONE
    total = len(todos)
    active = _place(todos, "in_progress")
    if active is None:
        place = _place(todos, "pending") or 0
        return (
            f"[Stage {place + 1}/{total}] No active stage — "
            "mark the first pending item as in_progress to begin."
        )
    name = _one_line(todos[active].content)
    following = _place(todos, "pending")  # what auto-promote would take (R18)
    start = f'[Stage {active + 1}/{total}] Execute "{name}" to completion first'
    if following is None:
        return (
            f"{start} (final stage) — only after output is verified, "
            "mark done then deliver to user."
        )
    return (
        f"{start} — only after output is verified, call {tool} once "
        f'to mark "{name}" done and "{_one_line(todos[following].content)}" in_progress.'
    )


def stage_directive(state: PlanState | None, *, checks: bool = True) -> str | None:
    """The directive of the current stage; None without one (R38). A check is told where one will
    run."""
    stage = state.current if state else None
    if state is None or stage is None:
        return None
    place, total = state.pointer + 1, len(state.stages)
    final = place == total
    return (
        f'[Stage {place}/{total}] Work on "{_one_line(stage.content)}"'
        f"{' (final stage)' if final else ''} until its deliverable is met: "
        f'"{_one_line(stage.deliverable)}" — then call advance once with evidence'
        f"{' and deliver to user' if final else ''}."
        f"{_check_words(stage.check) if checks and stage.check else ''}"
    )


def compacted_history(
    prompts: Sequence[str], stages: Sequence[tuple[str, str, str | None]], summary: str
) -> str:
    """What stands for older history: what was asked, the plan with its evidence, the summary."""
    lines = ["The history before this point was compacted. What the user asked, word for word:"]
    lines += [f"{number}. {prompt}" for number, prompt in enumerate(prompts, start=1)]
    if stages:
        lines += ["", "The plan; what is done stays done and is not done again:"]
    for status, content, evidence in stages:
        proof = f" (evidence: {_one_line(evidence)})" if evidence else ""
        lines.append(f"[{status}] {_one_line(content)}{proof}")
    return "\n".join([*lines, "", "Summary of the work so far:", summary])


def refused_complete(open_stages: Sequence[str]) -> str:
    """The result of a `complete` that came too early; it names what is open (R45)."""
    names = "; ".join(f'"{_one_line(stage)}"' for stage in open_stages)
    return f"not complete: {len(open_stages)} open — {names}. Finish these first."


def edited_plan(lines: Sequence[str]) -> str:
    """What the model is told once after somebody else has changed the plan; a line a stage."""
    return "\n".join(
        ["The plan was changed from outside. It is now this; keep what it holds:", *lines]
    )


def check_refused(text: str, output: str) -> str:
    """The refusal of an `advance` whose check is not green."""
    return f"advance refused: the check of this stage did not pass: {_one_line(text)}\n{output}"


def _check_words(check: StageCheck) -> str:
    return f" The runner then checks: {_one_line(check.text)}"


def complete_over_running(groups: Sequence[int]) -> str:
    """The result of a `complete` while commands run in the background: what to do about them."""
    names = ", ".join(map(str, groups))
    return (
        f"not complete yet: what you started in the background still runs (process groups {names}) "
        "and is ended with the run. Wait for it, or end it with `kill -- -GROUP`, then call "
        "complete. If it may be cut off, call complete again."
    )


def _place(todos: Sequence[TodoItem], status: str) -> int | None:
    return next((i for i, item in enumerate(todos) if item.status == status), None)


def _one_line(text: str) -> str:
    return neutralise(" ".join(text.split()))
