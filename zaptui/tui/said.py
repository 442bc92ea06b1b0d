"""A person's words to a running turn: each stands above the reply that heard it."""

from zaptui.core.parts import Part
from zaptui.core.turn import Step, Turn
from zaptui.planning.checklist import is_plan_part


class Said:
    """Follows a turn. Words stand above the first part that shows since they were heard: a step
    may do nothing but move the plan."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._looked = 0
        self._heard: list[int] = []
        """The places of the steps that heard something."""

    def follow(self) -> None:
        """Look at the steps that are new."""
        steps = self._turn.steps
        self._heard += [n for n in range(self._looked, len(steps)) if steps[n].messages]
        self._looked = len(steps)

    def above(self, part: Part) -> tuple[str, ...]:
        """The words that stand above a part: none for nearly all."""
        return self._words(part)

    def late(self) -> tuple[str, ...]:
        """Words whose reply shows nothing, nothing yet, or never came."""
        return (*self._words(None), *self._turn.unheard)

    def _words(self, part: Part | None) -> tuple[str, ...]:
        steps = self._turn.steps
        places = [place for place in self._heard if self._shown_since(place) is part]
        return tuple(text for place in places for text in steps[place].messages)

    def _shown_since(self, place: int) -> Part | None:
        steps = self._turn.steps
        shown = (_first_shown(steps[n]) for n in range(place, len(steps)))
        return next((part for part in shown if part is not None), None)


def _first_shown(step: Step) -> Part | None:
    return next((part for part in step.parts if not is_plan_part(part)), None)
