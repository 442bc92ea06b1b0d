"""Gemini CLI, Copilot CLI, kimi, Pi and Cline: what is peculiar to each."""

import json
from pathlib import Path
from typing import Any

from tests.replay.reading import Reading, read, write
from tests.replay.samples import KIMI
from zaptui.core import events as e
from zaptui.replay.importers import import_run


def gemini(*messages: dict[str, Any]) -> Reading:
    return read("gemini-cli", {"sessionId": "s", "projectHash": "h", "messages": list(messages)})


def test_gemini_cancelled_and_pending_calls() -> None:
    calls = [
        {"name": "a", "args": {}, "status": "cancelled", "result": None},
        {"name": "b", "args": {}, "status": "success", "resultDisplay": "shown"},
        {"name": "c", "args": {}, "status": "awaiting_approval"},
        {"name": "d", "args": {}, "status": "success", "resultDisplay": {"fileDiff": "x"}},
    ]
    found = gemini(
        {"id": "1", "type": "user", "content": [{"text": "a"}, {"text": "b"}]},
        {"id": "2", "type": "gemini", "content": "", "toolCalls": calls},
        {"id": "3", "type": "info", "content": "Request cancelled."},
        {"id": "4", "type": "error", "content": "quota"},
        {"id": "5", "type": "hologram"},
    )
    assert found.prompts == ["ab"]
    assert found.results[:3] == ["error: cancelled", "shown", ""]
    assert (found.outcomes, found.counts["tool_results"]) == (["aborted"], 3)
    assert found.not_understood == 1


def test_gemini_a_cancelled_item_leaves_the_plan() -> None:
    items = [
        {"description": "A", "status": "completed"},
        {"description": "B", "status": "cancelled"},
    ]
    call = {"name": "write_todos", "args": {"todos": items}, "status": "success", "result": []}
    found = gemini({"id": "1", "type": "gemini", "content": "x", "toolCalls": [call]})
    assert found.plans == [[("A", "completed")]]
    assert found.outcomes == ["complete"]


def test_gemini_lines_with_patches_and_repeated_messages() -> None:
    found = read(
        "gemini-cli",
        {"sessionId": "s", "projectHash": "h", "kind": "main"},
        {"id": "1", "type": "user", "content": "a", "timestamp": "2030-01-01T10:00:00Z"},
        {"$set": {"lastUpdated": "x"}},
        {"id": "2", "type": "gemini", "content": "", "timestamp": "2030-01-01T10:00:01Z"},
        {"id": "2", "type": "gemini", "content": "done", "timestamp": "2030-01-01T10:00:02Z"},
        {"$set": {"messages": [{"id": "3", "type": "user", "content": "b"}]}},
        {"odd": 1},
    )
    assert (found.prompts, found.texts, found.not_understood) == (["a", "b"], ["done"], 1)


def test_gemini_a_bare_history_joins_calls_by_name() -> None:
    found = read(
        "gemini-cli",
        {
            "history": [
                {
                    "role": "user",
                    "parts": [{"text": "look"}, {"inlineData": {"mimeType": "image/png"}}],
                },
                {
                    "role": "model",
                    "parts": [
                        {"text": "secret", "thought": True},
                        {"functionCall": {"name": "ls", "args": {}}},
                        {"functionCall": {"name": "cat", "args": {}}},
                    ],
                },
                {
                    "role": "user",
                    "parts": [
                        {"functionResponse": {"name": "cat", "response": {"error": "no"}}},
                        {"functionResponse": {"name": "ls", "response": {"output": "a.py"}}},
                    ],
                },
                {"role": "model", "parts": [{"text": "done"}]},
            ]
        },
    )
    assert found.prompts == ["look[file: image/png]"]
    assert found.texts == ["done"]
    assert found.results == ["error: no", "a.py"]
    assert found.outcomes == ["answered"]


def copilot(*records: tuple[str, dict[str, Any]]) -> Reading:
    return read("copilot-cli", *({"type": kind, "data": data} for kind, data in records))


