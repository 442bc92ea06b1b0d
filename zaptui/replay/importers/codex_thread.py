"""Items of a Codex thread, as `codex exec --json` and the app-server tell of them."""

import re

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.replay.importers.fields import as_number, dig, first_text, flat, objects, text, texts
from zaptui.replay.importers.scribe import Scribe

_CALLS = frozenset(
    {
        *("command_execution", "file_change", "mcp_tool_call", "web_search", "collab_tool_call"),
        *("collab_agent_tool_call", "dynamic_tool_call", "image_view", "custom_tool_call"),
    }
)
_RESULT_KEYS = ("aggregated_output", "result", "error", "exit_code", "status", "content_items")
_BESIDE = ("id", "type", "duration_ms", "success", "process_id", *_RESULT_KEYS)
_FAILED = ("failed", "declined")


def snake(name: str) -> str:
    """`aggregatedOutput` as `aggregated_output`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


class ThreadWriter:
    """Writes items as they start and complete; deltas count only while the whole never comes."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self.reply_over = True
        """The next item of the model begins a reply of its own."""
        self._said: dict[str, list[str]] = {}
        self._thought: dict[str, list[str]] = {}

    def started(self, item: JsonObject) -> None:
        """An item begins: a call is shown at once, a list as it stands."""
        item = {snake(key): value for key, value in item.items()}
        kind = snake(text(item.get("type")))
        if kind in _CALLS:
            self._begin()
            self._scribe.called(text(item.get("id")), _name(kind, item), _sent(item))
        elif kind == "todo_list":
            self._scribe.planned(as_list(item.get("items")))

    def completed(self, item: JsonObject) -> None:
        """An item is whole."""
        item = {snake(key): value for key, value in item.items()}
        kind, item_id = snake(text(item.get("type"))), text(item.get("id"))
        self._said.pop(item_id, None)
        self._thought.pop(item_id, None)
        if kind in _CALLS:
            self._complete_call(kind, item_id, item)
        elif kind == "todo_list":
            self._scribe.planned(as_list(item.get("items")), changes_only=True)
        elif kind == "agent_message":
            self._begin()
            self._scribe.text(text(item.get("text")) or flat(item.get("content")))
        elif kind == "reasoning":
            self._begin()
            self._scribe.reasoning(_reasoning(item))
        elif kind == "user_message":
            self.flush()
            self._scribe.user("\n".join(texts(item.get("content"), "text", "input_text")))
            self.reply_over = True
        elif kind == "error":
            self._scribe.notice(text(item.get("message")) or "error", level="warning")
        elif kind in ("plan", "context_compaction") or kind.endswith("review_mode"):
            said = first_text(item, "text", "review")
            self._scribe.notice(f"{kind.replace('_', ' ')}: {said}" if said else kind)
        else:
            self._scribe.unknown(f"item {kind}")

    def delta(self, item_id: str, more: Json, *, reasoning: bool = False) -> None:
        """More text of an item that is not whole yet."""
        held = self._thought if reasoning else self._said
        held.setdefault(item_id, []).append(text(more))

    def flush(self) -> None:
        """Text whose item never came whole."""
        for pieces in self._thought.values():
            self._begin()
            self._scribe.reasoning("".join(pieces))
        for pieces in self._said.values():
            self._begin()
            self._scribe.text("".join(pieces))
        self._said, self._thought = {}, {}

    def _begin(self) -> None:
        if self.reply_over:
            self._scribe.step()
            self.reply_over = False

    def _complete_call(self, kind: str, item_id: str, item: JsonObject) -> None:
        if not self._scribe.is_open(item_id):
            self._begin()
            item_id = self._scribe.called(item_id, _name(kind, item), _sent(item))
        code = as_number(item.get("exit_code"))
        error, shown = item.get("error"), _shown(item)
        failed = text(item.get("status")) in _FAILED or bool(code) or item.get("success") is False
        if failed or error is not None:
            shown = first_text(as_object(error), "message") or flat(error) or flat(shown)
            self._scribe.returned(item_id, None, error=shown or text(item.get("status")))
        else:
            self._scribe.returned(item_id, shown)
        self.reply_over = True


def _name(kind: str, item: JsonObject) -> str:
    tool, server = text(item.get("tool")), text(item.get("server"))
    return f"{server}.{tool}" if server and tool else tool or kind


def _sent(item: JsonObject) -> Json:
    if isinstance(item.get("arguments"), dict | str):
        return item["arguments"]
    return {key: value for key, value in item.items() if key not in _BESIDE}


def _shown(item: JsonObject) -> Json:
    """The output of a call; None where the item holds none."""
    result = item.get("result")
    if isinstance(result, dict) and "content" in result:
        return flat(result["content"])
    for value in (item.get("aggregated_output"), result, item.get("content_items")):
        if value is not None:
            return value if isinstance(value, str) else flat(value)
    return text(item.get("status")) or None


def _reasoning(item: JsonObject) -> str:
    if text(item.get("text")):
        return text(item["text"])
    for key in ("summary", "content"):
        pieces = [piece for piece in as_list(item.get(key)) if isinstance(piece, str)]
        pieces += [text(piece.get("text")) for piece in objects(item.get(key))]
        if any(pieces):
            return "\n\n".join(pieces)
    return text(dig(item, "summary").get("text"))
