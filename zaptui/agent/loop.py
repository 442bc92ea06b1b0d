"""The loop. `Session.run` plays one prompt: steps, each a model reply and its calls, to a stop."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from zaptui.agent.call_ids import CallIds
from zaptui.agent.calls import AnyTool, Calls, CallsDone
from zaptui.agent.prepare_step import prepare_step
from zaptui.agent.progress import Progress
from zaptui.agent.reminders import Reminders
from zaptui.agent.stop import Limits, StepFacts, Stop, first_stop
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.outcomes import DENIED, TIMED_OUT, exit_code_of, finish_reason_of, worst_exit_code
from zaptui.core.parts import FinishReason, ToolPart, Usage
from zaptui.core.ports import (
    Ask,
    AskUser,
    Decide,
    Emit,
    Provider,
    Request,
    Spawner,
    ToolContext,
    Workspace,
)
from zaptui.errors import ZapError
from zaptui.planning.planner import Planner, PlannerResult

INTERRUPTED = "interrupted, may have run"
NOT_RUN = "not run: the run was interrupted"
CUT_SHORT = "not run: the reply was cut by the output limit, so the arguments may be incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All a session needs from outside. `ask` and `ask_user` are None with nobody to ask."""

    provider: Provider
    model: str
    """The name the service knows."""
    shown_model: str
    """`provider/model`, for the tape."""
    system: str
    tools: Sequence[AnyTool]
    planner: Planner
    decide: Decide
    workspace: Workspace
    spawner: Spawner
    session: str
    version: str
    now: Callable[[], str]
    """The time, UTC, ISO 8601."""
    ask: Ask | None = None
    ask_user: AskUser | None = None
    limits: Limits = field(default_factory=Limits)
    baseline: str | None = None
    seeded: bool = False
    """The planner was seeded from a file: the first run tells it."""


