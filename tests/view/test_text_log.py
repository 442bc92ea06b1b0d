"""The text log, line by line."""

from zaptui.core import events as e
from zaptui.view.text_log import Style, TextLog


class Lines:
    """Collects what the log writes."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.styles: list[Style] = []

    def __call__(self, line: str, style: Style) -> None:
        self.lines.append(line)
        self.styles.append(style)


def log(*events: tuple[float, e.Event]) -> Lines:
    lines = Lines()
    sink = TextLog(lines)
    for seq, (at, event) in enumerate(events):
        sink(e.Entry(seq=seq, at=at, event=event))
    return lines


def plan(*statuses: str, evidence: str | None = None, **changes: object) -> e.PlanUpdate:
    stages = [
        {
            "id": f"s{n}",
            "content": f"Stage {n}",
            "status": status,
            "evidence": evidence if status == "done" else None,
        }
        for n, status in enumerate(statuses, start=1)
    ]
    snapshot = {"plan": {"stages": stages}}
    return e.PlanUpdate(
        mode="metronome",
        snapshot=snapshot,
        todos=[],
        change="replaced",
        version=1,
        **changes,  # pyright: ignore
    )


def finished(outcome: e.Outcome = "complete", **fields: object) -> e.RunFinished:
    reasons = {"aborted": "abort", "error": "error"}
    return e.RunFinished(
        outcome=outcome,
        finish_reason=reasons.get(outcome, "stop"),  # pyright: ignore
        stopped_by="test",
        exit_code=0,
        **fields,  # pyright: ignore
    )


START = e.RunStarted(session="s", prompt="p")


def call(call_id: str, tool: str, **arguments: str) -> e.ToolCalled:
    return e.ToolCalled(call_id=call_id, tool=tool, input={**arguments})


def test_stages_work_and_answer() -> None:
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, e.TextDelta(part="t", text="Let me ")),
        (0, e.TextDelta(part="t", text="see.")),
        (1, call("p", "plan")),
        (1, e.ToolReturned(call_id="p", output={})),
        (1, plan("in_progress", "pending")),
        (2, e.StepStarted(step=2)),
        (2, call("c", "shell", command="pytest\n-q")),
        (2, e.ToolStarted(call_id="c")),
        (4.5, e.ToolReturned(call_id="c", output={"exit_code": 1, "output": ""})),
        (4.5, plan("done", "in_progress", evidence="3 of 20 fail")),
        (5, e.StepStarted(step=3)),
        (5, call("w", "write", path="a.py")),
        (5, e.ToolReturned(call_id="w", error="denied: no")),
        (6, plan("done", "done", evidence="3 of 20 fail")),
        (6, e.StepStarted(step=4)),
        (6, e.TextDelta(part="t", text="All is well.")),
        (7, finished()),
    )
    assert lines.lines == [
        "      Let me see.",
        "[1/2] Stage 1 …",
        "      shell   pytest -q  · exit 1  2.5 s",
        "[1/2] Stage 1 … done 3.5 s — 3 of 20 fail",
        "[2/2] Stage 2 …",
        "      write   a.py  · denied: no",
        "[2/2] Stage 2 … done 1.5 s — 3 of 20 fail",
        "",
        "All is well.",
    ]
    assert lines.styles[-2:] == ["plain", "plain"]


def test_an_end_with_stages_open_says_so() -> None:
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, plan("in_progress", "pending")),
        (0, e.TextDelta(part="t", text="I stop.")),
        (2, finished("incomplete", open_stages=["Stage 1", "Stage 2"])),
    )
    assert lines.lines == [
        "[1/2] Stage 1 …",
        "[1/2] Stage 1 … left open 2.0 s",
        "",
        "I stop.",
        "",
        "incomplete (test) — still open: Stage 1; Stage 2",
    ]


def test_an_aborted_stage_and_denials() -> None:
    denial = e.Denial(call_id="c", tool="shell", subject="rm\nx", reason="no one to ask")
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, plan("in_progress")),
        (1, finished("aborted", denials=[denial])),
    )
    assert lines.lines == [
        "[1/1] Stage 1 …",
        "[1/1] Stage 1 … aborted 1.0 s",
        "",
        "denied: shell rm x (no one to ask)",
        "aborted (test)",
    ]


def test_dropped_stages_notices_retries_and_words_of_the_person() -> None:
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, plan("in_progress", dropped=[{"id": "x", "content": "Old"}])),
        (0, e.Notice(level="warning", text="careful")),
        (0, e.TextDelta(part="t", text="half a wo")),
        (0, e.Retrying(attempt=1, wait_s=2.5, error="overloaded")),
        (0, e.UserMessage(text="hurry up")),
        (0, call("q", "complete")),
        (0, e.ToolReturned(call_id="q", error="not complete")),
        (0, e.ToolReturned(call_id="unknown", output="x")),
        (1, finished("error", error="it broke")),
    )
    assert lines.lines == [
        "dropped: Old",
        "[1/1] Stage 1 …",
        "      careful",
        "      overloaded; trying again in 2.5 s",
        "      > hurry up",
        "[1/1] Stage 1 … error 1.0 s",
    ]


def test_foreign_text_cannot_steer_the_terminal() -> None:
    evil = "\x1b]52;c;aGk=\x07\x9b2J\u202eok"
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, e.TextDelta(part="t", text=evil)),
        (0, call("c", f"to{evil}ol", command=evil)),
        (0, e.ToolReturned(call_id="c", error=evil)),
        (0, e.Notice(level="info", text=evil)),
        (0, plan("done", evidence=evil)),
        (0, e.StepStarted(step=2)),
        (0, e.TextDelta(part="t", text=f"{evil}\n{evil}")),
        (0, finished()),
    )
    text = "\n".join(lines.lines)
    assert not set(text) & set("\x1b\x07\x9b\u202e")
    assert text.count("ok") >= 6


def test_why_a_foreign_run_stopped_cannot_steer_the_terminal_either() -> None:
    end = e.RunFinished(
        outcome="aborted", finish_reason="abort", stopped_by="\x1b]0;x\x07 no\nway", exit_code=130
    )
    assert log((0, START), (1, end)).lines == ["", "aborted (no way)"]


def test_F23_a_run_that_ends_well_without_a_word_says_so() -> None:
    lines = log((0, START), (0, e.StepStarted(step=1)), (0, plan("done")), (1, finished()))
    assert lines.lines == ["[1/1] Stage 1 … done", "", "complete, without a word"]
    assert lines.styles[-1] == "dim"


def test_F53_a_list_on_which_nothing_is_begun_is_told_item_by_item() -> None:
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, plan("pending", "pending")),
        (1, plan("pending", "pending", "pending")),
        (2, plan("in_progress", "pending", "pending")),
    )
    assert lines.lines == [
        "[1/2] Stage 1",
        "[2/2] Stage 2",
        "[3/3] Stage 3",
        "[1/3] Stage 1 …",
    ]


def test_a_call_that_turns_out_to_be_a_planners_is_not_told_as_work() -> None:
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, call("a", "mcp.list_of_steps")),
        (0, e.ToolReturned(call_id="a", output="ok")),
        (0, plan("in_progress", tool_call_id="a")),
        (0, call("b", "mcp.other")),
        (0, e.ToolReturned(call_id="b", output="ok")),
        (0, plan("done", tool_call_id="a")),
    )
    assert lines.lines == ["[1/1] Stage 1 …", "      mcp.other", "[1/1] Stage 1 … done 0 ms"]


def test_damaged_records_of_dropped_stages_are_passed_over() -> None:
    lines = log((0, START), (0, plan("in_progress", dropped=["x", {"content": None}])))
    assert lines.lines == ["dropped: None", "[1/1] Stage 1 …"]


def test_words_beside_the_answer_are_told_before_it() -> None:
    lines = log(
        (0, START),
        (0, e.StepStarted(step=1)),
        (0, e.TextDelta(part="a", text="First.")),
        (0, e.TextDelta(part="b", text="Last.")),
        (0, finished()),
    )
    assert lines.lines == ["      First.Last.", "", "Last."]


def test_a_check_is_told_and_why_it_was_not_green() -> None:
    def checked(verdict: e.CheckVerdict, text: str) -> e.StageChecked:
        return e.StageChecked(
            call_id="c", stage_id="s1", check="make\ntest", by="you", verdict=verdict, text=text
        )

    told = log((0, START), (1, checked("green", "ok")), (2, checked("red", "2 failed\nof 3")))
    assert list(zip(told.lines[-2:], told.styles[-2:], strict=True)) == [
        ("      check green: make test (by you)", "plain"),
        ("      check red: make test (by you) — 2 failed of 3", "error"),
    ]


def test_a_failure_is_told_where_nobody_else_tells_it() -> None:
    def told(*, alone: bool) -> list[str]:
        lines = Lines()
        sink = TextLog(lines, tells_failure=alone)
        for seq, event in enumerate((START, finished("error", error="no\nroute"))):
            sink(e.Entry(seq=seq, at=0, event=event))
        return lines.lines

    assert told(alone=False) == []
    assert told(alone=True) == ["", "failed: no route"]
