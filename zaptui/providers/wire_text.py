"""Foreign text, ids and names in the form that services accept."""

import hashlib
import json
import re
from collections.abc import Callable

from zaptui.core.json import Json
from zaptui.core.reminder_block import neutralise
from zaptui.providers.surrogates import mend

_ODD_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def wire_text(text: str) -> str:
    """Text that forges no reminder (R27) and can be written as UTF-8."""
    return neutralise(mend(text))


def user_text(text: str) -> str:
    """A person's words; services refuse a message without any."""
    return wire_text(text) if text.strip() else "(empty)"


def each_text(value: Json, change: Callable[[str], str]) -> Json:
    """A value with every text in it changed, keys too."""
    match value:
        case str():
            return change(value)
        case dict():
            return {change(key): each_text(item, change) for key, item in value.items()}
        case list():
            return [each_text(item, change) for item in value]
        case _:
            return value


def wire_json(value: Json) -> str:
    """Arguments as JSON text, other scripts as they are: escapes would cost tokens."""
    return json.dumps(each_text(value, wire_text), ensure_ascii=False, separators=(",", ":"))


def wire_id(call_id: str, allowed: re.Pattern[str]) -> str:
    """The id itself where the service takes it, else one made from it, always the same."""
    if allowed.fullmatch(call_id):
        return call_id
    return f"call_{hashlib.sha256(call_id.encode('utf-8', 'replace')).hexdigest()[:32]}"


def wire_name(tool: str) -> str:
    """The name of a tool as a service takes it back, however odd the model made it."""
    return _ODD_NAME.sub("_", tool)[:_LONGEST_NAME] or "unnamed"
