"""The answer of a run: its last text after the last planner call, else `complete`'s summary."""

from zaptui.core.parts import PlanPart, TextPart, ToolPart
from zaptui.core.turn import Turn
from zaptui.planning.checklist import is_plan_part


def answer_of(turn: Turn) -> str:
    """The text to show last; empty when the run said nothing."""
    summary = ""
    for step in reversed(turn.steps):
        texts: list[str] = []
        planned = False
        for part in step.parts:
            match part:
                case TextPart(discarded=False) if part.text.strip():
                    texts.append(part.text)
                case ToolPart(discarded=True):
                    pass
                case ToolPart(tool="complete", error=None) if part.input and not summary:
                    value = part.input.get("summary")
                    summary = value.strip() if isinstance(value, str) else ""
                case ToolPart() | PlanPart() if is_plan_part(part):
                    planned = True
                    texts.clear()
                case _:
                    pass
        if texts:
            return texts[-1].strip()
        if planned:
            break
    return summary
