"""Secrets that are known, and keys that look like nothing else, masked in all that is kept."""

import re
from collections.abc import Callable, Collection
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar, cast

from zaptui.core.json import Json

MASK = "[redacted]"

_HEADS = (
    *("sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "AKIA", "AIza", "glpat-"),
    *("xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-"),
)
"""How keys begin that are known by their form."""
_KEY = re.compile(
    r"(?:\b|(?<=\\[nrt]))(?:sk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}"
    r"|github_pat_[A-Za-z0-9_]{30,}|AKIA[0-9A-Z]{16}\b|AIza[0-9A-Za-z_-]{30,}"
    r"|glpat-[A-Za-z0-9_-]{20,}|xox[abprs]-[0-9][A-Za-z0-9-]{10,})"
)
_HEADER = re.compile(
    r"(?i)(authorization\"?\s*:\s*\"?(?:bearer|basic)\s+)"
    r"(?=[a-z._~+/=-]{0,60}[0-9])[A-Za-z0-9._~+/=-]{16,}"
)
_LAST_WORD = re.compile(r"(?:(?<=\\[nrt])|(?<![A-Za-z0-9_-]))[A-Za-z0-9_-]+\Z")
"""Behind an escape too: arguments come as JSON."""
_LONGEST = 400
"""Characters of a key known by its form."""
_SHORTEST = 8
"""Characters of a secret; what is shorter is found everywhere."""

EventT = TypeVar("EventT")


class Mask:
    """Masks texts, JSON and events. `secrets` are masked wherever they stand, whole."""

    def __init__(self, secrets: Collection[str] = ()) -> None:
        longest_first = sorted({s for s in secrets if len(s) >= _SHORTEST}, key=len, reverse=True)
        self._secrets = longest_first
        self._known = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def text(self, text: str) -> str:
        """The text without them; the very text where there is none."""
        if self._known is not None:
            text = self._known.sub(MASK, text)
        return _HEADER.sub(rf"\1{MASK}", _KEY.sub(MASK, text))

    def event(self, event: EventT) -> EventT:
        """An event with every text in it masked; the very event where there is nothing to mask."""
        return mapped(event, self._json)

    def settled(self, text: str) -> int:
        """How much of a text that goes on can be told: its end may be the beginning of a secret."""
        held = 0
        if (found := _LAST_WORD.search(text[-_LONGEST:])) is not None:
            word = found[0]
            held = len(word) if any(_begins(word, head) for head in _HEADS) else 0
        for secret in self._secrets:
            held = max(held, _overlap(text, secret))
        return len(text) - held

    def _json(self, value: Json) -> Json:
        match value:
            case str():
                return self.text(value)
            case dict():
                pairs = {self.text(key): self._json(item) for key, item in value.items()}
                return pairs if pairs != value else value
            case list():
                items = [self._json(item) for item in value]
                return items if items != value else value
            case _:
                return value


def mapped(value: Any, change: Callable[[Json], Json]) -> Any:
    """An event, or a part of one, with its JSON changed; itself where nothing changes."""
    if is_dataclass(value) and not isinstance(value, type):
        changes = {
            name: new
            for name in _names(type(value))
            if (new := mapped(old := getattr(value, name), change)) is not old
        }
        return replace(value, **changes) if changes else value
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if any(map(is_dataclass, items)):
            new_items = [mapped(item, change) for item in items]
            same = all(new is old for new, old in zip(new_items, items, strict=True))
            return items if same else new_items
    return change(cast("Json", value))


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


def _begins(word: str, head: str) -> bool:
    return head.startswith(word) or word.startswith(head)


def _overlap(text: str, secret: str) -> int:
    """The longest end of the text that a secret begins with, short of a whole one."""
    longest = min(len(text), len(secret) - 1)
    lengths = (size for size in range(longest, 0, -1) if text.endswith(secret[:size]))
    return next(lengths, 0)