def test_copilot_subagents_notices_and_ends() -> None:
    ask = [{"toolCallId": "t", "name": "task", "arguments": {}}]
    found = copilot(
        ("session.start", {"sessionId": "s", "context": {"cwd": "/w"}}),
        ("session.model_change", {"newModel": "m"}),
        ("user.message", {"content": "a", "attachments": [{"displayName": "a.txt"}]}),
        ("assistant.reasoning", {"content": "hm"}),
        ("assistant.message", {"content": "x", "toolRequests": ask, "outputTokens": 3}),
        ("assistant.message", {"content": "inner", "parentToolCallId": "t"}),
        ("assistant.usage", {"inputTokens": 5, "outputTokens": 3}),
        ("tool.execution_complete", {"toolCallId": "t", "success": True, "result": {}}),
        ("session.truncation", {}),
        ("system.notification", {"content": "agent done"}),
        ("subagent.failed", {"error": "no"}),
        ("hook.start", {}),
        ("abort", {"reason": "user initiated"}),
        ("user.message", {"content": "b"}),
        ("session.error", {"errorType": "query", "message": "quota"}),
        ("window.zoom", {}),
    )
    assert found.outcomes == ["aborted", "error"]
    assert found.conversation.children["t"].turn.steps[0].parts[0].text == "inner"  # type: ignore[union-attr]
    assert found.notices == [
        "> [file: a.txt]",
        "session.truncation",
        "system.notification: agent done",
        "subagent.failed: no",
        "quota",
        "not understood: window.zoom",
    ]
    assert found.counts["thinking"] == 1
    assert found.of(e.RunStarted)[0].cwd == "/w"
    assert found.of(e.RunFinished)[0].usage.input_tokens == 5


def test_copilot_a_call_without_its_request_is_shown_and_its_ends_are_told_apart() -> None:
    found = copilot(
        ("user.message", {"content": "a"}),
        ("tool.execution_start", {"toolCallId": "x", "toolName": "bash", "arguments": {"c": 1}}),
        (
            "tool.execution_complete",
            {"toolCallId": "x", "success": True, "result": {"content": "1"}},
        ),
        ("tool.execution_complete", {"toolCallId": "x", "success": False, "result": {}}),
    )
    assert (found.counts["tool_calls"], found.counts["tool_results"]) == (0, 2)
    assert found.results == ["1", "error: failed"]


def kimi(*records: dict[str, Any]) -> Reading:
    return read("kimi", *records)


def loop(kind: str, **event: Any) -> dict[str, Any]:
    return {"type": "context.append_loop_event", "event": {"type": kind, **event}}


def test_kimi_messages_that_nothing_else_tells() -> None:
    prompt = [{"type": "text", "text": "a"}]
    call = {"id": "c", "function": {"name": "Bash", "arguments": '{"command": "ls"}'}}
    found = kimi(
        {"type": "turn.prompt", "input": prompt},
        {"type": "context.append_message", "message": {"role": "user", "content": prompt}},
        {
            "type": "context.append_message",
            "message": {"role": "user", "content": "hidden", "origin": {"kind": "system"}},
        },
        {
            "type": "context.append_message",
            "message": {"role": "assistant", "content": "x", "toolCalls": [call]},
        },
        {
            "type": "context.append_message",
            "message": {"role": "tool", "toolCallId": "c", "content": "a.py"},
        },
        {"type": "context.append_message", "message": {"role": "user", "content": "b"}},
        loop("step.end", finishReason="cancelled"),
        {"type": "plan_mode.enter"},
        {"type": "full_compaction.begin"},
    )
    assert (found.prompts, found.asides) == (["a"], ["b"])
    assert found.results == ["a.py"]
    assert found.outcomes == ["aborted"]


