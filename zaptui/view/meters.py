"""What each stage took: when it began and ended, its calls, its tokens."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from zaptui.core.parts import ToolPart
from zaptui.core.turn import Step
from zaptui.planning.checklist import Checklist, is_plan_part


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """Figures of one stage. Times are as `Entry.at`; `tokens` are those the model wrote."""

    began_at: float | None = None
    ended_at: float | None = None
    calls: int = 0
    tokens: int = 0


NOTHING = Meter()


def metered(
    meters: Mapping[str, Meter], step: Step, *, stage_id: str | None, after: Checklist
) -> dict[str, Meter]:
    """The figures with a step taken in: its work is of `stage_id`, its plan is `after`."""
    result = dict(meters)
    if stage_id is not None:
        known = result.get(stage_id, NOTHING)
        result[stage_id] = replace(
            known,
            calls=known.calls + sum(_is_work(part) for part in step.parts),
            tokens=known.tokens + (step.usage.output_tokens if step.usage else 0),
        )
    at = _changed_at(step)
    for item in after:
        known = result.get(item.id, NOTHING)
        if item.status == "done":
            if known.ended_at is None:
                result[item.id] = replace(known, ended_at=at)
        elif known.ended_at is not None:
            result[item.id] = replace(known, ended_at=None)  # it was opened again
        elif item.status == "in_progress" and known.began_at is None:
            result[item.id] = replace(known, began_at=at)
    return result


def _is_work(part: object) -> bool:
    return isinstance(part, ToolPart) and not is_plan_part(part) and not part.discarded


def _changed_at(step: Step) -> float:
    """When the plan of a step took effect: its last planner call, else its start."""
    ends = [
        part.ended_at
        for part in step.parts
        if isinstance(part, ToolPart) and is_plan_part(part) and part.ended_at is not None
    ]
    return ends[-1] if ends else step.began_at
