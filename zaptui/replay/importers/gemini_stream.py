"""Gemini CLI: the lines of `--output-format stream-json`, or the one object of `json`."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object
from zaptui.replay.importers.fields import dig, flat, text, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe


def _claims(record: JsonObject) -> bool:
    kind = text(record.get("type"))
    if not kind:
        return "response" in record and "models" in dig(record, "stats")
    if kind == "init":
        return "session_id" in record and "model" in record
    if kind == "message":
        return isinstance(record.get("content"), str) and "timestamp" in record
    if kind in ("tool_use", "tool_result"):
        return "tool_id" in record
    return kind == "result" and isinstance(record.get("stats"), dict)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    stream = _Stream(scribe)
    for record in records:
        scribe.tick(record.get("timestamp"))
        stream.take(text(record.get("type")), record)
    stream.flush()


class _Stream:
    """The reading of one stream."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._said: list[str] = []
        """The pieces of the text that is being said."""
        self._answered = True
        """What the model says next begins a reply."""

    def take(self, kind: str, record: JsonObject) -> None:
        """The next event."""
        if kind == "message" and record.get("role") == "assistant":
            if record.get("delta") is not True:
                self.flush()
            self._said.append(text(record.get("content")))
            return
        self.flush()
        if kind == "init":
            self._scribe.session = text(record.get("session_id"))
            self._scribe.model = text(record.get("model"))
        elif kind == "message":
            self._scribe.user(text(record.get("content")))
            self._answered = True
        elif kind == "tool_use":
            self._begin()
            name = text(record.get("tool_name"))
            self._scribe.called(text(record.get("tool_id")), name, record.get("parameters"))
        elif kind == "tool_result":
            self._returned(record)
        elif kind == "error":
            is_warning = record.get("severity") == "warning"
            self._scribe.notice(
                text(record.get("message")), level="warning" if is_warning else "error"
            )
        elif kind == "result" or not kind:
            self._result(record)
        else:
            self._scribe.unknown(kind)

    def flush(self) -> None:
        """The text is whole."""
        said, self._said = "".join(self._said), []
        if said.strip():
            self._begin()
            self._scribe.text(said)

    def _begin(self) -> None:
        if self._answered:
            self._scribe.step()
            self._answered = False

    def _returned(self, record: JsonObject) -> None:
        shown, why = flat(record.get("output")), text(dig(record, "error").get("message"))
        failed = record.get("status") == "error" or bool(why)
        error = (why or shown or "failed") if failed else None
        self._scribe.returned(text(record.get("tool_id")), shown, error=error)
        self._answered = True

    def _result(self, record: JsonObject) -> None:
        """The end of the run; the object of `json` is the end and the answer at once."""
        self._said = [text(record.get("response"))]
        self.flush()
        error = as_object(record.get("error"))
        if error or record.get("status") == "error":
            self._scribe.failed(text(error.get("message")) or "error")
        else:
            usage = token_usage(
                as_object(record.get("stats")),
                read="input_tokens",
                written="output_tokens",
                cached="cached",
            )
            self._scribe.replied(reason="stop", usage=usage)
        self._scribe.finish()
        self._answered = True


GEMINI_STREAM = Format(
    name="gemini-stream-json", shown="Gemini stream-json", claims=_claims, read=_read
)
