"""A turn is a prompt and its steps; a step is one model reply with its tool results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from zaptui.core.events import RunFinished, RunStarted
from zaptui.core.parts import (
    FinishReason,
    NoticePart,
    Part,
    PlanPart,
    ReasoningPart,
    TextPart,
    ToolPart,
    Usage,
    part_key,
)


class Step:
    """One model reply with its tool results inside its tool parts.

    Parts are frozen; a part that changes is replaced. Deltas are held back and joined when
    someone looks, so that a reply of n deltas costs n, not n².
    """

    def __init__(self, number: int, *, reminder: str | None = None, model: str = "") -> None:
        self.number = number
        self.reminder = reminder
        self.model = model
        self.messages: list[str] = []
        """A person's words that came before this reply (steering)."""
        self.finish_reason: FinishReason | None = None
        self.usage: Usage | None = None
        self.began_at = 0.0
        self.revision = 0
        """Rises with every change: two looks at the same revision see the same parts."""
        self._parts: list[Part] = []
        self._index: dict[str, int] = {}
        self._pending: dict[str, list[str]] = {}

    @property
    def parts(self) -> Sequence[Part]:
        """The parts so far, in the order they arrived. Not to be changed by the reader."""
        if self._pending:
            for key in list(self._pending):
                self._settle(key)
        return self._parts

    def has(self, key: str) -> bool:
        """Whether there is a part of that id. Joins no deltas, so that it may be asked of each."""
        return key in self._index

    def get(self, key: str) -> Part | None:
        """The part of that id, with all its deltas."""
        self._settle(key)
        index = self._index.get(key)
        return None if index is None else self._parts[index]

    def put(self, part: Part) -> None:
        """Add a part, or replace the one of its id."""
        key = part_key(part)
        self.revision += 1
        index = self._index.get(key)
        if index is None:
            self._index[key] = len(self._parts)
            self._parts.append(part)
        else:
            self._pending.pop(key, None)
            self._parts[index] = part

    def extend(self, key: str, text: str) -> None:
        """Hold back a delta for the part of that id."""
        self.revision += 1
        self._pending.setdefault(key, []).append(text)

    def finish(self, reason: FinishReason, usage: Usage | None) -> None:
        """The reply is whole."""
        self.finish_reason, self.usage = reason, usage
        self.revision += 1

    def discard(self) -> None:
        """Mark all the model said in this step as of a failed attempt."""
        parts = self.parts
        for index, part in enumerate(parts):
            if isinstance(part, TextPart | ReasoningPart | ToolPart) and not part.discarded:
                self._parts[index] = replace(part, discarded=True)
        self._index.clear()  # the next attempt may use the same ids
        self.revision += 1

    def _settle(self, key: str) -> None:
        pending = self._pending.pop(key, None)
        if not pending:
            return
        index = self._index[key]
        part, text = self._parts[index], "".join(pending)
        match part:
            case TextPart() | ReasoningPart():
                self._parts[index] = replace(part, text=part.text + text)
            case ToolPart(called=False):
                self._parts[index] = replace(part, raw_input=part.raw_input + text)
            case ToolPart():
                self._parts[index] = replace(part, progress=part.progress + text)
            case PlanPart() | NoticePart():
                pass  # these have no deltas; a damaged tape may use their ids
            case _:
                assert_never(part)


@dataclass(slots=True, kw_only=True)
class Turn:
    """One prompt and the steps that answer it. `finished` is None while it runs."""

    started: RunStarted
    steps: list[Step] = field(default_factory=list[Step])
    opening: Step = field(default_factory=lambda: Step(0))
    """What happened before the first step: a seeded plan, notices."""
    unheard: list[str] = field(default_factory=list[str])
    """A person's words that no reply has followed."""
    finished: RunFinished | None = None
    ended_at: float | None = None
    summary: str | None = None
    """What the history was compacted to: it begins with this, then the steps from `summary_at`."""
    summary_at: int = 0
    late_changes: int = 0
    """Rises when a step that was already followed by another one changes."""

    @property
    def prompt(self) -> str:
        return self.started.prompt

    @property
    def finish_reason(self) -> FinishReason | None:
        return self.finished.finish_reason if self.finished else None

    @property
    def current(self) -> Step:
        """The step that events go to."""
        return self.steps[-1] if self.steps else self.opening

    def all_steps(self) -> Iterator[Step]:
        """The opening and the steps, in order."""
        yield self.opening
        yield from self.steps


def instructions_in(turns: Sequence[Turn]) -> str | None:
    """The standing instructions that were told last."""
    told = (turn.started.instructions for turn in reversed(turns))
    return next((found.text for found in told if found is not None), None)
