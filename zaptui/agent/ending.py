"""How a run ends: what it took, the calls that are still open, the event that closes its tape."""

from dataclasses import dataclass, field

from zaptui.agent.stop import Stop
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.outcomes import DENIED, exit_code_of, finish_reason_of, worst_exit_code
from zaptui.core.parts import ToolPart, Usage
from zaptui.core.ports import Emit, Price
from zaptui.core.result_text import INTERRUPTED, NOT_RUN
from zaptui.errors import StateError


@dataclass(slots=True, kw_only=True)
class Bill:
    """What a run took so far, and what was denied to it."""

    price: Price | None
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    denials: list[e.Denial] = field(default_factory=list[e.Denial])

    def add(self, usage: Usage | None) -> None:
        """Count what a reply took; what is not told counts as nothing."""
        if usage is not None:
            self.usage += usage
            if self.price is not None:
                self.cost += self.price(usage)


def close_open_calls(conversation: Conversation, tell: Emit) -> StateError | None:
    """Every call has a result before a run ends, whatever ended it. A result that cannot be
    written does not keep the run from its end: the error is given back."""
    unwritten: StateError | None = None
    for part in list(conversation.turn.current.parts):
        match part:
            case ToolPart(called=True, finished=False, discarded=False):
                error = INTERRUPTED if part.started else NOT_RUN
                try:
                    tell(e.ToolReturned(call_id=part.call_id, error=error))
                except StateError as failure:
                    unwritten = failure
            case _:
                pass
    return unwritten


def finished(
    stop: Stop,
    bill: Bill,
    *,
    open_stages: list[str],
    error: str | None = None,
    unwritten: StateError | None = None,
) -> e.RunFinished:
    """The last event of a run; of several exit codes the worst."""
    codes = [exit_code_of(stop.outcome) if stop.exit_code is None else stop.exit_code]
    if unwritten is not None:
        codes.append(unwritten.exit_code)
        error = error or str(unwritten)
    if bill.denials:
        codes.append(DENIED)
    return e.RunFinished(
        outcome=stop.outcome,
        finish_reason=finish_reason_of(stop.outcome),
        stopped_by=stop.stopped_by,
        exit_code=worst_exit_code(codes),
        error=error,
        usage=bill.usage,
        cost=round(bill.cost, 6) if bill.price else None,
        denials=bill.denials,
        open_stages=open_stages,
    )
