"""Why a session stands where it stands."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.fakes import FakeSpawner, make_session, play, say
from zaptui.agent.restore import restore_planner, restored
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Ran
from zaptui.planning.planner import select_planner
from zaptui.view.report import Report, RunReport
from zaptui.view.report_fold import report_of
from zaptui.view.stage_meter import StageFigures
from zaptui.view.why import Hold, Why, why, why_json, why_lines
from zaptui.view.why_ends import end_of

WORK = ("work", {"what": "x"})
STOP = [say("I stop.")] * 3
IDLE = "the last run ended as incomplete: replies in a row had no call while stages were open (R47)"
GO_ON = 'zap run -r s "go on"'


def stages(ids: str, **more: str) -> tuple[str, JsonObject]:
    records: list[Json] = [
        {"id": i, "content": f"Do {i}", "deliverable": i, **more} for i in ids.split()
    ]
    return ("plan", {"stages": records})


def todos(tool: str, *statuses: str) -> tuple[str, JsonObject]:
    items: list[Json] = [
        {"id": str(n), "content": f"Do {n}", "status": status} for n, status in enumerate(statuses)
    ]
    return (tool, {"items" if tool == "todo_write" else "todos": items})


def advance(word: str = "done") -> tuple[str, JsonObject]:
    return ("advance", {"evidence": word})


async def asked(
    *replies: Any, mode: str = "metronome", breakpoints: Sequence[str] = (), **more: Any
) -> Why:
    told = await play(make_session(replies, mode=mode, **more))
    entries = [e.Entry(seq=seq, at=0.0, event=event) for seq, event in enumerate(told)]
    planner = select_planner(mode)
    restore_planner(planner, restored(entries))
    return why(report_of(entries), planner, breakpoints=breakpoints)


async def test_without_a_plan_nothing_holds() -> None:
    answer = await asked(say("Hello."))
    assert (answer.gate, answer.holds, answer.stage, answer.told) == ("no plan", (), None, None)
    assert list(why_lines(answer)) == [
        "gate     open: there is no plan; an answer or complete ends the turn (R44)"
    ]


async def test_a_complete_plan_holds_nothing() -> None:
    answer = await asked(say("", stages("a")), say("", WORK, advance()), say("Done."))
    assert list(why_lines(answer)) == [
        "gate     open: 1 of 1 stage done; complete or an answer ends the turn (R43)"
    ]


async def test_open_stages_and_the_directive_that_comes_next() -> None:
    answer = await asked(
        say("", stages("a b")), say("", WORK, advance()), say("", ("complete", {})), *STOP
    )
    assert list(why_lines(answer)) == [
        "gate     held: 1 of 2 stages done (R43)",
        "stage    Do b",
        'told     [Stage 2/2] Work on "Do b" (final stage) until its deliverable is met: "b" — '
        "then call advance once with evidence and deliver to user.",
        "because  1 stage open: Do b",
        "clears   do the work of 'Do b' with a tool, then advance with evidence",
        f"because  {IDLE}",
        f"clears   {GO_ON}; say what to do next",
        'refused  run 1, step 3: complete: not complete: 1 open — "Do b". Finish these first.',
    ]


async def test_an_advance_without_work_is_explained() -> None:
    answer = await asked(say("", stages("a")), say("", advance()), *STOP)
    assert answer.holds[1] == Hold(
        what="an advance was refused: nothing was produced since the last stage (R34)",
        clear="one finished call of a tool; a second advance in the same run is trusted (R35)",
    )


async def test_a_red_check_is_named_with_its_output() -> None:
    answer = await asked(
        say("", stages("a", check="make")),
        say("", WORK, advance()),
        *STOP,
        spawner=FakeSpawner({"make": Ran(code=2, output="no rule\n")}),
        enforce_checks=True,
    )
    assert answer.holds[1] == Hold(
        what="its check is red: make: exit 2",
        clear="make it green; with --checks enforce nothing else closes the stage",
    )


async def test_a_check_that_has_not_run_and_a_breakpoint() -> None:
    answer = await asked(say("", stages("a", check="make")), *STOP, breakpoints=["a"])
    assert answer.holds[1:3] == (
        Hold(
            what="its check has not run: make",
            clear="the runner runs it at the next advance",
        ),
        Hold(what="a breakpoint stands before 'Do a'", clear=GO_ON),
    )


async def test_L8_only_blocked_items_are_left() -> None:
    answer = await asked(say("", todos("todo_write", "completed", "blocked")), mode="ledger")
    assert (answer.done, answer.total, answer.stage) == (1, 2, None)
    assert [hold.clear for hold in answer.holds] == [
        "todo_write with a stage completed or cancelled",
        "a person changes it: zap plan edit s",
        f"zap plan edit s, then {GO_ON}",
    ]


async def test_silent_repairs_are_told_with_what_they_changed() -> None:
    answer = await asked(
        say("", todos("write_todos", "in_progress", "in_progress")), *STOP, mode="classic"
    )
    assert answer.holds[0].clear == "write_todos with 'Do 0' done"
    assert [line for line in why_lines(answer) if line.startswith("repaired")] == [
        "repaired run 1, version 1: R14: more than one item was in progress; the first stays so: "
        '["0","1"] → ["0"]'
    ]
    record = why_json(answer)
    assert record["repairs"] == [
        {"run": 1, "version": 1, "rule": "R14", "before": ["0", "1"], "after": ["0"]}
    ]
    assert (record["gate"], record["done"], record["total"]) == ("held", 0, 2)
    assert record["holds"][0] == {  # pyright: ignore
        "what": "2 stages open: Do 0; Do 1",
        "clear": "write_todos with 'Do 0' done",
    }


async def test_a_repair_by_an_unknown_rule_is_told_too() -> None:
    update = e.PlanUpdate(
        mode="classic",
        snapshot={"todos": [{"id": "a", "content": "a", "status": "done"}]},
        todos=[],
        change="replaced",
        version=1,
        violations=[e.Violation(rule="R99", before="x", after="y")],
    )
    report = report_of([e.Entry(seq=0, at=0.0, event=update)])
    answer = why(report, select_planner("classic"))
    assert 'repaired run 0, version 1: R99: "x" → "y"' in list(why_lines(answer))


async def test_refusals_are_for_programs_too() -> None:
    answer = await asked(say("", stages("a")), say("", ("complete", {})), *STOP)
    assert why_json(answer)["refusals"] == [
        {
            "run": 1,
            "step": 2,
            "tool": "complete",
            "reason": 'not complete: 1 open — "Do a". Finish these first.',
        }
    ]


def ended(**fields: Any) -> tuple[str, str] | None:
    run = RunReport(prompt="", model="", mode="", time="", **fields)
    return end_of(_report(run))


def _report(*runs: RunReport) -> Report:
    return Report(
        session="s",
        runs=runs,
        stages=(),
        refusals=(),
        replans=(),
        repairs=(),
        idle_turns=0,
        total=StageFigures(),
    )


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"outcome": "complete", "stopped_by": "complete"}, None),
        (
            {},
            ("the last run has no end: it was killed, or it is still running", GO_ON),
        ),
        (
            {"outcome": "capped", "stopped_by": "stage_budget"},
            (
                "the last run ended as capped: a stage was over its budget",
                f"{GO_ON} with a larger [planning.stage_budget], or split the stage",
            ),
        ),
        (
            {
                "outcome": "incomplete",
                "stopped_by": "denials",
                "denials": (e.Denial(call_id="c", tool="shell", subject="rm x", reason="no"),),
            },
            (
                "the last run ended as incomplete: a call that the rules deny was tried again and "
                "again: shell rm x",
                "allow it with --allow RULE, or say how to do without",
            ),
        ),
        (
            {"outcome": "error", "stopped_by": "error", "error": "no {key}"},
            (
                "the last run ended as error: it failed: no {key}",
                f"{GO_ON}, once the cause is mended",
            ),
        ),
        (
            {"outcome": "capped", "stopped_by": "some_limit"},
            ("the last run ended as capped: some limit", GO_ON),
        ),
    ],
)
def test_how_the_last_run_ended(fields: dict[str, Any], told: tuple[str, str] | None) -> None:
    assert ended(**fields) == told


def test_no_run_has_no_end() -> None:
    assert end_of(_report()) is None
