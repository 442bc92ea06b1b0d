"""The scribe: whatever it is told in whatever order, the tape is one of ours."""

from typing import Any

from tests.replay.reading import KeptLog
from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.replay.importers.call_writer import NO_RESULT
from zaptui.replay.importers.scribe import Scribe
from zaptui.replay.player import fold
from zaptui.view.result import counts_of, final_plan


def scribe() -> Scribe:
    return Scribe(KeptLog())


def events(written: Scribe) -> list[e.Event]:
    written.end()
    return [entry.event for entry in written.log.entries]


def ends(written: Scribe) -> list[tuple[str, str, int]]:
    return [
        (event.outcome, event.stopped_by, event.exit_code)
        for event in events(written)
        if isinstance(event, e.RunFinished)
    ]


def prompts(written: Scribe) -> list[str]:
    return [event.prompt for event in events(written) if isinstance(event, e.RunStarted)]


def test_a_prompt_a_call_and_an_answer() -> None:
    written = scribe()
    written.session, written.model = "s", "m"
    written.prompt("mend it")
    written.called("c", "bash", '{"command": "ls"}')
    written.returned("c", "a.py")
    written.text("mended")
    written.replied(reason="stop", usage=Usage(output_tokens=5))
    assert events(written) == [
        e.RunStarted(session="s", prompt="mend it", model="m"),
        e.StepStarted(step=1, model="m"),
        e.ToolCalled(call_id="c", tool="bash", input={"command": "ls"}),
        e.ToolReturned(call_id="c", output="a.py"),
        e.TextDelta(part="p1", text="mended"),
        e.ModelFinished(reason="stop", usage=Usage(output_tokens=5)),
        e.RunFinished(
            outcome="answered",
            finish_reason="stop",
            stopped_by="answer",
            exit_code=0,
            usage=Usage(output_tokens=5),
        ),
    ]


def test_words_of_the_user_steer_a_run_at_work_and_start_one_after_an_answer() -> None:
    written = scribe()
    written.user("mend it")
    written.called("c", "bash", {})
    written.user("and hurry")
    written.returned("c", "ok")
    written.text("mended")
    written.user("thanks")
    assert prompts(written) == ["mend it", "thanks"]
    steer = e.UserMessage(text="and hurry")
    assert steer in events(written)


def test_an_aside_that_no_step_follows_reaches_the_fold_all_the_same() -> None:
    written = scribe()
    written.prompt("mend it")
    written.text("mending")
    written.aside("[stop]")
    written.aborted("the user interrupted")
    written.end()
    assert counts_of(fold(written.log.entries))["user_messages"] == 2
    assert ends(written) == [("aborted", "the user interrupted", 130)]


def test_an_aside_before_the_first_prompt_waits_for_it() -> None:
    written = scribe()
    written.aside("<reminder>")
    written.prompt("mend it")
    written.text("mended")
    assert prompts(written) == ["mend it"]
    assert [type(event).__name__ for event in events(written)][:3] == [
        "RunStarted",
        "UserMessage",
        "StepStarted",
    ]


def test_what_comes_after_an_interruption_is_a_run_of_its_own() -> None:
    written = scribe()
    written.prompt("a")
    written.text("x")
    written.aborted()
    written.user("b")
    written.text("y")
    written.aborted()
    written.text("z")
    assert prompts(written) == ["a", "b", ""]
    assert [end[0] for end in ends(written)] == ["aborted", "aborted", "answered"]


def test_an_error_is_the_end_only_when_nothing_follows() -> None:
    written = scribe()
    written.prompt("a")
    written.failed("overloaded")
    written.text("x")
    written.prompt("b")
    written.failed("quota")
    assert ends(written) == [("answered", "answer", 0), ("error", "error", 1)]
    notices = [event.text for event in events(written) if isinstance(event, e.Notice)]
    assert notices == ["overloaded", "quota"]


def test_a_limit_caps_the_run() -> None:
    written = scribe()
    written.prompt("a")
    written.called("c", "bash", {})
    written.capped("max_turns")
    assert ends(written) == [("capped", "max_turns", 4)]


def test_calls_without_a_result_are_closed_and_cut_the_run() -> None:
    written = scribe()
    written.prompt("a")
    written.called("c", "bash", {})
    assert ends(written) == [("aborted", "the transcript ends within a call", 130)]
    assert e.ToolReturned(call_id="c", error=NO_RESULT) in events(written)
    assert counts_of(fold(written.log.entries))["tool_results"] == 0


