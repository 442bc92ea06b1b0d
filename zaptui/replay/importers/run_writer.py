"""Runs and steps being written: where an event goes, when a run begins, when a reply ends."""

from abc import ABC, abstractmethod
from itertools import count

from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.replay.importers.fields import iso
from zaptui.replay.importers.log import ImportLog
from zaptui.replay.importers.plan_book import PlanBook
from zaptui.replay.importers.run_state import RunState


class RunWriter(ABC):
    """The runs of one conversation: each begins before anything else of it, and has one end."""

    def __init__(self, log: ImportLog, *, parents: tuple[str, ...] = ()) -> None:
        self.log = log
        self.session = ""
        self.model = ""
        self.cwd = ""
        self.version = ""
        self.plan = PlanBook()
        self._parents = parents
        self._run: RunState | None = None
        self._ran = False
        self._asides: list[str] = []
        self._held: list[e.Notice] = []
        """Notices that came before the first run."""
        self._parts = count(1)

    @property
    def is_child(self) -> bool:
        """Whether it writes what a subagent did."""
        return bool(self._parents)

    @property
    def began(self) -> bool:
        """Whether a run is going on."""
        return self._run is not None

    def _emit(self, event: e.Event, *, keep_time: bool = False) -> None:
        for parent in reversed(self._parents):
            event = e.Subagent(call_id=parent, event=event)
        self.log.put(event, keep_time=keep_time)

    def _begin(self, prompt: str) -> RunState:
        if not self._parents:
            self.log.restart_clock()
        self._run, self._ran = RunState(), True
        self._emit(
            e.RunStarted(
                session=self.session,
                prompt=prompt,
                model=self.model,
                cwd=self.cwd,
                version=self.version,
                time=iso(self.log.now),
            )
        )
        held, self._held = self._held, []
        for event in (*held, self.plan.carried()):
            if event is not None:
                self._emit(event)
        return self._run

    def _running(self) -> RunState:
        return self._run or self._begin("")

    def _reply(self) -> RunState:
        """The run with a step to write into."""
        if self._run is None or not self._run.step or self._run.over:
            self._next_step(None, "")
        run = self._running()
        run.error = None
        run.settled = False
        return run

    def _next_step(self, key: str | None, model: str) -> None:
        """A reply begins, in a run of its own when the last one was stopped."""
        if self._run is not None and self._run.over:
            self.finish()
        self._start_step(key, model)

    @abstractmethod
    def finish(self) -> None:
        """The run is over."""

    def _start_step(self, key: str | None, model: str) -> None:
        run = self._running()
        self._end_step(run)
        for text in self._asides:
            self._emit(e.UserMessage(text=text))
        self._asides = []
        run.step += 1
        run.step_key, run.error = key, None
        self._emit(e.StepStarted(step=run.step, model=model or self.model))

    def _end_step(self, run: RunState) -> None:
        if run.reason is None and run.usage is None:
            return
        self._emit(e.ModelFinished(reason=run.reason or "stop", usage=run.usage), keep_time=True)
        run.total += run.usage or Usage()
        run.reason = run.usage = None

    def _new_part(self) -> str:
        return f"p{next(self._parts)}"
