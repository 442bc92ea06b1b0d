"""The list after a step: the one walk over its planner calls and plan marks."""

from zaptui.core.parts import PlanPart, ToolPart
from zaptui.core.turn import Step
from zaptui.planning.checklist import (
    Checklist,
    checklist_of_call,
    checklist_of_snapshot,
    is_plan_part,
)


def items_after(step: Step, before: Checklist | None) -> Checklist | None:
    """The list as the step leaves it; None while there is none. Discarded calls change nothing."""
    items = before
    for part in step.parts:
        found: Checklist | None = None
        if isinstance(part, PlanPart):
            found = checklist_of_snapshot(part.snapshot)
        elif isinstance(part, ToolPart) and is_plan_part(part) and not part.discarded:
            found = checklist_of_call(part, first=items is None)
        items = items if found is None else found
    return items
