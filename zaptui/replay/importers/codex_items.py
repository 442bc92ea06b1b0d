"""Items of the Responses API, as Codex records them: replies, calls and results."""

import re

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.replay.importers.fields import (
    as_number,
    dig,
    first_text,
    flat,
    objects,
    text,
    texts,
)
from zaptui.replay.importers.scribe import Scribe
from zaptui.replay.importers.tolerant_json import parse

CALLS = frozenset(
    {"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call"}
)
RESULTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
_EXIT = re.compile(r"(?:Process exited with code|Exit code:)[ \t]*(-?\d+)")


class ItemWriter:
    """Writes the model's items. A reply is what comes between two results, counts or prompts."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self.reply_over = True
        """The next item of the model begins a reply of its own."""

    def write(self, kind: str, item: JsonObject) -> bool:
        """Write an item; False for one that is not known."""
        if kind == "message" and item.get("role") == "assistant":
            self.begin()
            for found in texts(item.get("content"), "output_text", "text", "input_text"):
                self._scribe.text(found)
        elif kind == "reasoning":
            self.begin()
            self._scribe.reasoning(_reasoning(item))
        elif kind in CALLS:
            self.begin()
            self._call(kind, item)
        elif kind in RESULTS:
            output, error = read_output(item.get("output"))
            self._scribe.returned(text(item.get("call_id")), output, error=error)
            self.reply_over = True
        elif kind == "tool_search_output":
            names = ", ".join(text(tool.get("name")) for tool in objects(item.get("tools")))
            self._scribe.notice(f"tools found: {names}")
            self._scribe.returned(text(item.get("call_id")), None)
        elif kind == "image_generation_call":
            self._scribe.notice("an image was generated")
        elif kind in ("ghost_snapshot", "compaction", "compaction_trigger"):
            pass
        else:
            return False
        return True

    def begin(self) -> None:
        """The model goes on, or begins a reply."""
        if self.reply_over:
            self._scribe.step()
            self.reply_over = False

    def _call(self, kind: str, item: JsonObject) -> None:
        name = first_text(item, "name") or kind
        sent: Json = item.get("arguments")
        if kind in ("local_shell_call", "web_search_call"):
            sent = as_object(item.get("action"))
        elif kind == "custom_tool_call":
            given = item.get("input")
            sent = {"input": given} if isinstance(given, str) and given[:1] != "{" else given
        call_id = self._scribe.called(text(item.get("call_id")), name, sent)
        if kind == "web_search_call":  # the service ran it; no result is ever recorded
            self._scribe.returned(call_id, None)


def read_output(output: Json) -> tuple[Json, str | None]:
    """The text of a result, and the same as an error when it tells of a failure."""
    record = as_object(output)
    if isinstance(output, str) and output.startswith('{"output"'):
        try:
            record = as_object(parse(output))
        except ValueError:
            record = {}
    if "output" in record:
        shown = flat(record.get("output"))
        code = as_number(dig(record, "metadata").get("exit_code"))
    else:
        shown = flat(record.get("content")) if "content" in record else flat(output)
        found = _EXIT.search(shown[:1000])
        code = int(found[1][:9]) if found else None
    failed = bool(code) or record.get("success") is False
    return shown, (shown or "failed") if failed else None


def _reasoning(item: JsonObject) -> str:
    """The summary where there is one, else the raw text."""
    for key in ("summary", "content"):
        found = "\n\n".join(texts(item.get(key), "summary_text", "reasoning_text", "text"))
        if found:
            return found
    return ""
