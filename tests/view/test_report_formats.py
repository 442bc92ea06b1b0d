"""A report in words: text, Markdown, HTML, JSON."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from zaptui.core import events as e
from zaptui.core.json import dump_json
from zaptui.core.parts import Usage
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
from zaptui.view.report_html import report_html
from zaptui.view.report_json import report_json
from zaptui.view.report_text import report_markdown, report_text
from zaptui.view.report_words import (
    check_words,
    ending_words,
    figures_words,
    names,
    proof_words,
    refusal_words,
    repair_words,
    replan_words,
)
from zaptui.view.stage_meter import StageFigures

HOSTILE = "<img src=x> `` **b** \x1b[31mred"
FIGURES = StageFigures(
    seconds=12.0,
    steps=3,
    calls=1,
    usage=Usage(input_tokens=1000, output_tokens=200, cached_tokens=500),
    cost=0.0132,
    files=("a.py",),
)
NOTHING = StageFigures()


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("not complete: 1 open", "run 1, step 2: advance: not complete: 1 open"),
        ("advance refused: no work", "run 1, step 2: advance refused: no work"),
    ],
)
def test_a_refusal_names_its_tool_once(reason: str, words: str) -> None:
    assert refusal_words(Refusal(run=1, step=2, tool="advance", reason=reason)) == words


def receipt(**more: Any) -> Receipt:
    fields: dict[str, Any] = {"output": "1 passed", "failed": False, "diff": None, **more}
    return Receipt(id="r1", call_id="c", run=1, step=2, tool="shell", subject="pytest", **fields)


def stage(**more: Any) -> StageReport:
    fields: dict[str, Any] = {
        "plan": 1,
        "index": 1,
        "id": "a",
        "content": "Fix it",
        "deliverable": "a green test",
        "status": "done",
        "proof": "proved",
        "evidence": "pytest says so",
        "trusted": False,
        "receipts": (receipt(),),
        "check": None,
        "figures": FIGURES,
        **more,
    }
    return StageReport(**fields)


def report(*stages: StageReport, **more: Any) -> Report:
    run = RunReport(
        prompt="fix the test",
        model="p/m",
        mode="metronome",
        time="",
        outcome="complete",
        stopped_by="complete",
        exit_code=0,
        cost=0.5,
    )
    fields: dict[str, Any] = {
        "session": "s1",
        "runs": (run,),
        "refusals": (),
        "replans": (),
        "repairs": (),
        "idle_turns": 0,
        "total": FIGURES,
        **more,
    }
    return Report(stages=stages, **fields)


GREEN = CheckReport(
    text="pytest -q", by="plan.md", lock="abc", verdict="green", output="ok", runs=2, green=1
)
REPLAN = Replan(
    run=1, step=3, version=2, by="person", why="not wanted", lines=("- 1. x",), dropped=("x",)
)
FULL = report(
    stage(check=GREEN),
    stage(index=2, status="pending", proof="open", evidence=None, deliverable="Fix it", receipts=(),
          figures=NOTHING),
    refusals=(Refusal(run=1, step=1, tool="complete", reason="not complete"),),
    replans=(REPLAN,),
    repairs=(Repair(run=1, version=2, violation=e.Violation(rule="R8", before=[], after=[])),),
    idle_turns=2,
)  # fmt: skip


def test_the_text_of_a_report() -> None:
    assert list(report_text(FULL)) == [
        "fix the test",
        "  session:   s1",
        "  model:     p/m · metronome",
        "  runs:      1 run",
        "  end:       complete (complete), exit 0",
        "  stages:    1 proved, 1 open",
        "  took:      12 s · 3 steps · 1 call · 1.2k tokens (50% cached) · $0.0132",
        "  cost:      $0.5000",
        "  files:     a.py",
        "",
        "Plan",
        "  1. Fix it",
        "     proved by its check (written by plan.md)",
        "     took: 12 s · 3 steps · 1 call · 1.2k tokens (50% cached) · $0.0132",
        "     deliverable: a green test",
        "     evidence: pytest says so",
        "     check by plan.md, locked abc: green (2 runs, 1 green): pytest -q",
        "       | ok",
        "     receipt: r1 shell pytest (run 1, step 2)",
        "       | 1 passed",
        "     files: a.py",
        "  2. Fix it",
        "     open",
        "",
        "On the way",
        "  dropped:   x",
        "  idle turns: 2",
        "  early completes: 1",
        "  refusal:   run 1, step 1: complete: not complete",
        "  repair:    run 1, version 2: R8: a finished item was left out; it was put back",
        "  re-plan:   run 1, step 3, version 2, by a person: not wanted",
        "       | - 1. x",
    ]


def test_an_empty_report_says_so() -> None:
    empty = report(runs=(), session="", total=NOTHING)
    assert list(report_text(empty)) == [
        "A session",
        "  runs:      0 runs",
        "  stages:    no plan",
        "  cost:      $0.0000",
    ]
    assert "<h1>A session</h1>" in "".join(report_html(empty))


def test_what_others_wrote_is_never_markup() -> None:
    hostile = report(
        stage(
            content=HOSTILE,
            evidence=HOSTILE,
            check=CheckReport(text=HOSTILE, by=HOSTILE, lock=HOSTILE, output=HOSTILE),
            receipts=(
                replace(receipt(output=HOSTILE), id=HOSTILE, tool=HOSTILE),
                receipt(diff=f"@@\n+{HOSTILE}\n-x\n y"),
            ),
        )
    )
    text = "\n".join(report_text(hostile))
    markdown = "\n".join(report_markdown(hostile))
    page = "".join(report_html(hostile))
    assert not any("\x1b" in shown for shown in (text, markdown, page))
    assert "<img" not in page
    assert "<img" not in re.sub(r"(?m)^  (`{3,}).*?^  \1$", "", markdown, flags=re.DOTALL).replace(
        "\\<", ""
    )
    assert "### 1. \\<img src=x\\> \\`\\` \\*\\*b\\*\\* red" in markdown
    assert "  ```\n  <img src=x> `` **b** red\n  ```" in markdown
    assert '<span class="add">+&lt;img src=x&gt; `` **b** red</span>' in page
    fenced = report(stage(receipts=(receipt(output="a ```` b"),)))
    assert "  `````\n  a ```` b\n  `````" in "\n".join(report_markdown(fenced))
    silent = report(stage(receipts=(receipt(output=""),)))
    assert "```" not in "\n".join(report_markdown(silent))


def test_the_page_has_all_that_the_text_has() -> None:
    page = "".join(report_html(FULL))
    for words in (
        "proved by its check (written by plan.md)",
        "<p>deliverable: a green test</p>",
        "<p>evidence: pytest says so</p>",
        "check by plan.md, locked abc: green (2 runs, 1 green): <code>pytest -q</code>",
        "<summary>r1 shell pytest (run 1, step 2)</summary>",
        "<p>files: a.py</p>",
        '<div class="row open"><span class="proof">open</span>2. Fix it</div>',
        "<dt>early completes</dt><dd>1</dd>",
        "<summary>re-plan: run 1, step 3, version 2, by a person: not wanted</summary>",
    ):
        assert words in page
    bare = "".join(report_html(report(stage(receipts=(receipt(output=" "),)), replans=(REPLAN,))))
    assert "<p>r1 shell pytest (run 1, step 2)</p>" in bare
    assert "".join(report_html(report(stage(), replans=(), total=NOTHING))).count("<dl>") == 1


def test_several_plans_have_a_heading_each() -> None:
    lines = list(report_text(report(stage(), stage(plan=2))))
    assert [line for line in lines if line.startswith("Plan")] == ["Plan 1", "Plan 2"]


def test_long_outputs_are_cut_to_both_ends() -> None:
    long = report(stage(receipts=(receipt(output="\n".join(map(str, range(100)))),)))
    shown = [line for line in report_text(long) if "|" in line]
    assert (len(shown), shown[0], shown[6], shown[-1]) == (
        13,
        "       | 0",
        "       | (… 88 lines …)",
        "       | 99",
    )


def test_a_report_for_programs() -> None:
    record = json.loads(dump_json(report_json(FULL)))
    assert record["format"] == "zap-report/1"
    assert record["counts"] == {
        "proved": 1,
        "claimed": 0,
        "converged": 0,
        "open": 1,
        "cancelled": 0,
        "trusted": 0,
        "idle_turns": 2,
        "early_completes": 1,
        "refusals": 1,
        "replans": 1,
        "dropped": 1,
    }
    first = record["stages"][0]
    assert first["receipts"][0]["id"] == "r1"
    assert first["check"]["by"] == "plan.md"
    assert first["figures"]["cache_share"] == 0.5
    assert record["repairs"][0]["violation"]["rule"] == "R8"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"proof": "proved"}, "proved by 1 call"),
        ({"proof": "claimed", "trusted": True}, "claimed, trusted without work"),
        ({"proof": "claimed"}, "claimed"),
        ({"proof": "converged"}, "converged: left open, closed by the end of the run"),
        ({"proof": "open", "status": "in_progress"}, "in progress"),
        ({"proof": "open", "status": "pending"}, "open"),
        ({"proof": "cancelled", "status": "cancelled"}, "cancelled"),
        (
            {"proof": "claimed", "check": CheckReport(text="x", by="m", lock="", verdict="red")},
            "claimed, its check was red",
        ),
    ],
)
def test_what_a_stage_rests_on(fields: dict[str, Any], words: str) -> None:
    assert proof_words(stage(**fields)) == words


def test_small_words() -> None:
    assert check_words(CheckReport(text="x", by="person", lock="")) == "check by person: not run"
    assert names(["a", "b", "c"], 2) == "a, b and 1 more"
    assert figures_words(NOTHING) == ""
    run = RunReport(prompt="", model="", mode="", time="")
    assert ending_words(run) == "no end on the tape"
    failed = RunReport(
        prompt="", model="", mode="", time="", outcome="error", exit_code=1, error="no key"
    )
    assert ending_words(failed) == "error: no key"
    plain = Replan(run=1, step=2, version=3, by="model", why="", lines=(), dropped=())
    assert replan_words(plain) == "run 1, step 2, version 3, by the model"
    unknown = Repair(run=1, version=1, violation=e.Violation(rule="Q", before=1, after=2))
    assert repair_words(unknown) == "run 1, version 1: Q"


def test_the_cost_is_what_the_runs_counted_else_what_is_known_of_the_models() -> None:
    unpriced = RunReport(prompt="", model="", mode="", time="")
    assert report(runs=(unpriced,)).cost == FIGURES.cost
    assert report(total=StageFigures(cost=None), runs=(unpriced,)).cost is None
