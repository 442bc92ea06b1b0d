"""Messages of the Anthropic API: the history that Cline and Roo Code keep beside their window's."""

import re
from collections.abc import Iterator

from zaptui.core.json import JsonObject
from zaptui.replay.importers.claude_messages import (
    attached,
    is_result,
    user_texts,
    write_reply,
    write_results,
)
from zaptui.replay.importers.fields import objects, text
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_BLOCKS = frozenset({"text", "image", "document", "thinking", "redacted_thinking"})
_TASK = re.compile(r"<(task|feedback|user_message|answer)>\s*(.*?)\s*</\1>", re.DOTALL)
_ADDED = ("<environment_details>", "[ERROR]", "<explicit_instructions")
_RESULT = re.compile(r"\[\w+( for [^\n]*)?\] Result:")


def _claims(record: JsonObject) -> bool:
    if record.get("role") not in ("user", "assistant") or "type" in record or "parts" in record:
        return False
    blocks = objects(record.get("content"))
    kinds = {text(block.get("type")) for block in blocks}
    has_calls = any(("input" in block and "name" in block) or is_result(block) for block in blocks)
    return bool(kinds) and (has_calls or ("ts" in record and kinds <= _BLOCKS))


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        scribe.tick(record.get("ts") or record.get("timestamp"))
        role = text(record.get("role"))
        if role == "assistant":
            write_reply(scribe, record)
        elif role == "user":
            _user(scribe, record)
        elif role != "system":
            scribe.unknown(f"message of {role}" if role else "record without a role")


def _user(scribe: Scribe, record: JsonObject) -> None:
    """Results come under the user's name, and what the program adds; a task is marked as one."""
    results = write_results(scribe, record, None)
    if attached(record):
        scribe.notice(f"> {attached(record)}")
    for said in user_texts(record):
        typed = _TASK.search(said)
        if typed:
            scribe.user(typed[2])
        elif said.lstrip().startswith(_ADDED) or _RESULT.match(said.lstrip()):
            scribe.notice(f"> {said}")
        elif results and scribe.began:
            scribe.aside(said)
        else:
            scribe.user(said)


ANTHROPIC_MESSAGES = Format(
    name="anthropic-messages",
    shown="Anthropic message histories",
    claims=_claims,
    read=_read,
)
