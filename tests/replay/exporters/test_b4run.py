"""B4.run: nested chunks, the plan in its words, subagents by a prefix."""

import json
from collections.abc import Sequence
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
    told,
)
from zaptui.core import events as e


def chunks(entries: Sequence[e.Entry]) -> list[Any]:
    return [json.loads(line) for line in told(entries, "b4run", redact=False).splitlines()]


def chunk(type: str, data: Any = None, **fields: Any) -> dict[str, Any]:
    return {"type": type, "data": fields if data is None else data}


def usage(read: int, written: int) -> dict[str, Any]:
    tokens = {"input_tokens": read, "output_tokens": written, "total_tokens": read + written}
    return chunk("usage", provider="acme", model="m1", usage_metadata=tokens)


def todos(first: str, second: str) -> list[dict[str, str]]:
    return [{"content": "Find it", "status": first}, {"content": "Mend it", "status": second}]


def test_the_whole_of_a_small_run() -> None:
    shell: dict[str, Any] = {"command": "pytest -q", "timeout_s": 5}
    edit = {"path": "a.py", "old_text": "a = 1", "new_text": "a = 2"}
    diff = "@@ -1 +1 @@\n-a = 1\n+a = 2"
    failed = {"tool_call_id": "c5", "content": "denied by a rule", "status": "error"}
    assert chunks(SMALL) == [
        chunk("reasoning", "hm"),
        chunk("token", "Two stages."),
        chunk("tool_call", id="c1", name="write_todos", input={"todos": []}),
        usage(1200, 30),
        chunk("tool_result", id="c1", name="write_todos", output={"todos": []}),
        chunk("plan_update", todos=todos("in_progress", "pending"), tool_call_id="c1"),
        chunk("tool_call", id="c2", name="shell", input=shell),
        chunk(
            "tool_result", id="c2", name="shell", output={"exit_code": 1, "output": "F\n1 failed\n"}
        ),
        chunk("tool_call", id="c3", name="write_todos", input={"todos": []}),
        chunk("tool_result", id="c3", name="write_todos", output={"todos": []}),
        chunk("plan_update", todos=todos("completed", "in_progress"), tool_call_id="c3"),
        chunk("tool_call", id="c4", name="edit", input=edit),
        chunk("tool_call", id="c5", name="shell", input={"command": "git push"}),
        chunk(
            "tool_result",
            id="c4",
            name="edit",
            output={"path": "a.py", "added": 1, "removed": 1, "diff": diff},
        ),
        chunk("tool_result", id="c5", name="shell", output=failed),
        chunk("token", "Mended `a.py`."),
        usage(1500, 20),
        chunk("done", outcome="incomplete", stopped_by="idle"),
    ]


def test_a_change_that_no_call_made_has_no_call_id() -> None:
    assert chunks(run(plan("One")))[0] == {
        "type": "plan_update",
        "data": {"todos": [{"content": "One", "status": "in_progress"}]},
    }


def test_a_subagent_says_whose_its_chunks_are() -> None:
    inner = (
        e.RunStarted(session="s2", prompt="look"),
        *step(e.ReasoningDelta(part="r", text="hm"), said("seen")),
        called("i1", "read", path="a"),
        returned("i1", "x"),
        plan("See", done=1),
        finished(outcome="complete"),
    )
    child = [e.Subagent(call_id="c1", event=event) for event in inner]
    entries = run(*step(called("c1", "task", agent="scout"), *child, returned("c1", "ok")))
    own = {"call_id": "c1", "subagent": "scout", "depth": 1}
    assert chunks(entries)[1:-2] == [
        chunk("subagent.start", own),
        chunk("subagent.reasoning", {**own, "data": "hm"}),
        chunk("subagent.token", {**own, "data": "seen"}),
        chunk("subagent.tool_call", {**own, "id": "i1", "name": "read", "input": {"path": "a"}}),
        chunk("subagent.tool_result", {**own, "id": "i1", "name": "read", "output": "x"}),
        chunk(
            "subagent.plan_update", {**own, "todos": [{"content": "See", "status": "completed"}]}
        ),
        chunk("subagent.end", {**own, "final_message": "seen"}),
    ]


def test_a_subagent_of_a_subagent_names_its_parent_and_a_failed_one_its_error() -> None:
    def deep(event: e.Event) -> e.Event:
        return e.Subagent(call_id="c1", event=e.Subagent(call_id="c2", event=event))

    entries = run(
        deep(e.RunStarted(session="", prompt="p")), deep(finished(outcome="error", error="boom"))
    )
    own = {"call_id": "c2", "subagent": "subagent", "depth": 2}
    assert chunks(entries)[:-1] == [
        chunk("subagent.start", {**own, "parent_call_id": "c1"}),
        chunk("subagent.end", {**own, "error": "boom"}),
    ]


def test_an_error_ends_the_stream_with_its_text() -> None:
    entries = [*run()[:1], e.Entry(seq=1, at=1.0, event=finished(outcome="error", error="boom"))]
    assert chunks(entries) == [chunk("done", outcome="error", stopped_by="answer", error="boom")]
