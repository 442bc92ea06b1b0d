"""A report as plain text and as Markdown: one walk, two ways to write a line down."""

from collections.abc import Iterator, Sequence
from typing import Protocol

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

_SHOWN = 12
"""Lines of an output that stand in a report."""
_DIFF = 60
"""Lines of a diff."""
_MARKUP = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|~!&"})


class _Form(Protocol):
    """How one kind of line is written."""

    def title(self, words: str) -> str: ...
    def fact(self, name: str, words: str) -> str: ...
    def stage(self, words: str) -> str: ...
    def detail(self, name: str, words: str) -> str: ...
    def block(self, lines: Sequence[str], kind: str) -> Iterator[str]: ...


def report_text(report: Report) -> Iterator[str]:
    """The lines of a report for a terminal."""
    return _lines(report, _Text())


def report_markdown(report: Report) -> Iterator[str]:
    """The lines of a report in Markdown; what others wrote is never markup."""
    return _lines(report, _Markdown())


def _lines(report: Report, form: _Form) -> Iterator[str]:
    prompts = [one_line(run.prompt, 200) for run in report.runs]
    yield form.title(prompts[0] if prompts and prompts[0] else "A session")
    for name, words in head_facts(report):
        yield form.fact(name, words)
    for plan in sorted({stage.plan for stage in report.stages}):
        stages = report.of_plan(plan)
        yield ""
        yield form.title(f"Plan {plan}" if plan > 1 or report.stages[-1].plan > 1 else "Plan")
        for stage in stages:
            yield from _stage(stage, form)
    facts = counts_words(report)
    told = [
        ("Refusals", list(map(refusal_words, report.refusals))),
        ("Repairs", list(map(repair_words, report.repairs))),
    ]
    if facts or report.replans or any(lines for _, lines in told):
        yield ""
        yield form.title("On the way")
    for name, words in facts:
        yield form.fact(name, words)
    for name, lines in told:
        for words in lines:
            yield form.fact(name.lower().removesuffix("s"), words)
    for replan in report.replans:
        yield form.fact("re-plan", replan_words(replan))
        yield from form.block([sanitize(line) for line in replan.lines], "diff")


def _stage(stage: StageReport, form: _Form) -> Iterator[str]:
    yield form.stage(f"{stage.index}. {one_line(stage.content, 300)}")
    yield form.detail("", proof_words(stage))
    if took := figures_words(stage.figures):
        yield form.detail("took", took)
    if stage.deliverable and stage.deliverable != stage.content:
        yield form.detail("deliverable", one_line(stage.deliverable, 500))
    if stage.evidence:
        yield form.detail("evidence", one_line(stage.evidence, 1000))
    if stage.check is not None:
        yield form.detail(check_words(stage.check), one_line(stage.check.text, 500))
        yield from form.block(_some(stage.check.output, _SHOWN), "")
    for receipt in stage.receipts:
        yield from _receipt(receipt, form)
    if stage.figures.files:
        yield form.detail("files", names(stage.figures.files))


def _receipt(receipt: Receipt, form: _Form) -> Iterator[str]:
    yield form.detail("receipt", receipt_words(receipt))
    if receipt.diff is not None:
        yield from form.block(_some(receipt.diff, _DIFF), "diff")
    else:
        yield from form.block(_some(receipt.output, _SHOWN), "")


def _some(text: str, limit: int) -> list[str]:
    """The first and the last lines of a text."""
    lines = sanitize(text).strip("\n").split("\n") if text.strip() else []
    if len(lines) <= limit:
        return lines
    half = limit // 2
    return [*lines[:half], f"(… {len(lines) - 2 * half} lines …)", *lines[-half:]]


class _Text:
    """For a terminal."""

    def title(self, words: str) -> str:
        return words

    def fact(self, name: str, words: str) -> str:
        return f"  {f'{name}:':<10} {words}"

    def stage(self, words: str) -> str:
        return f"  {words}"

    def detail(self, name: str, words: str) -> str:
        return f"     {name}: {words}" if name else f"     {words}"

    def block(self, lines: Sequence[str], kind: str) -> Iterator[str]:
        for line in lines:
            yield f"       | {line}"


class _Markdown:
    """For a page."""

    def title(self, words: str) -> str:
        return f"## {_plain(words)}\n"

    def fact(self, name: str, words: str) -> str:
        return f"- **{_plain(name)}**: {_plain(words)}"

    def stage(self, words: str) -> str:
        return f"\n### {_plain(words)}\n"

    def detail(self, name: str, words: str) -> str:
        return f"- {_plain(name)}: {_plain(words)}" if name else f"- **{_plain(words)}**"

    def block(self, lines: Sequence[str], kind: str) -> Iterator[str]:
        if not lines:
            return
        longest = max(_longest_run(line) for line in lines)
        fence = "`" * max(3, longest + 1)
        yield ""
        yield f"  {fence}{kind}"
        for line in lines:
            yield f"  {line}"
        yield f"  {fence}"
        yield ""


def _plain(words: str) -> str:
    return words.translate(_MARKUP)


def _longest_run(line: str) -> int:
    """Backticks in a row: a fence has to be longer."""
    longest = here = 0
    for character in line:
        here = here + 1 if character == "`" else 0
        longest = max(longest, here)
    return longest
