"""SWE-agent: trajectories and demonstrations."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.chat_messages import write_assistant
from zaptui.replay.importers.fields import as_number, flat, objects, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_LIMITS = ("exit_cost", "exit_total_cost", "exit_total_execution_time", "exit_command_timeout")


def _claims(record: JsonObject) -> bool:
    steps, history = objects(record.get("trajectory")), objects(record.get("history"))
    if any("action" in step and "observation" in step for step in steps):
        return True
    return any("role" in line and ("message_type" in line or "agent" in line) for line in history)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        steps, history = objects(record.get("trajectory")), objects(record.get("history"))
        scribe.cwd = text(record.get("environment"))
        scribe.prompt(_task(history))
        if steps:
            for step in steps:
                _step(step, scribe)
        else:
            _history(history, scribe)
        _ended(as_object(record.get("info")), scribe)
        scribe.finish()


def _task(history: list[JsonObject]) -> str:
    """The words of the user that began the run."""
    for line in history:
        if line.get("role") == "user" and line.get("is_demo") is not True:
            return flat(line.get("content"))
    return ""


def _step(step: JsonObject, scribe: Scribe) -> None:
    scribe.step()
    said, action = text(step.get("thought")), text(step.get("action"))
    said = said if said.strip() else text(step.get("response"))
    if said.strip():
        scribe.text(said)
    if action.strip():
        call_id = _act(action, scribe)
        scribe.log.advance(float(as_number(step.get("execution_time")) or 0))
        scribe.returned(call_id, flat(step.get("observation")))
    elif text(step.get("observation")).strip():
        scribe.returned("", text(step["observation"]))


def _act(action: str, scribe: Scribe) -> str:
    """An action is a line of shell: its first word names it."""
    return scribe.called("", action.split()[0][:80], {"command": action})


def _history(history: list[JsonObject], scribe: Scribe) -> None:
    """A demonstration has no trajectory: the messages tell what was done."""
    acting = ""
    for line in history:
        role = line.get("role")
        if role == "assistant":
            write_assistant(scribe, line, said=text(line.get("thought")))
            action = text(line.get("action"))
            has_calls = bool(objects(line.get("tool_calls")))
            acting = "" if has_calls or not action.strip() else _act(action, scribe)
        elif role == "tool":
            ids = line.get("tool_call_ids")
            first = ids[0] if isinstance(ids, list) and ids else line.get("tool_call_id")
            scribe.returned(text(first), flat(line.get("content")))
        elif role == "user" and acting:
            scribe.returned(acting, flat(line.get("content")))
            acting = ""


def _ended(info: JsonObject, scribe: Scribe) -> None:
    status = text(info.get("exit_status"))
    if any(limit in status for limit in _LIMITS):
        scribe.capped(status)
    elif status == "early_exit":
        scribe.aborted(status)
    elif status and not status.startswith("submitted"):
        scribe.failed(status)


SWE_AGENT = Format(name="swe-agent", shown="SWE-agent trajectories", claims=_claims, read=_read)
