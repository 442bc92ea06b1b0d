"""Tells the format of a file by what is in it, never by its name."""

from collections.abc import Sequence

from zaptui.core.json import JsonObject
from zaptui.replay.importers.format import Format


def recognise(head: Sequence[JsonObject], formats: Sequence[Format]) -> Format | None:
    """The format that most of these records bear the mark of; None when none does."""
    scores = [sum(map(each.claims, head)) for each in formats]
    best = max(scores, default=0)
    return formats[scores.index(best)] if best else None


def is_zap(head: Sequence[JsonObject]) -> bool:
    """Whether the file is a transcript of our own."""
    return any(
        isinstance(record.get("seq"), int)
        and isinstance(record.get("at"), int | float)
        and isinstance(record.get("type"), str)
        for record in head
    )
