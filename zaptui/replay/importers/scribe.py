"""Writes what foreign records say as our events: runs, steps, calls, the plan, how it ended."""

from dataclasses import dataclass, field, replace
from itertools import count

from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.outcomes import Outcome, exit_code_of, finish_reason_of
from zaptui.core.parts import FinishReason, NoticeLevel, Usage
from zaptui.replay.importers.call_book import UNNAMED, Call, CallBook, Result
from zaptui.replay.importers.fields import arguments, iso, seconds
from zaptui.replay.importers.log import ImportLog
from zaptui.replay.importers.plan_book import PlanBook

NO_RESULT = "interrupted, no result recorded"
"""The error that closes a call whose result the transcript does not hold."""


@dataclass(slots=True, kw_only=True)
class _Run:
    """What is known of the running run and its end."""

    step: int = 0
    step_key: str | None = None
    reason: FinishReason | None = None
    usage: Usage | None = None
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


class Scribe:
    """One conversation being written. Whatever it is told in whatever order, it stays a tape."""

    def __init__(self, log: ImportLog, *, parents: tuple[str, ...] = ()) -> None:
        self.log = log
        self.session = ""
        self.model = ""
        self.cwd = ""
        self.version = ""
        self.plan = PlanBook()
        self.children: dict[str, Scribe] = {}
        self._working: dict[str, Scribe] = {}
        """The children that have something to finish."""
        self._parents = parents
        self._run: _Run | None = None
        self._ran = False
        self._calls = CallBook()
        self._asides: list[str] = []
        self._held: list[e.Notice] = []
        """Notices that came before the first run."""
        self._parts = count(1)

    # -- where and when

    @property
    def is_child(self) -> bool:
        """Whether it writes what a subagent did."""
        return bool(self._parents)

    @property
    def began(self) -> bool:
        """Whether a run is going on."""
        return self._run is not None

    def tick(self, time: Json) -> None:
        """The time of the records that follow, as the format writes it."""
        self.log.now = seconds(time)

    def child(self, call_id: str, *, session: str | None = None) -> "Scribe":
        """The scribe of the subagent that a call started. `session`: it has one of its own."""
        known = self.children.get(call_id)
        if known is None:
            known = Scribe(self.log, parents=(*self._parents, call_id))
            known.session = self.session if session is None else session
            known.cwd, known.version = self.cwd, self.version
            self.children[call_id] = known
        self._working[call_id] = known
        return known

    # -- the user

    def prompt(self, text: str) -> None:
        """The user starts a run."""
        if self._run is not None:
            self.finish()
        self._begin(text)

    def user(self, text: str) -> None:
        """The user says something: it starts a run, or steers the one that still works."""
        run = self._run
        waiting = run is not None and (run.mid_turn or run.step == 0)
        if run is None or run.over or run.error or not waiting:
            self.prompt(text)
        else:
            self.aside(text)

    def aside(self, text: str) -> None:
        """Words in the user's name that start no run: they reach the model with its next step."""
        self._asides.append(text)

    # -- the model

    def step(self, key: str | None = None, *, model: str = "") -> None:
        """A reply of the model begins, unless it is the one with this key that goes on."""
        run = self._run
        if run is not None and run.step and key is not None and key == run.step_key:
            return
        if run is not None and run.over:
            self.finish()
        self._start_step(key, model)

    def text(self, text: str, *, part: str | None = None) -> None:
        """Text of the model. The same `part` goes on with the same text."""
        run = self._reply()
        self._emit(e.TextDelta(part=part or self._new_part(), text=text))
        run.mid_turn = self._calls.waits

    def reasoning(self, text: str, *, part: str | None = None) -> None:
        """Reasoning of the model."""
        self._reply()
        self._emit(e.ReasoningDelta(part=part or self._new_part(), text=text))

    def called(self, given_id: str, tool: str, sent: Json) -> str:
        """A call; gives back its id on the tape. A copy of an earlier call is left out."""
        given = arguments(sent)
        call = Call(tool=tool or UNNAMED)
        if isinstance(given, dict):
            call.input = given
        else:
            call.raw = given
        call_id = self._calls.add(given_id, call)
        if call_id is None:
            return given_id
        self._reply().mid_turn = True
        self._emit(e.ToolCalled(call_id=call_id, tool=call.tool, input=call.input, raw=call.raw))
        early = self._calls.take_early(given_id)
        if early is not None:
            self._settle(call_id, early)
        return call_id

    def saw(self, given_id: str, tool: str, raw: str) -> None:
        """A call at work whose request is not in the transcript: shown, but not the model's."""
        call_id = self._calls.add(given_id, Call(tool=tool or UNNAMED, raw=raw))
        if call_id is not None:
            self._reply()
            self._emit(e.ToolInputDelta(call_id=call_id, tool=tool or UNNAMED, delta=raw))

    def returned(
        self,
        given_id: str,
        output: Json,
        *,
        error: str | None = None,
        detail: Json = None,
        tool: str = "",
    ) -> None:
        """A result. The first one of a call counts; one without a call is kept all the same."""
        result = Result(output=output, error=error, detail=detail, tool=tool)
        call_id = self._calls.home_of(given_id)
        if call_id is not None:
            self._settle(call_id, result)
        elif self._calls.keep_early(given_id, result):
            self._running()
        else:
            self._write_orphan(given_id, result)

    def planned(self, records: list[Json], *, changes_only: bool = False) -> None:
        """The program tells its whole list, without a call of the model's."""
        if not changes_only or self.plan.differs(records):
            self._running()
            self._emit(self.plan.replaced(records))

    def replied(self, *, reason: FinishReason | None = None, usage: Usage | None = None) -> None:
        """How the running reply ended, and what it used in all."""
        run = self._running()
        run.reason = reason or run.reason
        run.usage = usage or run.usage
        if reason == "stop":
            self.settled()

    def settled(self) -> None:
        """The model has said its last word for now: what the user says next starts a run."""
        if self._run is not None:
            self._run.settled = True
            self._run.mid_turn = False

    # -- the rest

    def notice(self, text: str, *, level: NoticeLevel = "info") -> None:
        """Something the program said to the person. It starts no run."""
        notice = e.Notice(level=level, text=text)
        if self._run is None and not self._ran:
            self._held.append(notice)
        else:
            self._emit(notice)

    def failed(self, error: str) -> None:
        """An error. It is the run's end unless the model goes on."""
        self._running().error = error or "error"
        self.notice(error or "error", level="error")

    def aborted(self, why: str = "interrupted") -> None:
        """The run was interrupted."""
        self._running().aborted = why

    def capped(self, why: str) -> None:
        """The run met a limit of the program's."""
        self._running().capped = why

    def unknown(self, kind: str) -> None:
        """A record that is not understood: counted, and told where the first of its kind is."""
        kind = kind[:80] or "record without a type"
        if self.log.unknown(kind):
            self.notice(f"not understood: {kind}")
        self._emit(e.Unknown(data={"type": "not_understood", "kind": kind}))

    def discard(self, why: str) -> None:
        """What the running reply has said so far is taken back."""
        self._running()
        self._emit(e.Retrying(attempt=1, wait_s=0.0, error=why))

    def is_open(self, call_id: str) -> bool:
        """Whether a call waits for its result."""
        return self._calls.is_open(call_id)

    def knows(self, call_id: str) -> bool:
        """Whether a call of that id was written."""
        return call_id in self._calls.calls

    def finish(self) -> None:
        """The run is over: calls that are open are closed, and it ends as it stands."""
        run = self._run
        if run is None:
            return
        if self._asides:
            self._start_step(None, "")  # a message reaches the tape with the step after it
        self._finish_children()
        for given_id, result in self._calls.all_early():
            self._write_orphan(given_id, result)
        still_open = self._calls.open_calls()
        for call_id in still_open:
            self._close_call(call_id)
        self._end_step(run)
        self._emit(self._end(run, cut=bool(still_open)), keep_time=True)
        self._run = None

    def end(self) -> None:
        """The transcript is over. A tape holds one run at least."""
        self.finish()
        self._finish_children()
        if self._asides or not self._ran:
            self._begin("")
            self.finish()

    def _finish_children(self) -> None:
        working, self._working = self._working, {}
        for child in working.values():
            child.finish()

    # -- how it is written

    def _emit(self, event: e.Event, *, keep_time: bool = False) -> None:
        for parent in reversed(self._parents):
            event = e.Subagent(call_id=parent, event=event)
        self.log.put(event, keep_time=keep_time)

    def _begin(self, prompt: str) -> _Run:
        if not self._parents:
            self.log.restart_clock()
        self._run, self._ran = _Run(), True
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

    def _running(self) -> _Run:
        return self._run or self._begin("")

    def _reply(self) -> _Run:
        """The run with a step to write into."""
        if self._run is None or not self._run.step or self._run.over:
            self.step()
        run = self._running()
        run.error = None
        run.settled = False
        return run

    def _start_step(self, key: str | None, model: str) -> None:
        run = self._running()
        self._end_step(run)
        for text in self._asides:
            self._emit(e.UserMessage(text=text))
        self._asides = []
        run.step += 1
        run.step_key, run.error = key, None
        self._emit(e.StepStarted(step=run.step, model=model or self.model))

    def _end_step(self, run: _Run) -> None:
        if run.reason is None and run.usage is None:
            return
        self._emit(e.ModelFinished(reason=run.reason or "stop", usage=run.usage), keep_time=True)
        run.total += run.usage or Usage()
        run.reason = run.usage = None

    def _end(self, run: _Run, *, cut: bool) -> e.RunFinished:
        open_stages = self.plan.open_stages()
        outcome: Outcome = "answered"
        stopped_by = "answer"
        if run.aborted:
            outcome, stopped_by = "aborted", run.aborted
        elif run.error is not None:
            outcome, stopped_by = "error", "error"
        elif run.capped:
            outcome, stopped_by = "capped", run.capped
        elif cut and not run.settled:
            outcome, stopped_by = "aborted", "the transcript ends within a call"
        elif open_stages:
            outcome, stopped_by = "incomplete", "the transcript ends"
        elif self.plan.has_plan:
            outcome = "complete"
        return e.RunFinished(
            outcome=outcome,
            finish_reason=finish_reason_of(outcome),
            stopped_by=stopped_by,
            exit_code=exit_code_of(outcome),
            error=run.error if outcome == "error" else None,
            usage=run.total,
            open_stages=open_stages,
        )

    def _settle(self, call_id: str, result: Result) -> None:
        call = self._calls.calls[call_id]
        if call.returned:
            return
        if call_id in self._working:
            self._working.pop(call_id).finish()
        self._calls.close(call_id)
        shown = None if result.error is not None else result.output
        self._emit(e.ToolReturned(call_id=call_id, output=shown, error=result.error))
        if result.error is None:
            self._note_plan(call_id, call, result)

    def _write_orphan(self, given_id: str, result: Result) -> None:
        """A result whose call is not in the transcript."""
        if not self._running().step:
            self._start_step(None, "")
        call = Call(tool=result.tool or UNNAMED)
        call_id = self._calls.add(given_id, call) or self._calls.free_id(given_id)
        self._calls.calls[call_id] = call
        self._emit(e.ToolInputDelta(call_id=call_id, tool=call.tool, delta=""))
        self._settle(call_id, result)

    def _close_call(self, call_id: str) -> None:
        """A call without a result: a list it wrote is the last word on the plan there is."""
        self._calls.give_up(call_id)
        self._emit(e.ToolReturned(call_id=call_id, error=NO_RESULT), keep_time=True)
        self._note_plan(call_id, self._calls.calls[call_id], Result())

    def _note_plan(self, call_id: str, call: Call, result: Result) -> None:
        update = self.plan.called(call.tool, call.input or {}, result.output, result.detail)
        if update is not None:
            self._emit(replace(update, tool_call_id=call_id))

    def _new_part(self) -> str:
        return f"p{next(self._parts)}"
