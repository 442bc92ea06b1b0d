"""Laws of reports: whatever a tape holds, there is one, and its figures add up."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import any_event, quick
from tests.core.tapes import tapes
from zaptui.core import events as e
from zaptui.core.json import dump_json
from zaptui.planning.planner import select_planner
from zaptui.view.report import PROOFS, Report
from zaptui.view.report_fold import report_of
from zaptui.view.report_html import report_html
from zaptui.view.report_json import report_json
from zaptui.view.report_text import report_markdown, report_text
from zaptui.view.why import why, why_lines


def _report(events: list[e.Event]) -> Report:
    return report_of([e.Entry(seq=n, at=float(n), event=event) for n, event in enumerate(events)])


@quick
@given(st.lists(any_event, max_size=30))
def test_whatever_comes_there_is_a_report_in_every_format(events: list[e.Event]) -> None:
    report = _report(events)
    for lines in (report_text(report), report_markdown(report), report_html(report)):
        assert "\x1b" not in "".join(lines)
    record = json.loads(dump_json(report_json(report)))
    assert sum(record["counts"][proof] for proof in PROOFS) == len(record["stages"])
    assert list(why_lines(why(report, select_planner("classic"))))


@quick
@given(tapes)
def test_what_the_stages_took_is_within_the_total(events: list[e.Event]) -> None:
    report = _report(events)
    for taken in ("seconds", "steps", "calls", "tokens"):
        of_stages = sum(getattr(stage.figures, taken) for stage in report.stages)
        assert of_stages <= getattr(report.total, taken) + 1e-6
