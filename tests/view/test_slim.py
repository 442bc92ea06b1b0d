"""A lighter tape: what is left out, and that no figure and no row changes."""

from typing import Any

import pytest

from tests.replay.corpus import manifest, run_path
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.replay.importers import import_run
from zaptui.view.result import result_of
from zaptui.view.slim import Slim

RUNS = manifest()
HEAVY = "x" * 500


def slimmed(*events: e.Event) -> list[e.Event]:
    slim = Slim()
    return [slim(event) for event in events]


def test_work_keeps_its_names_and_how_it_ended() -> None:
    assert slimmed(
        e.StepStarted(step=1, reminder=HEAVY, model="m"),
        e.ReasoningDelta(part="r", text=HEAVY),
        e.PartMeta(part="r", provider="p", data={"signature": HEAVY}),
        e.ToolInputDelta(call_id="a", tool="read", delta=HEAVY),
        e.ToolCalled(call_id="a", tool="read", input={"path": HEAVY}),
        e.ToolProgress(call_id="a", text=HEAVY),
        e.ToolReturned(call_id="a", output=HEAVY),
        e.ToolCalled(call_id="b", tool="read", raw="{oops"),
        e.ToolReturned(call_id="b", error=HEAVY),
        e.ToolCalled(call_id="c", tool="complete", input={"summary": "done"}),
        e.ToolReturned(call_id="c"),
    ) == [
        e.StepStarted(step=1, model="m"),
        e.ReasoningDelta(part="r", text=""),
        e.PartMeta(part="r", provider="p", data={}),
        e.ToolInputDelta(call_id="a", tool="read", delta=""),
        e.ToolCalled(call_id="a", tool="read", input={}),
        e.ToolProgress(call_id="a", text=""),
        e.ToolReturned(call_id="a", output=""),
        e.ToolCalled(call_id="b", tool="read", raw="{oops"),
        e.ToolReturned(call_id="b", error="x" * 80),
        e.ToolCalled(call_id="c", tool="complete", input={"summary": "done"}),
        e.ToolReturned(call_id="c"),
    ]


def test_what_the_plan_and_the_answer_are_made_of_is_kept() -> None:
    todos: Any = {"todos": [{"id": "1", "content": "A", "status": "done"}]}
    events: list[e.Event] = [
        e.TextDelta(part="t", text="words"),
        e.ToolInputDelta(call_id="p", tool="write_todos", delta='{"todos": ['),
        e.ToolCalled(call_id="p", tool="write_todos", input=todos),
        e.ToolReturned(call_id="p", output=todos),
    ]
    assert slimmed(*events) == events


def test_a_subagents_calls_are_its_own() -> None:
    called = e.ToolCalled(call_id="p", tool="write_todos", input={"todos": []})
    inner = e.Subagent(call_id="task", event=e.ToolReturned(call_id="p", output=HEAVY))
    outer = e.ToolReturned(call_id="p", output={"todos": []})
    light = e.Subagent(call_id="task", event=e.ToolReturned(call_id="p", output=""))
    assert slimmed(called, inner, outer) == [called, light, outer]


@pytest.mark.parametrize("run", RUNS, ids=[run["file"] for run in RUNS])
def test_the_result_of_a_recorded_run_is_the_same(run: dict[str, Any]) -> None:
    slim, whole, light = Slim(), Conversation(), Conversation()
    for entry in import_run(run_path(run)).entries:
        whole.apply(entry.event, at=entry.at)
        light.apply(slim(entry.event), at=entry.at)
    assert result_of(light) == result_of(whole)
