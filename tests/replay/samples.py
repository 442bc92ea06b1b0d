"""A small invented run of every format: the same story, told in each format's own way.

The user asks, the model thinks, plans two stages, runs a command that works and one that fails,
closes the plan and answers. What a format cannot say is left out of its `FIGURES`.
"""

import json
from typing import Any

Records = list[dict[str, Any]]

OPEN = [("Look", "in_progress"), ("Mend", "pending")]
CLOSED = [("Look", "completed"), ("Mend", "completed")]


def todos(items: list[tuple[str, str]], key: str = "content") -> list[dict[str, str]]:
    return [{key: text, "status": status} for text, status in items]


def _claude(kind: str, number: int, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": f"u{number}",
        "sessionId": "s1",
        "isSidechain": False,
        "timestamp": f"2030-01-01T10:00:{number:02d}Z",
        "message": {"role": kind, "content": content, **more},
    }


def _use(call_id: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def _result(call_id: str, content: Any, *, error: bool = False) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": error}


CLAUDE_CODE: Records = [
    _claude("user", 0, "mend it"),
    _claude("assistant", 1, [{"type": "thinking", "thinking": "hm"}], id="m1"),
    _claude("assistant", 2, [_use("c1", "TodoWrite", {"todos": todos(OPEN)})], id="m1"),
    _claude("user", 3, [_result("c1", "ok")]),
    _claude("assistant", 4, [_use("c2", "Bash", {"command": "ls"})], id="m2"),
    _claude("assistant", 5, [_use("c3", "Bash", {"command": "no"})], id="m2"),
    _claude("user", 6, [_result("c3", "not found", error=True)]),
    _claude("user", 7, [_result("c2", [{"type": "text", "text": "a.py"}])]),
    _claude("assistant", 8, [_use("c4", "TodoWrite", {"todos": todos(CLOSED)})], id="m3"),
    _claude("user", 9, [_result("c4", "ok")]),
    _claude("assistant", 10, [{"type": "text", "text": "mended"}], id="m4", stop_reason="end_turn"),
]

CLAUDE_STREAM: Records = [
    {"type": "system", "subtype": "init", "session_id": "s1", "model": "m", "cwd": "/w"},
    *(
        {"type": record["type"], "session_id": "s1", "message": record["message"]}
        for record in CLAUDE_CODE
    ),
    {
        "type": "result",
        "subtype": "success",
        "num_turns": 4,
        "result": "mended",
        "session_id": "s1",
    },
]


def _rollout(kind: str, number: int, payload: dict[str, Any]) -> dict[str, Any]:
    return {"timestamp": f"2030-01-01T10:00:{number:02d}Z", "type": kind, "payload": payload}


def _function(call_id: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "function_call",
        "call_id": call_id,
        "name": name,
        "arguments": json.dumps(arguments),
    }


def _output(call_id: str, output: str) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": output}


CODEX_ROLLOUT: Records = [
    _rollout("session_meta", 0, {"id": "t1", "cwd": "/w", "cli_version": "1"}),
    _rollout("event_msg", 1, {"type": "user_message", "message": "mend it"}),
    _rollout("response_item", 2, {"type": "reasoning", "summary": [{"text": "hm"}]}),
    _rollout("response_item", 3, _function("c1", "update_plan", {"plan": todos(OPEN, "step")})),
    _rollout("response_item", 4, _output("c1", "Plan updated")),
    _rollout("response_item", 5, _function("c2", "exec_command", {"cmd": "ls"})),
    _rollout("response_item", 5, _function("c3", "exec_command", {"cmd": "no"})),
    _rollout("response_item", 6, _output("c3", "Process exited with code 127\nnot found")),
    _rollout("response_item", 6, _output("c2", "Process exited with code 0\na.py")),
    _rollout("response_item", 7, _function("c4", "update_plan", {"plan": todos(CLOSED, "step")})),
    _rollout("response_item", 8, _output("c4", "Plan updated")),
    _rollout(
        "response_item",
        9,
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "mended"}],
        },
    ),
    _rollout("event_msg", 9, {"type": "agent_message", "message": "mended"}),
    _rollout("event_msg", 10, {"type": "task_complete"}),
]


def _exec_list(done: bool) -> list[dict[str, Any]]:
    return [{"text": "Look", "completed": done}, {"text": "Mend", "completed": done}]


