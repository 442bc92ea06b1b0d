"""Gemini CLI: a saved chat, as one document, as lines with patches, or a bare history."""

from collections.abc import Iterator

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.replay.importers.fields import (
    dig,
    first_text,
    flat,
    objects,
    text,
    token_usage,
)
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_REPLIES = ("gemini", "model", "assistant")
_SPOKEN = ("user", *_REPLIES)
_KINDS = (*_SPOKEN, "info", "warning", "error")
_PART_KEYS = ("text", "functionCall", "functionResponse", "inlineData")
_OVER = ("success", "error", "cancelled")


def _claims(record: JsonObject) -> bool:
    if "projectHash" in record:
        return "sessionId" in record or "messages" in record
    if isinstance(record.get("messages"), list) and "sessionId" in record:
        return all(line.get("type") in _KINDS for line in objects(record["messages"]))
    if "$set" in record:
        return len(record) == 1
    if isinstance(record.get("history"), list):
        return any(map(_is_history, objects(record["history"])))
    if "message" in record or "sessionId" in record or "step_index" in record:
        return False
    is_line = record.get("type") in _KINDS and "id" in record and "timestamp" in record
    return (is_line and ("content" in record or "toolCalls" in record)) or _is_history(record)


def _is_history(record: JsonObject) -> bool:
    parts = objects(record.get("parts"))
    spoken = record.get("role") in ("user", "model", "gemini")
    return spoken and any(key in part for part in parts for key in _PART_KEYS if "type" not in part)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    chat = _Chat(scribe)
    for record in records:
        if "projectHash" in record or "messages" in record or "history" in record:
            chat.header(record)
        elif "$set" in record:
            chat.lines += objects(as_object(record["$set"]).get("messages"))
        elif record.get("type") or record.get("role"):
            chat.lines.append(record)
        else:
            scribe.unknown("record without a type")
    chat.end()


class _Chat:
    """The reading of chats. A line with an id that was there before takes the place of that one."""

    def __init__(self, scribe: Scribe) -> None:
        self.lines: list[JsonObject] = []
        self._scribe = scribe
        self._waiting: list[tuple[str, str]] = []
        """Calls of a bare history, which may have no ids: name and id."""

    def header(self, record: JsonObject) -> None:
        """A chat begins."""
        self.end()
        self._scribe.session = text(record.get("sessionId"))
        self._scribe.model = first_text(as_object(record.get("meta")), "model")
        self.lines = [*objects(record.get("messages")), *objects(record.get("history"))]

    def end(self) -> None:
        """Write the chat that was collected."""
        latest = {_key(line, place): line for place, line in enumerate(self.lines)}
        self.lines = []
        for line in latest.values():
            if line.get("timestamp") or line.get("ts"):
                self._scribe.tick(line.get("timestamp") or line.get("ts"))
            self._write(first_text(line, "type", "role"), line)

    def _write(self, kind: str, line: JsonObject) -> None:
        content = line.get("content") if "content" in line else line.get("parts")
        if kind == "user":
            self._user(content)
        elif kind in _REPLIES:
            self._reply(line, content)
        elif kind == "error":
            self._scribe.failed(flat(content))
        elif kind in ("info", "warning"):
            self._scribe.notice(flat(content), level="info" if kind == "info" else "warning")
            if flat(content).startswith("Request cancelled"):
                self._scribe.aborted("the user cancelled")
        else:
            self._scribe.unknown(kind)

    def _user(self, content: Json) -> None:
        for part in objects(content):
            if "functionResponse" in part:
                self._returned(as_object(part["functionResponse"]))
        said = _said(content)
        if said.strip():
            self._scribe.user(said)

    def _reply(self, line: JsonObject, content: Json) -> None:
        model = text(line.get("model"))
        self._scribe.step(text(line.get("id")) or None, model=model)
        for thought in objects(line.get("thoughts")):
            pieces = (text(thought.get("subject")), text(thought.get("description")))
            self._scribe.reasoning("\n".join(filter(None, pieces)))
        said = _said(content)
        if said.strip():
            self._scribe.text(said)
        for part in objects(content):
            if "functionCall" in part:
                self._called(as_object(part["functionCall"]))
        for call in objects(line.get("toolCalls")):
            self._call(call)
        usage = token_usage(
            as_object(line.get("tokens")),
            read="input",
            written="output",
            cached="cached",
        )
        self._scribe.replied(usage=usage)

    def _call(self, call: JsonObject) -> None:
        """A call and its result stand in one entry."""
        call_id = self._scribe.called(
            text(call.get("id")), text(call.get("name")), call.get("args")
        )
        status = text(call.get("status"))
        shown, error = _response(call)
        if status in ("error", "cancelled") or error:
            self._scribe.returned(call_id, None, error=error or shown or status)
        elif status in _OVER or call.get("result") is not None:
            self._scribe.returned(call_id, shown)

    def _called(self, call: JsonObject) -> None:
        name = text(call.get("name"))
        call_id = self._scribe.called(text(call.get("id")), name, call.get("args"))
        self._waiting.append((name, call_id))

    def _returned(self, response: JsonObject) -> None:
        name, call_id = text(response.get("name")), text(response.get("id"))
        for place, (waiting, waiting_id) in enumerate(self._waiting):
            if call_id == waiting_id or (not call_id and name == waiting):
                call_id = waiting_id
                self._waiting.pop(place)
                break
        body = as_object(response.get("response"))
        error = flat(body.get("error")) or None
        self._scribe.returned(call_id, flat(body.get("output")), error=error, tool=name)


def _key(line: JsonObject, place: int) -> str:
    return text(line.get("id")) or f"line {place}"


def _said(content: Json) -> str:
    """Text and named attachments; its pieces are one message."""
    if isinstance(content, str):
        return content
    parts = (part for part in as_list(content))
    return "".join(part if isinstance(part, str) else _part_text(as_object(part)) for part in parts)


def _part_text(part: JsonObject) -> str:
    if "inlineData" in part or "fileData" in part:
        data = as_object(part.get("inlineData") or part.get("fileData"))
        return f"[file: {text(data.get('mimeType')) or 'unknown type'}]"
    return text(part.get("text")) if part.get("thought") is not True else ""


def _response(call: JsonObject) -> tuple[str, str | None]:
    """The output of a call and its error."""
    shown: list[str] = []
    for part in objects(call.get("result")):
        body = dig(part, "functionResponse", "response")
        if body.get("error"):
            return "", flat(body["error"])
        shown.append(flat(body.get("output")) if "output" in body else flat(part.get("text")))
    display = call.get("resultDisplay")
    return "\n".join(filter(None, shown)) or (display if isinstance(display, str) else ""), None


GEMINI_CLI = Format(name="gemini-cli", shown="Gemini CLI chats", claims=_claims, read=_read)
