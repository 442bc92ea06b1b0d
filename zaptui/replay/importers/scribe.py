"""Writes what foreign records say as our events: runs, steps, calls, the plan, how it ended."""

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import FinishReason, NoticeLevel, Usage
from zaptui.replay.importers.call_book import Result
from zaptui.replay.importers.call_writer import CallWriter
from zaptui.replay.importers.fields import seconds
from zaptui.replay.importers.log import ImportLog
from zaptui.replay.importers.run_writer import RunWriter


class Scribe(RunWriter):
    """One conversation being written. Whatever it is told in whatever order, it stays a tape."""

    def __init__(self, log: ImportLog, *, parents: tuple[str, ...] = ()) -> None:
        super().__init__(log, parents=parents)
        self.children: dict[str, Scribe] = {}
        self._working: dict[str, Scribe] = {}
        """The children that have something to finish."""
        self._calls = CallWriter(self._emit, self.plan, returning=self._finish_child)

    # -- where and when

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
        self._next_step(key, model)

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
        call = self._calls.add(given_id, tool, sent)
        if call is None:
            return given_id
        self._reply().mid_turn = True
        self._calls.write(given_id, call)
        return call.id

    def saw(self, given_id: str, tool: str, raw: str) -> None:
        """A call at work whose request is not in the transcript: shown, but not the model's."""
        call = self._calls.add(given_id, tool, raw)
        if call is not None:
            self._reply()
            call.raw = raw
            self._calls.write_partial(call)

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
        if not self._calls.knows(given_id):
            self._running()
        if not self._calls.settle(given_id, result):
            self._write_orphan(given_id, result)

    def planned(self, records: list[Json], *, changes_only: bool = False) -> None:
        """The program tells its whole list, without a call of the model's."""
        if not changes_only or self.plan.differs(records):
            self._running()
            self._emit(self.plan.replaced(records))

    def restored(self, snapshot: JsonObject) -> bool:
        """The plan as a person left it, as a snapshot of ours; whether it could be read."""
        update = self.plan.restored(snapshot)
        if update is not None:
            self._running()
            self._emit(update)
        return update is not None

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
        return self._calls.knows(call_id)

    def finish(self) -> None:
        """The run is over: calls that are open are closed, and it ends as it stands."""
        run = self._run
        if run is None:
            return
        now, self.log.now = self.log.now, None  # it ended when the last thing happened
        error = run.error
        if self._asides:
            self._start_step(None, "")  # a message reaches the tape with the step after it
        self._finish_children()
        for given_id, result in self._calls.orphans():
            self._write_orphan(given_id, result)
        cut = self._calls.close_open()
        self._end_step(run)
        run.error = error  # what was held back until now is no word of the model's
        stages, has_plan = self.plan.open_stages(), self.plan.has_plan
        self._emit(run.end(open_stages=stages, has_plan=has_plan, cut=cut))
        self._run, self.log.now = None, now

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

    def _write_orphan(self, given_id: str, result: Result) -> None:
        """A result whose call is not in the transcript."""
        if not self._running().step:
            self._start_step(None, "")
        self._calls.write_orphan(given_id, result)

    def _finish_child(self, call_id: str) -> None:
        child = self._working.pop(call_id, None)
        if child is not None:
            child.finish()