def _command(item_id: str, *, code: int | None, output: str = "") -> dict[str, Any]:
    return {
        "id": item_id,
        "type": "command_execution",
        "command": "ls" if code == 0 else "no",
        "aggregated_output": output,
        "exit_code": code,
        "status": "completed" if code == 0 else "failed",
    }


CODEX_EXEC: Records = [
    {"type": "thread.started", "thread_id": "t1"},
    {"type": "turn.started"},
    {"type": "item.completed", "item": {"id": "i0", "type": "reasoning", "text": "hm"}},
    {"type": "item.started", "item": {"id": "i1", "type": "todo_list", "items": _exec_list(False)}},
    {"type": "item.completed", "item": _command("i2", code=0, output="a.py")},
    {"type": "item.completed", "item": _command("i3", code=127, output="not found")},
    {"type": "item.updated", "item": {"id": "i1", "type": "todo_list", "items": _exec_list(True)}},
    {"type": "item.completed", "item": {"id": "i4", "type": "agent_message", "text": "mended"}},
    {"type": "turn.completed", "usage": {"input_tokens": 10, "output_tokens": 5}},
]


def _notified(method: str, **params: Any) -> dict[str, Any]:
    return {"workspace_id": "w", "message": {"method": method, "params": params}}


def _camel(item_id: str, *, code: int, output: str) -> dict[str, Any]:
    return {
        "id": item_id,
        "type": "commandExecution",
        "command": "ls" if code == 0 else "no",
        "aggregatedOutput": output,
        "exitCode": code,
        "status": "completed" if code == 0 else "failed",
    }


CODEX_APP_SERVER: Records = [
    _notified("thread/started", thread={"id": "t1", "cwd": "/w"}),
    _notified("turn/started", turn={"id": "1"}),
    _notified("codex/event/user_message", msg={"type": "user_message", "message": "mend it"}),
    _notified(
        "item/completed",
        item={"type": "userMessage", "id": "i0", "content": [{"type": "text", "text": "mend it"}]},
    ),
    _notified("item/completed", item={"type": "reasoning", "id": "i1", "summary": ["hm"]}),
    _notified("turn/plan/updated", plan=[{"step": "Look", "status": "inProgress"}]),
    _notified("item/started", item={"id": "i2", "type": "commandExecution", "command": "ls"}),
    _notified("item/completed", item=_camel("i2", code=0, output="a.py")),
    _notified("item/completed", item=_camel("i3", code=127, output="not found")),
    _notified("turn/plan/updated", plan=todos(CLOSED, "step")),
    _notified("item/agentMessage/delta", itemId="i4", delta="men"),
    _notified("item/completed", item={"type": "agentMessage", "id": "i4", "text": "mended"}),
    _notified("turn/completed", turn={"status": "completed"}),
]


def _tui(**msg: Any) -> dict[str, Any]:
    return {
        "ts": "2030-01-01T10:00:01Z",
        "dir": "to_tui",
        "kind": "codex_event",
        "payload": {"id": "1", "msg": msg},
    }


CODEX_TUI: Records = [
    {"ts": "2030-01-01T10:00:00Z", "dir": "meta", "kind": "session_start", "cwd": "/w"},
    {"dir": "to_tui", "kind": "app_event", "variant": "Redraw"},
    {
        "dir": "from_tui",
        "kind": "op",
        "payload": {"type": "user_input", "items": [{"type": "text", "text": "mend it"}]},
    },
    _tui(type="task_started"),
    _tui(type="agent_reasoning", text="hm"),
    _tui(type="plan_update", plan=todos(OPEN, "step")),
    _tui(type="exec_command_begin", call_id="c2", command=["ls"]),
    _tui(type="exec_command_end", call_id="c2", aggregated_output="a.py", exit_code=0),
    _tui(type="exec_command_begin", call_id="c3", command=["no"]),
    _tui(type="exec_command_end", call_id="c3", aggregated_output="not found", exit_code=127),
    _tui(type="plan_update", plan=todos(CLOSED, "step")),
    _tui(type="agent_message_delta", delta="men"),
    _tui(type="agent_message_delta", delta="ded"),
    _tui(type="agent_message", message="mended"),
    _tui(type="task_complete", last_agent_message="mended"),
]


def _part(part_id: str, message_id: str, **part: Any) -> dict[str, Any]:
    return {"id": part_id, "messageID": message_id, "sessionID": "ses_1", **part}


