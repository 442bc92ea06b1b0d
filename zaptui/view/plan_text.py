"""A plan as plain text: a checklist with its evidence."""

from collections.abc import Sequence

from zaptui.view.stages import StageRow
from zaptui.view.text import one_line


def plan_lines(rows: Sequence[StageRow]) -> list[str]:
    """`- [x] 1. content — evidence`, a line a stage."""
    return [
        f"- [{'x' if row.status == 'done' else ' '}] {row.index}. {one_line(row.content, 300)}"
        + (f" — {one_line(row.evidence, 500)}" if row.evidence else "")
        for row in rows
    ]
