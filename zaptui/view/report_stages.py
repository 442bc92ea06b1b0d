"""The rows of a plan with what stands behind them: receipts, checks, figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from zaptui.core import events as e
from zaptui.core.json import Json, as_object, dump_json
from zaptui.core.parts import FinishReason
from zaptui.planning.plan_rows import PlanRow
from zaptui.view.call_line import subject_of
from zaptui.view.report import CheckReport, Proof, Receipt, StageReport
from zaptui.view.stage_meter import StageFigures

_HEAD, _TAIL = 1200, 800
"""Characters of an output that a report keeps."""
_DIFF = 8_000
"""Characters of a diff that a report keeps."""


def stage_reports(
    rows: Sequence[PlanRow],
    *,
    plan: int,
    receipts: Mapping[str, Receipt],
    checks: Mapping[str, CheckReport],
    figures: Callable[[str], StageFigures],
    ended: FinishReason | None,
) -> list[StageReport]:
    """The stages of a plan; `ended` is how the last run on it did, None while it goes on."""
    return [
        StageReport(
            plan=plan,
            index=index,
            id=row.id,
            content=row.content,
            deliverable=row.deliverable,
            status=row.status,
            proof=proof_of(row, receipts, ended),
            evidence=row.evidence,
            trusted=row.trusted,
            receipts=tuple(receipts[name] for name in row.receipts if name in receipts),
            check=_check(row, checks.get(row.id)),
            figures=figures(row.id),
        )
        for index, row in enumerate(rows, start=1)
    ]


def proof_of(
    row: PlanRow, receipts: Mapping[str, Receipt], ended: FinishReason | None = None
) -> Proof:
    """What a stage's being closed rests on. A check says more than receipts, in both ways."""
    if row.status == "cancelled":
        return "cancelled"
    if row.status != "done":
        plain_end = ended not in (None, "error", "abort")
        return "converged" if row.status == "in_progress" and plain_end else "open"
    if row.checked is not None:
        return "proved" if row.checked == "green" else "claimed"
    found = [receipts[name] for name in row.receipts if name in receipts]
    return "proved" if any(not receipt.failed for receipt in found) else "claimed"


def receipt_of_call(
    called: e.ToolCalled, returned: e.ToolReturned, *, name: str, run: int, step: int
) -> Receipt:
    """A finished call, cut to what a report shows."""
    output = as_object(returned.output)
    diff = output.get("diff")
    return Receipt(
        id=name,
        call_id=called.call_id,
        run=run,
        step=step,
        tool=called.tool,
        subject=subject_of(called.input or {})[:500],
        failed=returned.error is not None or _bad_exit(output.get("exit_code")),
        output=excerpt(_said(returned)),
        diff=diff[:_DIFF] if isinstance(diff, str) and diff else None,
    )


def excerpt(text: str) -> str:
    """The beginning and the end of a long text."""
    if len(text) <= _HEAD + _TAIL:
        return text
    cut = len(text) - _HEAD - _TAIL
    return f"{text[:_HEAD]}\n(… {cut} characters …)\n{text[-_TAIL:]}"


def _said(returned: e.ToolReturned) -> str:
    """The text of a result: an error, a command's output, else the result as it is."""
    if returned.error is not None:
        return returned.error
    value = returned.output
    for key in ("output", "text", "content"):
        inner = as_object(value).get(key)
        if isinstance(inner, str):
            return inner
    return value if isinstance(value, str) else "" if value is None else dump_json(value)


def _bad_exit(code: Json) -> bool:
    return isinstance(code, int) and code != 0


def _check(row: PlanRow, ran: CheckReport | None) -> CheckReport | None:
    """The check that was planned, with what came of it; of another text nothing is told."""
    planned = row.check
    if planned is None:
        return None
    if ran is not None and ran.text == planned.text:
        return replace(ran, lock=planned.lock)
    return CheckReport(text=planned.text, by=planned.by, lock=planned.lock, verdict=row.checked)