def _tool(part_id: str, name: str, **state: Any) -> dict[str, Any]:
    return _part(part_id, "msg_2", type="tool", tool=name, callID=f"c_{part_id}", state=state)


OPENCODE_PARTS: Records = [
    _part("prt_0", "msg_1", type="text", text="mend it"),
    _part("prt_1", "msg_2", type="reasoning", text="hm"),
    _tool("prt_2", "todowrite", status="completed", input={"todos": todos(OPEN)}, output="[]"),
    _tool("prt_3", "bash", status="completed", input={"command": "ls"}, output="a.py"),
    _tool("prt_4", "bash", status="error", input={"command": "no"}, error="not found"),
    _tool("prt_5", "todowrite", status="completed", input={"todos": todos(CLOSED)}, output="[]"),
    _part("prt_6", "msg_2", type="text", text="mended"),
]
_OPENCODE_INFOS: Records = [
    {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": {"created": 1_900_000_000_000}},
    {"id": "msg_2", "sessionID": "ses_1", "role": "assistant", "modelID": "m"},
]

OPENCODE_EVENTS: Records = [
    {"type": "session.updated", "properties": {"info": {"id": "ses_1", "directory": "/w"}}},
    *({"type": "message.updated", "properties": {"info": info}} for info in _OPENCODE_INFOS),
    {
        "type": "message.part.updated",
        "properties": {"part": {**OPENCODE_PARTS[-1], "text": "me"}},
    },
    {"type": "message.part.removed", "properties": {"partID": "prt_6"}},
    *({"type": "message.part.updated", "properties": {"part": part}} for part in OPENCODE_PARTS),
    {"type": "session.idle", "properties": {"sessionID": "ses_1"}},
]

OPENCODE_EXPORT: Records = [
    {
        "info": {"id": "ses_1", "directory": "/w", "title": "mend"},
        "messages": [
            {"info": _OPENCODE_INFOS[0], "parts": OPENCODE_PARTS[:1]},
            {"info": _OPENCODE_INFOS[1], "parts": OPENCODE_PARTS[1:]},
        ],
    }
]


def _gemini_call(name: str, arguments: dict[str, Any], **response: Any) -> dict[str, Any]:
    status = "error" if "error" in response else "success"
    return {
        "id": f"{name}-{json.dumps(arguments)}",
        "name": name,
        "args": arguments,
        "status": status,
        "result": [{"functionResponse": {"name": name, "response": response}}],
    }


GEMINI_CLI: Records = [
    {
        "sessionId": "s1",
        "projectHash": "h",
        "startTime": "2030-01-01T10:00:00Z",
        "messages": [
            {"id": "1", "type": "user", "content": "mend it"},
            {
                "id": "2",
                "type": "gemini",
                "content": "",
                "thoughts": [{"subject": "hm", "description": "hm"}],
                "toolCalls": [
                    _gemini_call("write_todos", {"todos": todos(OPEN, "description")}, output="ok"),
                    _gemini_call("run_shell_command", {"command": "ls"}, output="a.py"),
                    _gemini_call("run_shell_command", {"command": "no"}, error="not found"),
                    _gemini_call(
                        "write_todos", {"todos": todos(CLOSED, "description")}, output="ok"
                    ),
                ],
                "tokens": {"input": 10, "output": 5},
            },
            {"id": "3", "type": "gemini", "content": "mended"},
        ],
    }
]


def _copilot(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": kind, "timestamp": "2030-01-01T10:00:00Z"}


def _asked(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"toolCallId": call_id, "name": name, "arguments": arguments}


COPILOT_CLI: Records = [
    _copilot("session.start", sessionId="s1", copilotVersion="1"),
    _copilot("user.message", content="mend it"),
    _copilot(
        "assistant.message",
        messageId="m1",
        content="",
        reasoningText="hm",
        toolRequests=[
            _asked("c1", "update_todo", {"todos": "- [x] Look\n- [ ] Mend"}),
            _asked("c2", "bash", '{"command": "ls"}'),
            _asked("c3", "bash", {"command": "no"}),
        ],
    ),
    _copilot("tool.execution_start", toolCallId="c2", toolName="bash", arguments={"command": "ls"}),
    _copilot("tool.execution_complete", toolCallId="c1", success=True, result={"content": "ok"}),
    _copilot("tool.execution_complete", toolCallId="c3", success=False, error={"message": "no"}),
    _copilot("tool.execution_complete", toolCallId="c2", success=True, result={"content": "a.py"}),
    _copilot(
        "assistant.message",
        messageId="m2",
        content="",
        toolRequests=[_asked("c4", "update_todo", {"todos": "- [x] Look\n- [x] Mend"})],
    ),
    _copilot("tool.execution_complete", toolCallId="c4", success=True, result={"content": "ok"}),
    _copilot("assistant.message", messageId="m3", content="mended", toolRequests=[]),
]


def _kimi(**event: Any) -> dict[str, Any]:
    return {"type": "context.append_loop_event", "event": event, "time": 1_900_000_000_000}


def _kimi_call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return _kimi(type="tool.call", toolCallId=call_id, name=name, args=arguments)


def _kimi_result(call_id: str, output: str, *, error: bool = False) -> dict[str, Any]:
    return _kimi(
        type="tool.result", toolCallId=call_id, result={"output": output, "isError": error}
    )


_TYPED = [{"type": "text", "text": "mend it"}]
KIMI: Records = [
    {"type": "metadata", "protocol_version": "1.4"},
    {"type": "turn.prompt", "input": _TYPED, "origin": {"kind": "user"}},
    {"type": "context.append_message", "message": {"role": "user", "content": _TYPED}},
    _kimi(type="step.begin", uuid="s1"),
    _kimi(type="content.part", part={"type": "think", "think": "hm"}),
    _kimi_call("c1", "TodoList", {"todos": todos(OPEN, "title")}),
    _kimi_result("c1", "ok"),
    _kimi_call("c2", "Bash", {"command": "ls"}),
    _kimi_result("c2", "a.py"),
    _kimi_call("c3", "Bash", {"command": "no"}),
    _kimi_result("c3", "not found", error=True),
    _kimi_call("c4", "TodoList", {"todos": todos([("Look", "done"), ("Mend", "done")], "title")}),
    _kimi_result("c4", "ok"),
    _kimi(type="content.part", part={"type": "text", "text": "mended"}),
    _kimi(type="step.end", finishReason="end_turn", usage={"inputOther": 10, "output": 5}),
]


def _pi(**message: Any) -> dict[str, Any]:
    return {"type": "message", "timestamp": "2030-01-01T10:00:01Z", "message": message}


PI: Records = [
    {"type": "session", "version": 3, "id": "s1", "cwd": "/w", "timestamp": "2030-01-01T10:00:00Z"},
    {"type": "thinking_level_change", "thinkingLevel": "low"},
    _pi(role="user", content=[{"type": "text", "text": "mend it"}], timestamp=1),
    _pi(
        role="assistant",
        content=[
            {"type": "thinking", "thinking": "hm"},
            {"type": "toolCall", "id": "c2", "name": "bash", "arguments": {"command": "ls"}},
            {"type": "toolCall", "id": "c3", "name": "bash", "arguments": {"command": "no"}},
        ],
        stopReason="toolUse",
        usage={"input": 10, "output": 5},
    ),
    _pi(role="toolResult", toolCallId="c2", content=[{"type": "text", "text": "a.py"}]),
    _pi(role="toolResult", toolCallId="c3", content="not found", isError=True),
    _pi(role="assistant", content=[{"type": "text", "text": "mended"}], stopReason="stop"),
]


def _cline(kind: str, what: str, text: Any, number: int) -> dict[str, Any]:
    shown = text if isinstance(text, str) else json.dumps(text)
    return {"ts": 1_900_000_000_000 + number, "type": kind, kind: what, "text": shown}


def _roo_list(done: bool) -> dict[str, Any]:
    status = "completed" if done else "pending"
    items = [
        {"id": "1", "content": "Look", "status": status},
        {"id": "2", "content": "Mend", "status": status},
    ]
    return {"tool": "updateTodoList", "todos": items}


CLINE: Records = [
    _cline("say", "text", "mend it", 0),
    _cline("say", "api_req_started", {"tokensIn": 10, "tokensOut": 5}, 1),
    _cline("say", "reasoning", "hm", 2),
    _cline("ask", "tool", _roo_list(False), 3),
    _cline("ask", "command", "ls", 4),
    _cline("say", "command_output", "a.py", 5),
    {**_cline("say", "text", "men", 6), "partial": True},
    _cline("say", "text", "mending", 6),
    _cline("say", "tool", _roo_list(True), 7),
    _cline("say", "completion_result", "mended", 8),
]

SWE_AGENT: Records = [
    {
        "environment": "main",
        "trajectory": [
            {"action": "ls -a\n", "observation": "a.py\r\n", "thought": "", "response": "looking"},
            {"action": "no\n", "observation": "not found", "thought": "trying", "response": "x"},
            {"action": "submit\n", "observation": "diff", "thought": "mended", "response": "x"},
        ],
        "history": [
            {"role": "system", "content": "rules", "agent": "main"},
            {"role": "user", "content": "a demonstration", "agent": "main", "is_demo": True},
            {"role": "user", "content": "mend it", "agent": "main"},
        ],
        "info": {"exit_status": "submitted"},
    }
]

MINI_SWE_AGENT: Records = [
    {"role": "system", "content": "rules"},
    {"role": "user", "content": "mend it"},
    {"role": "assistant", "content": "looking\n```mswea_bash_command\nls\n```"},
    {"role": "user", "content": "<returncode>0</returncode>\n<output>a.py</output>"},
    {"role": "assistant", "content": "mended\n```mswea_bash_command\nsubmit\n```"},
]


def _atif(number: int, source: str, message: str, **more: Any) -> dict[str, Any]:
    return {"step_id": number, "source": source, "message": message, **more}


def _atif_call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"tool_call_id": call_id, "function_name": name, "arguments": arguments}


def _observed(*results: tuple[str, str]) -> dict[str, Any]:
    return {"results": [{"source_call_id": key, "content": content} for key, content in results]}


ATIF: Records = [
    {
        "schema_version": "ATIF-v1.7",
        "session_id": "s1",
        "agent": {"name": "a", "version": "1", "model_name": "m"},
        "steps": [
            _atif(1, "system", "rules"),
            _atif(2, "user", "mend it"),
            _atif(
                3,
                "agent",
                "",
                reasoning_content="hm",
                tool_calls=[
                    _atif_call(
                        "c1", "task_tracker", {"command": "plan", "task_list": todos(OPEN, "title")}
                    ),
                    _atif_call("c2", "execute_bash", {"command": "ls"}),
                ],
                observation=_observed(("c2", "a.py"), ("c1", "ok")),
                metrics={"prompt_tokens": 10, "completion_tokens": 5},
            ),
            _atif(
                4,
                "agent",
                "mended",
                tool_calls=[
                    _atif_call(
                        "c3",
                        "task_tracker",
                        {"command": "plan", "task_list": todos(CLOSED, "title")},
                    ),
                    _atif_call("c4", "finish", {}),
                ],
                observation=_observed(("c3", "ok")),
            ),
        ],
    }
]


def _old_hands(number: int, source: str, **event: Any) -> dict[str, Any]:
    return {"id": number, "timestamp": "2030-01-01T10:00:00", "source": source, **event}


OPENHANDS_EVENTS: Records = [
    _old_hands(0, "user", action="message", args={"content": "mend it"}),
    _old_hands(1, "environment", observation="agent_state_changed", extras={"agent_state": "init"}),
    _old_hands(
        2,
        "agent",
        action="task_tracking",
        args={"command": "plan", "task_list": todos(OPEN, "title"), "thought": "hm"},
    ),
    _old_hands(3, "agent", observation="task_tracking", cause=2, content="ok"),
    _old_hands(4, "agent", action="run", args={"command": "ls", "thought": ""}),
    _old_hands(5, "agent", observation="run", cause=4, content="a.py", extras={}),
    _old_hands(6, "agent", action="run", args={"command": "no"}),
    _old_hands(7, "agent", observation="error", cause=6, content="not found"),
    _old_hands(
        8,
        "agent",
        action="task_tracking",
        args={"command": "plan", "task_list": todos(CLOSED, "title")},
    ),
    _old_hands(9, "agent", observation="task_tracking", cause=8, content="ok"),
    _old_hands(10, "agent", action="message", args={"content": "mended"}),
]


def _sdk(kind: str, source: str, **event: Any) -> dict[str, Any]:
    return {"kind": kind, "source": source, "timestamp": "2030-01-01T10:00:00", **event}


def _acted(call_id: str, tool: str, arguments: Any, **more: Any) -> dict[str, Any]:
    call = {"id": call_id, "name": tool, "arguments": json.dumps(arguments)}
    return _sdk(
        "ActionEvent", "agent", tool_name=tool, tool_call_id=call_id, tool_call=call, **more
    )


def _seen(call_id: str, shown: str, *, error: bool = False) -> dict[str, Any]:
    observation = {"content": [{"type": "text", "text": shown}], "is_error": error}
    return _sdk("ObservationEvent", "environment", tool_call_id=call_id, observation=observation)


def _spoken(source: str, said: str) -> dict[str, Any]:
    message = {"role": source, "content": [{"type": "text", "text": said}]}
    return _sdk("MessageEvent", source, llm_message=message)


OPENHANDS_SDK: Records = [
    _sdk("SystemPromptEvent", "agent", system_prompt={"text": "rules"}),
    _spoken("user", "mend it"),
    _acted(
        "c1",
        "task_tracker",
        {"command": "plan", "task_list": todos(OPEN, "title")},
        reasoning_content="hm",
    ),
    _seen("c1", "ok"),
    _acted("c2", "terminal", {"command": "ls"}, llm_response_id="r1"),
    _acted("c3", "terminal", {"command": "no"}, llm_response_id="r1"),
    _seen("c3", "not found", error=True),
    _seen("c2", "a.py"),
    _acted("c4", "task_tracker", {"command": "plan", "task_list": todos(CLOSED, "title")}),
    _seen("c4", "ok"),
    _spoken("agent", "mended"),
]


def _ui(call_id: str, name: str, arguments: Any, **more: Any) -> dict[str, Any]:
    return {"type": f"tool-{name}", "toolCallId": call_id, "input": arguments, **more}


def _done(output: Any) -> dict[str, Any]:
    return {"state": "output-available", "output": output}


AI_SDK_MESSAGES: Records = [
    {"id": "u1", "role": "user", "parts": [{"type": "text", "text": "mend it"}]},
    {
        "id": "m1",
        "role": "assistant",
        "metadata": {"finishReason": "stop", "usage": {"inputTokens": 10, "outputTokens": 5}},
        "parts": [
            {"type": "step-start"},
            {"type": "reasoning", "text": "hm"},
            _ui("c1", "write_todos", {"todos": todos(OPEN)}, **_done({"todos": todos(OPEN)})),
            _ui("c2", "read", {"path": "a"}, **_done({"text": "a.py"})),
            _ui("c3", "read", {"path": "no"}, state="output-error", errorText="not found"),
            _ui("c4", "write_todos", {"todos": []}, **_done({"todos": todos(CLOSED)})),
            {"type": "text", "text": "mended"},
        ],
    },
]

AI_SDK_STREAM: Records = [
    {"type": "start", "messageId": "m1"},
    {"type": "start-step"},
    {"type": "reasoning-start", "id": "r"},
    {"type": "reasoning-delta", "id": "r", "delta": "h"},
    {"type": "reasoning-delta", "id": "r", "delta": "m"},
    {"type": "reasoning-end", "id": "r"},
    {"type": "tool-input-start", "toolCallId": "c1", "toolName": "write_todos"},
    {"type": "tool-input-delta", "toolCallId": "c1", "inputTextDelta": '{"todos": []}'},
    {"type": "tool-output-available", "toolCallId": "c1", "output": {"todos": todos(OPEN)}},
    {"type": "tool-input-available", "toolCallId": "c2", "toolName": "read", "input": {"p": "a"}},
    {"type": "tool-output-available", "toolCallId": "c2", "output": "a.py"},
    {"type": "tool-input-available", "toolCallId": "c3", "toolName": "read", "input": {"p": "no"}},
    {"type": "tool-output-error", "toolCallId": "c3", "errorText": "not found"},
    {"type": "tool-input-available", "toolCallId": "c4", "toolName": "write_todos", "input": {}},
    {"type": "tool-output-available", "toolCallId": "c4", "output": {"todos": todos(CLOSED)}},
    {"type": "finish-step"},
    {"type": "start-step"},
    {"type": "text-start", "id": "t"},
    {"type": "text-delta", "id": "t", "delta": "men"},
    {"type": "text-delta", "id": "t", "delta": "ded"},
    {"type": "text-end", "id": "t"},
    {"type": "finish-step"},
    {"type": "finish"},
]


def _chat_call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"id": call_id, "function": name, "arguments": arguments}


