"""What an importer knows of the run it writes, and the end that follows from it."""

from dataclasses import dataclass, field

from zaptui.core.events import RunFinished
from zaptui.core.outcomes import Outcome, exit_code_of, finish_reason_of
from zaptui.core.parts import FinishReason, Usage


@dataclass(slots=True, kw_only=True)
class RunState:
    """A run that is being written."""

    step: int = 0
    step_key: str | None = None
    reason: FinishReason | None = None
    usage: Usage | None = None
    """Of the reply that is being written."""
    total: Usage = field(default_factory=Usage)
    mid_turn: bool = False
    """The model has called and not yet answered: words of the user now steer."""
    settled: bool = False
    """The program says that the turn is over."""
    error: str | None = None
    aborted: str | None = None
    capped: str | None = None

    @property
    def over(self) -> bool:
        """Whether it was stopped: what the model says next is of another run."""
        return bool(self.aborted or self.capped)

    def end(self, *, open_stages: list[str], has_plan: bool, cut: bool) -> RunFinished:
        """The one end (R48). `cut`: a call had no result when the transcript ended."""
        outcome, stopped_by = self._outcome(bool(open_stages), has_plan=has_plan, cut=cut)
        return RunFinished(
            outcome=outcome,
            finish_reason=finish_reason_of(outcome),
            stopped_by=stopped_by,
            exit_code=exit_code_of(outcome),
            error=self.error if outcome == "error" else None,
            usage=self.total,
            open_stages=open_stages,
        )

    def _outcome(self, is_open: bool, *, has_plan: bool, cut: bool) -> tuple[Outcome, str]:
        if self.aborted:
            return "aborted", self.aborted
        if self.error is not None:
            return "error", "error"
        if self.capped:
            return "capped", self.capped
        if cut and not self.settled:
            return "aborted", "the transcript ends within a call"
        if is_open:
            return "incomplete", "the transcript ends"
        return ("complete" if has_plan else "answered"), "answer"
