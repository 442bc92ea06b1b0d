"""What holds a plan's gate now, what would clear it, and which rule repaired what."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.planning.plan_rows import PlanRow, current_row, rows_of
from zaptui.planning.planner import Planner
from zaptui.view.report import Refusal, Repair, Report
from zaptui.view.report_fold import NOTHING_PRODUCED
from zaptui.view.report_words import RULES, plural, refusal_words
from zaptui.view.text import one_line
from zaptui.view.why_ends import end_of

Gate = Literal["no plan", "open", "held"]

_MOST = 10
"""Refusals and repairs that are told, the last ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Something that holds the gate or ended the run, and what would clear it."""

    what: str
    clear: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer of `zap why`. `told` is what the next step would be told."""

    session: str
    mode: str
    gate: Gate
    done: int
    total: int
    stage: str | None
    told: str | None
    holds: tuple[Hold, ...]
    refusals: tuple[Refusal, ...]
    repairs: tuple[Repair, ...]


def why(report: Report, planner: Planner, *, breakpoints: Collection[str] = ()) -> Why:
    """The state of a session, explained. `planner` holds its plan as it would go on."""
    rows = [row for row in rows_of(planner.snapshot()) if row.status != "cancelled"]
    current = current_row(tuple(rows))
    holds = [*_holds(report, planner, current, breakpoints)] if not planner.complete else []
    if (end := end_of(report)) is not None:
        holds.append(Hold(what=end[0], clear=end[1]))
    gate: Gate = "held" if not planner.complete else "open" if planner.has_plan else "no plan"
    return Why(
        session=report.session,
        mode=planner.mode,
        gate=gate,
        done=sum(row.status == "done" for row in rows),
        total=len(rows),
        stage=None if current is None else current.content,
        told=planner.directive(),
        holds=tuple(holds),
        refusals=report.refusals[-_MOST:],
        repairs=report.repairs[-_MOST:],
    )


def why_lines(answer: Why) -> Iterator[str]:
    """The answer, a fact a line."""
    match answer.gate:
        case "no plan":
            yield "gate     open: there is no plan; an answer or complete ends the turn (R44)"
        case "open":
            yield f"gate     open: {_of(answer)} done; complete or an answer ends the turn (R43)"
        case "held":
            yield f"gate     held: {_of(answer)} done (R43)"
        case _:
            assert_never(answer.gate)
    if answer.stage is not None:
        yield f"stage    {one_line(answer.stage, 300)}"
    if answer.told is not None:
        yield f"told     {one_line(answer.told, 1000)}"
    for hold in answer.holds:
        yield f"because  {one_line(hold.what, 500)}"
        yield f"clears   {one_line(hold.clear, 500)}"
    for refusal in answer.refusals:
        yield f"refused  {refusal_words(refusal)}"
    for repair in answer.repairs:
        yield f"repaired {_repair(repair)}"


def why_json(answer: Why) -> JsonObject:
    """The answer for programs."""
    return {
        "session": answer.session,
        "mode": answer.mode,
        "gate": answer.gate,
        "done": answer.done,
        "total": answer.total,
        "stage": answer.stage,
        "told": answer.told,
        "holds": [{"what": hold.what, "clear": hold.clear} for hold in answer.holds],
        "refusals": [
            {"run": r.run, "step": r.step, "tool": r.tool, "reason": r.reason}
            for r in answer.refusals
        ],
        "repairs": [
            {
                "run": r.run,
                "version": r.version,
                "rule": r.violation.rule,
                "before": r.violation.before,
                "after": r.violation.after,
            }
            for r in answer.repairs
        ],
    }


def _of(answer: Why) -> str:
    return f"{answer.done} of {plural(answer.total, 'stage')}"


def _holds(
    report: Report, planner: Planner, current: PlanRow | None, breakpoints: Collection[str]
) -> Iterator[Hold]:
    """What holds the gate, from the plan itself to what stands in the way of its stage."""
    open_stages = planner.open_stages()
    names = "; ".join(one_line(name, 80) for name in open_stages[:5])
    yield Hold(
        what=f"{plural(len(open_stages), 'stage')} open: {names}", clear=_next(planner, current)
    )
    if planner.only_blocked:
        yield Hold(
            what="all that is open is blocked (L8)",
            clear=f"a person changes it: zap plan edit {report.session}",
        )
    if current is None:
        return
    if _is_idle(report, current):
        yield Hold(
            what="an advance was refused: nothing was produced since the last stage (R34)",
            clear="one finished call of a tool; a second advance in the same run is trusted (R35)",
        )
    if current.check is not None:
        yield _check(report, current.id, current.check.text)
    if current.id in breakpoints:
        yield Hold(
            what=f"a breakpoint stands before {current.content!r}",
            clear=f'zap run -r {report.session} "go on"',
        )


def _next(planner: Planner, current: PlanRow | None) -> str:
    """What closes the stage that is worked on, in the words of the planner."""
    name = "a stage" if current is None else repr(one_line(current.content, 80))
    match planner.mode:
        case "metronome":
            return f"do the work of {name} with a tool, then advance with evidence"
        case "classic":
            return f"{planner.tools[0].name} with {name} done"
        case _:
            return f"todo_write with {name} completed or cancelled"


def _is_idle(report: Report, row: PlanRow) -> bool:
    """An `advance` of the last run came before any work on its stage."""
    return any(
        (refusal.run, refusal.stage_id, refusal.reason)
        == (len(report.runs), row.id, NOTHING_PRODUCED)
        for refusal in report.refusals
    )


def _check(report: Report, stage_id: str, text: str) -> Hold:
    """The check of the current stage: red, or not run so far."""
    told = next((stage.check for stage in reversed(report.stages) if stage.id == stage_id), None)
    if told is None or told.verdict in (None, "green"):
        return Hold(
            what=f"its check has not run: {text}",
            clear="the runner runs it at the next advance",
        )
    output = told.output.strip().split("\n")[-1]
    return Hold(
        what=f"its check is {told.verdict}: {text}: {output}",
        clear="make it green; with --checks enforce nothing else closes the stage",
    )


def _repair(repair: Repair) -> str:
    violation = repair.violation
    meaning = RULES.get(violation.rule, "")
    before, after = _short(violation.before), _short(violation.after)
    head = f"run {repair.run}, version {repair.version}: {one_line(violation.rule, 40)}"
    return f"{head}: {meaning}: {before} → {after}" if meaning else f"{head}: {before} → {after}"


def _short(value: Json) -> str:
    return one_line(dump_json(value), 200)
