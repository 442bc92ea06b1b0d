"""A person's words to a running turn: each stands above the reply that heard it."""

from collections.abc import Sequence

from zaptui.core.parts import Part
from zaptui.core.turn import Step, Turn
from zaptui.planning.checklist import is_plan_part


class Said:
    """Follows a turn. Words stand above the first part that their step shows."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._looked = 0
        self._steps: list[Step] = []

    def follow(self) -> None:
        """Look at the steps that are new."""
        self._steps += [step for step in self._turn.steps[self._looked :] if step.messages]
        self._looked = len(self._turn.steps)

    def above(self, part: Part) -> Sequence[str]:
        """The words that stand above a part: none for nearly all."""
        heard = (step for step in self._steps if _first_shown(step) is part)
        return next((tuple(step.messages) for step in heard), ())

    def late(self) -> tuple[str, ...]:
        """Words whose reply shows nothing, nothing yet, or never came."""
        silent = (step for step in self._steps if _first_shown(step) is None)
        return (*(text for step in silent for text in step.messages), *self._turn.unheard)


def _first_shown(step: Step) -> Part | None:
    return next((part for part in step.parts if not is_plan_part(part)), None)
