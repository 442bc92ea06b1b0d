"""An entry as one line of JSON, and back: format `zap/1`, of transcripts and `--output jsonl`."""

from dataclasses import asdict, fields
from functools import cache
from typing import TYPE_CHECKING, cast, get_args

from zaptui.core.events import Entry, Event, Subagent, Unknown
from zaptui.core.json import Json, JsonObject, as_list, dump_json, parse_json
from zaptui.errors import TranscriptError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_CLASSES: dict[str, type[Event]] = {
    cls.type: cls
    for cls in cast("tuple[type[Event], ...]", get_args(Event))
    if cls not in (Subagent, Unknown)
}
_FIELDS = {cls: tuple(field.name for field in fields(cls)) for cls in _CLASSES.values()}
_PREFIX = "subagent."
_DEEPEST = 8
"""Subagents in subagents; a deeper line is hostile and kept as `Unknown`."""
_NESTED = frozenset({"usage", "denials", "violations", "instructions"})


def encode(entry: Entry) -> str:
    """The line of an entry, without its line feed. Empty optional fields are left out."""
    return dump_json(to_json(entry))


def to_json(entry: Entry) -> JsonObject:
    """The flat object of an entry: `type`, `seq`, `at` and the event's own fields."""
    event = entry.event
    if isinstance(event, Unknown):
        return {**event.data, "seq": entry.seq, "at": entry.at}
    if isinstance(event, Subagent):
        inner = to_json(Entry(seq=entry.seq, at=entry.at, event=event.event))
        nested = isinstance(event.event, Subagent)
        path: Json = [event.call_id, *_path(inner)] if nested else event.call_id
        return {**inner, "type": f"{_PREFIX}{inner['type']}", "subagent": path}
    line: JsonObject = {"type": event.type, "seq": entry.seq, "at": entry.at}
    for name in _FIELDS[type(event)]:
        value = getattr(event, name)
        if value is not None:
            line[name] = _plain(value) if name in _NESTED else value
    return line


def decode(line: str | bytes) -> Entry:
    """The entry of one line. ValueError, with the reason, for a damaged one."""
    value = parse_json(line)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return from_json(value)


def from_json(value: JsonObject) -> Entry:
    """The entry of a flat object; a type that is not known is kept as `Unknown`."""
    kind, seq, at = value.get("type"), value.get("seq"), value.get("at")
    if not isinstance(kind, str):
        raise ValueError("no type")
    if not isinstance(seq, int) or isinstance(seq, bool):
        raise ValueError("no seq")
    if not isinstance(at, int | float) or isinstance(at, bool):
        raise ValueError("no at")
    return Entry(seq=seq, at=at, event=_event(kind, value))


def _event(kind: str, value: JsonObject) -> Event:
    path = _path(value)
    if kind.startswith(_PREFIX) and 0 < len(path) <= _DEEPEST:
        inner_kind = kind.removeprefix(_PREFIX)
        inner = {key: item for key, item in value.items() if key != "subagent"}
        inner["type"] = inner_kind
        if path[1:]:
            inner["subagent"] = [*path[1:]]
        return Subagent(call_id=path[0], event=_event(inner_kind, inner))
    cls = _CLASSES.get(kind)
    return Unknown(data=value) if cls is None else _adapter(cls).validate_python(value)


def _path(value: JsonObject) -> list[str]:
    """The calls that lead to a subagent's event, outermost first: a text for one, else a list."""
    path = value.get("subagent")
    return [path] if isinstance(path, str) else [x for x in as_list(path) if isinstance(x, str)]


def check_format(value: str) -> None:
    """Refuse a tape that a newer version wrote."""
    name, _, number = value.partition("/")
    if name != "zap" or not number.isdecimal():
        raise TranscriptError(f"not a zap transcript: format {value[:40]!r}")
    if int(number[:9]) > 1:
        raise TranscriptError(
            f"this transcript has format {value[:40]}, newer than zap/1",
            hint="update zaptui to read it",
        )


@cache
def _adapter(cls: type[Event]) -> "TypeAdapter[Event]":
    from pydantic import TypeAdapter

    return TypeAdapter(cls)


def _plain(value: object) -> Json:
    """Nested values (usage, denials, …) as JSON."""
    if isinstance(value, list):
        return [_plain(item) for item in cast("list[object]", value)]
    return cast("Json", asdict(cast("Event", value)))
