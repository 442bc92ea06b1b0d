"""What a page shows of a turn: its rows, the work under each, its answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from zaptui.core.conversation import Conversation
from zaptui.core.parts import (
    NoticePart,
    Part,
    PlanPart,
    ReasoningPart,
    TextPart,
    ToolPart,
)
from zaptui.core.turn import Turn
from zaptui.planning.checklist import is_plan_part
from zaptui.replay.exporters.facts import plural, title_of
from zaptui.view.answer import answer_of
from zaptui.view.folder import StageFolder
from zaptui.view.stages import StageRow
from zaptui.view.text import duration, one_line

_MOST_RECEIPTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A person's words that reached the running turn."""

    text: str


WorkItem: TypeAlias = TextPart | ReasoningPart | ToolPart | NoticePart | Said
Work: TypeAlias = list[WorkItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """A turn, ready to be written. `before` is the work ahead of the plan; without one, all."""

    turn: Turn
    answer: str
    rows: tuple[StageRow, ...]
    before: Work
    stages: tuple[Work, ...]
    """The work of each row."""
    after: Work
    """Work that belongs to no stage that is left: done after the last one, or of a dropped one."""

    @property
    def works(self) -> int:
        """How many of its lists of work hold anything."""
        return sum(map(bool, (self.before, *self.stages, self.after)))


def page_of(turn: Turn) -> TurnPage:
    """The page of a turn."""
    folded, answer = StageFolder(turn).fold(), answer_of(turn)
    told = _Told(turn, answer)
    before = told.work(folded.before)
    stages = tuple(told.work(row.subparts) for row in folded.rows)
    after = told.work(folded.sink)
    (after if folded.rows else before).extend(told.late)
    return TurnPage(
        turn=turn, answer=answer, rows=folded.rows, before=before, stages=stages, after=after
    )


def unattached(conversation: Conversation) -> Iterator[Conversation]:
    """The subagents that no call of the conversation started."""
    for call_id, child in conversation.children.items():
        if not conversation.has_call(call_id):
            yield child


def child_name(child: Conversation) -> str:
    """What a subagent's work is headed with: the first line of what it was told."""
    prompt = child.turns[0].prompt if child.turns else ""
    return f"Subagent: {title_of(prompt)}" if prompt.strip() else "Subagent"


def is_open(row: StageRow) -> bool:
    """Whether the planner never closed it: the run's end closes no stage."""
    return row.status != "done" or row.converged


def row_note(row: StageRow) -> str:
    """Why a stage is not simply done or to come, and what its evidence rests on; mostly empty."""
    if row.converged:
        return "left open"
    if row.status == "done":
        return "; ".join(_proof(row))
    words = {"error": "failed", "aborted": "interrupted", "in_progress": "in progress"}
    return words.get(row.status, "")


def _proof(row: StageRow) -> Iterator[str]:
    if row.receipts:
        more = "…" if len(row.receipts) > _MOST_RECEIPTS else ""
        receipts = " ".join(one_line(receipt, 12) for receipt in row.receipts[:_MOST_RECEIPTS])
        yield f"receipts {receipts}{more}"
    if row.checked:
        yield f"check {one_line(row.checked, 20)}"
    if row.trusted:
        yield "closed without work"


def row_took(row: StageRow) -> str:
    """`12 s · 3 calls`; what is not known is left out."""
    meter, words = row.meter, list[str]()
    if meter.began_at is not None and meter.ended_at is not None:
        words.append(duration(max(0.0, meter.ended_at - meter.began_at)))
    if meter.calls:
        words.append(plural(meter.calls, "call"))
    return " · ".join(words)


@dataclass(slots=True)
class _Told:
    """Sorts out what is shown elsewhere, and puts a person's words before the reply to them."""

    turn: Turn
    answer: str
    said: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """Words by the identity of the part that follows them."""
    late: Work = field(default_factory=list[WorkItem])
    """Words that no work follows."""
    answer_part: int = 0

    def __post_init__(self) -> None:
        for step in self.turn.steps:
            first = next((part for part in step.parts if not is_plan_part(part)), None)
            if step.messages and first is not None:
                self.said[id(first)] = step.messages
            else:
                self.late += (Said(text=text) for text in step.messages)
            for part in step.parts:
                if isinstance(part, TextPart) and part.text.strip() == self.answer:
                    self.answer_part = id(part)
        self.late += (Said(text=text) for text in self.turn.unheard)

    def work(self, parts: Iterable[Part]) -> Work:
        return [item for part in parts for item in self._items(part)]

    def _items(self, part: Part) -> Iterator[WorkItem]:
        for text in self.said.get(id(part), ()):
            yield Said(text=text)
        match part:
            case TextPart() | ReasoningPart():
                if part.text.strip() and not part.discarded and id(part) != self.answer_part:
                    yield part
            case ToolPart():
                if not part.discarded and not self._is_answer(part):
                    yield part
            case NoticePart():
                yield part
            case PlanPart():
                pass  # the rows tell it

    def _is_answer(self, part: ToolPart) -> bool:
        summary = (part.input or {}).get("summary")
        return (
            part.tool == "complete"
            and part.error is None
            and isinstance(summary, str)
            and summary.strip() in ("", self.answer)
        )