def test_kimi_interruptions_errors_and_what_is_new() -> None:
    found = kimi(
        {"type": "turn.prompt", "input": [{"type": "text", "text": "a"}]},
        {"type": "turn.cancelled"},
        {"type": "turn.prompt", "input": [{"type": "text", "text": "b"}]},
        {"type": "llm.error", "error": "quota"},
        {"type": "turn.prompt", "input": [{"type": "text", "text": "c"}]},
        loop("step.error", message="no"),
        loop("hologram"),
        {"type": "hologram.begin"},
    )
    assert found.outcomes == ["aborted", "error", "error"]
    assert found.not_understood == 2


def test_kimi_the_older_program() -> None:
    def wire(kind: str, **payload: Any) -> dict[str, Any]:
        return {"timestamp": 1_900_000_000.5, "message": {"type": kind, "payload": payload}}

    function = {"name": "SetTodoList", "arguments": '{"todos": [{"title": "A", "status": "done"}]}'}
    found = kimi(
        wire("TurnBegin", user_input="mend it"),
        wire("StepBegin", n=1),
        wire("ContentPart", type="think", think="hm"),
        wire("ToolCall", id="c", function=function),
        wire("ToolResult", tool_call_id="c", return_value={"output": "ok", "is_error": False}),
        wire("ContentPart", type="text", text="done"),
        wire("StatusUpdate", token_usage={"input_other": 3, "output": 2, "input_cache_read": 4}),
        wire("CompactionBegin"),
        wire("StepInterrupted"),
    )
    assert (found.prompts, found.texts) == (["mend it"], ["done"])
    assert found.plans == [[("A", "completed")]]
    assert found.outcomes == ["aborted"]
    assert found.of(e.RunFinished)[0].usage.input_tokens == 7


def test_kimi_the_context_of_the_older_program() -> None:
    plan = {"todos": [{"title": "Look", "status": "done"}]}
    call = {"id": "c", "function": {"name": "SetTodoList", "arguments": json.dumps(plan)}}
    think = {"type": "think", "think": "hm"}
    found = kimi(
        {"role": "_system_prompt", "content": "rules"},
        {"role": "_checkpoint", "id": 0},
        {"role": "user", "content": [{"type": "text", "text": "mend it"}]},
        {"role": "user", "content": "<system>CHECKPOINT 1</system>"},
        {"role": "assistant", "content": [think], "tool_calls": [call]},
        {"role": "_usage", "token_count": 7},
        {"role": "tool", "tool_call_id": "c", "content": "ok"},
        {"role": "assistant", "content": "mended"},
        {"role": "critic", "content": "no"},
    )
    assert (found.prompts, found.texts, found.counts["thinking"]) == (["mend it"], ["mended"], 1)
    assert found.plans == [[("Look", "completed")]]
    assert found.not_understood == 1


def test_kimi_the_context_beside_the_wire_is_not_counted_again(tmp_path: Path) -> None:
    write(tmp_path / "wire.jsonl", *KIMI)
    write(tmp_path / "context.jsonl", {"role": "_checkpoint"}, {"role": "user", "content": "x"})
    alone = import_run(write(tmp_path / "alone" / "wire.jsonl", *KIMI))
    (tmp_path / "alone" / "wire.jsonl").unlink()
    assert import_run(tmp_path).entries == alone.entries


def pi(*records: dict[str, Any]) -> Reading:
    return read("pi", *records)


def message(**fields: Any) -> dict[str, Any]:
    return {"type": "message", "message": fields}


def test_pi_aborts_errors_and_what_a_person_ran() -> None:
    found = pi(
        {"type": "session", "id": "s", "cwd": "/w"},
        {"type": "model_change", "modelId": "m"},
        message(role="user", content="a"),
        message(role="assistant", content=[], stopReason="aborted"),
        message(role="user", content=[{"type": "image"}]),
        message(role="user", content="b"),
        message(role="assistant", content="x", stopReason="error", errorMessage="terminated"),
        message(role="bashExecution", command="ls", output="a.py", exitCode=0),
        {"type": "compaction", "summary": "so far"},
        {"type": "custom_message", "content": "shown"},
        {"type": "custom_message", "content": "hidden", "display": False},
        {"type": "label"},
        {"type": "hologram"},
        message(role="hologram"),
        message(role="assistant", content=[{"type": "hologram"}]),
    )
    assert found.prompts == ["a", "b"]
    assert found.outcomes[0] == "aborted"
    assert found.notices[:5] == [
        "> [image]",
        "terminated",
        "! ls\na.py",
        "compaction: so far",
        "shown",
    ]
    assert found.not_understood == 3


