"""JSON: the result, and all that the fold holds."""

import json
from dataclasses import fields
from typing import Any

import pytest

from tests.replay.exporters.tapes import SMALL, called, returned, run, said, step, tape, told
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import dump_json
from zaptui.core.lines import to_json
from zaptui.core.parts import (
    NoticePart,
    Part,
    PlanPart,
    ProviderData,
    ReasoningPart,
    TextPart,
    ToolPart,
)
from zaptui.replay.player import fold
from zaptui.view.result import result_of

KINDS: dict[str, type[Any]] = {
    "text": TextPart,
    "reasoning": ReasoningPart,
    "tool": ToolPart,
    "plan": PlanPart,
    "notice": NoticePart,
}


def part_of(record: dict[str, Any]) -> Part:
    """The part that a record tells of."""
    cls = KINDS[record.pop("type")]
    if "meta" in record:
        record["meta"] = ProviderData(**record["meta"])
    assert record.keys() <= {field.name for field in fields(cls)}
    return cls(**record)


def parts_of(conversation: Conversation) -> list[Any]:
    """The parts of each step of each turn, then those of the subagents."""
    own = [[[*step.parts] for step in turn.all_steps()] for turn in conversation.turns]
    return [own, {key: parts_of(child) for key, child in conversation.children.items()}]


def parts_told(record: dict[str, Any]) -> list[Any]:
    own = [
        [[part_of(part) for part in s.get("parts", [])] for s in (turn["opening"], *turn["steps"])]
        for turn in record["turns"]
    ]
    return [own, {key: parts_told(child) for key, child in record["children"].items()}]


EVERYTHING = run(
    e.Notice(level="warning", text="careful"),
    e.PlanUpdate(mode="classic", snapshot={"todos": []}, todos=[], change="seeded", version=1),
    *step(
        e.ReasoningDelta(part="r", text="h"),
        e.ReasoningDelta(part="r", text="m"),
        e.PartMeta(part="r", provider="acme", data={"signature": "zz"}),
        said("half"),
        e.Retrying(attempt=1, wait_s=1.0, error="busy"),
        said("who"),
        e.ToolInputDelta(call_id="c1", tool="read", delta='{"pa'),
        said("le"),
        called("c1", "read", path="a"),
        e.ToolCalled(call_id="c2", tool="read", raw="{oops"),
        e.ToolInputDelta(call_id="c3", tool="shell", delta='{"comm'),
        e.ToolDecided(call_id="c1", decision="allow", by="rule"),
        e.ToolStarted(call_id="c1"),
        e.ToolProgress(call_id="c1", text="1"),
        e.ToolProgress(call_id="c1", text="2"),
        returned("c1", {"a": [1, None, 2.5, "x\x1b[0m\ud83d"]}),
        returned("c2", error="no JSON"),
    ),
    e.Subagent(call_id="c1", event=e.RunStarted(session="", prompt="sub")),
    e.Subagent(call_id="c1", event=e.StepStarted(step=1)),
    e.Subagent(call_id="c1", event=e.ToolProgress(call_id="none", text="x")),
    e.Subagent(call_id="c1", event=e.TextDelta(part="t", text="hi")),
    e.Unknown(data={"type": "news"}),
    *step(e.ToolProgress(call_id="c3", text="live"), number=2),
    *step(
        *(called(f"e{n}", "read") for n in range(4)),
        *(returned(f"e{n}", empty) for n, empty in enumerate(("", {}, 0, False))),
        number=3,
    ),
)


@pytest.mark.parametrize("entries", [SMALL, EVERYTHING], ids=["small", "everything"])
def test_no_part_is_lost(entries: list[e.Entry]) -> None:
    record = json.loads(told(entries, "json", redact=False))
    assert parts_told(record) == parts_of(fold(entries))


@pytest.mark.parametrize("entries", [SMALL, EVERYTHING], ids=["small", "everything"])
def test_it_begins_with_the_result_object(entries: list[e.Entry]) -> None:
    record = json.loads(told(entries, "json", redact=False))
    turns, children = record.pop("turns"), record.pop("children")
    assert record == result_of(fold(entries))
    assert (len(turns), list(children)) == (1, list(fold(entries).children))


def test_a_turn_has_its_start_its_end_and_a_line_for_each_step() -> None:
    entries = run(*step(said("hi")), prompt="p")
    started, ended = (_fields(entries[place]) for place in (0, -1))
    lines = told(entries, "json").split('"turns":[')[1].split("\n")
    assert lines == [
        "",
        f'{{"started":{started},"opening":{{"step":0,"began_at":0.0}},"finished":{ended},'
        '"ended_at":3.0,"steps":[',
        '{"step":1,"began_at":1.0,"parts":[{"type":"text","part_id":"t","text":"hi"}]}]}],'
        '"children":{}}',
        "",
    ]


def _fields(entry: e.Entry) -> str:
    line = to_json(entry)
    return dump_json({k: v for k, v in line.items() if k not in ("type", "seq", "at")})


def test_a_steer_a_reminder_and_a_run_without_an_end_are_told() -> None:
    entries = tape(
        e.RunStarted(session="s", prompt="p"),
        e.UserMessage(text="faster"),
        e.StepStarted(step=1, reminder="<task_reminder>", model="m"),
    )
    (turn,) = json.loads(told(entries, "json"))["turns"]
    assert turn["steps"] == [
        {
            "step": 1,
            "began_at": 2.0,
            "model": "m",
            "reminder": "<task_reminder>",
            "messages": ["faster"],
        }
    ]
    assert "finished" not in turn


def test_a_compacted_history_keeps_its_summary() -> None:
    compacted = e.Compacted(summary="so far", kept=0, tokens_before=9, tokens_after=1)
    (turn,) = json.loads(told(run(*step(said("x")), compacted), "json"))["turns"]
    assert (turn["summary"], turn["summary_at"]) == ("so far", 1)


def test_an_empty_tape_is_an_object() -> None:
    record = json.loads(told([], "json"))
    assert (record["answer"], record["final_plan"], record["children"]) == ("", [], {})
