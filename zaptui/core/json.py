"""JSON as a type, and the two ways text becomes it."""

import json
from typing import TYPE_CHECKING, Any, TypeAlias, cast

if TYPE_CHECKING:
    Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
else:
    Json = Any  # what a validator sees: json.loads has already vouched for the shape

JsonObject: TypeAlias = dict[str, Json]


def parse_json(text: str | bytes) -> Json:
    """Strict JSON: no NaN, no Infinity. ValueError for anything that cannot be read."""
    try:
        return cast("Json", json.loads(text, parse_constant=_refuse))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def dump_json(value: object, *, indent: int | None = None) -> str:
    """ASCII-only JSON, so that no lone surrogate or odd line break can spoil a line."""
    separators = (",", ": ") if indent else (",", ":")
    return json.dumps(value, ensure_ascii=True, separators=separators, indent=indent)


def as_object(value: Json) -> JsonObject:
    """`value` if it is an object, else an empty one: for reading what may be damaged."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    """`value` if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def _refuse(constant: str) -> Json:
    raise ValueError(f"{constant} is not JSON")
