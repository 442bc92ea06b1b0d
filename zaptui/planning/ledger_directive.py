"""What mode ledger tells the model: the list in B4.run's form, before each step (L7)."""

from collections.abc import Sequence

from zaptui.core.reminder_block import neutralise
from zaptui.planning.ledger_items import LedgerItem

_GUIDANCE = (
    'Keep this plan current with `todo_write({ mode: "patch", items: [...] })`: work on the item '
    "in_progress; only after its output is verified, mark it completed and the next one "
    "in_progress in the same call. Mark what something else stands in the way of as blocked, what "
    "is no longer wanted as cancelled."
)
_ONLY_BLOCKED = (
    "Only blocked items are left. Say what is in the way; to go on, set an item in_progress with "
    '`todo_write({ mode: "patch", items: [...] })`.'
)
_EMPTY = (
    "For a task of several steps, keep a plan with `todo_write({ items: [...] })`; call it first."
)


def ledger_directive(items: Sequence[LedgerItem]) -> str:
    """The plan and how to keep it; an empty one says `(empty)`."""
    opened = [item for item in items if item.is_open]
    if not items:
        guidance = _EMPTY
    elif opened and all(item.status == "blocked" for item in opened):
        guidance = _ONLY_BLOCKED
    else:
        guidance = _GUIDANCE
    lines = [f"- [{item.status}] {neutralise(' '.join(item.content.split()))}" for item in items]
    return "\n".join(["# Planning", "", guidance, "", "Current plan:", *(lines or ["(empty)"])])