INSPECT: Records = [
    {
        "version": 2,
        "status": "success",
        "eval": {"run_id": "r1", "model": "m", "task": "t"},
        "samples": [
            {
                "id": 1,
                "epoch": 1,
                "input": "mend it",
                "attachments": {"h": "mend it"},
                "messages": [
                    {"role": "system", "content": "rules"},
                    {"role": "user", "content": "attachment://h"},
                    {
                        "role": "assistant",
                        "content": [{"type": "reasoning", "reasoning": "hm"}],
                        "tool_calls": [
                            _chat_call("c2", "bash", {"cmd": "ls"}),
                            _chat_call("c3", "bash", {"cmd": "no"}),
                        ],
                    },
                    {"role": "tool", "tool_call_id": "c2", "content": "a.py"},
                    {
                        "role": "tool",
                        "tool_call_id": "c3",
                        "content": "",
                        "error": {"type": "unknown", "message": "not found"},
                    },
                    {"role": "assistant", "content": "mended"},
                ],
            }
        ],
    }
]


def _graph_call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"id": call_id, "name": name, "args": arguments}


LANGGRAPH: Records = [
    {
        "messages": [
            {"type": "human", "id": "h1", "content": "mend it"},
            {
                "type": "ai",
                "id": "a1",
                "content": [{"type": "thinking", "thinking": "hm"}],
                "tool_calls": [
                    _graph_call("c1", "write_todos", {"todos": todos(OPEN)}),
                    _graph_call("c2", "read", {"path": "a"}),
                    _graph_call("c3", "read", {"path": "no"}),
                ],
            },
            {"type": "tool", "tool_call_id": "c3", "content": "not found", "status": "error"},
            {"type": "tool", "tool_call_id": "c1", "content": "ok"},
            {"type": "tool", "tool_call_id": "c2", "content": "a.py"},
            {
                "type": "ai",
                "id": "a2",
                "content": "",
                "tool_calls": [_graph_call("c4", "write_todos", {"todos": todos(CLOSED)})],
            },
            {"type": "tool", "tool_call_id": "c4", "content": "ok"},
            {"type": "ai", "id": "a3", "content": "mended"},
        ],
        "todos": todos(CLOSED),
        "files": {},
    }
]


