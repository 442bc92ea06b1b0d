"""JSON as a type, and the two ways text becomes it."""

import json
import math
from typing import TYPE_CHECKING, Any, TypeAlias, cast

if TYPE_CHECKING:
    Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
else:
    Json = Any  # what a validator sees: json.loads has already vouched for the shape

JsonObject: TypeAlias = dict[str, Json]

_DEEPEST = 128
"""Levels of nesting; whoever walks a value that was parsed here needs no guard of its own."""


def parse_json(text: str | bytes) -> Json:
    """Strict JSON: no NaN, no Infinity, no number that becomes one, no endless nesting.

    ValueError for anything that cannot be read.
    """
    try:
        value = cast("Json", json.loads(text, parse_constant=_refuse, parse_float=_finite))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if _opened(text) > _DEEPEST:
        _refuse_deep(value)
    return value


def parse_items(text: str, start: int) -> list[Json]:
    """The items that are already whole of a list whose text still grows; `start` is behind its
    opening bracket."""
    decoder = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
    items: list[Json] = []
    while True:
        start = _skip(text, start)
        try:
            item, start = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return items
        items.append(cast("Json", item))


def dump_json(value: object, *, indent: int | None = None) -> str:
    """ASCII-only JSON, so that no lone surrogate or odd line break can spoil a line. A number that
    JSON does not have becomes null: what is written can be read."""
    separators = (",", ": ") if indent else (",", ":")
    text = json.dumps(value, separators=separators, indent=indent)
    if "NaN" not in text and "Infinity" not in text:
        return text
    readable = json.loads(text, parse_constant=lambda constant: None)
    return json.dumps(readable, separators=separators, indent=indent)


def as_object(value: Json) -> JsonObject:
    """`value` if it is an object, else an empty one: for reading what may be damaged."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    """`value` if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def _refuse(constant: str) -> Json:
    raise ValueError(f"{constant} is not JSON")


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise ValueError(f"{number[:40]} is too large a number")
    return value


def _opened(text: str | bytes) -> int:
    """How many lists and objects the text can hold at most."""
    if isinstance(text, str):
        return text.count("[") + text.count("{")
    return text.count(b"[") + text.count(b"{")


def _refuse_deep(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in _containers(node)]
    if level:
        raise ValueError("nested too deeply")


def _containers(node: Json) -> list[Json]:
    """The lists and objects right inside a value."""
    children = node.values() if isinstance(node, dict) else as_list(node)
    return [child for child in children if isinstance(child, dict | list)]


def _skip(text: str, start: int) -> int:
    """Past white space and the comma between two items."""
    while start < len(text) and text[start] in " \t\r\n,":
        start += 1
    return start
