"""Tool calls as items of `codex exec --json`: commands, changes of files, searches, the rest."""

from dataclasses import dataclass

from zaptui.core.events import ToolReturned
from zaptui.core.json import Json, JsonObject, as_list, as_object, dump_json

_SHELLS = frozenset(
    {
        *("shell", "bash", "Bash", "exec_command", "command_execution", "run_shell_command"),
        *("terminal", "execute_bash", "run", "command"),
    }
)
_CHANGES = {"edit": "update", "Edit": "update", "write": "update", "Write": "update"}
SERVER = "zap"
"""The server that calls of other tools are said to be of; the format knows no tools but these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call whose result is awaited."""

    item_id: str
    tool: str
    input: JsonObject
    denied: bool = False


def started_item(call: Call) -> JsonObject:
    """The item as it begins."""
    return _item(call, None)


def completed_item(call: Call, result: ToolReturned) -> JsonObject:
    """The item as it ends."""
    return _item(call, result)


def _item(call: Call, result: ToolReturned | None) -> JsonObject:
    command = _command(call)
    if command is not None:
        return _execution(call, command, result)
    path = call.input.get("path", call.input.get("file_path"))
    changes: list[Json] = as_list(call.input.get("changes")) if call.tool == "file_change" else []
    if call.tool in _CHANGES and isinstance(path, str):
        changes = [{"path": path, "kind": _change_kind(call, result)}]
    if changes:
        ended: JsonObject = {"changes": changes, "status": _status(result)}
        return {"id": call.item_id, "type": "file_change", **ended}
    if call.tool == "web_search" and isinstance(call.input.get("query"), str):
        return {"id": call.item_id, "type": "web_search", **call.input}
    return _tool_call(call, result)


def _command(call: Call) -> str | None:
    if call.tool not in _SHELLS:
        return None
    given = call.input.get("command", call.input.get("cmd"))
    if isinstance(given, list):
        return " ".join(str(word) for word in given)
    return given if isinstance(given, str) else None


def _execution(call: Call, command: str, result: ToolReturned | None) -> JsonObject:
    output = as_object(result.output) if result else {}
    code = output.get("exit_code")
    failed = output.get("timed_out") or (isinstance(code, int) and code != 0)
    declined = call.denied and result is not None
    status = "declined" if declined else "failed" if failed else _status(result)
    return {
        "id": call.item_id,
        "type": "command_execution",
        "command": command,
        "aggregated_output": _text(result) if result else "",
        "exit_code": code if isinstance(code, int) else None,
        "status": status,
    }


def _change_kind(call: Call, result: ToolReturned | None) -> str:
    created = result is not None and as_object(result.output).get("created") is True
    return "add" if created else _CHANGES[call.tool]


def _tool_call(call: Call, result: ToolReturned | None) -> JsonObject:
    server, _, tool = call.tool.rpartition(".")
    outcome: JsonObject = {"result": None, "error": None, "status": _status(result)}
    if result is not None and result.error is not None:
        outcome["error"] = {"message": result.error}
    elif result is not None:
        structured = result.output if isinstance(result.output, dict) else None
        content: list[Json] = [{"type": "text", "text": _text(result)}]
        outcome["result"] = {"content": content, "structured_content": structured}
    return {
        "id": call.item_id,
        "type": "mcp_tool_call",
        "server": server or SERVER,
        "tool": tool or call.tool,
        "arguments": call.input,
        **outcome,
    }


def _status(result: ToolReturned | None) -> str:
    if result is None:
        return "in_progress"
    return "completed" if result.error is None else "failed"


def _text(result: ToolReturned) -> str:
    if result.error is not None:
        return result.error
    match result.output:
        case None:
            return ""
        case str() as text:
            return text
        case {"output": str() as text}:
            return text
        case value:
            return dump_json(value)
