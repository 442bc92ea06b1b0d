"""A tape folded into a report: proof, receipts, checks, refusals, re-plans."""

from collections.abc import Sequence
from typing import Any

from tests.fakes import FakeSpawner, make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import Usage
from zaptui.core.ports import Ran
from zaptui.planning.plan_rows import PlanRow
from zaptui.view.report import CheckReport, Receipt, Refusal, Repair, Report, RunReport
from zaptui.view.report_fold import NOTHING_PRODUCED, report_of
from zaptui.view.report_stages import excerpt, proof_of, receipt_of_call

WORK = ("work", {"what": "x"})
STARTED = e.RunStarted(session="s", prompt="task")


def stages(ids: str, **checks: str) -> JsonObject:
    records: list[Json] = [
        {
            "id": i,
            "content": f"Do {i}",
            "deliverable": i,
            **({"check": checks[i]} if i in checks else {}),
        }
        for i in ids.split()
    ]
    return {"stages": records}


def advance(word: str) -> tuple[str, JsonObject]:
    return ("advance", {"evidence": word})


def tape(told: Sequence[e.Event]) -> list[e.Entry]:
    return [e.Entry(seq=seq, at=float(seq), event=event) for seq, event in enumerate(told)]


async def played(*replies: Any, mode: str = "metronome", **more: Any) -> Report:
    """The report of a run, played for real over fakes."""
    return report_of(tape(await play(make_session(replies, mode=mode, **more))))


def update(
    *rows: JsonObject, change: Any = "replaced", version: int = 1, **more: Any
) -> e.PlanUpdate:
    return e.PlanUpdate(
        mode="classic",
        snapshot={"todos": [*rows]},
        todos=[],
        change=change,
        version=version,
        **more,
    )


def item(item_id: str, status: str = "pending", content: str = "") -> JsonObject:
    return {"id": item_id, "content": content or item_id, "status": status}


async def test_a_stage_is_proved_by_a_call_and_claimed_without_one() -> None:
    report = await played(
        say("", ("plan", stages("a b c"))),
        say("", WORK, advance("did a")),
        say("", advance("b is done")),
        say("", advance("b is done")),
        say("", ("work", {"fail": "no"}), advance("tried c")),
        say("", ("complete", {})),
    )
    assert [(s.content, s.proof, s.trusted) for s in report.stages] == [
        ("Do a", "proved", False),
        ("Do b", "claimed", True),
        ("Do c", "claimed", False),
    ]
    first = Receipt(
        id="r1",
        call_id="call_2_1",
        run=1,
        step=2,
        tool="work",
        subject="x",
        failed=False,
        output="did x",
    )
    assert report.stages[0].receipts == (first,)
    assert (report.stages[2].receipts[0].failed, report.stages[2].receipts[0].output) == (
        True,
        "no",
    )
    assert report.refusals == (
        Refusal(run=1, step=3, tool="advance", reason=NOTHING_PRODUCED, stage_id="b"),
    )
    assert report.trusted == ["Do b"]
    assert (report.runs[0].outcome, report.runs[0].exit_code) == ("complete", 0)


async def test_a_check_says_more_than_receipts_and_who_wrote_it_is_told() -> None:
    results = {"green": Ran(code=0, output="1 passed\n"), "red": Ran(code=1, output="1 failed\n")}
    report = await played(
        say("", ("plan", stages("a b c", a="green", b="red", c="never"))),
        say("", WORK, advance("a")),
        say("", WORK, advance("b")),
        say("Here I stop."),
        say("Here I stop."),
        say("Here I stop."),
        spawner=FakeSpawner(results),
    )
    one, two, three = report.stages
    assert (one.proof, two.proof, three.proof) == ("proved", "claimed", "converged")
    assert one.check is not None
    assert two.check is not None
    assert one.check == CheckReport(
        text="green",
        by="model",
        lock=one.check.lock,
        verdict="green",
        output="1 passed\nexit 0",
        runs=1,
        green=1,
    )
    assert len(one.check.lock) == 12
    assert (two.check.verdict, two.check.output, two.check.green) == ("red", "1 failed\nexit 1", 0)
    assert three.check == CheckReport(
        text="never", by="model", lock=three.check.lock if three.check else ""
    )
    assert report.idle_turns == 3


class _Mended(FakeSpawner):
    """A command that fails at first."""

    async def run(self, command: str, **more: Any) -> Ran:
        again = command in self.ran
        await super().run(command, **more)
        return Ran(code=0, output="yes") if again else Ran(code=1, output="no")


async def test_a_check_that_is_met_at_the_second_try_has_run_twice() -> None:
    report = await played(
        say("", ("plan", stages("a", a="make"))),
        say("", WORK, advance("a")),
        say("", WORK, advance("a")),
        say("Done."),
        spawner=_Mended(),
        enforce_checks=True,
    )
    check = report.stages[0].check
    assert check is not None
    assert (check.runs, check.green, check.verdict) == (2, 1, "green")
    assert report.stages[0].proof == "proved"
    assert [refusal.tool for refusal in report.refusals] == ["advance"]


async def test_early_completes_replans_and_dropped_stages_are_named() -> None:
    report = await played(
        say("", ("plan", stages("a b"))),
        say("", WORK, ("complete", {})),
        say("", ("plan", stages("c a"))),
        say("", WORK, advance("c")),
        say("", WORK, advance("a")),
        say("Done."),
    )
    assert report.early_completes == 1
    assert report.dropped == ["Do b"]
    (replan,) = report.replans
    assert (replan.step, replan.by, replan.version) == (3, "model", 2)
    assert replan.lines == (
        "+ 1. Do c",
        "~ 2. Do a: status in_progress → pending",
        "- 2. Do b",
    )


