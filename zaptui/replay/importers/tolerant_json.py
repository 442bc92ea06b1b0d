"""JSON as the world writes it: what can be understood is, the rest is a ValueError."""

import json
import math
import re
from typing import cast

from zaptui.core.json import Json

DEEPEST = 200
"""Levels of nesting; a value that goes deeper is refused, so that no recursion meets its end."""


def parse(text: str) -> Json:
    """A value. NaN and infinities become null, raw control characters pass.

    ValueError for what is no JSON, or is nested too deeply.
    """
    try:
        value = cast("Json", _DECODER.decode(text))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if text.count("[") + text.count("{") > DEEPEST and too_deep(value):
        raise ValueError("nested too deeply")
    return value


def values_of(text: str) -> tuple[list[Json], int]:
    """The elements of a list, or values that follow each other, and the place where JSON ends."""
    values: list[Json] = []
    place = _skip(text, 0)
    in_list = text.startswith("[", place)
    place = _skip(text, place + 1) if in_list else place
    while place < len(text):
        if in_list and text.startswith("]", place):
            return values, _skip(text, place + 1)
        try:
            value, place = cast("tuple[Json, int]", _DECODER.raw_decode(text, place))
        except (ValueError, RecursionError):
            break
        values.append(value)
        place = _skip(text, place)
        if in_list and text.startswith(",", place):
            place = _skip(text, place + 1)
    return values, place


def closed(text: str) -> Json:
    """The value of a text that is cut off, as far as it is whole: what is open is closed.

    ValueError when it is not merely cut off.
    """
    open_ones: list[str] = []
    kept, closers = 0, ""
    for found in _MARKS.finditer(text):
        mark = found[0]
        if mark == '"':
            break  # the string that the cut is in
        if mark in "[{":
            open_ones.append("]" if mark == "[" else "}")
        elif mark in "]}":
            if not open_ones or open_ones.pop() != mark:
                raise ValueError("not JSON")
        elif mark != ",":
            continue
        if not open_ones:
            raise ValueError("more follows")
        kept = found.start() if mark == "," else found.end()
        closers = "".join(reversed(open_ones))
    return parse(text[:kept] + closers)


def too_deep(value: Json) -> bool:
    """Whether a value nests beyond the limit; told without recursion."""
    level: list[Json] = [value]
    for _ in range(DEEPEST):
        inner: list[Json] = []
        for item in level:
            if isinstance(item, dict):
                inner += [child for child in item.values() if isinstance(child, dict | list)]
            elif isinstance(item, list):
                inner += [child for child in item if isinstance(child, dict | list)]
        if not inner:
            return False
        level = inner
    return True


def reason_of(error: Exception) -> str:
    """Why something could not be read, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON ({error.msg} at character {error.pos + 1})"
    return " ".join(str(error).split())[:120]


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n\ufeff":
        place += 1
    return place


_MARKS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|["\[\]{},]', re.DOTALL)
"""Whole strings, so that what is in them is no mark; a quote alone begins one that is cut."""


def _number(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None, parse_float=_number)
