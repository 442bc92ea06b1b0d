"""The list after a step: the one walk over its planner calls and plan marks."""

from zaptui.core.parts import Part, PlanPart, ToolPart
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
    for part in sorted(filter(is_plan_part, step.parts), key=_order):
        found: Checklist | None = None
        if isinstance(part, PlanPart):
            found = checklist_of_snapshot(part.snapshot)
        elif isinstance(part, ToolPart) and not part.discarded:
            found = checklist_of_call(part, first=items is None)
        items = items if found is None else found
    return items


def _order(part: Part) -> int:
    """As they took effect; what changed nothing, or is not known to have, comes first."""
    return part.plan_order if isinstance(part, PlanPart | ToolPart) else 0