def _gemini_call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "tool_id": call_id, "tool_name": name, "parameters": arguments}


def _gemini_result(call_id: str, **result: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_id": call_id, "status": "success", **result}


def _described(items: list[tuple[str, str]]) -> dict[str, Any]:
    return {"todos": todos(items, "description")}


GEMINI_STREAM: Records = [
    {"type": "init", "session_id": "s1", "model": "m"},
    {"type": "message", "role": "user", "content": "mend it", "timestamp": "2030-01-01T10:00:00Z"},
    _gemini_call("c1", "write_todos", _described(OPEN)),
    _gemini_result("c1", output="ok"),
    _gemini_call("c2", "run_shell_command", {"command": "ls"}),
    _gemini_call("c3", "run_shell_command", {"command": "no"}),
    _gemini_result("c3", status="error", error={"type": "x", "message": "not found"}),
    _gemini_result("c2", output="a.py"),
    _gemini_call("c4", "write_todos", _described(CLOSED)),
    _gemini_result("c4", output="ok"),
    *(
        {
            "type": "message",
            "role": "assistant",
            "content": piece,
            "delta": True,
            "timestamp": "2030-01-01T10:00:09Z",
        }
        for piece in ("men", "ded")
    ),
    {"type": "result", "status": "success", "stats": {"input_tokens": 10, "output_tokens": 5}},
]

ANTHROPIC_MESSAGES: Records = [
    {"role": "user", "content": [{"type": "text", "text": "<task>\nmend it\n</task>"}], "ts": 1},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm"},
            _use("c1", "update_todo_list", {"todos": "[-] Look\n[ ] Mend"}),
        ],
    },
    {"role": "user", "content": [_result("c1", "ok")]},
    {
        "role": "assistant",
        "content": [
            _use("c2", "execute_command", {"command": "ls"}),
            _use("c3", "execute_command", {"command": "no"}),
        ],
    },
    {
        "role": "user",
        "content": [
            _result("c3", "not found", error=True),
            _result("c2", "a.py"),
            {"type": "text", "text": "<environment_details>\nnone\n</environment_details>"},
        ],
    },
    {
        "role": "assistant",
        "content": [_use("c4", "update_todo_list", {"todos": "[x] Look\n[x] Mend"})],
    },
    {"role": "user", "content": [_result("c4", "ok")]},
    {"role": "assistant", "content": [{"type": "text", "text": "mended"}], "ts": 2},
]

