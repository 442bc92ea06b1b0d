"""ATIF: steps, results beside their calls, subagents embedded; our importer reads it back."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

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
from zaptui.core import events as e
from zaptui.core.parts import ToolPart, Usage
from zaptui.replay.importers import import_run
from zaptui.replay.player import fold
from zaptui.view.result import result_of


def trajectory(entries: Sequence[e.Entry]) -> Any:
    return json.loads(told(entries, "atif", redact=False))


def test_the_whole_of_a_small_run() -> None:
    def at(second: int) -> str:
        return f"2030-01-01T10:00:{second:02d}.000Z"

    assert trajectory(SMALL) == {
        "schema_version": "ATIF-v1.7",
        "session_id": "s1",
        "agent": {
            "name": "zaptui",
            "version": "0.1.0",
            "model_name": "acme/m1",
            "extra": {"mode": "classic"},
        },
        "steps": [
            {
                "step_id": 1,
                "timestamp": at(0),
                "source": "user",
                "message": "Mend a.py\nIt is broken.",
            },
            {
                "step_id": 2,
                "timestamp": at(1),
                "source": "agent",
                "message": "Two stages.",
                "reasoning_content": "hm",
                "tool_calls": [_call("c1", "write_todos", todos=[])],
                "observation": _results(("c1", '{"todos":[]}')),
                "metrics": {"prompt_tokens": 1200, "completion_tokens": 30, "cached_tokens": 5},
            },
            {
                "step_id": 3,
                "timestamp": at(9),
                "source": "agent",
                "message": "",
                "tool_calls": [_call("c2", "shell", command="pytest -q", timeout_s=5)],
                "observation": _results(("c2", '{"exit_code":1,"output":"F\\n1 failed\\n"}')),
            },
            {
                "step_id": 4,
                "timestamp": at(15),
                "source": "agent",
                "message": "",
                "tool_calls": [_call("c3", "write_todos", todos=[])],
                "observation": _results(("c3", '{"todos":[]}')),
            },
            {"step_id": 5, "timestamp": at(20), "source": "user", "message": "be quick"},
            {
                "step_id": 6,
                "timestamp": at(20),
                "source": "agent",
                "message": "",
                "tool_calls": [
                    _call("c4", "edit", path="a.py", old_text="a = 1", new_text="a = 2"),
                    _call("c5", "shell", command="git push"),
                ],
                "observation": {
                    "results": [
                        {
                            "source_call_id": "c4",
                            "content": '{"path":"a.py","added":1,"removed":1,'
                            '"diff":"@@ -1 +1 @@\\n-a = 1\\n+a = 2"}',
                        },
                        {
                            "source_call_id": "c5",
                            "content": "error: denied by a rule",
                            "extra": {"is_error": True},
                        },
                    ]
                },
            },
            {
                "step_id": 7,
                "timestamp": at(26),
                "source": "agent",
                "message": "Mended `a.py`.",
                "metrics": {"prompt_tokens": 1500, "completion_tokens": 20, "cached_tokens": 0},
            },
        ],
        "final_metrics": {
            "total_prompt_tokens": 2700,
            "total_completion_tokens": 50,
            "total_cached_tokens": 5,
            "total_cost_usd": 0.05,
            "total_steps": 7,
        },
        "extra": {"outcome": "incomplete", "stopped_by": "idle", "open_stages": ["Mend it"]},
    }


def _call(call_id: str, tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool_call_id": call_id, "function_name": tool, "arguments": arguments}


def _results(*pairs: tuple[str, str]) -> dict[str, Any]:
    return {"results": [{"source_call_id": key, "content": content} for key, content in pairs]}


def test_a_call_that_never_returned_has_no_result_and_raw_arguments_are_beside_it() -> None:
    entries = run(
        *step(
            e.ToolCalled(call_id="c1", tool="read", raw="{oops"),
            called("c2", "read", path="a"),
            returned("c2", error="interrupted, may have run"),
        )
    )
    (reply,) = trajectory(entries)["steps"][1:]
    assert reply["tool_calls"][0] == {**_call("c1", "read"), "extra": {"raw_arguments": "{oops"}}
    assert "observation" not in reply


def test_notices_and_a_seeded_plan_are_steps_of_the_system() -> None:
    notice = e.Notice(level="warning", text="careful")
    steps = trajectory(run(plan("One"), notice, *step(said("x"))))["steps"]
    assert [(each["source"], each["message"]) for each in steps] == [
        ("user", "mend it"),
        ("system", "the plan was replaced"),
        ("system", "careful"),
        ("agent", "x"),
    ]


def test_a_subagent_is_embedded_and_referred_to_by_its_call() -> None:
    child = [
        e.Subagent(call_id="c1", event=event)
        for event in (e.RunStarted(session="s2", prompt="look"), *step(said("seen")), finished())
    ]
    entries = run(*step(called("c1", "task"), *child, returned("c1", "ok")))
    parent = trajectory(entries)
    assert parent["steps"][1]["observation"]["results"] == [
        {
            "source_call_id": "c1",
            "content": "ok",
            "subagent_trajectory_ref": [{"trajectory_id": "c1"}],
        }
    ]
    (embedded,) = parent["subagent_trajectories"]
    assert (embedded["session_id"], embedded["trajectory_id"]) == ("s2", "c1")
    assert [each["message"] for each in embedded["steps"]] == ["look", "seen"]
    assert [each["step_id"] for each in embedded["steps"]] == [1, 2]


def test_a_subagent_that_did_nothing_is_no_trajectory() -> None:
    child = e.Subagent(call_id="c1", event=e.RunStarted(session="s2", prompt=" "))
    assert "subagent_trajectories" not in trajectory(run(child))


@pytest.mark.parametrize("time", ["", "yesterday", "2030-01-01T10:00:00", "9999-12-31T23:59:59Z"])
def test_a_time_is_told_where_there_is_one(time: str) -> None:
    entries = [e.Entry(seq=0, at=0.0, event=e.RunStarted(session="s", prompt="p", time=time))]
    entries += [e.Entry(seq=1, at=5.0, event=e.StepStarted(step=1))]
    stamps = [step.get("timestamp") for step in trajectory(entries)["steps"]]
    assert (
        stamps
        == {
            "": [None, None],
            "yesterday": [None, None],
            "2030-01-01T10:00:00": ["2030-01-01T10:00:00.000", "2030-01-01T10:00:05.000"],
            "9999-12-31T23:59:59Z": ["9999-12-31T23:59:59.000Z", None],
        }[time]
    )


def test_an_empty_tape_still_has_a_step() -> None:
    assert trajectory([])["steps"] == [{"step_id": 1, "source": "user", "message": ""}]


def back(path: Path, entries: Sequence[e.Entry]) -> Any:
    """The result of what our importer reads of the export."""
    path.write_text(told(entries, "atif", redact=False), encoding="utf-8")
    return result_of(fold(import_run(path).entries))


CLASSIC = tape(
    e.RunStarted(session="s1", prompt="p", model="m", time="2030-01-01T10:00:00Z"),
    *step(said("a"), called("c1", "write_todos", todos=[]), e.ModelFinished(reason="tool-calls")),
    returned("c1", {"todos": [{"id": "1", "content": "One", "status": "in_progress"}]}),
    plan("One", call_id="c1"),
    e.UserMessage(text="quick"),
    *step(called("c2", "read", path="x"), called("c3", "read", path="y"), number=2),
    returned("c3", "why"),
    returned("c2", error="gone"),
    *step(called("c4", "write_todos", todos=[]), number=3),
    returned("c4", {"todos": [{"id": "1", "content": "One", "status": "done"}]}),
    plan("One", done=1, call_id="c4"),
    *step(
        e.ReasoningDelta(part="r", text="hm"),
        said("b"),
        e.ModelFinished(reason="stop", usage=Usage(input_tokens=7, output_tokens=3)),
        number=4,
    ),
    finished(outcome="complete", usage=Usage(input_tokens=7, output_tokens=3)),
)


def test_what_our_importer_reads_back_has_the_same_counts_and_plan(tmp_path: Path) -> None:
    result: Any = result_of(fold(CLASSIC))
    again = back(tmp_path / "t.json", CLASSIC)
    for name in ("counts", "final_plan", "answer", "session", "model", "usage"):
        assert again[name] == result[name]


def test_a_subagent_and_an_edit_of_the_plan_read_back(tmp_path: Path) -> None:
    child = [
        e.Subagent(call_id="c1", event=event)
        for event in (e.RunStarted(session="s2", prompt="look"), *step(said("seen")), finished())
    ]
    entries = run(
        *step(called("c1", "task"), *child, returned("c1", error="it broke")), plan("A", "B")
    )
    path = tmp_path / "t.json"
    path.write_text(told(entries, "atif"), encoding="utf-8")
    before, after = fold(entries), fold(import_run(path).entries)
    assert result_of(after)["final_plan"] == result_of(before)["final_plan"]
    assert result_of(after)["subagents"] == result_of(before)["subagents"]
    part = after.turn.steps[0].get("c1")
    assert isinstance(part, ToolPart)
    assert part.error == "it broke"


def test_trajectories_that_no_result_refers_to_and_endless_ones_are_read(tmp_path: Path) -> None:
    inner: dict[str, Any] = {}
    for depth in range(40):
        said_here = {"step_id": 1, "source": "agent", "message": f"m{depth}"}
        inner = {"session_id": f"s{depth}", "steps": [said_here], "subagent_trajectories": [inner]}
    path = tmp_path / "t.json"
    path.write_text(json.dumps({"schema_version": "ATIF-v1.7", **inner}), encoding="utf-8")
    result: Any = result_of(fold(import_run(path).entries))
    assert result["counts"]["assistant_texts"] == 1
    assert len(result["subagents"]) == 8
