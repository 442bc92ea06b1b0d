"""Codex: items that start, change and complete; our importer reads them back."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.replay.exporters.tapes import (
    SMALL,
    called,
    finished,
    plan,
    returned,
    run,
    said,
    step,
    tape,
    told,
)
from tests.replay.reading import read
from tests.replay.samples import CODEX_EXEC
from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.replay.importers import import_run
from zaptui.replay.player import fold
from zaptui.view.result import result_of


def lines(entries: Sequence[e.Entry]) -> list[Any]:
    return [json.loads(line) for line in told(entries, "codex", redact=False).splitlines()]


def item(kind: str, number: int, type: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"item.{kind}", "item": {"id": f"item_{number}", "type": type, **fields}}


def todos(*done: bool) -> list[dict[str, Any]]:
    return [
        {"text": text, "completed": completed}
        for text, completed in zip(("Find it", "Mend it"), done, strict=True)
    ]


def command(kind: str, number: int, line: str, **fields: Any) -> dict[str, Any]:
    known = {"aggregated_output": "", "exit_code": None, "status": "in_progress", **fields}
    return item(kind, number, "command_execution", command=line, **known)


CHANGES = [{"path": "a.py", "kind": "update"}]


def test_the_whole_of_a_small_run() -> None:
    assert lines(SMALL) == [
        {"type": "thread.started", "thread_id": "s1"},
        {"type": "turn.started"},
        item("completed", 0, "reasoning", text="hm"),
        item("completed", 1, "agent_message", text="Two stages."),
        item("started", 2, "todo_list", items=todos(False, False)),
        command("started", 3, "pytest -q"),
        command(
            "completed",
            3,
            "pytest -q",
            aggregated_output="F\n1 failed\n",
            exit_code=1,
            status="failed",
        ),
        item("updated", 2, "todo_list", items=todos(True, False)),
        item("started", 4, "file_change", changes=CHANGES, status="in_progress"),
        command("started", 5, "git push"),
        item("completed", 4, "file_change", changes=CHANGES, status="completed"),
        command(
            "completed", 5, "git push", aggregated_output="denied by a rule", status="declined"
        ),
        item("completed", 6, "agent_message", text="Mended `a.py`."),
        item("completed", 2, "todo_list", items=todos(True, False)),
        {
            "type": "turn.completed",
            "usage": {"input_tokens": 2700, "cached_input_tokens": 5, "output_tokens": 50},
        },
    ]


def test_a_tool_that_the_format_does_not_know_is_of_a_server() -> None:
    entries = run(
        *step(
            called("c1", "read", path="a"),
            called("c2", "docs.search", q="x"),
            returned("c1", {"n": 1}),
            returned("c2", error="down"),
        )
    )
    begun: dict[str, Any] = {"result": None, "error": None, "status": "in_progress"}
    read_it = {"server": "zap", "tool": "read", "arguments": {"path": "a"}}
    search = {"server": "docs", "tool": "search", "arguments": {"q": "x"}}
    content = {"content": [{"type": "text", "text": '{"n":1}'}], "structured_content": {"n": 1}}
    assert lines(entries)[2:6] == [
        item("started", 0, "mcp_tool_call", **read_it, **begun),
        item("started", 1, "mcp_tool_call", **search, **begun),
        item("completed", 0, "mcp_tool_call", **read_it, result=content, error=None,
             status="completed"),
        item("completed", 1, "mcp_tool_call", **search, result=None, error={"message": "down"},
             status="failed"),
    ]  # fmt: skip


def test_each_turn_has_a_list_of_its_own() -> None:
    first, second = run(plan("A")), run(plan("A", done=1))
    kinds = [
        (line["type"], line["item"]["id"]) for line in lines([*first, *second]) if "item" in line
    ]
    assert kinds == [
        ("item.started", "item_0"),
        ("item.completed", "item_0"),
        ("item.started", "item_1"),
        ("item.completed", "item_1"),
    ]


def test_only_what_is_done_is_completed() -> None:
    started = lines(run(plan("A", "B", "C", done=1)))[2]
    assert [each["completed"] for each in started["item"]["items"]] == [True, False, False]


def test_a_failed_or_stopped_turn_says_so() -> None:
    ends = [
        lines(run()[:1] + tape(finished(outcome=outcome, stopped_by="why", error=error)))[-1]
        for outcome, error in (("error", "boom"), ("aborted", None), ("capped", None))
    ]
    messages = [end["error"]["message"] for end in ends]
    assert [end["type"] for end in ends] == ["turn.failed"] * 3
    assert messages == ["boom", "aborted: why", "capped: why"]


def test_a_retry_takes_back_what_was_said() -> None:
    entries = run(
        *step(
            said("half"),
            called("c1", "shell", command="ls"),
            e.Retrying(attempt=1, wait_s=1, error="busy"),
            said("whole"),
        )
    )
    assert lines(entries)[2:4] == [
        item("completed", 0, "error", message="busy; trying again"),
        item("completed", 1, "agent_message", text="whole"),
    ]


def test_the_summary_of_complete_is_the_last_word_and_a_refusal_an_error() -> None:
    entries = run(
        *step(called("c1", "complete", summary="x"), returned("c1", error="stages are open")),
        *step(called("c2", "complete", summary="All done."), returned("c2", {}), number=2),
        *step(called("c3", "advance", evidence=" "), returned("c3", error="blank"), number=3),
    )
    assert lines(entries)[2:5] == [
        item("completed", 0, "error", message="stages are open"),
        item("completed", 1, "agent_message", text="All done."),
        item("completed", 2, "error", message="blank"),
    ]


def test_a_warning_is_an_error_item_and_a_subagent_is_left_out() -> None:
    entries = run(
        e.Notice(level="info", text="hello"),
        e.Notice(level="warning", text="careful"),
        e.Subagent(call_id="c1", event=said("inner")),
    )
    assert lines(entries)[2:-1] == [item("completed", 0, "error", message="careful")]


def test_a_result_without_a_call_is_a_call_that_completed() -> None:
    entries = run(
        *step(e.ToolInputDelta(call_id="c1", tool="bash", delta="{"), returned("c1", "x"))
    )
    (line,) = lines(entries)[2:-1]
    assert (line["type"], line["item"]["tool"]) == ("item.completed", "bash")


def test_what_our_importer_reads_back_has_the_same_counts_and_plan(tmp_path: Path) -> None:
    entries = run(
        *step(e.ReasoningDelta(part="r", text="hm"), said("a"), called("c1", "write_todos")),
        returned("c1", {}),
        plan("One", "Two", done=1, call_id="c1"),
        *step(
            called("c2", "shell", command="ls"),
            called("c3", "read", path="a"),
            returned("c3", error="gone"),
            returned("c2", {"exit_code": 0, "output": "a"}),
            number=2,
        ),
        plan("One", "Two", done=2),
        *step(said("b"), e.ModelFinished(reason="stop", usage=Usage(input_tokens=7)), number=3),
    )
    path = tmp_path / "t.jsonl"
    path.write_text(told(entries, "codex"), encoding="utf-8")
    imported = import_run(path)
    before: Any = result_of(fold(entries))
    after: Any = result_of(fold(imported.entries))
    assert (imported.format, imported.not_understood) == ("codex-exec", 0)
    for name in ("assistant_texts", "thinking", "tool_errors"):
        assert after["counts"][name] == before["counts"][name]
    assert after["counts"]["tool_calls_by_name"] == {"command_execution": 1, "zap.read": 1}
    assert after["final_plan"] == before["final_plan"]


def test_what_came_from_codex_completes_the_same_items_in_the_same_order() -> None:
    def completed(events: Sequence[Any]) -> list[Any]:
        items = [event["item"] for event in events if event["type"] == "item.completed"]
        names = ("type", "text", "command", "aggregated_output")
        shown = [each for each in items if each["type"] != "todo_list"]
        return [[each.get(name) for name in names] for each in shown]

    assert completed(lines(read("codex-exec", *CODEX_EXEC).entries)) == completed(CODEX_EXEC)
