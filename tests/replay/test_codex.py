"""Codex: rollouts, `exec --json`, the app-server and the terminal's log."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.replay.reading import Reading, read, write
from zaptui.core import events as e
from zaptui.replay.importers import import_run


def item(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "response_item", "payload": {"type": kind, **fields}}


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "event_msg", "payload": {"type": kind, **fields}}


def said(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text}])


def call(call_id: str, name: str = "exec_command", **arguments: Any) -> dict[str, Any]:
    return item("function_call", call_id=call_id, name=name, arguments=json.dumps(arguments))


def output(call_id: str, text: Any) -> dict[str, Any]:
    return item("function_call_output", call_id=call_id, output=text)


def rollout(*records: dict[str, Any]) -> Reading:
    return read("codex-rollout", *records)


def test_what_the_user_typed_is_told_twice_and_counts_once() -> None:
    found = rollout(
        said("user", "<environment_context>x</environment_context>"),
        said("developer", "rules"),
        said("user", "mend it"),
        event("user_message", message="mend it"),
        said("assistant", "done"),
        event("agent_message", message="done"),
        event("user_message", message="thanks"),
        said("user", "thanks"),
        said("assistant", "welcome"),
    )
    assert found.prompts == ["mend it", "thanks"]
    assert found.texts == ["done", "welcome"]


def test_items_of_the_user_count_where_no_event_tells_what_was_typed() -> None:
    found = rollout(said("user", "mend it"), said("assistant", "done"), said("user", "thanks"))
    assert found.prompts == ["mend it", "thanks"]


def test_where_events_tell_what_was_typed_other_items_are_only_shown() -> None:
    found = rollout(
        event("user_message", message="mend it"),
        said("user", "mend it"),
        said("assistant", "done"),
        said("user", "by a program"),
        said("assistant", "ok"),
    )
    assert found.prompts == ["mend it"]
    assert found.notices == ["> by a program"]


def test_an_aborted_turn_and_an_error_end_a_run() -> None:
    found = rollout(
        event("user_message", message="a"),
        call("c1"),
        event("turn_aborted", reason="interrupted"),
        output("c1", "aborted by user"),
        event("user_message", message="b"),
        event("error", message="quota"),
        event("user_message", message="c"),
        event("error", error={"kind": "rate_limit"}),
        event("stream_error", message="retrying"),
        said("assistant", "done"),
    )
    assert found.outcomes == ["aborted", "error", "answered"]
    assert found.notices == ["quota", "rate_limit", "retrying"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Process exited with code 0\nok", "Process exited with code 0\nok"),
        ("Exit code: 2\nno", "error: Exit code: 2\nno"),
        ('{"output":"no","metadata":{"exit_code":1}}', "error: no"),
        ('{"output":"yes","metadata":{"exit_code":0}}', "yes"),
        ('{"output" broken', '{"output" broken'),
        ([{"type": "input_text", "text": "a"}, {"type": "input_image"}], "a\n[input_image]"),
        ({"content": "x", "success": False}, "error: x"),
        ({"type": "input_text", "text": "a.txt"}, "a.txt"),
        (None, ""),
    ],
)
def test_an_output_is_text_and_its_exit_code_an_error(given: Any, shown: str) -> None:
    assert rollout(call("c"), output("c", given)).results == [shown]


def test_calls_of_every_kind() -> None:
    found = rollout(
        item("custom_tool_call", call_id="a", name="apply_patch", input="*** Begin"),
        item("custom_tool_call_output", call_id="a", output="ok"),
        item("local_shell_call", call_id="b", action={"command": ["ls"]}),
        item("web_search_call", action={"query": "x"}),
        item("tool_search_call", call_id="t", arguments={"query": "x"}),
        item("tool_search_output", call_id="t", tools=[{"name": "one"}, {"name": "two"}]),
        item("image_generation_call", status="completed"),
        item("ghost_snapshot"),
        item("hologram"),
        event("later_event"),
    )
    calls = [(x.tool, x.input) for x in found.of(e.ToolCalled)]
    assert calls == [
        ("apply_patch", {"input": "*** Begin"}),
        ("local_shell_call", {"command": ["ls"]}),
        ("web_search_call", {"query": "x"}),
        ("tool_search_call", {"query": "x"}),
    ]
    assert found.counts["tool_results"] == 1
    assert found.notices[:2] == ["tools found: one, two", "an image was generated"]
    assert found.not_understood == 2


def test_tokens_are_counted_once_however_often_the_totals_are_told() -> None:
    info = {
        "total_token_usage": {"input_tokens": 10},
        "last_token_usage": {"input_tokens": 10, "output_tokens": 5, "cached_input_tokens": 4},
    }
    found = rollout(
        said("assistant", "a"),
        event("token_count", info=info),
        event("token_count", info=info),
        event("token_count", info=None),
        said("assistant", "b"),
        event("token_count", info={"prompt": 3, "completion": 2}),
    )
    usage = found.of(e.RunFinished)[0].usage
    assert (usage.input_tokens, usage.output_tokens, usage.cached_tokens) == (13, 7, 4)
    assert found.counts["steps"] == 2


def test_compactions_reviews_and_mail_are_told() -> None:
    found = rollout(
        {"type": "compacted", "payload": {"replacement_history": [{"role": "user"}]}},
        event("entered_review_mode"),
        item("agent_message", author="/root", recipient="/w", content=[{"text": "go"}]),
        said("assistant", "done"),
    )
    assert found.notices == ["context compacted", "entered_review_mode", "/root → /w: go"]


def test_old_files_hold_bare_items() -> None:
    path_items = [
        {"id": "x", "timestamp": "2025-01-01T00:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]},
        {"type": "function_call", "call_id": "c", "name": "shell", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "ok"},
        {"no": "type"},
    ]
    found = rollout(*path_items)
    assert found.prompts == ["a"]
    assert found.counts["tool_results"] == 1
    assert found.not_understood == 1


def meta(thread: str, source: Any) -> dict[str, Any]:
    return {"type": "session_meta", "payload": {"id": thread, "source": source}}


def test_a_spawned_thread_is_read_where_it_began(tmp_path: Path) -> None:
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": "root"}}}
    write(
        tmp_path / "b.jsonl",
        meta("root", "cli"),
        event("user_message", message="a"),
        call("c1", "spawn_agent"),
        event("collab_agent_spawn_end", call_id="c1", new_thread_id="child"),
        output("c1", "done"),
        said("assistant", "done"),
    )
    mail = item("agent_message", author="/root", recipient="/w", content=[{"text": "look"}])
    write(tmp_path / "a.jsonl", meta("child", spawn), mail, said("assistant", "found"))
    write(tmp_path / "c.jsonl", meta("stray", {"subagent": "review"}), said("assistant", "x"))

    found = Reading(import_run(tmp_path).entries)
    assert found.conversation.children["c1"].turn.prompt == "look"
    assert list(found.conversation.children) == ["c1", "agent:stray"]
    assert found.counts["assistant_texts"] == 1


def test_threads_alone_in_a_folder_are_runs(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", meta("t", {"subagent": "review"}), said("assistant", "x"))
    assert Reading(import_run(tmp_path).entries).texts == ["x"]


def run_exec(*records: dict[str, Any]) -> Reading:
    return read("codex-exec", *records)


def completed(**fields: Any) -> dict[str, Any]:
    return {"type": "item.completed", "item": fields}


def test_exec_turns_are_runs_and_may_fail() -> None:
    found = run_exec(
        {"type": "turn.started"},
        {"type": "error", "message": "Reconnecting"},
        completed(id="i1", type="agent_message", text="a"),
        {"type": "turn.completed", "usage": {"input_tokens": 1, "output_tokens": 2}},
        {"type": "turn.started"},
        {"type": "turn.failed", "error": {"message": "quota"}},
        {"type": "later"},
    )
    assert found.outcomes[:2] == ["answered", "error"]
    assert found.of(e.RunFinished)[0].usage.output_tokens == 2


def test_exec_items_of_every_kind() -> None:
    found = run_exec(
        completed(id="i1", type="mcp_tool_call", server="d", tool="s", arguments={"q": 1},
                  result={"content": [{"type": "text", "text": "hit"}]}, status="completed"),
        completed(id="i2", type="mcp_tool_call", server="d", tool="s", arguments="{}",
                  error={"message": "timed out"}, status="failed"),
        completed(id="i3", type="file_change", changes=[{"path": "a"}], status="completed"),
        completed(id="i4", type="web_search", query="x"),
        completed(id="i5", type="command_execution", command="x", status="declined"),
        completed(id="i6", type="error", message="careful"),
        completed(id="i7", type="hologram"),
    )  # fmt: skip
    assert [(x.tool, x.input) for x in found.of(e.ToolCalled)] == [
        ("d.s", {"q": 1}),
        ("d.s", {}),
        ("file_change", {"changes": [{"path": "a"}]}),
        ("web_search", {"query": "x"}),
        ("command_execution", {"command": "x"}),
    ]
    assert found.results == ["hit", "error: timed out", "completed", None, "error: declined"]
    assert (found.notices[0], found.not_understood) == ("careful", 1)


def notified(method: str, **params: Any) -> dict[str, Any]:
    return {"method": method, "params": params}


def test_app_server_text_whose_item_never_completed_is_kept() -> None:
    found = read(
        "codex-app-server",
        notified("turn/started"),
        notified("item/reasoning/summaryTextDelta", itemId="r", delta="h"),
        notified("item/reasoning/summaryTextDelta", itemId="r", delta="m"),
        notified("item/agentMessage/delta", itemId="m", delta="ha"),
        notified("item/agentMessage/delta", itemId="m", delta="lf"),
        notified("item/commandExecution/outputDelta", itemId="c", delta="x"),
        notified("turn/completed", turn={"status": "interrupted"}),
        notified("turn/started"),
        notified("error", error={"message": "again"}, willRetry=True),
        notified("error", error={"message": "no more"}),
        notified("turn/completed", turn={"status": "failed", "error": {"message": "no more"}}),
        notified("thread/tokenUsage/updated", tokenUsage={"last": {"inputTokens": 1}}),
        notified("window/zoom"),
    )
    assert (found.texts, found.counts["thinking"]) == (["half"], 1)
    assert found.outcomes == ["aborted", "error"]
    assert found.not_understood == 1


def test_an_app_server_that_only_tells_old_events_is_read_by_them() -> None:
    def legacy(kind: str, **fields: Any) -> dict[str, Any]:
        return notified(f"codex/event/{kind}", msg={"type": kind, **fields})

    found = read(
        "codex-app-server",
        legacy("user_message", message="a"),
        legacy("agent_message", message="done"),
        legacy("task_complete"),
    )
    assert (found.prompts, found.texts) == (["a"], ["done"])


def test_app_server_tokens_reviews_and_plans() -> None:
    found = read(
        "codex-app-server",
        notified("item/completed", item={"type": "agentMessage", "id": "m", "text": "x"}),
        notified(
            "thread/tokenUsage/updated", tokenUsage={"last": {"inputTokens": 4, "outputTokens": 2}}
        ),
        notified("item/completed", item={"type": "plan", "id": "p", "text": "first this"}),
        notified("item/completed", item={"type": "enteredReviewMode", "id": "r"}),
        notified("turn/plan/updated", plan=[{"step": "A", "status": "inProgress"}]),
    )
    assert found.notices == ["plan: first this", "entered_review_mode"]
    assert found.plans == [[("A", "in_progress")]]
    assert found.of(e.RunFinished)[0].usage.output_tokens == 2


def tui(kind: str, **fields: Any) -> dict[str, Any]:
    return {"dir": "to_tui", "kind": "codex_event", "payload": {"msg": {"type": kind, **fields}}}


def test_the_terminals_log() -> None:
    info = {"total_token_usage": {"a": 1}, "last_token_usage": {"input_tokens": 2}}
    found = read(
        "codex-tui-log",
        tui("user_message", message="a"),
        tui("agent_reasoning_delta", delta="hm"),
        tui("agent_message_delta", delta="ha"),
        tui("mcp_tool_call_begin", call_id="m", invocation={"server": "d", "tool": "s"}),
        tui("mcp_tool_call_end", call_id="m", result={"Err": "no"}),
        tui("patch_apply_end", call_id="p", success=True),
        tui("token_count", info=info),
        tui("token_count", info=info),
        tui("stream_error", message="again"),
        tui("background_event", message="by the way"),
        tui("later"),
        {"dir": "from_tui", "kind": "op", "payload": {"type": "interrupt"}},
        tui("turn_aborted", reason="interrupted"),
        tui("error", message="no"),
        {"dir": "to_tui", "kind": "hologram"},
    )
    assert (found.prompts[0], found.texts, found.results) == ("a", ["ha"], ["error: no"])
    assert found.counts["thinking"] == 1
    assert found.outcomes[0] == "aborted"
    assert found.not_understood == 2


def test_counts_of_tokens_may_stand_among_the_items() -> None:
    found = rollout(said("assistant", "a"), item("token_count", input_tokens=3, output_tokens=2))
    used = found.of(e.RunFinished)[0].usage
    assert (used.input_tokens, used.output_tokens, found.not_understood) == (3, 2, 0)


def test_what_the_model_said_counts_by_its_events_where_no_item_tells_it() -> None:
    found = rollout(
        event("user_message", message="a"),
        event("agent_message", message="b"),
        call("c1"),
        output("c1", "ok"),
        event("agent_message", message="c"),
        event("task_complete"),
        event("agent_message", message="d"),
    )
    assert (found.texts, found.counts["tool_results"]) == (["b", "c", "d"], 1)


def test_an_item_repeats_what_an_event_has_said_after_the_reasoning() -> None:
    reasoning = item("reasoning", summary=[{"type": "summary_text", "text": "hm"}])
    found = rollout(event("agent_message", message="b"), reasoning, said("assistant", "b"))
    assert found.texts == ["b"]


def test_what_the_model_said_twice_counts_once() -> None:
    found = rollout(
        event("user_message", message="a"),
        event("agent_message", message="b"),
        said("assistant", "b"),
        said("assistant", "c"),
        event("agent_message", message="c"),
        call("c1"),
    )
    assert found.texts == ["b", "c"]


def test_exec_lines_of_older_versions() -> None:
    def older(**message: Any) -> dict[str, Any]:
        return {"id": "0", "msg": message}

    found = read(
        "codex-exec",
        {"model": "m", "workdir": "/w", "sandbox": "read-only"},
        {"prompt": "mend it"},
        older(type="task_started"),
        older(type="agent_message_delta", delta="me"),
        older(type="agent_message", message="mended"),
        older(type="token_count", info=None),
    )
    assert (found.prompts, found.texts, found.not_understood) == (["mend it"], ["mended"], 0)
    assert found.of(e.RunStarted)[0].cwd == "/w"