SAMPLES: dict[str, Records] = {
    "claude-code": CLAUDE_CODE,
    "claude-stream-json": CLAUDE_STREAM,
    "codex-rollout": CODEX_ROLLOUT,
    "codex-exec": CODEX_EXEC,
    "codex-app-server": CODEX_APP_SERVER,
    "codex-tui-log": CODEX_TUI,
    "opencode-events": OPENCODE_EVENTS,
    "opencode-export": OPENCODE_EXPORT,
    "gemini-cli": GEMINI_CLI,
    "gemini-stream-json": GEMINI_STREAM,
    "copilot-cli": COPILOT_CLI,
    "kimi": KIMI,
    "pi": PI,
    "cline": CLINE,
    "anthropic-messages": ANTHROPIC_MESSAGES,
    "swe-agent": SWE_AGENT,
    "mini-swe-agent": MINI_SWE_AGENT,
    "atif": ATIF,
    "openhands-events": OPENHANDS_EVENTS,
    "openhands-sdk": OPENHANDS_SDK,
    "ai-sdk-ui-message": AI_SDK_MESSAGES,
    "ai-sdk-ui-stream": AI_SDK_STREAM,
    "inspect": INSPECT,
    "langgraph-state": LANGGRAPH,
}


def figures(
    users: int, texts: int, thinking: int, calls: dict[str, int], results: int, errors: int
) -> dict[str, Any]:
    return {
        "user_messages": users,
        "assistant_texts": texts,
        "thinking": thinking,
        "tool_calls": sum(calls.values()),
        "tool_results": results,
        "tool_errors": errors,
        "tool_calls_by_name": calls,
    }


