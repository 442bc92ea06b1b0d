"""Messages of the Anthropic API, as the session and the stream of Claude Code hold them."""

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.core.parts import FinishReason
from zaptui.replay.importers.fields import dig, flat, objects, text, texts, token_usage
from zaptui.replay.importers.scribe import Scribe

INTERRUPTED = "[Request interrupted by user"
_REASONS: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "refusal": "stop",
    "tool_use": "tool-calls",
    "max_tokens": "length",
}


def write_reply(scribe: Scribe, message: JsonObject, *, key: str = "") -> None:
    """A record of a reply. Records with one message id are one reply, a block or more each."""
    model = text(message.get("model"))
    shown = "" if model.startswith("<") else model
    scribe.model = shown or scribe.model
    scribe.step(text(message.get("id")) or key or None, model=shown)
    content = message.get("content")
    for found in texts(content):
        scribe.text(found)
    for block in objects(content):
        _write_block(scribe, block)
    scribe.replied(
        reason=_REASONS.get(text(message.get("stop_reason"))),
        usage=token_usage(
            as_object(message.get("usage")),
            read="input_tokens",
            written="output_tokens",
            cached="cache_read_input_tokens",
            beside=("cache_read_input_tokens", "cache_creation_input_tokens"),
        ),
    )


def write_results(scribe: Scribe, message: JsonObject, detail: Json) -> bool:
    """The tool results in a user record; whether there are any. `detail`: their structured twin."""
    results = [block for block in objects(message.get("content")) if is_result(block)]
    for block in results:
        failed = block.get("is_error") is True
        output = flat(block.get("content"))
        scribe.returned(
            text(block.get("tool_use_id")),
            output,
            error=(output or "error") if failed else None,
            detail=detail if len(results) == 1 else None,
        )
    return bool(results)


def user_texts(message: JsonObject) -> list[str]:
    """What a user record says beside tool results: each text is a message of its own."""
    return list(texts(message.get("content"), "text"))


def attached(message: JsonObject) -> str:
    """The pictures and files of a user record, named."""
    names = (
        f"[{block['type']}: {text(dig(block, 'source').get('media_type')) or 'unknown type'}]"
        for block in objects(message.get("content"))
        if block.get("type") in ("image", "document")
    )
    return " ".join(names)


def is_result(block: JsonObject) -> bool:
    """Whether a block is the result of a call."""
    return text(block.get("type")).endswith("tool_result")


def _write_block(scribe: Scribe, block: JsonObject) -> None:
    kind = text(block.get("type"))
    if kind == "text":
        if text(block.get("text")):
            scribe.text(text(block.get("text")))
    elif kind == "thinking":
        scribe.reasoning(text(block.get("thinking")))
    elif kind == "redacted_thinking":
        scribe.reasoning("[redacted]")
    elif kind.endswith("tool_use"):
        scribe.called(text(block.get("id")), text(block.get("name")), block.get("input"))
    elif is_result(block):
        write_results(scribe, {"content": [block]}, None)
    elif kind == "fallback":
        models = (text(dig(block, way).get("model")) or "another model" for way in ("from", "to"))
        scribe.notice(f"model changed: {' → '.join(models)}")
    else:
        scribe.unknown(f"content block {kind}")