def test_progress_is_no_replan_and_a_persons_edit_is_one() -> None:
    report = report_of(
        tape(
            [
                STARTED,
                update(item("a", "in_progress"), item("b")),
                update(item("a", "done"), item("b", "in_progress"), version=2),
                update(item("a", "done"), change="edited", version=3, why="b is not wanted"),
            ]
        )
    )
    (replan,) = report.replans
    assert (replan.by, replan.why, replan.dropped, replan.version) == (
        "person",
        "b is not wanted",
        ("b",),
        3,
    )


def test_silent_repairs_are_told() -> None:
    violation = e.Violation(rule="R8", before=["a"], after=["a", "b"])
    report = report_of(tape([STARTED, update(item("a"), violations=[violation])]))
    assert report.repairs == (Repair(run=1, version=1, violation=violation),)


def test_R49_a_complete_plan_is_kept_when_the_next_prompt_begins_another() -> None:
    report = report_of(
        tape(
            [
                STARTED,
                update(item("a", "in_progress")),
                update(item("a", "done")),
                e.RunStarted(session="s", prompt="more"),
                update(item("a", "in_progress", "again")),
            ]
        )
    )
    assert [(s.plan, s.content, s.proof) for s in report.stages] == [
        (1, "a", "claimed"),
        (2, "again", "open"),
    ]
    assert [s.content for s in report.of_plan(2)] == ["again"]
    assert report.replans == ()


def test_an_open_plan_goes_on_with_the_next_prompt() -> None:
    report = report_of(
        tape([STARTED, update(item("a", "in_progress")), STARTED, update(item("a", "done"))])
    )
    assert [(s.plan, s.status) for s in report.stages] == [(1, "done")]


def test_a_run_without_an_end_and_an_end_without_a_start() -> None:
    finished = e.RunFinished(
        outcome="answered", finish_reason="stop", stopped_by="answer", exit_code=0, cost=0.5
    )
    assert report_of(tape([STARTED])).runs == (
        RunReport(prompt="task", model="", mode="", time=""),
    )
    only = report_of(tape([finished]))
    assert (only.runs[0].outcome, only.cost, only.stages) == ("answered", 0.5, ())
    assert report_of([]).cost == 0.0


def test_the_cost_of_each_stage_is_by_the_models_price() -> None:
    usage = Usage(input_tokens=10)
    report = report_of(
        tape(
            [
                STARTED,
                update(item("a", "in_progress")),
                e.StepStarted(step=1, model="p/m"),
                e.ModelFinished(reason="stop", usage=usage),
            ]
        ),
        price=lambda model, used: float(used.input_tokens) if model == "p/m" else None,
    )
    assert (report.stages[0].figures.cost, report.cost) == (10.0, 10.0)


def test_a_failed_try_is_no_idle_turn_and_a_call_of_it_is_none() -> None:
    events: list[e.Event] = [
        STARTED,
        update(item("a", "in_progress")),
        e.StepStarted(step=1),
        e.ToolCalled(call_id="c", tool="shell", input={}),
        e.Retrying(attempt=1, wait_s=1.0, error="cut"),
        e.ModelFinished(reason="stop"),
        e.StepStarted(step=2),
        e.ToolReturned(call_id="unknown", output="x"),
        e.Notice(level="info", text="x"),
    ]
    assert report_of(tape(events)).idle_turns == 1


async def test_a_second_advance_of_a_step_is_not_refused_twice() -> None:
    report = await played(
        say("", ("plan", stages("a"))),
        say("", advance("x"), advance("x")),
        say("", WORK, advance("x")),
        say("Done."),
    )
    assert len(report.refusals) == 1


def test_a_cancelled_item_and_other_ends() -> None:
    done = PlanRow(id="a", content="a", status="done")
    assert proof_of(PlanRow(id="a", content="a", status="cancelled"), {}) == "cancelled"
    assert proof_of(PlanRow(id="a", content="a", status="in_progress"), {}, "abort") == "open"
    assert proof_of(PlanRow(id="a", content="a", status="pending"), {}, "stop") == "open"
    assert proof_of(done, {}, "stop") == "claimed"


def test_a_receipt_has_the_diff_the_output_or_the_error() -> None:
    def receipt(**returned: Any) -> Receipt:
        return receipt_of_call(
            e.ToolCalled(call_id="c", tool="t", input=None),
            e.ToolReturned(call_id="c", **returned),
            name="r1",
            run=1,
            step=1,
        )

    diff = receipt(output={"path": "a", "diff": "@@\n+x"})
    assert (diff.diff, diff.output) == ("@@\n+x", '{"path":"a","diff":"@@\\n+x"}')
    shell = receipt(output={"output": "boom", "exit_code": 2})
    assert (shell.output, shell.failed, shell.diff) == ("boom", True, None)
    assert (receipt(output=None).output, receipt(output="words").output) == ("", "words")
    assert receipt(error="no").failed


def test_a_long_output_keeps_its_beginning_and_its_end() -> None:
    assert excerpt("x" * 2000) == "x" * 2000
    cut = excerpt(f"begin{'x' * 5000}end")
    assert (cut[:5], cut[-3:], "(… 3008 characters …)" in cut) == ("begin", "end", True)