def cline(*records: tuple[str, str, Any]) -> Reading:
    return read(
        "cline",
        *(
            {
                "ts": number,
                "type": kind,
                kind: what,
                "text": text if isinstance(text, str) else json.dumps(text),
            }
            for number, (kind, what, text) in enumerate(records, start=1)
        ),
    )


def test_cline_calls_answers_and_feedback() -> None:
    found = cline(
        ("say", "task", "mend it"),
        ("say", "api_req_started", {"tokensIn": 1, "tokensOut": 2, "cacheReads": 3}),
        ("say", "tool", {"tool": "readFile", "path": "a", "content": "x = 1"}),
        ("ask", "use_mcp_server", {"serverName": "d", "toolName": "s", "arguments": "{}"}),
        ("say", "mcp_server_response", "hit"),
        ("ask", "followup", {"question": "left or right?", "options": ["l", "r"]}),
        ("say", "user_feedback", "left"),
        ("say", "task_progress", "- [x] Look\n- [ ] Mend"),
        ("say", "task_progress", "- [x] Look\n- [ ] Mend"),
        ("say", "user_edit_todos", {"todos": [{"content": "Mend", "status": "completed"}]}),
        ("say", "command_output", "stray"),
        ("say", "api_req_retried", ""),
        ("say", "checkpoint_created", ""),
        ("say", "hologram", ""),
        ("ask", "completion_result", ""),
        ("say", "completion_result", "mended"),
    )
    assert found.prompts == ["mend it", "left"]
    assert found.texts == ["left or right?", "mended"]
    assert [(x.tool, x.input) for x in found.of(e.ToolCalled)] == [
        ("readFile", {"path": "a"}),
        ("s", {"serverName": "d", "toolName": "s", "arguments": "{}"}),
    ]
    assert found.results == ["x = 1", "hit"]
    assert found.plans == [
        [("Look", "completed"), ("Mend", "pending")],
        [("Mend", "completed")],
    ]
    assert found.notices == ["stray", "api_req_retried", "not understood: hologram"]


def test_cline_a_cancelled_request_and_a_failed_one() -> None:
    found = cline(
        ("say", "text", "a"),
        ("say", "api_req_started", {"cancelReason": "user_cancelled"}),
        ("say", "user_feedback", "b"),
        ("say", "api_req_started", {"cancelReason": "streaming_failed"}),
        ("say", "user_feedback", "c"),
        ("ask", "api_req_failed", "quota"),
    )
    assert found.outcomes == ["aborted", "error", "error"]


def test_cline_a_command_without_output_has_a_result_too() -> None:
    found = cline(("say", "text", "a"), ("ask", "command", "ls"), ("say", "text", "done"))
    assert (found.results, found.outcomes) == ([""], ["answered"])


def test_copilot_a_call_that_a_resumed_session_repeats_counts_once() -> None:
    call = {"toolCallId": "c1", "name": "bash", "arguments": {"command": "ls"}}
    other = {**call, "arguments": {"command": "pwd"}}
    found = copilot(
        ("assistant.message", {"messageId": "m1", "parentToolCallId": "p", "toolRequests": [call]}),
        ("assistant.message", {"messageId": "m2", "toolRequests": [call]}),
        ("assistant.message", {"messageId": "m3", "toolRequests": [other]}),
    )
    assert found.counts["tool_calls_by_name"] == {"bash": 2}