def test_a_run_that_says_it_is_over_is_not_cut_by_an_open_call() -> None:
    written = scribe()
    written.prompt("a")
    written.called("c", "finish", {})
    written.settled()
    assert ends(written) == [("answered", "answer", 0)]


def test_the_plan_decides_between_complete_and_incomplete() -> None:
    written = scribe()
    written.prompt("a")
    written.planned([{"content": "A", "status": "pending"}])
    written.prompt("b")
    written.planned([{"content": "A", "status": "done"}])
    assert [end[0] for end in ends(written)] == ["incomplete", "complete"]


def test_an_open_plan_is_carried_into_the_next_run_and_a_closed_one_is_not() -> None:
    written = scribe()
    written.prompt("a")
    written.planned([{"content": "A", "status": "in_progress"}])
    written.prompt("b")
    written.planned([{"content": "A", "status": "done"}])
    written.prompt("c")
    told = [event.change for event in events(written) if isinstance(event, e.PlanUpdate)]
    assert told == ["replaced", "snapshot", "replaced"]
    conversation = fold(written.log.entries)
    assert counts_of(conversation)["plan_updates"] == 2
    assert final_plan(conversation) == [{"content": "A", "status": "done"}]


def test_the_list_of_a_call_that_never_returned_still_counts() -> None:
    written = scribe()
    written.prompt("a")
    written.called("c", "TodoWrite", {"todos": [{"content": "A", "status": "pending"}]})
    written.end()
    assert final_plan(fold(written.log.entries)) == [{"content": "A", "status": "pending"}]


def test_R74_a_failed_plan_call_changes_nothing() -> None:
    written = scribe()
    written.prompt("a")
    written.called("c", "TodoWrite", {"todos": ["A"]})
    written.returned("c", None, error="no")
    written.end()
    assert counts_of(fold(written.log.entries))["plan_updates"] == 0


def test_a_list_told_again_without_change_is_no_update() -> None:
    written = scribe()
    written.prompt("a")
    written.planned([{"content": "A"}])
    written.planned([{"content": "A", "status": "pending"}], changes_only=True)
    written.planned([{"content": "A", "status": "done"}], changes_only=True)
    written.end()
    assert counts_of(fold(written.log.entries))["plan_updates"] == 2


def test_a_copy_of_a_call_is_left_out_and_another_call_with_its_id_is_not() -> None:
    written = scribe()
    written.prompt("a")
    assert written.called("c", "bash", {"x": 1}) == "c"
    written.returned("c", "one")
    assert written.called("c", "bash", {"x": 1}) == "c"
    other = written.called("c", "bash", {"x": 2})
    written.returned("c", "two")
    written.end()
    outputs = [x for x in events(written) if isinstance(x, e.ToolReturned)]
    assert other != "c"
    assert outputs == [
        e.ToolReturned(call_id="c", output="one"),
        e.ToolReturned(call_id=other, output="two"),
    ]


def test_results_of_calls_that_share_an_id_go_to_them_in_order() -> None:
    written = scribe()
    written.prompt("a")
    ids = [written.called("c", "bash", {"x": number}) for number in range(4)]
    for number in range(4):
        written.returned("c", number)
    outputs = [x for x in events(written) if isinstance(x, e.ToolReturned)]
    assert [(x.call_id, x.output) for x in outputs] == list(zip(ids, range(4), strict=True))


def test_a_result_before_its_call_is_joined_with_it() -> None:
    written = scribe()
    written.prompt("a")
    written.returned("c", "early")
    written.called("c", "bash", {})
    counts: Any = counts_of(fold(_ended(written)))
    assert (counts["tool_calls"], counts["tool_results"]) == (1, 1)
    assert ends(written)[0][0] == "answered"


def test_results_without_a_call_are_kept_and_counted_as_results_only() -> None:
    written = scribe()
    written.prompt("a")
    written.returned("x", "one", tool="bash")
    written.returned("x", "two")
    written.returned("", "three", error="no")
    counts: Any = counts_of(fold(_ended(written)))
    assert (counts["tool_calls"], counts["tool_results"], counts["tool_errors"]) == (0, 3, 1)


def test_an_orphan_after_an_interruption_ends_with_the_run() -> None:
    written = scribe()
    written.prompt("a")
    written.returned("x", "one")
    written.aborted()
    assert ends(written) == [("aborted", "interrupted", 130)]


def test_a_second_result_of_a_call_is_left_out() -> None:
    written = scribe()
    written.called("c", "bash", {})
    written.returned("c", "one")
    written.returned("c", "two")
    assert e.ToolReturned(call_id="c", output="two") not in events(written)


