"""A report as one page that opens from disk, with nothing from elsewhere and no script."""

from collections.abc import Iterator
from html import escape

from zaptui.view.report import Receipt, Report, StageReport
from zaptui.view.report_words import (
    check_words,
    counts_words,
    figures_words,
    head_facts,
    names,
    proof_words,
    receipt_words,
    refusal_words,
    repair_words,
    replan_words,
)
from zaptui.view.text import one_line, sanitize

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--dim:#888;--green:#2a8a3e;--amber:#a66a00;--red:#c0392b}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}
dt{color:var(--dim)}dd{margin:0}
details,.row{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}
.proof{float:right;color:var(--dim)}.proved .proof{color:var(--green)}
.claimed .proof,.converged .proof{color:var(--amber)}
details details{border:0;margin-left:1.2rem}p{margin:.3rem 0 .3rem 1.2rem}
pre{margin:.3rem 0 .3rem 1.2rem;padding:.5rem;overflow-x:auto;border:1px solid var(--line)}
.add{color:var(--green)}.cut{color:var(--red)}.dim{color:var(--dim)}
"""


def report_html(report: Report) -> Iterator[str]:
    """The page, piece by piece."""
    prompt = next((run.prompt for run in report.runs if run.prompt), "A session")
    title = _line(one_line(prompt, 200))
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    )
    yield _facts(head_facts(report))
    for plan in sorted({stage.plan for stage in report.stages}):
        yield f"<h2>Plan {plan}</h2>\n"
        for stage in report.of_plan(plan):
            yield from _stage(stage)
    yield from _on_the_way(report)
    yield "</body>\n</html>\n"


def _stage(stage: StageReport) -> Iterator[str]:
    head = (
        f'<span class="proof">{_line(proof_words(stage))}</span>'
        f"{stage.index}. {_line(one_line(stage.content, 300))}"
    )
    if took := figures_words(stage.figures):
        head += f' <span class="dim">{_line(took)}</span>'
    inside = "".join(_inside(stage))
    if inside:
        yield f'<details class="{stage.proof}"><summary>{head}</summary>\n'
        yield f"{inside}</details>\n"
    else:
        yield f'<div class="row {stage.proof}">{head}</div>\n'


def _inside(stage: StageReport) -> Iterator[str]:
    if stage.deliverable and stage.deliverable != stage.content:
        yield f"<p>deliverable: {_line(stage.deliverable)}</p>\n"
    if stage.evidence:
        yield f"<p>evidence: {_line(stage.evidence)}</p>\n"
    if stage.check is not None:
        yield f"<p>{_line(check_words(stage.check))}: <code>{_line(stage.check.text)}</code></p>\n"
        yield _pre(stage.check.output)
    for receipt in stage.receipts:
        yield _receipt(receipt)
    if stage.figures.files:
        yield f"<p>files: {_line(names(stage.figures.files))}</p>\n"


def _receipt(receipt: Receipt) -> str:
    inside = _pre(receipt.output) if receipt.diff is None else _diff(receipt.diff)
    head = _line(receipt_words(receipt))
    if not inside:
        return f"<p>{head}</p>\n"
    return f"<details><summary>{head}</summary>\n{inside}</details>\n"


def _on_the_way(report: Report) -> Iterator[str]:
    facts = counts_words(report)
    facts += [("refusal", words) for words in map(refusal_words, report.refusals)]
    facts += [("repair", words) for words in map(repair_words, report.repairs)]
    if facts or report.replans:
        yield "<h2>On the way</h2>\n"
    if facts:
        yield _facts(facts)
    for replan in report.replans:
        head = _line(replan_words(replan))
        lines = _diff("\n".join(replan.lines))
        yield f"<details><summary>re-plan: {head}</summary>\n{lines}</details>\n"


def _facts(facts: list[tuple[str, str]]) -> str:
    rows = "".join(f"<dt>{_line(name)}</dt><dd>{_line(words)}</dd>\n" for name, words in facts)
    return f"<dl>\n{rows}</dl>\n"


def _pre(text: str) -> str:
    return f"<pre>{_text(text.strip())}</pre>\n" if text.strip() else ""


def _diff(diff: str) -> str:
    def line(text: str) -> str:
        kind = {"+": "add", "-": "cut", "@": "dim"}.get(text[:1])
        shown = _text(text)
        return f'<span class="{kind}">{shown}</span>' if kind else shown

    lines = "\n".join(map(line, sanitize(diff).split("\n")))
    return f"<pre>{lines}</pre>\n"


def _line(text: str) -> str:
    return escape(" ".join(sanitize(text).split()))


def _text(text: str) -> str:
    return escape(sanitize(text))
