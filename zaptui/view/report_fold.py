"""A tape folded into a report."""

from collections.abc import Iterable
from dataclasses import replace

from zaptui.core import events as e
from zaptui.core.json import JsonObject, as_object
from zaptui.core.parts import FinishReason
from zaptui.planning.checklist import PLANNER_TOOLS
from zaptui.planning.plan_diff import PlanDiff, diff_lines, diff_plans
from zaptui.planning.plan_rows import rows_of
from zaptui.view.report import (
    CheckReport,
    Receipt,
    Refusal,
    Repair,
    Replan,
    Report,
    RunReport,
    StageReport,
)
from zaptui.view.report_stages import excerpt, receipt_of_call, stage_reports
from zaptui.view.stage_meter import PriceOf, StageMeter

_PROGRESS = {"status", "evidence"}
"""Fields of a stage that change by working at it."""
NOTHING_PRODUCED = "nothing was produced since the last stage"


def report_of(entries: Iterable[e.Entry], *, price: PriceOf | None = None) -> Report:
    """The report of a whole tape."""
    fold = ReportFold(price=price)
    for entry in entries:
        fold.take(entry)
    return fold.report()


class ReportFold:
    """Takes the entries of a session in order."""

    def __init__(self, *, price: PriceOf | None = None) -> None:
        self.meter = StageMeter(price=price)
        self._session = ""
        self._runs: list[RunReport] = []
        self._archived: list[StageReport] = []
        self._snapshot: JsonObject = {}
        self._ended: FinishReason | None = None
        self._refusals: list[Refusal] = []
        self._replans: list[Replan] = []
        self._repairs: list[Repair] = []
        self._receipts: dict[str, Receipt] = {}
        self._checks: dict[str, CheckReport] = {}
        self._called: dict[str, e.ToolCalled] = {}
        self._step, self._idle = 0, 0
        self._acted = self._replied = False
        """Whether the running step has a call, and a whole reply."""
        self._refused_step = -1

    def take(self, entry: e.Entry) -> None:
        """Take in one entry."""
        event = entry.event
        if isinstance(event, e.RunStarted):
            self._begin(event)
        self.meter.take(event, at=entry.at)
        match event:
            case e.StepStarted():
                self._close_step()
                self._step = event.step
            case e.ToolCalled():
                self._acted = True
                self._called[event.call_id] = event
            case e.Retrying():
                self._acted = False
            case e.ModelFinished():
                self._replied = True
            case e.ToolReturned():
                self._returned(event)
            case e.StageChecked():
                self._checked(event)
            case e.PlanUpdate():
                self._planned(event)
            case e.RunFinished():
                self._finish(event, entry.at)
            case _:
                pass

    def report(self) -> Report:
        """The report as it stands."""
        return Report(
            session=self._session,
            runs=tuple(self._runs),
            stages=(*self._archived, *self._stages()),
            refusals=tuple(self._refusals),
            replans=tuple(self._replans),
            repairs=tuple(self._repairs),
            idle_turns=self._idle,
            total=self.meter.total(),
        )

    def _begin(self, event: e.RunStarted) -> None:
        self._close_step()
        rows = rows_of(self._snapshot)
        if rows and not any(row.is_open for row in rows):  # put away (R49)
            self._archived += self._stages()
            self._snapshot, self._checks = {}, {}
        self._session = self._session or event.session
        self._ended = None
        self._step, self._refused_step = 0, -1
        self._runs.append(
            RunReport(prompt=event.prompt, model=event.model, mode=event.mode, time=event.time)
        )

    def _stages(self) -> list[StageReport]:
        return stage_reports(
            rows_of(self._snapshot),
            plan=max(1, self.meter.plan),
            receipts=self._receipts,
            checks=self._checks,
            figures=self.meter.of,
            ended=self._ended,
        )

    def _close_step(self) -> None:
        if self._replied and not self._acted:
            self._idle += any(row.is_open for row in rows_of(self._snapshot))
        self._acted = self._replied = False

    def _returned(self, event: e.ToolReturned) -> None:
        called = self._called.pop(event.call_id, None)
        if called is None:
            return
        if event.receipt is not None:
            self._receipts[event.receipt] = receipt_of_call(
                called, event, name=event.receipt, run=len(self._runs), step=self._step
            )
        if called.tool != "complete" and called.tool not in PLANNER_TOOLS:
            return
        if event.error is not None:
            self._refuse(called.tool, event.error)
        elif called.tool == "advance" and _is_refused(as_object(event.output)):
            if self._refused_step != self._step:  # others of its step are ignored (R40)
                self._refuse("advance", NOTHING_PRODUCED)
            self._refused_step = self._step

    def _refuse(self, tool: str, reason: str) -> None:
        self._refusals.append(
            Refusal(
                run=len(self._runs),
                step=self._step,
                tool=tool,
                reason=excerpt(reason),
                stage_id=self.meter.stage,
            )
        )

    def _checked(self, event: e.StageChecked) -> None:
        before = self._checks.get(event.stage_id)
        again = before is not None and before.text == event.check
        self._checks[event.stage_id] = CheckReport(
            text=event.check,
            by=event.by,
            lock="",  # stands with the check in the plan
            verdict=event.verdict,
            output=excerpt(event.text),
            runs=1 + (before.runs if before and again else 0),
            green=(event.verdict == "green") + (before.green if before and again else 0),
        )

    def _planned(self, event: e.PlanUpdate) -> None:
        before, self._snapshot = self._snapshot, event.snapshot
        run = len(self._runs)
        self._repairs += [
            Repair(run=run, version=event.version, violation=violation)
            for violation in event.violations
        ]
        diff = diff_plans(before, event.snapshot)
        if not rows_of(before) or not _is_replan(diff):
            return
        removed = [change.before for change in diff.removed]
        self._replans.append(
            Replan(
                run=run,
                step=self._step,
                version=event.version,
                by="person" if event.change in ("edited", "seeded") else "model",
                why=event.why or "",
                lines=tuple(diff_lines(diff)),
                dropped=tuple(row.content for row in removed if row is not None and row.is_open),
            )
        )

    def _finish(self, event: e.RunFinished, at: float) -> None:
        self._close_step()
        self._ended = event.finish_reason
        if not self._runs:
            self._runs.append(RunReport(prompt="", model="", mode="", time=""))
        self._runs[-1] = replace(
            self._runs[-1],
            outcome=event.outcome,
            stopped_by=event.stopped_by,
            exit_code=event.exit_code,
            error=event.error,
            seconds=at,
            cost=event.cost,
            denials=tuple(event.denials),
        )


def _is_replan(diff: PlanDiff) -> bool:
    """What is to be done is no longer the same; progress alone is none."""
    edited = any(not _PROGRESS.issuperset(change.fields) for change in diff.edited)
    return bool(diff.added or diff.removed or diff.moved or edited)


def _is_refused(output: JsonObject) -> bool:
    """The output of an `advance` that was refused as idle (R34, R35)."""
    plan = as_object(output.get("plan"))
    refused = plan.get("last_refused_pointer")
    return refused is not None and refused == plan.get("pointer")
