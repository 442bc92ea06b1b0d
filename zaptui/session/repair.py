"""Runs that were never ended: a crash, a kill, a damaged tape. They get their end on load (R58)."""

from collections.abc import Iterator

from zaptui.core import events as e
from zaptui.core.outcomes import exit_code_of
from zaptui.core.result_text import INTERRUPTED, NOT_RUN


class Runs:
    """Follows the entries of a tape and knows what the run at the end still lacks."""

    def __init__(self) -> None:
        self.begun = False
        """Some run has started."""
        self._open_calls: dict[str, bool] = {}
        """The calls without a result, each with whether it has started."""
        self._running = False
        self._last: tuple[int, float] | None = None
        """Place and time of the newest entry."""

    def take(self, entry: e.Entry) -> Iterator[e.Entry]:
        """The entry, behind the end of a run that another one follows without an end."""
        if isinstance(entry.event, e.RunStarted) and self._running:
            yield from self.missing_end()
        self._note(entry)
        yield entry

    def heard(self, seq: int, at: float) -> None:
        """An entry of no consequence has come."""
        self._last = (seq, at)

    def missing_end(self) -> list[e.Entry]:
        """The results of open calls and the end of a run that has none; else nothing."""
        last = self._last
        if not self._running or last is None:
            return []
        events: list[e.Event] = [
            e.ToolReturned(call_id=call_id, error=INTERRUPTED if started else NOT_RUN)
            for call_id, started in self._open_calls.items()
        ]
        events.append(
            e.RunFinished(
                outcome="aborted",
                finish_reason="abort",
                stopped_by="crash",
                exit_code=exit_code_of("error"),
                error="the run ended abnormally",
            )
        )
        seq, at = last
        return [
            e.Entry(seq=seq + number, at=at, event=event)
            for number, event in enumerate(events, start=1)
        ]

    def _note(self, entry: e.Entry) -> None:
        self._last = (entry.seq, entry.at)
        match entry.event:
            case e.RunStarted():
                self._open_calls, self._running, self.begun = {}, True, True
            case e.ToolCalled():
                self._open_calls[entry.event.call_id] = False
            case e.ToolStarted():
                self._open_calls[entry.event.call_id] = True
            case e.ToolReturned():
                self._open_calls.pop(entry.event.call_id, None)
            case e.RunFinished():
                self._running = False
            case _:
                pass