def test_a_late_result_of_a_call_that_was_given_up_still_lands() -> None:
    written = scribe()
    written.prompt("a")
    written.called("c", "bash", {})
    written.prompt("b")
    written.returned("c", "late")
    counts: Any = counts_of(fold(_ended(written)))
    assert counts["tool_results"] == 1


def test_arguments_that_are_no_object_are_kept_raw() -> None:
    written = scribe()
    written.called("a", "x", '{"half": ')
    written.called("b", "x", "[1]")
    written.called("c", "x", [1])
    written.called("d", "", None)
    calls = [x for x in events(written) if isinstance(x, e.ToolCalled)]
    assert [(x.input, x.raw) for x in calls] == [
        (None, '{"half": '),
        (None, "[1]"),
        (None, "[1]"),
        ({}, None),
    ]


def test_the_clock_starts_anew_with_each_run_and_never_goes_back() -> None:
    written = scribe()
    written.tick("2030-01-01T10:00:00Z")
    written.prompt("a")
    written.tick("2030-01-01T10:00:05.5Z")
    written.text("x")
    written.tick("2030-01-01T09:00:00Z")
    written.text("y")
    written.tick(None)
    written.text("z")
    written.tick(1_893_492_060)
    written.prompt("b")
    written.end()
    times = [(type(x.event).__name__, x.at) for x in written.log.entries]
    assert times == [
        ("RunStarted", 0.0),
        ("StepStarted", 5.5),
        ("TextDelta", 5.5),
        ("TextDelta", 5.5),
        ("TextDelta", 5.5),
        ("RunFinished", 5.5),
        ("RunStarted", 0.0),
        ("RunFinished", 0.0),
    ]
    starts = [x for x in events(written) if isinstance(x, e.RunStarted)]
    assert [x.time for x in starts] == ["2030-01-01T10:00:00Z", "2030-01-01T10:01:00Z"]


def test_a_run_that_begins_without_a_time_takes_the_first_that_comes() -> None:
    written = scribe()
    written.prompt("a")
    written.tick("2030-01-01T10:00:00Z")
    written.text("x")
    written.tick("2030-01-01T10:00:02Z")
    written.text("y")
    assert [x.at for x in written.log.entries] == [0.0, 0.0, 0.0, 2.0]


def test_subagents_nest_and_end_with_the_call_that_started_them() -> None:
    written = scribe()
    written.session = "s"
    written.prompt("a")
    written.called("task", "Task", {})
    child = written.child("task", session="s2")
    child.prompt("look")
    child.child("deep").text("found")
    written.returned("task", "ok")
    kinds = [
        f"{x.call_id}:{type(x.event).__name__}"
        for x in events(written)
        if isinstance(x, e.Subagent)
    ]
    assert child.is_child
    assert kinds[0] == "task:RunStarted"
    assert kinds[-1] == "task:RunFinished"
    children = fold(written.log.entries).children
    assert children["task"].turn.started.session == "s2"
    assert children["task"].children["deep"].turn.finished is not None


def test_unknown_records_are_told_once_a_kind_and_counted_each_time() -> None:
    written = scribe()
    written.unknown("odd")
    written.prompt("a")
    written.unknown("odd")
    written.unknown("")
    written.end()
    notices = [x.text for x in events(written) if isinstance(x, e.Notice)]
    assert notices == ["not understood: odd", "not understood: record without a type"]
    assert fold(written.log.entries).unknown == written.log.not_understood == 3
    assert written.log.warnings() == [
        "records that were not understood: odd ×2, record without a type ×1"
    ]


def test_a_transcript_of_notices_only_is_still_a_run() -> None:
    written = scribe()
    written.notice("hello", level="warning")
    assert [type(x).__name__ for x in events(written)] == ["RunStarted", "Notice", "RunFinished"]
    assert [type(x).__name__ for x in events(scribe())] == ["RunStarted", "RunFinished"]


def test_warnings_are_capped() -> None:
    log = KeptLog()
    for number in range(30):
        log.unreadable(f"line {number}")
    assert len(log.warnings()) == 21
    assert log.warnings()[-1] == "… and 10 more that could not be read"
    assert log.not_understood == 30


def test_what_was_taken_back_is_marked() -> None:
    written = scribe()
    written.text("half")
    written.discard("the step was reset")
    written.text("whole")
    assert counts_of(fold(_ended(written)))["assistant_texts"] == 1


def _ended(written: Scribe) -> list[e.Entry]:
    written.end()
    return written.log.entries
