"""`zap report`: what a session came to, in words and numbers."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from zaptui.config.choice import ModelChoice, ProviderConfig
from zaptui.core.json import dump_json
from zaptui.core.parts import Usage
from zaptui.core.ports import Price
from zaptui.errors import StateError, UsageError
from zaptui.headless.stdout import write_text
from zaptui.view.report import Report
from zaptui.view.report_fold import ReportFold
from zaptui.view.report_html import report_html
from zaptui.view.report_json import report_json
from zaptui.view.report_text import report_markdown, report_text
from zaptui.view.text import redact
from zaptui.wiring.talk import say
from zaptui.wiring.tapes import read_run, run_path, say_told

ReportFormat = Literal["text", "md", "html", "json"]
FORMATS: tuple[ReportFormat, ...] = get_args(ReportFormat)


def report_session(name: str, format: str, *, to: Path | None) -> int:
    """Write the report of a session: into a new file, or to stdout."""
    wanted = report_format(format)
    report = read_report(run_path(name))
    if to is None:
        for chunk in chunks_of(report, wanted):
            write_text(chunk)
        return 0
    write_report(report, wanted, to=to)
    say(f"written: {to}")
    return 0


def report_format(name: str) -> ReportFormat:
    """The format of that name; UsageError lists them."""
    for known in FORMATS:
        if known == name:
            return known
    raise UsageError(f"unknown format {name[:40]!r}", hint=f"one of {', '.join(FORMATS)}")


def read_report(path: Path) -> Report:
    """The report of a saved run, of any agent's."""
    fold = ReportFold(price=list_price)
    told = read_run(path, fold.take)
    say_told(told)
    return fold.report()


def write_report(report: Report, format: ReportFormat, *, to: Path) -> None:
    """Write a report into a new file. UsageError for one that exists."""
    try:
        with to.open("x", encoding="utf-8", newline="") as file:
            file.writelines(chunks_of(report, format))
    except FileExistsError:
        raise UsageError(f"{to} exists already", hint="choose another name") from None
    except OSError as error:
        raise StateError(f"cannot write {to}: {os.strerror(error.errno or 0)}") from error


def chunks_of(report: Report, format: ReportFormat) -> Iterator[str]:
    """The text of a report; what looks like a secret is masked."""
    match format:
        case "text":
            lines = (f"{line}\n" for line in report_text(report))
        case "md":
            lines = (f"{line}\n" for line in report_markdown(report))
        case "html":
            lines = report_html(report)
        case "json":
            lines = iter([f"{dump_json(report_json(report))}\n"])
    return map(redact, lines)


def list_price(model: str, usage: Usage) -> float | None:
    """US dollars by the price list and the model's name; None where it is not known."""
    price = _price_of(model)
    return None if price is None else price(usage)


@cache
def _price_of(model: str) -> Price | None:
    """By the model's name alone, as `provider/model`; None for one whose price is not known."""
    from zaptui.wiring.prices import price_of

    here = ProviderConfig(kind="", base_url="", api_key_env="")
    name = model.partition("/")[2] or model
    return price_of(ModelChoice(name=model, model=name, api_key="", provider=here))
