"""A change of a text as a unified diff, short enough to keep and to show."""

import difflib

from zaptui.core.json import JsonObject

_MOST_LINES = 400
_LARGEST = 400_000
"""Characters; a larger text is counted, not compared line by line."""


def diff_json(before: str, after: str) -> JsonObject:
    """`added` and `removed` lines and the `diff`, cut after some hundred lines."""
    old, new = before.splitlines(), after.splitlines()
    if len(before) + len(after) > _LARGEST:
        return {"added": len(new), "removed": len(old), "diff": "(too large to show)"}
    lines = list(difflib.unified_diff(old, new, lineterm="", n=3))[2:]
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"(… {len(lines) - _MOST_LINES} more lines)"]
    return {"added": added, "removed": removed, "diff": "\n".join(lines)}