FIGURES: dict[str, dict[str, Any]] = {
    "claude-code": figures(1, 1, 1, {"Bash": 2, "TodoWrite": 2}, 4, 1),
    "claude-stream-json": figures(1, 1, 1, {"Bash": 2, "TodoWrite": 2}, 4, 1),
    "codex-rollout": figures(1, 1, 1, {"exec_command": 2, "update_plan": 2}, 4, 1),
    "codex-exec": figures(0, 1, 1, {"command_execution": 2}, 2, 1),
    "codex-app-server": figures(1, 1, 1, {"command_execution": 2}, 2, 1),
    "codex-tui-log": figures(1, 1, 1, {"exec_command": 2}, 2, 1),
    "opencode-events": figures(1, 1, 1, {"bash": 2, "todowrite": 2}, 4, 1),
    "opencode-export": figures(1, 1, 1, {"bash": 2, "todowrite": 2}, 4, 1),
    "gemini-cli": figures(1, 1, 1, {"run_shell_command": 2, "write_todos": 2}, 4, 1),
    "gemini-stream-json": figures(1, 1, 0, {"run_shell_command": 2, "write_todos": 2}, 4, 1),
    "copilot-cli": figures(1, 1, 1, {"bash": 2, "update_todo": 2}, 4, 1),
    "kimi": figures(1, 1, 1, {"Bash": 2, "TodoList": 2}, 4, 1),
    "pi": figures(1, 1, 1, {"bash": 2}, 2, 1),
    "cline": figures(1, 2, 1, {"command": 1, "updateTodoList": 2}, 1, 0),
    "anthropic-messages": figures(1, 1, 1, {"execute_command": 2, "update_todo_list": 2}, 4, 1),
    "swe-agent": figures(1, 3, 0, {"ls": 1, "no": 1, "submit": 1}, 3, 0),
    "mini-swe-agent": figures(2, 2, 0, {}, 0, 0),
    "atif": figures(1, 1, 1, {"execute_bash": 1, "finish": 1, "task_tracker": 2}, 3, 0),
    "openhands-events": figures(1, 1, 1, {"run": 2, "task_tracking": 2}, 4, 1),
    "openhands-sdk": figures(1, 1, 1, {"task_tracker": 2, "terminal": 2}, 4, 1),
    "ai-sdk-ui-message": figures(1, 1, 1, {"read": 2, "write_todos": 2}, 4, 1),
    "ai-sdk-ui-stream": figures(0, 1, 1, {"read": 2, "write_todos": 2}, 4, 1),
    "inspect": figures(1, 1, 1, {"bash": 2}, 2, 1),
    "langgraph-state": figures(1, 1, 1, {"read": 2, "write_todos": 2}, 4, 1),
}

WITHOUT_PLAN = frozenset({"pi", "swe-agent", "mini-swe-agent", "inspect"})
