"""Inspect: the log of an evaluation, as JSON, as its archive, or as the archive's files."""

from collections.abc import Iterator, Sequence

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.core.parts import Usage
from zaptui.replay.importers.chat_messages import write_assistant, write_tool
from zaptui.replay.importers.fields import dig, first_text, flat, objects, text, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_ATTACHMENT = "attachment://"


def _claims(record: JsonObject) -> bool:
    return _is_log(record) or _is_sample(record)


def _is_log(record: JsonObject) -> bool:
    return isinstance(record.get("eval"), dict) and "version" in record


def _is_sample(record: JsonObject) -> bool:
    return "epoch" in record and "input" in record and "messages" in record


def _place(head: Sequence[JsonObject]) -> str:
    """The header of an archive comes before its samples."""
    return "0" if any(map(_is_log, head)) else "1"


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    for record in records:
        if _is_log(record):
            about = as_object(record["eval"])
            scribe.session = first_text(about, "run_id", "eval_id")
            scribe.model = text(about.get("model"))
            for sample in objects(record.get("samples")):
                _sample(sample, scribe)
            _log_ended(record, scribe)
        elif _is_sample(record):
            _sample(record, scribe)


def _log_ended(log: JsonObject, scribe: Scribe) -> None:
    if text(log.get("status")) == "cancelled":
        scribe.notice("the evaluation was cancelled", level="warning")
    error = text(dig(log, "error").get("message"))
    if error:
        scribe.notice(error, level="error")


def _sample(sample: JsonObject, scribe: Scribe) -> None:
    """A sample is a run of its own."""
    scribe.finish()
    told = _Told(sample)
    for message in objects(sample.get("messages")):
        message = {**message, "content": told.whole(message.get("content"))}
        scribe.tick(told.time_of(message))
        role = text(message.get("role"))
        if role == "user":
            said = _said(message.get("content"))
            if said:
                scribe.user(said)
        elif role == "assistant":
            write_assistant(scribe, message)
            scribe.replied(usage=told.usage_of(message))
        elif role == "tool":
            write_tool(scribe, message)
        elif role != "system":
            scribe.unknown(f"message of {role}")
    _ended(sample, scribe)
    scribe.finish()


def _ended(sample: JsonObject, scribe: Scribe) -> None:
    limit = text(dig(sample, "limit").get("type"))
    error = text(dig(sample, "error").get("message"))
    for name, score in as_object(sample.get("scores")).items():
        value = as_object(score).get("value")
        scribe.notice(f"score {name}: {value if isinstance(value, str) else flat(value)}")
    if error:
        scribe.failed(error)
    elif limit:
        scribe.capped(limit)
    elif scribe.began:
        scribe.settled()


def _said(content: Json) -> str:
    """Words and pictures of the user."""
    if isinstance(content, str):
        return content
    pieces = [
        text(part.get("text")) or f"[{text(part.get('type')) or 'part'}]"
        for part in objects(content)
    ]
    return "\n".join(pieces)


class _Told:
    """What the events of a sample tell of its messages: when, and for how many tokens."""

    def __init__(self, sample: JsonObject) -> None:
        self._attachments = as_object(sample.get("attachments"))
        self._times: dict[str, Json] = {}
        self._usages: dict[str, Usage | None] = {}
        for event in objects(sample.get("events")):
            if event.get("event") == "model":
                self._model(event)
            elif event.get("event") == "tool":
                ended = event.get("completed") or event.get("timestamp")
                self._times[text(event.get("id"))] = ended

    def whole(self, content: Json) -> Json:
        """The content with its attachments in their places."""
        if isinstance(content, str) and content.startswith(_ATTACHMENT):
            found = self._attachments.get(content.removeprefix(_ATTACHMENT))
            return found if isinstance(found, str) else content
        if isinstance(content, list):
            return [self._whole_part(as_object(part)) for part in content]
        return content

    def time_of(self, message: JsonObject) -> Json:
        """When a message came, as the events say."""
        return self._times.get(text(message.get("tool_call_id")) or text(message.get("id")))

    def usage_of(self, message: JsonObject) -> Usage | None:
        """What a reply used."""
        return self._usages.get(text(message.get("id")))

    def _whole_part(self, part: JsonObject) -> JsonObject:
        keys = ("text", "reasoning")
        return {key: self.whole(value) if key in keys else value for key, value in part.items()}

    def _model(self, event: JsonObject) -> None:
        output = as_object(event.get("output"))
        for choice in objects(output.get("choices")):
            message_id = text(dig(choice, "message").get("id"))
            self._times[message_id] = event.get("timestamp")
            self._usages[message_id] = token_usage(
                as_object(output.get("usage")),
                read="input_tokens",
                written="output_tokens",
                cached="input_tokens_cache_read",
            )


INSPECT_LOG = Format(
    name="inspect",
    shown="Inspect logs",
    claims=_claims,
    read=_read,
    place=_place,
)
