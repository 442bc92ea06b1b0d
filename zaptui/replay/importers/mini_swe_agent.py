"""mini-swe-agent: trajectories, whole or as the bare list of messages."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.chat_messages import write_assistant, write_tool
from zaptui.replay.importers.fields import dig, flat, objects, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_FENCE = "```mswea_bash_command"
_OUTPUT = "<returncode>"


def _claims(record: JsonObject) -> bool:
    if "messages" in record:
        of_it = text(record.get("trajectory_format")).startswith("mini-swe-agent")
        return of_it or "mini_version" in dig(record, "info")
    said = text(record.get("content"))
    if record.get("role") == "assistant":
        return _FENCE in said
    return record.get("role") == "user" and _OUTPUT in said and "type" not in record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        if "messages" in record:
            for message in objects(record["messages"]):
                _message(message, scribe)
            _ended(as_object(record.get("info")), scribe)
            scribe.finish()
        else:
            _message(record, scribe)


def _message(message: JsonObject, scribe: Scribe) -> None:
    """The outputs of commands come as words of the user: they are not prompts."""
    role, extra = message.get("role"), as_object(message.get("extra"))
    scribe.tick(extra.get("timestamp") or message.get("timestamp"))
    if role == "user":
        said = flat(message.get("content"))
        if not scribe.began:
            scribe.prompt(said)
        elif said.strip():
            scribe.aside(said)
    elif role == "assistant":
        write_assistant(scribe, message)
    elif role == "tool":
        write_tool(scribe, message)
    elif role == "exit":
        _ended(extra, scribe)
    elif role not in ("system", "developer"):
        scribe.unknown(f"message of {text(role)}")


def _ended(info: JsonObject, scribe: Scribe) -> None:
    status = text(info.get("exit_status"))
    if not scribe.began or not status or status.lower() == "submitted":
        return
    if status == "LimitsExceeded":
        scribe.capped(status)
    elif status == "UserInterruption":
        scribe.aborted(status)
    else:
        scribe.failed(status)


MINI_SWE_AGENT = Format(
    name="mini-swe-agent", shown="mini-swe-agent trajectories", claims=_claims, read=_read
)
