"""SWE-agent, mini-swe-agent, ATIF, OpenHands, AI SDK, Inspect and LangGraph: their own ways."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.replay.reading import Reading, read, write
from tests.replay.samples import INSPECT
from zaptui.core import events as e
from zaptui.errors import TranscriptError
from zaptui.replay.importers import import_run


def swe(**record: Any) -> Reading:
    return read("swe-agent", record)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("submitted", "answered"),
        ("submitted (exit_cost)", "capped"),
        ("exit_cost", "capped"),
        ("exit_context", "error"),
        ("early_exit", "aborted"),
        (None, "answered"),
    ],
)
def test_swe_agent_the_exit_status_says_how_it_ended(status: str | None, outcome: str) -> None:
    steps = [{"action": "ls", "observation": "a.py", "execution_time": 1.5}]
    found = swe(trajectory=steps, info={"exit_status": status})
    assert found.outcomes == [outcome]
    assert found.entries[-1].at == 1.5


def test_swe_agent_a_demonstration_has_a_history_only() -> None:
    function = {"id": "c", "function": {"name": "open", "arguments": '{"path": "a"}'}}
    found = swe(
        history=[
            {"role": "user", "content": "mend it", "agent": "main"},
            {"role": "assistant", "thought": "look", "tool_calls": [function], "agent": "main"},
            {"role": "tool", "content": "text", "tool_call_ids": ["c"]},
            {"role": "assistant", "content": "run\n```\nls\n```", "action": "ls\n"},
            {"role": "user", "content": "a.py"},
            {"role": "user", "content": "stray"},
        ]
    )
    assert found.prompts == ["mend it"]
    assert [x.tool for x in found.of(e.ToolCalled)] == ["open", "ls"]
    assert found.results == ["text", "a.py"]


def test_swe_agent_a_step_without_an_action_may_be_observed() -> None:
    found = swe(trajectory=[{"action": "", "observation": "format error", "response": "hm"}])
    assert (found.texts, found.results) == (["hm"], ["format error"])


def mini(*records: dict[str, Any]) -> Reading:
    return read("mini-swe-agent", *records)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("Submitted", "answered"),
        ("LimitsExceeded", "capped"),
        ("UserInterruption", "aborted"),
        ("FormatError", "error"),
    ],
)
def test_mini_swe_agent_a_whole_trajectory(status: str, outcome: str) -> None:
    call = {"id": "c", "function": {"name": "bash", "arguments": '{"command": "ls"}'}}
    found = mini(
        {
            "trajectory_format": "mini-swe-agent-1",
            "info": {"exit_status": status},
            "messages": [
                {"role": "user", "content": "mend it", "extra": {"timestamp": 1_900_000_000}},
                {"role": "assistant", "content": "look", "tool_calls": [call]},
                {"role": "tool", "tool_call_id": "c", "content": "a.py"},
                {"role": "exit", "content": "", "extra": {"exit_status": status}},
                {"role": "hologram", "content": ""},
            ],
        }
    )
    assert (found.prompts, found.results, found.outcomes) == (["mend it"], ["a.py"], [outcome])
    assert found.not_understood == 1


def step(number: int, source: str, message: Any, **more: Any) -> dict[str, Any]:
    return {"step_id": number, "source": source, "message": message, **more}


def test_atif_results_without_an_id_go_to_the_calls_that_wait() -> None:
    calls = [
        {"tool_call_id": key, "function_name": "bash", "arguments": {"n": key}} for key in "abc"
    ]
    results = [{"content": "1"}, {"content": [{"type": "text", "text": "2"}]}]
    found = read(
        "atif",
        {"__header__": True, "schema_version": "ATIF-v1.4", "agent": {"model_name": "m"}},
        step(1, "agent", "x", tool_calls=calls, observation={"results": results}),
        step(2, "system", "note", observation={"results": [{"content": {"passed": False}}]}),
        step(3, "system", "", observation={"results": [{"content": "stray"}]}),
    )
    assert found.results == ["1", "2", {"passed": False}, "stray"]
    assert (found.notices, found.outcomes) == (["note"], ["answered"])


def test_atif_a_call_that_was_never_observed_does_not_cut_the_run() -> None:
    call = {"tool_call_id": "a", "function_name": "finish", "arguments": {}}
    found = read(
        "atif", {"schema_version": "ATIF-v1.7", "steps": [step(1, "agent", "", tool_calls=[call])]}
    )
    assert (found.results, found.outcomes, found.counts["tool_results"]) == (
        [None],
        ["answered"],
        0,
    )


def test_atif_a_run_goes_on_in_a_file_that_is_numbered_inside(tmp_path: Path) -> None:
    def document(session: str, *steps: dict[str, Any], index: int | None = None) -> dict[str, Any]:
        extra = {} if index is None else {"continuation_index": index}
        agent = {"name": "a", "extra": extra}
        return {
            "schema_version": "ATIF-v1.7",
            "session_id": session,
            "agent": agent,
            "steps": list(steps),
        }

    reference = {"subagent_trajectory_ref": [{"session_id": "s-summarization-1-summary"}]}
    asked = step(1, "user", "mend it")
    write(
        tmp_path / "trajectory.json",
        document("s", asked, step(2, "system", "", observation={"results": [reference]})),
    )
    write(
        tmp_path / "trajectory.cont-1.json",
        document(
            "s",
            {**asked, "is_copied_context": True},
            {**step(2, "user", "go on"), "is_copied_context": True},
            step(3, "agent", "done"),
            index=1,
        ),
    )
    write(
        tmp_path / "trajectory.summary.json",
        document("s-summarization-1-summary", step(1, "agent", "so far")),
    )
    write(
        tmp_path / "trajectory.answers.json",
        document("s-summarization-1-answers", step(1, "agent", "stray")),
    )
    found = Reading(import_run(tmp_path).entries)
    assert found.counts["user_messages"] == 2
    assert found.texts == ["done"]
    assert list(found.conversation.children) == [
        "trajectory:s-summarization-1-summary",
        "trajectory:s-summarization-1-answers",
    ]
    assert found.results[0] == "subagents: s-summarization-1-summary"


def hands(*records: dict[str, Any]) -> Reading:
    return read("openhands-events", *records)


def test_openhands_histories_are_runs_and_may_stand_in_pairs_without_ids() -> None:
    found = hands(
        {
            "history": [
                [{"action": "message", "content": "a"}, {"observation": "null", "content": ""}],
                [
                    {"action": "run", "command": "ls", "thought": "hm"},
                    {"observation": "run", "content": "a.py"},
                ],
                [{"action": "finish", "thought": "done"}],
            ],
            "error": None,
        },
        {"history": [{"action": "message", "content": "b"}], "error": "no runtime"},
    )
    assert found.prompts == ["a", "b"]
    assert found.outcomes == ["answered", "error"]
    assert [(x.tool, x.input) for x in found.of(e.ToolCalled)] == [
        ("run", {"command": "ls"}),
        ("finish", {}),
    ]
    assert (found.texts, found.counts["tool_results"]) == (["done"], 1)


def test_openhands_states_and_answers_to_nothing() -> None:
    found = hands(
        {"id": 0, "source": "user", "action": "message", "args": {"content": "a"}},
        {"id": 1, "source": "user", "action": "message", "args": {"content": " "}},
        {"id": 2, "action": "system", "args": {}},
        {"id": 3, "action": "condensation", "args": {}},
        {"id": 4, "observation": "recall", "content": "memory", "cause": 0},
        {"id": 5, "observation": "agent_state_changed", "extras": {"agent_state": "rate_limited"}},
        {"id": 6, "action": "run", "args": {"command": "x"}},
        {"id": 7, "observation": "user_rejected", "content": "no", "cause": 6},
        {"id": 8, "observation": "agent_state_changed", "extras": {"agent_state": "stopped"}},
        {"id": 9, "source": "user", "action": "message", "args": {"content": "b"}},
        {"id": 10, "observation": "agent_state_changed", "extras": {"agent_state": "error"}},
        {"id": 11},
    )
    assert found.prompts == ["a", "b"]
    assert found.notices[:2] == ["context condensed", "rate limited"]
    assert found.results == ["memory", "error: no"]
    assert found.outcomes == ["aborted", "error"]
    assert found.not_understood == 1


def test_openhands_actions_of_one_answer_are_one_step() -> None:
    def act(number: int, call: str) -> dict[str, Any]:
        response = {"id": "r1", "model": "m", "usage": {"prompt_tokens": 5, "completion_tokens": 2}}
        told = {"tool_call_id": call, "model_response": response}
        return {"id": number, "action": "run", "args": {"n": number}, "tool_call_metadata": told}

    found = hands(act(1, "a"), act(2, "b"), {"observation": "run", "cause": 1, "content": "x"})
    assert found.counts["steps"] == 1
    assert found.of(e.RunFinished)[0].usage.input_tokens == 5
    assert found.of(e.ToolReturned)[0] == e.ToolReturned(call_id="a", output="x")


def sdk(kind: str, **event: Any) -> dict[str, Any]:
    return {"kind": kind, "source": event.pop("source", "agent"), **event}


def stats(prompt: int, completion: int) -> dict[str, Any]:
    tokens = {"model": "m", "prompt_tokens": prompt, "completion_tokens": completion}
    value = {"usage_to_metrics": {"default": {"accumulated_token_usage": tokens}}}
    return sdk("ConversationStateUpdateEvent", key="stats", value=value)


def test_openhands_sdk_rejections_pauses_errors_and_tokens() -> None:
    def words(source: str, text: str) -> dict[str, Any]:
        content = [{"type": "text", "text": text}]
        return sdk("MessageEvent", source=source, llm_message={"content": content})

    def act(call: str) -> dict[str, Any]:
        return sdk("ActionEvent", tool_name="terminal", tool_call_id=call, action={"n": call})

    found = read(
        "openhands-sdk",
        words("user", "a"),
        stats(10, 2),
        act("c1"),
        sdk("UserRejectObservation", tool_call_id="c1", rejection_reason="no"),
        stats(15, 5),
        act("c2"),
        sdk("AgentErrorEvent", tool_call_id="c2", error="bad arguments"),
        sdk("Condensation", summary="so far"),
        sdk("PauseEvent", source="user"),
        words("user", "b"),
        sdk("ConversationErrorEvent", code="LLM", detail="quota"),
        words("user", "c"),
        sdk("ConversationStateUpdateEvent", key="execution_status", value="stuck"),
        sdk("HologramEvent"),
    )
    assert found.results == ["error: no", "error: bad arguments"]
    assert found.outcomes == ["aborted", "error", "error"]
    assert found.of(e.RunFinished)[0].usage.output_tokens == 5
    assert found.notices[0] == "context condensed: so far"
    assert found.not_understood == 1


def test_openhands_sdk_one_file_an_event_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (2, 10, 1):
        content = [{"type": "text", "text": f"n{number}"}]
        event = sdk("MessageEvent", llm_message={"content": content})
        (tmp_path / f"event-{number}-x.json").write_text(json.dumps(event, indent=2))
    (tmp_path / "base_state.json").write_text('{"agent": {}}')
    assert Reading(import_run(tmp_path).entries).texts == ["n1", "n2", "n10"]


def ui(*parts: dict[str, Any], **metadata: Any) -> Reading:
    return read(
        "ai-sdk-ui-message",
        {"id": "u", "role": "user", "parts": [{"type": "text", "text": "a"}, {"type": "file"}]},
        {"id": "m", "role": "assistant", "metadata": metadata, "parts": list(parts)},
    )


@pytest.mark.parametrize(
    ("reason", "outcome", "shown"),
    [
        ("stop", "incomplete", "done"),
        ("length", "capped", "done"),
        ("abort", "aborted", "aborted"),
        ("error", "error", "error"),
        ("tool-calls", "incomplete", "done"),
    ],
)
def test_R55_the_finish_reason_of_a_message_closes_the_open_stage(
    reason: str, outcome: str, shown: str
) -> None:
    todos = {"todos": [{"id": "a", "content": "A", "status": "in_progress"}]}
    part = {
        "type": "tool-write_todos",
        "toolCallId": "t",
        "state": "output-available",
        "output": todos,
    }
    found = ui(part, finishReason=reason)
    assert found.outcomes == [outcome]
    assert [stage["status"] for stage in found.result["stages"]] == [shown]


def test_ai_sdk_calls_in_every_state() -> None:
    def part(call: str, state: str, **more: Any) -> dict[str, Any]:
        return {"type": "tool-read", "toolCallId": call, "state": state, **more}

    found = ui(
        part("a", "input-streaming", input={"path": "x"}),
        part("b", "approval-requested", input={}),
        part("c", "approval-responded", approval={"approved": False, "reason": "no"}),
        part("d", "output-denied"),
        part("e", "output-error", rawInput="{", errorText="bad"),
        part("f", "output-available", output=None),
        part("g", "output-available", output=1, preliminary=True),
        {"type": "dynamic-tool", "toolName": "ls", "toolCallId": "h", "state": "input-available"},
        {"type": "data-weather", "data": {}},
        {"type": "source-url", "url": "x"},
        {"type": "file", "filename": "a.txt"},
        {"type": "hologram"},
        finishReason="stop",
    )
    assert found.counts["tool_calls"] == 7
    assert found.results[:4] == ["error: denied: no", "error: denied", "error: bad", ""]
    assert found.counts["tool_results"] == 4
    assert found.outcomes == ["answered"]
    assert found.notices == ["> [file: ]", "[file: a.txt]", "not understood: part hologram"]


def test_ai_sdk_the_metronome_of_the_seed_folds_with_its_evidence() -> None:
    def plan(pointer: int, *evidence: str | None) -> dict[str, Any]:
        stages = [
            {"id": name, "content": name, "deliverable": "d", "evidence": proof}
            for name, proof in zip("AB", evidence, strict=True)
        ]
        return {"plan": {"stages": stages, "pointer": pointer, "work_at_last_advance": 0}}

    def part(call: str, tool: str, output: Any) -> dict[str, Any]:
        return {
            "type": f"tool-{tool}",
            "toolCallId": call,
            "state": "output-available",
            "output": output,
        }

    found = ui(
        part("p1", "plan", plan(0, None, None)),
        part("p2", "advance", plan(0, None, None)),
        part("p3", "advance", plan(1, "seen", None)),
        part("p4", "advance", {"odd": 1}),
        finishReason="stop",
    )
    assert [x.change for x in found.of(e.PlanUpdate)] == ["replaced", "advanced"]
    assert [(s["content"], s["evidence"]) for s in found.result["stages"]] == [
        ("A", "seen"),
        ("B", None),
    ]


def test_ai_sdk_messages_of_version_4() -> None:
    done = {"toolCallId": "a", "toolName": "ls", "args": {"p": 1}, "state": "result", "result": "x"}
    half = {"toolCallId": "b", "toolName": "ls", "args": {}, "state": "partial-call"}
    found = read(
        "ai-sdk-ui-message",
        {
            "messages": [
                {"role": "user", "content": "a", "parts": [], "toolInvocations": []},
                {"role": "assistant", "content": "b", "toolInvocations": [done]},
                {
                    "role": "assistant",
                    "content": "",
                    "parts": [{"type": "tool-invocation", "toolInvocation": half}],
                },
                {"role": "hologram"},
            ]
        },
    )
    assert (found.prompts, found.texts, found.results[0]) == (["a"], ["b"], "x")
    assert found.counts["tool_calls"] == 1


def chunks(*records: dict[str, Any]) -> Reading:
    return read("ai-sdk-ui-stream", *records)


def test_ai_sdk_stream_what_a_reset_step_had_shown_is_taken_back() -> None:
    found = chunks(
        {"type": "start"},
        {"type": "start-step"},
        {"type": "text-start", "id": "1"},
        {"type": "text-delta", "id": "1", "delta": "half"},
        {"type": "text-end", "id": "1"},
        {"type": "text-delta", "id": "2", "delta": "quarter"},
        {"type": "reset-step"},
        {"type": "text-delta", "id": "3", "delta": "whole"},
        {"type": "finish", "finishReason": "stop", "usage": {"inputTokens": 1}},
    )
    assert found.counts["assistant_texts"] == 1
    assert found.result["answer"] == "whole"


def test_ai_sdk_stream_ends_and_calls_of_every_kind() -> None:
    found = chunks(
        {"type": "start"},
        {"type": "reasoning-delta", "id": "r", "delta": "hm"},
        {"type": "tool-input-start", "toolCallId": "a", "toolName": "rm"},
        {"type": "tool-input-delta", "toolCallId": "a", "inputTextDelta": '{"p": 1}'},
        {"type": "tool-approval-request", "toolCallId": "a"},
        {"type": "tool-output-denied", "toolCallId": "a"},
        {
            "type": "tool-input-error",
            "toolCallId": "b",
            "toolName": "x",
            "input": 3,
            "errorText": "e",
        },
        {"type": "tool-output-available", "toolCallId": "b", "output": 1, "preliminary": True},
        {"type": "tool-hologram", "toolCallId": "b"},
        {"type": "data-x", "data": 1},
        {"type": "hologram"},
        {"type": "abort"},
        {"type": "start"},
        {"type": "message-metadata", "messageMetadata": {"finishReason": "length"}},
        {"type": "start"},
        {"type": "error", "errorText": "quota"},
    )
    assert [(x.tool, x.input, x.raw) for x in found.of(e.ToolCalled)] == [
        ("rm", {"p": 1}, None),
        ("x", None, "3"),
    ]
    assert found.results == ["error: denied", "error: e"]
    assert found.outcomes == ["aborted", "capped", "error"]
    assert found.not_understood == 2


def test_ai_sdk_stream_as_server_sent_events(tmp_path: Path) -> None:
    path = tmp_path / "body"
    delta = '{"type":"text-delta","id":"1","delta":"done"}'
    path.write_text(
        f': ping\nevent: message\ndata: {delta}\n\ndata: {{"type":"finish"}}\n\ndata: [DONE]\n'
    )
    imported = import_run(path)
    assert (imported.format, imported.not_understood) == ("ai-sdk-ui-stream", 0)
    assert Reading(imported.entries).texts == ["done"]


def test_inspect_limits_errors_scores_and_times() -> None:
    output = {
        "choices": [{"message": {"id": "m1"}}],
        "usage": {"input_tokens": 4, "output_tokens": 2},
    }
    events = [
        {"event": "model", "timestamp": "2030-01-01T10:00:00Z", "output": output},
        {"event": "tool", "id": "c", "completed": "2030-01-01T10:00:09Z"},
    ]
    call = {"id": "c", "function": "bash", "arguments": {}}
    messages = [
        {
            "role": "user",
            "content": [{"type": "text", "text": "attachment://h"}, {"type": "image"}],
        },
        {"role": "assistant", "id": "m1", "content": "x", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "ok"},
        {"role": "hologram"},
    ]
    found = read(
        "inspect",
        {"eval": {"eval_id": "e", "model": "m"}, "version": 2, "status": "cancelled"},
        {
            "id": 1,
            "epoch": 1,
            "input": "a",
            "messages": messages,
            "events": events,
            "attachments": {"h": "long text"},
            "limit": {"type": "message"},
            "scores": {"match": {"value": "I"}, "f1": {"value": 0.5}},
        },
        {"id": 2, "epoch": 1, "input": "b", "messages": [], "error": {"message": "no sandbox"}},
        {"eval": {}, "version": 2, "error": {"message": "all lost"}},
    )
    assert found.prompts[0] == "long text\n[image]"
    assert found.outcomes == ["capped", "error"]
    assert found.notices[1:4] == [
        "not understood: message of hologram",
        "score match: I",
        "score f1: 0.5",
    ]
    assert max(entry.at for entry in found.entries) == 9.0
    assert found.of(e.RunFinished)[0].usage.input_tokens == 4


def test_inspect_an_archive_reads_as_its_parts(tmp_path: Path) -> None:
    (log,) = INSPECT
    samples = log["samples"]
    header = {key: value for key, value in log.items() if key != "samples"}
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("samples/1_epoch_1.json", json.dumps(samples[0]))
        archive.writestr("header.json", json.dumps(header))
        archive.writestr("readme.txt", "hello")
    imported = import_run(path)
    assert (imported.format, imported.entries) == ("inspect", _entries_of_log(tmp_path))

    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    assert import_run(folder).entries == imported.entries


def _entries_of_log(tmp_path: Path) -> list[e.Entry]:
    return import_run(write(tmp_path / "log.json", *INSPECT)).entries


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"PK\x03\x04" + b"\x00" * 50)
    with pytest.raises(TranscriptError, match="cannot unpack"):
        import_run(path)


def test_langgraph_states_repeat_their_messages_and_arguments_may_be_invalid() -> None:
    human = {"type": "human", "id": "h", "content": "a"}
    bad = {"id": "c", "name": "ls", "args": '{"p"', "error": "no JSON"}
    ai = {"type": "ai", "content": [{"type": "text", "text": "x"}], "invalid_tool_calls": [bad]}
    found = read(
        "langgraph-state",
        {"values": {"messages": [human]}},
        {"values": {"messages": [human, ai], "todos": [{"content": "A", "status": "pending"}]}},
        {"values": {"messages": [human, ai], "todos": [{"content": "A", "status": "pending"}]}},
    )
    assert (found.prompts, found.texts) == (["a"], ["x"])
    assert found.results == ["error: no JSON"]
    assert found.plans == [[("A", "pending")]]


def test_langgraph_messages_in_every_serialisation() -> None:
    found = read(
        "langgraph-state",
        {"type": "human", "data": {"content": "a"}},
        {
            "lc": 1,
            "id": ["langchain", "schema", "messages", "AIMessage"],
            "kwargs": {"content": "b", "usage_metadata": {"input_tokens": 1, "output_tokens": 2}},
        },
        {"type": "system", "content": "rules"},
        {"type": "hologram", "content": ""},
    )
    assert (found.prompts, found.texts, found.not_understood) == (["a"], ["b"], 1)
    assert found.of(e.RunFinished)[0].usage.output_tokens == 2