class Session:
    """A conversation that goes on prompt by prompt. It is a Runner."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.conversation = Conversation()
        self.inbox: list[str] = []
        """A person's words for the running turn; read before each step."""
        self.signal = 2
        """The signal a cancellation stands for."""
        self._emit: Emit = _nowhere
        self._reminders = Reminders(baseline=setup.baseline)
        self._tools = {tool.name: tool for tool in setup.tools}
        self._specs = [*(tool.spec for tool in setup.tools), *setup.planner.tools]
        self._seen: dict[str, str] = {}
        self._seeded = setup.seeded
        self._calls = Calls(
            tools=self._tools,
            planner=setup.planner,
            decide=setup.decide,
            ask=setup.ask,
            context=self._context,
            tell=self.tell,
        )
        self._usage = Usage()
        self._denials: list[e.Denial] = []

    def tell(self, event: e.Event) -> None:
        """The only way state changes and the only way out."""
        self.conversation.apply(event)
        self._emit(event)

    async def run(self, prompt: str, emit: Emit) -> e.RunFinished:
        """Play one prompt. The tape always ends in one RunFinished, which is also returned;
        cancellation and bugs are raised again after it."""
        self._emit = emit
        self._usage, self._denials = Usage(), []
        timeout = asyncio.timeout(self.setup.limits.timeout_s)
        try:
            self._start(prompt)
            async with timeout:
                stop = await self._steps()
        except TimeoutError as error:
            if not timeout.expired():
                self._fail(f"internal error: {error!r}", 1)
                raise
            return self._finish(Stop(outcome="capped", stopped_by="timeout", exit_code=TIMED_OUT))
        except ZapError as error:
            return self._fail(str(error), error.exit_code)
        except asyncio.CancelledError:
            self._finish(
                Stop(outcome="aborted", stopped_by="cancelled", exit_code=128 + self.signal)
            )
            raise
        except Exception as error:
            self._fail(f"internal error: {type(error).__name__}: {error}", 1)
            raise
        return self._finish(stop)

    def _start(self, prompt: str) -> None:
        setup, planner = self.setup, self.setup.planner
        self.tell(
            e.RunStarted(
                session=setup.session,
                prompt=prompt,
                model=setup.shown_model,
                mode=planner.mode,
                cwd=setup.workspace.root,
                version=setup.version,
                time=setup.now(),
            )
        )
        if self._seeded:
            self._calls.tell_plan(PlannerResult(output=planner.snapshot(), change="seeded"), None)
            self._seeded = False
        elif planner.has_plan and planner.complete:
            planner.restore({})  # a complete plan is put away, an open one stays (R49)
        elif planner.has_plan:
            self._calls.tell_plan(PlannerResult(output=planner.snapshot(), change="snapshot"), None)

    async def _steps(self) -> Stop:
        progress, number = Progress(), 0
        while True:
            number += 1
            facts = await self._step(number, progress)
            stop = first_stop(facts, self.setup.limits)
            if stop is not None:
                return stop

    async def _step(self, number: int, progress: Progress) -> StepFacts:
        setup = self.setup
        while self.inbox:
            self.tell(e.UserMessage(text=self.inbox.pop(0)))
        request = prepare_step(
            self.conversation,
            reminders=self._reminders,
            planner=setup.planner,
            system=setup.system,
            tools=self._specs,
            model=setup.model,
        )
        self.tell(e.StepStarted(step=number, reminder=request.reminder, model=setup.shown_model))
        calls, reason = await self._reply(request, number)
        done = await self._run_calls(calls, reason)
        self._denials += done.denials
        return progress.facts(number, calls=len(calls), done=done, planner=setup.planner)

    async def _reply(
        self, request: Request, number: int
    ) -> tuple[list[e.ToolCalled], FinishReason]:
        calls: list[e.ToolCalled] = []
        reason: FinishReason = "stop"
        ids = CallIds(self.conversation, number)
        async with aclosing(self.setup.provider.stream(request)) as stream:
            async for event in stream:
                renamed = ids.rename(event)
                self.tell(renamed)
                if isinstance(renamed, e.ToolCalled):
                    calls.append(renamed)
                elif isinstance(renamed, e.ModelFinished):
                    reason = renamed.reason
                    self._usage += renamed.usage or Usage()
        return calls, reason

    async def _run_calls(self, calls: Sequence[e.ToolCalled], reason: FinishReason) -> CallsDone:
        if reason != "length":
            return await self._calls.run(calls)
        for call in calls:
            self.tell(e.ToolReturned(call_id=call.call_id, error=CUT_SHORT))
        return CallsDone()

    def _context(self, call_id: str) -> ToolContext:
        def progress(text: str) -> None:
            self.tell(e.ToolProgress(call_id=call_id, text=text))

        return ToolContext(
            workspace=self.setup.workspace,
            spawner=self.setup.spawner,
            progress=progress,
            ask_user=self.setup.ask_user,
            seen=self._seen,
        )

    def _fail(self, message: str, exit_code: int) -> e.RunFinished:
        stop = Stop(outcome="error", stopped_by="error", exit_code=exit_code)
        return self._finish(stop, error=message)

    def _finish(self, stop: Stop, *, error: str | None = None) -> e.RunFinished:
        self._close_open_calls()
        codes = [exit_code_of(stop.outcome) if stop.exit_code is None else stop.exit_code]
        if self._denials:
            codes.append(DENIED)
        finished = e.RunFinished(
            outcome=stop.outcome,
            finish_reason=finish_reason_of(stop.outcome),
            stopped_by=stop.stopped_by,
            exit_code=worst_exit_code(codes),
            error=error,
            usage=self._usage,
            denials=self._denials,
            open_stages=self.setup.planner.open_stages(),
        )
        self.tell(finished)
        return finished

    def _close_open_calls(self) -> None:
        """Every call has a result before a run ends, whatever ended it."""
        for part in list(self.conversation.turn.current.parts):
            if isinstance(part, ToolPart) and part.called and not part.finished:
                error = INTERRUPTED if part.started else NOT_RUN
                self.tell(e.ToolReturned(call_id=part.call_id, error=error))


def _nowhere(event: e.Event) -> None:
    """Where events go before the first run."""
