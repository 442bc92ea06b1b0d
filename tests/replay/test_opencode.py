"""OpenCode: parts and messages as they were told last, subagents, storage folders."""

import json
from pathlib import Path
from typing import Any

from tests.replay.reading import Reading, read
from zaptui.core import events as e
from zaptui.replay.importers import import_run


def event(kind: str, **properties: Any) -> dict[str, Any]:
    return {"type": kind, "properties": properties}


def message(message_id: str, role: str, session: str = "s", **info: Any) -> dict[str, Any]:
    return event(
        "message.updated", info={"id": message_id, "role": role, "sessionID": session, **info}
    )


def part(part_id: str, message_id: str, kind: str = "text", **fields: Any) -> dict[str, Any]:
    part = {"id": part_id, "messageID": message_id, "sessionID": "s", "type": kind, **fields}
    return event("message.part.updated", part=part)


def tool(part_id: str, message_id: str, name: str, **state: Any) -> dict[str, Any]:
    return part(part_id, message_id, "tool", tool=name, callID=f"c-{part_id}", state=state)


def events(*records: dict[str, Any]) -> Reading:
    return read("opencode-events", *records)


def test_a_part_may_come_before_its_message_and_grow_by_deltas() -> None:
    found = events(
        part("p1", "m1", text="mend it"),
        event("message.part.delta", messageID="m2", partID="p2", field="text", delta="do"),
        event("message.part.delta", messageID="m2", partID="p2", field="text", delta="ne"),
        message("m1", "user"),
        message("m2", "assistant"),
    )
    assert (found.prompts, found.texts) == (["mend it"], ["done"])


def test_a_part_told_whole_replaces_what_came_in_pieces() -> None:
    found = events(
        message("m2", "assistant"),
        part("p2", "m2", text="d"),
        event("message.part.delta", partID="p2", delta="o"),
        part("p2", "m2", text="done"),
        event("message.part.delta", partID="gone", messageID="m2", delta="x"),
        event("message.part.removed", partID="gone"),
    )
    assert found.texts == ["done"]


def test_what_was_removed_was_never_there() -> None:
    found = events(
        message("m1", "user"),
        part("p1", "m1", text="a"),
        message("m2", "user"),
        part("p2", "m2", text="b"),
        event("message.removed", messageID="m1"),
        event("message.part.removed", partID="nothing"),
    )
    assert found.prompts == ["b"]


def test_text_that_was_not_typed_is_no_message_and_files_are_named() -> None:
    found = events(
        message("m1", "user"),
        part("p1", "m1", text="a"),
        part("p2", "m1", text="Called the Read tool", synthetic=True),
        part("p3", "m1", "file", filename="a.txt"),
        part("p4", "m1", "compaction"),
    )
    assert found.counts["user_messages"] == 1
    assert found.notices == ["> [file: a.txt]", "context compacted"]


def test_arguments_that_a_later_telling_lacks_are_kept() -> None:
    found = events(
        message("m2", "assistant"),
        tool("p1", "m2", "bash", status="running", input={"command": "ls"}),
        tool("p1", "m2", "bash", status="completed", input={}, output="a.py"),
    )
    assert [x.input for x in found.of(e.ToolCalled)] == [{"command": "ls"}]
    assert found.results == ["a.py"]


def test_a_plan_call_that_failed_changes_nothing() -> None:
    found = events(
        message("m2", "assistant"),
        tool("p1", "m2", "todowrite", status="error", input={"todos": "[{]"}, error="invalid"),
        tool("p2", "m2", "todowrite", status="completed", input={"todos": [{"content": "A"}]}),
        event("todo.updated", sessionID="s", todos=[{"content": "A", "status": "pending"}]),
        event("todo.updated", sessionID="s", todos=[{"content": "A", "status": "completed"}]),
    )
    assert found.plans == [[("A", "pending")], [("A", "completed")]]
    assert found.results[0] == "error: invalid"


def test_calls_that_are_open_cut_the_run() -> None:
    found = events(message("m2", "assistant"), tool("p1", "m2", "bash", status="pending"))
    assert found.outcomes == ["aborted"]


def test_an_abort_an_error_and_a_retry() -> None:
    aborted = {"name": "MessageAbortedError", "data": {"message": "aborted"}}
    found = events(
        message("m1", "user"),
        part("p1", "m1", text="a"),
        message("m2", "assistant", error=aborted),
        part("p2", "m2", text="x"),
        event("session.error", sessionID="s", error=aborted),
        event("session.status", sessionID="s", status={"type": "busy"}),
        event("session.status", sessionID="s", status={"type": "retry", "attempt": 2}),
        message("m3", "user"),
        part("p3", "m3", text="b"),
        message("m4", "assistant"),
        part("p4", "m4", text="y"),
        event("session.error", sessionID="s", error={"name": "UnknownError"}),
    )
    assert found.outcomes == ["aborted", "error"]
    assert found.notices == ["trying again, attempt 2: no reason given", "UnknownError"]


