"""plan.md: a checklist in Markdown that seeds a planner; a run never writes it (R60, R68)."""

import re
from dataclasses import dataclass

from zaptui.errors import UsageError
from zaptui.planning.checks import StageCheck, lock_check
from zaptui.planning.plan import PlanStage, PlanState
from zaptui.planning.todos import TodoItem

LIMIT = 64 * 1024
"""Bytes; a larger file turns planning on, its items are ignored."""

_ITEM = re.compile(r"\s*-\s+\[( |x|X)\](?!\S)(.*)")
_COMMENT = re.compile(r"<!--\s*id:[^<>]*-->\s*$")
"""What an exported plan adds to an item: a seed has ids of its own."""
_FIELD = re.compile(r"\s+(?:-\s*)?(deliverable|check):(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFileItem:
    """One checklist line with its indented fields; a missing deliverable is the content."""

    content: str
    done: bool
    deliverable: str = ""
    check: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFile:
    """What a plan.md says. `too_large`: planning is on, the seed was ignored."""

    items: tuple[PlanFileItem, ...] = ()
    too_large: bool = False


def parse_plan_file(data: bytes) -> PlanFile:
    """Read the checklist lines of a file; other Markdown and empty items are skipped (R60)."""
    if len(data) > LIMIT:
        return PlanFile(too_large=True)
    items: list[PlanFileItem] = []
    fields: dict[str, str] = {}
    content, done = "", False

    def close() -> None:
        if content:
            items.append(
                PlanFileItem(
                    content=content,
                    done=done,
                    deliverable=fields.get("deliverable", ""),
                    check=fields.get("check", ""),
                )
            )

    for line in data.decode("utf-8-sig", errors="replace").split("\n"):
        if item := _ITEM.match(line):
            close()
            content = _COMMENT.sub("", item[2]).strip()
            done, fields = item[1] != " ", {}
        elif content and (field := _FIELD.match(line)):
            fields.setdefault(field[1], field[2].strip())
    close()
    return PlanFile(items=tuple(items))


def seed_plan(file: PlanFile) -> PlanState | None:
    """Into metronome: ticked items become closed stages, first (R68). None for no items.

    UsageError for a check that asks for nothing.
    """
    if not file.items:
        return None
    stages = [
        PlanStage(
            id=f"t{number}",
            content=item.content,
            deliverable=item.deliverable or item.content,
            check=_check(item),
            evidence="seeded from plan.md" if item.done else None,
        )
        for number, item in enumerate(file.items, start=1)
    ]
    closed = [stage for stage in stages if stage.evidence]
    opened = [stage for stage in stages if not stage.evidence]
    return PlanState(stages=(*closed, *opened), pointer=len(closed))


def _check(item: PlanFileItem) -> StageCheck | None:
    if not item.check:
        return None
    try:
        return lock_check(item.check, "plan.md")
    except ValueError as error:
        raise UsageError(f"plan.md: the check of {item.content[:80]!r}: {error}") from error


def seed_todos(file: PlanFile) -> tuple[TodoItem, ...]:
    """Into classic: as is, without promotion (R68)."""
    return tuple(
        TodoItem(id=f"t{number}", content=item.content, status="done" if item.done else "pending")
        for number, item in enumerate(file.items, start=1)
    )
