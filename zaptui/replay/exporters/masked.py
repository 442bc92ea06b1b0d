"""Secrets masked in every field of a tape, whatever event it stands in."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from zaptui.core.events import Entry
from zaptui.core.json import Json
from zaptui.view.masking import MASK, mapped
from zaptui.view.text import redact


def masked(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The tape with what looks like a secret masked; an entry without one is the same object."""
    for entry in entries:
        event = mapped(entry.event, masked_json)
        yield entry if event is entry.event else replace(entry, event=event)


def masked_json(value: Json, *, secret: bool = False) -> Json:
    """JSON with secrets masked. `secret`: it stands under a name such as `password`."""
    match value:
        case str():
            return MASK if secret and value else redact(value)
        case dict():
            pairs = {
                redact(key): masked_json(item, secret=secret or _names_a_secret(key))
                for key, item in value.items()
            }
            return pairs if _differs(pairs, value) else value
        case list():
            items = [masked_json(item, secret=secret) for item in value]
            return items if _changed(items, value) else value
        case _:
            return value


def _changed(new: list[Json], old: list[Json]) -> bool:
    return any(a is not b for a, b in zip(new, old, strict=True))


def _differs(new: dict[str, Json], old: dict[str, Json]) -> bool:
    return len(new) != len(old) or any(key not in old or new[key] is not old[key] for key in new)


@lru_cache(maxsize=4096)
def _names_a_secret(key: str) -> bool:
    """Whether `redact` would mask any value that follows this name."""
    return redact(f"{key}: abcdefghijkl") != f"{key}: abcdefghijkl"
