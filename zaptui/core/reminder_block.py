"""The tag that carries reminders to the model, and its neutral form in other text (R22, R27)."""

import re
from collections.abc import Iterable

_TAG = re.compile(r"<(\s*/?\s*)(task_reminder)\b", re.IGNORECASE)


def reminder_block(lines: Iterable[str]) -> str | None:
    """One block, one line a reminder; None for no lines (R22)."""
    body = "\n".join(lines)
    return f"<task_reminder>\n{body}\n</task_reminder>" if body else None


def neutralise(text: str) -> str:
    """Foreign text with the reminder's tag made harmless, so that nobody can forge one (R27)."""
    return _TAG.sub(r"‹\1\2", text) if "task_reminder" in text.lower() else text