def test_a_child_session_nests_under_the_call_that_started_it() -> None:
    found = events(
        message("m1", "user"),
        part("p1", "m1", text="a"),
        message("m2", "assistant"),
        tool(
            "p2",
            "m2",
            "task",
            status="completed",
            input={},
            output="found",
            metadata={"sessionId": "kid"},
        ),
        message("k1", "user", "kid"),
        part("q1", "k1", text="look"),
        message("k2", "assistant", "kid"),
        part("q2", "k2", text="found"),
        event("session.created", info={"id": "lost", "parentID": "s"}),
        message("l1", "user", "lost"),
        part("r1", "l1", text="lost"),
    )
    assert list(found.conversation.children) == ["c-p2", "session:lost"]
    assert found.conversation.children["c-p2"].turn.prompt == "look"
    assert found.counts["user_messages"] == 3


def test_steps_of_a_message_have_their_own_tokens() -> None:
    tokens = {"input": 1, "output": 2, "reasoning": 1, "cache": {"read": 4, "write": 5}}
    found = events(
        message("m2", "assistant", modelID="m", finish="stop"),
        part("p0", "m2", "step-start"),
        part("p1", "m2", "reasoning", text="hm"),
        part("p2", "m2", "step-finish", tokens=tokens, reason="tool-calls"),
        part("p3", "m2", "step-start"),
        part("p4", "m2", text="done"),
        part("p5", "m2", "step-finish", tokens={}),
        part("p6", "m2", "subtask", description="look"),
        part("p7", "m2", "hologram"),
        {"type": "window.zoom", "properties": {}},
    )
    finished = found.of(e.ModelFinished)
    assert [x.reason for x in finished] == ["tool-calls", "stop"]
    usage = found.of(e.RunFinished)[0].usage
    assert (usage.input_tokens, usage.output_tokens, usage.cached_tokens) == (10, 3, 4)
    assert found.counts["steps"] == 2
    assert found.not_understood == 2


def test_an_export_is_read_as_its_messages(tmp_path: Path) -> None:
    found = read(
        "opencode-export",
        {
            "info": {"id": "ses_1", "directory": "/w", "version": "1"},
            "messages": [
                {"info": {"id": "m1", "role": "user"}, "parts": [{"type": "text", "text": "a"}]},
                {
                    "info": {"id": "m2", "role": "assistant"},
                    "parts": [{"type": "text", "text": "b"}],
                },
            ],
        },
        {"odd": True},
    )
    assert (found.prompts, found.texts) == (["a"], ["b"])
    assert found.of(e.RunStarted)[0].cwd == "/w"
    assert found.not_understood == 1


def test_rows_of_its_tables_open_as_one_run(tmp_path: Path) -> None:
    def row(**columns: Any) -> dict[str, Any]:
        return {**columns, "session_id": "ses_1", "time_created": 1}

    said = [("prt_1", "msg_1", "a"), ("prt_2", "msg_2", "b")]
    tables: dict[str, list[dict[str, Any]]] = {
        "message": [
            row(id="msg_1", data='{"role":"user"}'),
            row(id="msg_2", data={"role": "assistant"}),
        ],
        "part": [
            row(id=part, message_id=message, data=json.dumps({"type": "text", "text": text}))
            for part, message, text in said
        ],
        "session": [{"id": "ses_1", "project_id": "p", "directory": "/w", "version": "1"}],
        "switches": [row(id="x", type="agent-switched", seq=1, data="{}")],
    }
    for name, rows in tables.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(rows))
    imported = import_run(tmp_path)
    found = Reading(imported.entries)
    assert (imported.format, found.prompts, found.texts) == ("opencode-export", ["a"], ["b"])
    assert found.of(e.RunStarted)[0].cwd == "/w"
    assert imported.warnings == ["1 files of the folder are no part of the run: switches.json"]


def test_a_storage_folder_opens_as_one_run(tmp_path: Path) -> None:
    files = {
        "session/p/ses_1.json": {"id": "ses_1", "projectID": "p", "directory": "/w"},
        "message/ses_1/msg_1.json": {"id": "msg_1", "sessionID": "ses_1", "role": "user"},
        "message/ses_1/msg_2.json": {"id": "msg_2", "sessionID": "ses_1", "role": "assistant"},
        "part/msg_1/prt_1.json": {
            "id": "prt_1",
            "messageID": "msg_1",
            "sessionID": "ses_1",
            "type": "text",
            "text": "a",
        },
        "part/msg_2/prt_2.json": {
            "id": "prt_2",
            "messageID": "msg_2",
            "sessionID": "ses_1",
            "type": "text",
            "text": "b",
        },
        "todo/ses_1.json": [{"content": "A", "status": "pending", "id": "1"}],
    }
    for name, value in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    imported = import_run(tmp_path)
    found = Reading(imported.entries)
    assert (imported.format, found.prompts, found.texts) == ("opencode-export", ["a"], ["b"])
    assert imported.warnings == ["1 files of the folder are no part of the run: ses_1.json"]
