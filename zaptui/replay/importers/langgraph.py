"""LangGraph: a dump of a state, or states one after the other."""

from collections.abc import Iterator

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.replay.importers.chat_messages import write_assistant, write_tool
from zaptui.replay.importers.fields import dig, first_text, objects, text, texts, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_TYPES = ("human", "ai", "tool", "system", "remove", "developer", "chat")
_CLASSES = {
    "HumanMessage": "human",
    "AIMessage": "ai",
    "AIMessageChunk": "ai",
    "ToolMessage": "tool",
    "SystemMessage": "system",
}


def _claims(record: JsonObject) -> bool:
    messages = objects(_state(record).get("messages"))
    if messages:
        return "info" not in record and any(_is_message(message) for message in messages)
    return _is_message(record)


def _state(record: JsonObject) -> JsonObject:
    """The channels of a state, which may lie one deeper."""
    for key in ("values", "state", "channel_values"):
        if "messages" in dig(record, key):
            return dig(record, key)
    return record


def _is_message(record: JsonObject) -> bool:
    message = _plain(record)
    kind = text(message.get("type"))
    return kind in ("human", "ai") and "content" in message and "uuid" not in record


def _plain(record: JsonObject) -> JsonObject:
    """A message as its fields, whatever way it was serialised."""
    if isinstance(record.get("kwargs"), dict) and "lc" in record:
        name = as_list(record.get("id"))
        kind = _CLASSES.get(text(name[-1]) if name else "", "")
        return {"type": kind, **as_object(record["kwargs"])}
    if isinstance(record.get("data"), dict) and "content" in as_object(record["data"]):
        return {**as_object(record["data"]), "type": record.get("type")}
    return record


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    dump = _Dump(scribe)
    for record in records:
        state = _state(record)
        if isinstance(state.get("messages"), list):
            dump.state(objects(state["messages"]))
            if isinstance(state.get("todos"), list):
                scribe.planned(as_list(state["todos"]), changes_only=True)
        else:
            dump.message(_plain(record), "")


class _Dump:
    """The reading of one file. A state repeats the messages of the one before."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._seen: set[str] = set()

    def state(self, messages: list[JsonObject]) -> None:
        """The messages of a state that are new."""
        for place, record in enumerate(messages):
            self.message(_plain(record), f"message {place}")

    def message(self, message: JsonObject, key: str) -> None:
        """A message, unless it was there before."""
        key = text(message.get("id")) or key
        if key in self._seen:
            return
        if key:
            self._seen.add(key)
        kind = text(message.get("type"))
        if kind == "human":
            said = "\n".join(texts(message.get("content"), "text"))
            if said:
                self._scribe.user(said)
        elif kind in ("ai", "AIMessageChunk"):
            self._reply(message)
        elif kind == "tool":
            write_tool(self._scribe, message)
        elif kind not in _TYPES:
            self._scribe.unknown(f"message of type {kind}")

    def _reply(self, message: JsonObject) -> None:
        model = text(dig(message, "response_metadata").get("model_name"))
        for part in objects(message.get("content")):
            thought = first_text(part, "thinking", "reasoning")
            if thought:
                self._scribe.step(model=model)
                self._scribe.reasoning(thought)
        calls: list[Json] = [
            {**call, "type": "call"} for call in objects(message.get("tool_calls"))
        ]
        write_assistant(self._scribe, {**message, "model": model, "tool_calls": calls})
        for call in objects(message.get("invalid_tool_calls")):
            call_id = self._scribe.called(
                text(call.get("id")), text(call.get("name")), call.get("args")
            )
            why = text(call.get("error")) or "the arguments could not be read"
            self._scribe.returned(call_id, None, error=why)
        usage = token_usage(
            as_object(message.get("usage_metadata")), read="input_tokens", written="output_tokens"
        )
        self._scribe.replied(usage=usage)


LANGGRAPH = Format(name="langgraph-state", shown="LangGraph states", claims=_claims, read=_read)
