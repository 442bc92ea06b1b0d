"""The words of a report, the same in every format."""

from collections.abc import Sequence

from zaptui.view.activity import count_text
from zaptui.view.report import (
    PROOFS,
    CheckReport,
    Receipt,
    Refusal,
    Repair,
    Replan,
    Report,
    RunReport,
    StageReport,
)
from zaptui.view.stage_meter import StageFigures
from zaptui.view.text import duration, one_line

_LINE = 300

RULES = {
    "R6": "two items had one id; the first stays",
    "R8": "a finished item was left out; it was put back",
    "R14": "more than one item was in progress; the first stays so",
    "L3": "an id was there twice, or more than one item in progress; the first stays",
    "pin": "a person has pinned what was left out; it stays",
    "lock": "the check of a stage stays as it was planned",
}
"""What each silent repair means."""


def plural(count: int, word: str) -> str:
    """`1 call`, `3 calls`."""
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def figures_words(figures: StageFigures) -> str:
    """`12 s · 3 steps · 4 calls · 12.4k tokens (85% cached) · $0.0132`; what is nothing is left
    out."""
    words = [duration(figures.seconds)] if figures.seconds else []
    words += [plural(figures.steps, "step")] if figures.steps else []
    words += [plural(figures.calls, "call")] if figures.calls else []
    if figures.tokens:
        share = figures.cache_share
        cached = f" ({share:.0%} cached)" if share else ""
        words.append(f"{count_text(figures.tokens)} tokens{cached}")
    if figures.cost:
        words.append(f"${figures.cost:.4f}")
    return " · ".join(words)


def head_facts(report: Report) -> list[tuple[str, str]]:
    """What stands at the top, by name."""
    last = report.runs[-1] if report.runs else None
    proofs = [f"{count} {proof}" for proof in PROOFS if (count := report.count(proof))]
    total = report.total
    facts = [
        ("session", report.session),
        ("model", " · ".join(word for word in (last.model, last.mode) if word) if last else ""),
        ("runs", plural(len(report.runs), "run")),
        ("end", ending_words(last) if last else ""),
        ("stages", ", ".join(proofs) or "no plan"),
        ("took", figures_words(total)),
        ("cost", "not known" if report.cost is None else f"${report.cost:.4f}"),
        ("files", names(total.files)),
    ]
    return [(name, one_line(words, 1000)) for name, words in facts if words]


def ending_words(run: RunReport) -> str:
    """How a run ended: `incomplete (idle turns), exit 5`."""
    if run.outcome is None:
        return "no end on the tape"
    by = run.stopped_by.replace("_", " ")
    words = f"{run.outcome} ({by}), exit {run.exit_code}" if by else run.outcome
    return f"{words}: {one_line(run.error, _LINE)}" if run.error else words


def names(items: Sequence[str], limit: int = 20) -> str:
    """The first of them, and how many more there are."""
    shown = ", ".join(one_line(item, 120) for item in items[:limit])
    return f"{shown} and {len(items) - limit} more" if len(items) > limit else shown


def proof_words(stage: StageReport) -> str:
    """`proved by its check`, `claimed, on its word alone`, …"""
    check = stage.check
    match stage.proof:
        case "proved" if check is not None and check.verdict == "green":
            return f"proved by its check (written by {one_line(check.by, 40)})"
        case "proved":
            return f"proved by {plural(len(stage.receipts), 'call')}"
        case "claimed" if check is not None and check.verdict is not None:
            return f"claimed, its check was {check.verdict}"
        case "claimed" if stage.trusted:
            return "claimed, trusted without work"
        case "converged":
            return "converged: left open, closed by the end of the run"
        case "open":
            return "open" if stage.status == "pending" else stage.status.replace("_", " ")
        case _:
            return stage.proof


def check_words(check: CheckReport) -> str:
    """Who wrote it, its lock, what came of it."""
    lock = f", locked {one_line(check.lock, 12)}" if check.lock else ""
    ran = f"{check.verdict or 'not run'}"
    if check.runs > 1:
        ran += f" ({check.runs} runs, {check.green} green)"
    return f"check by {one_line(check.by, 40)}{lock}: {ran}"


def receipt_words(receipt: Receipt) -> str:
    """`r3 shell pytest -q — failed (run 1, step 4)`."""
    subject = one_line(f"{receipt.tool} {receipt.subject}", 200).rstrip()
    failed = " — failed" if receipt.failed else ""
    return f"{one_line(receipt.id, 20)} {subject}{failed} (run {receipt.run}, step {receipt.step})"


def refusal_words(refusal: Refusal) -> str:
    """`run 1, step 4: complete: not complete: 2 open …`."""
    where = f"run {refusal.run}, step {refusal.step}"
    tool, reason = one_line(refusal.tool, 40), one_line(refusal.reason, _LINE)
    return f"{where}: {reason}" if reason.startswith(tool) else f"{where}: {tool}: {reason}"


def replan_words(replan: Replan) -> str:
    """`run 1, step 4, version 5, by a person: why`."""
    by = "a person" if replan.by == "person" else "the model"
    head = f"run {replan.run}, step {replan.step}, version {replan.version}, by {by}"
    return f"{head}: {one_line(replan.why, _LINE)}" if replan.why else head


def repair_words(repair: Repair) -> str:
    """`run 1, version 3: R8: a finished item was left out; it was put back`."""
    rule = one_line(repair.violation.rule, 40)
    meaning = RULES.get(rule)
    head = f"run {repair.run}, version {repair.version}: {rule}"
    return f"{head}: {meaning}" if meaning else head


def counts_words(report: Report) -> list[tuple[str, str]]:
    """What went wrong, in numbers and names; what did not happen is left out."""
    denials = [denial for run in report.runs for denial in run.denials]
    facts = [
        ("dropped", names(report.dropped)),
        ("trusted without work", names(report.trusted)),
        ("idle turns", str(report.idle_turns or "")),
        ("early completes", str(report.early_completes or "")),
        ("denied", names([f"{denial.tool} {denial.subject}" for denial in denials])),
    ]
    return [(name, words) for name, words in facts if words]
