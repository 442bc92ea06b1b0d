"""Messages of the chat completions API, as many programs keep them."""

from zaptui.core.json import JsonObject
from zaptui.replay.importers.fields import dig, first_text, flat, objects, text, texts
from zaptui.replay.importers.scribe import Scribe


def write_assistant(scribe: Scribe, message: JsonObject, *, said: str = "") -> None:
    """A reply: its reasoning, its text (or `said` instead), its calls."""
    scribe.step(model=text(message.get("model")))
    thought = first_text(message, "reasoning_content", "reasoning")
    if thought:
        scribe.reasoning(thought)
    for part in objects(message.get("content")):
        if part.get("type") == "reasoning" and text(part.get("reasoning")):
            scribe.reasoning(text(part["reasoning"]))
    said = said or "\n".join(texts(message.get("content"), "text", "output_text"))
    if said.strip():
        scribe.text(said)
    for call in objects(message.get("tool_calls")):
        function = call.get("function")
        name = function if isinstance(function, str) else first_text(dig(call, "function"), "name")
        sent = dig(call, "function").get("arguments", call.get("arguments", call.get("args")))
        scribe.called(text(call.get("id")), name or text(call.get("name")), sent)


def write_tool(scribe: Scribe, message: JsonObject) -> None:
    """The result of a call."""
    shown = flat(message.get("content"))
    error = message.get("error")
    failed = bool(error) or message.get("status") == "error"
    why = (first_text(dig(message, "error"), "message") or flat(error) or shown) if failed else None
    name = first_text(message, "name", "function")
    scribe.returned(text(message.get("tool_call_id")), shown, error=why or None, tool=name)
