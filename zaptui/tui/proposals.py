"""A proposed plan: the checklist of an answer that was given in propose mode (R80)."""

from zaptui.planning.plan_file import PlanFile, parse_plan_file

GO = "The plan is accepted. Carry it out."
OFFER = "Shall this plan be carried out?"
ACCEPT, EDIT, LEAVE = "accept it", "edit it first", "not now"


def proposed_plan(answer: str) -> PlanFile | None:
    """The plan of an answer; None without a checklist."""
    plan = parse_plan_file(answer.encode("utf-8", "replace"))
    return plan if plan.items else None


def plan_text(plan: PlanFile) -> str:
    """A plan as Markdown, to be edited."""
    lines: list[str] = []
    for item in plan.items:
        lines.append(f"- [{'x' if item.done else ' '}] {item.content}")
        if item.deliverable:
            lines.append(f"  deliverable: {item.deliverable}")
    return "\n".join(lines) + "\n"
