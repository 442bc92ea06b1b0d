"""Fields of foreign records, whatever is really there: a value of the type asked for, always."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime

from zaptui.core.json import Json, JsonObject, as_list, as_object, dump_json
from zaptui.core.parts import Usage
from zaptui.replay.importers.tolerant_json import parse

_LARGEST_COUNT = 10**15


def text(value: Json) -> str:
    """The value if it is text, else an empty text."""
    return value if isinstance(value, str) else ""


def first_text(record: JsonObject, *keys: str) -> str:
    """The first text under these keys that is not empty."""
    return next((found for key in keys if (found := text(record.get(key)))), "")


def count(value: Json) -> int:
    """A number of things: never negative, never absurd; 0 for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(min(max(value, 0), _LARGEST_COUNT))


def as_number(value: Json) -> int | float | None:
    """The value if it is a number."""
    return None if isinstance(value, bool) or not isinstance(value, int | float) else value


def objects(value: Json) -> list[JsonObject]:
    """The objects of a list."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def dig(record: JsonObject, *keys: str) -> JsonObject:
    """The object under a path of keys; an empty one where the path breaks off."""
    found = record
    for key in keys:
        found = as_object(found.get(key))
    return found


def seconds(value: Json) -> float | None:
    """A time as seconds since 1970: ISO text, or a number in s, ms, µs or ns."""
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
            since = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
            return since if since > 0 else None
        except (ValueError, OverflowError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        return None
    scale = next((scale for scale in (1, 1e3, 1e6, 1e9) if value < 1e11 * scale), None)
    return None if scale is None else value / scale


def iso(moment: float | None) -> str:
    """A time as ISO 8601 in UTC; empty when it is not known."""
    if moment is None or not math.isfinite(moment):
        return ""
    try:
        shown = datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return ""
    return shown.replace("+00:00", "Z")


def flat(content: Json) -> str:
    """Content as text: a string as it is, the texts of parts joined, the rest named or as JSON."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    if isinstance(content, list):
        return "\n".join(filter(None, map(flat_part, content)))
    return flat_part(content)


def flat_part(part: Json) -> str:
    """One part of a content as text."""
    if not isinstance(part, dict):
        return part if isinstance(part, str) else dump_json(part)
    for key in ("text", "output_text", "input_text"):
        if isinstance(part.get(key), str):
            return text(part[key])
    kind = text(part.get("type"))
    if "content" in part and kind not in ("tool_use", "tool_call"):
        return flat(part["content"])
    if kind:
        return f"[{kind}]"
    return dump_json(part) if part else ""


def texts(content: Json, *kinds: str) -> Iterator[str]:
    """The texts of a content that are not blank: itself, or its parts of these types."""
    if isinstance(content, str):
        if content.strip():
            yield content
        return
    for part in objects(content):
        found = text(part.get("text"))
        if part.get("type") in kinds and found.strip():
            yield found


def arguments(value: Json) -> JsonObject | str:
    """The arguments of a call: an object, read from JSON text where need be, else the raw text."""
    if isinstance(value, dict):
        return value
    if value is None or value == "":
        return {}
    if not isinstance(value, str):
        return dump_json(value)
    try:
        parsed = parse(value)
    except ValueError:
        return value
    return parsed if isinstance(parsed, dict) else value


def token_usage(
    record: JsonObject, *, read: str, written: str, cached: str = "", beside: tuple[str, ...] = ()
) -> Usage | None:
    """Tokens under these keys; None without any. `beside`: input that `read` does not include."""
    names = (read, written, cached, *beside)
    if not any(count(record.get(name)) for name in names if name):
        return None
    more = sum(count(record.get(name)) for name in beside)
    return Usage(
        input_tokens=count(record.get(read)) + more,
        output_tokens=count(record.get(written)),
        cached_tokens=count(record.get(cached)) if cached else 0,
    )
