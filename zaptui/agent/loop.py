"""The loop. `Session.run` plays one prompt: steps, each a model reply and its calls, to a stop."""

import asyncio
import time
from collections.abc import Sequence

from zaptui.agent.background import Background
from zaptui.agent.breakpoints import Breakpoints
from zaptui.agent.calls import Calls, CallsDone
from zaptui.agent.compaction import Compaction
from zaptui.agent.instructions import fresh_instructions, instructions_read
from zaptui.agent.leave import Leave
from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.planner_calls import PlannerCalls
from zaptui.agent.prepare_step import prepare_step
from zaptui.agent.progress import Progress
from zaptui.agent.reminders import ONCE, Reminders
from zaptui.agent.reply import Replies, Reply
from zaptui.agent.setup import Past, Setup
from zaptui.agent.stage_budget import BudgetWatch
from zaptui.agent.stage_checks import StageChecks
from zaptui.agent.stop import StepFacts, Stop, first_stop
from zaptui.agent.window import result_limit, told_window
from zaptui.core import events as e
from zaptui.core.outcomes import DENIED, TIMED_OUT, exit_code_of, finish_reason_of, worst_exit_code
from zaptui.core.parts import ToolPart, Usage
from zaptui.core.ports import Emit, Request, ToolContext
from zaptui.core.result_text import INTERRUPTED, NOT_RUN
from zaptui.errors import ContextTooLong, StateError, UsageError, ZapError
from zaptui.planning.plan_edit import RowEdit
from zaptui.planning.reserved import check_names

CUT_SHORT = "not run: the reply was cut by the output limit, so the arguments may be incomplete"


class Session:
    """A conversation that goes on prompt by prompt. It is a Runner."""

    def __init__(self, setup: Setup, *, past: Past | None = None) -> None:
        self.setup = setup
        self.past = past or Past()
        self.conversation = self.past.conversation
        self.inbox: list[str] = []
        """A person's words for the running turn; read before each step."""
        self.signal = 2
        """The signal a cancellation stands for."""
        self._emit: Emit = _nowhere
        self._reminders = Reminders(baseline=setup.baseline)
        check_names(tool.name for tool in setup.tools)
        self._tools = {tool.name: tool for tool in setup.tools}
        self._specs = [*(tool.spec for tool in setup.tools), *setup.planner.tools]
        self._seeded = setup.seeded
        self.keeper = PlanKeeper(
            setup.planner,
            store=setup.store,
            session=setup.session,
            now=setup.now,
            tell=self.tell,
            remind=lambda text: self._reminders.set(f"{ONCE}edited", text),
        )
        self._breakpoints = Breakpoints(
            self.keeper, ask_user=setup.ask_user, session=setup.session, tell=self.tell
        )
        self._budget = BudgetWatch(
            setup.stage_budget,
            price=setup.price,
            ask_user=setup.ask_user,
            now=time.monotonic,
            tell=self.tell,
        )
        self._background = Background(setup.spawner, tell=self.tell)
        leave = Leave(decide=setup.decide, ask=setup.ask, tell=self.tell)
        self._calls = Calls(
            tools=self._tools,
            planner=setup.planner,
            planner_calls=PlannerCalls(
                self.keeper,
                leave=leave,
                checks=StageChecks(
                    leave=leave, context=self._context, ripgrep=setup.ripgrep, tell=self.tell
                ),
                enforce=setup.enforce_checks,
                tell=self.tell,
            ),
            leave=leave,
            context=self._context,
            background=self._background,
            tell=self.tell,
        )
        self._replies = Replies(
            provider=setup.provider,
            conversation=self.conversation,
            tell=self.tell,
            retry=setup.retry,
            chance=setup.chance,
        )
        self.compaction = Compaction(setup, self.conversation, tell=self.tell, meter=self._meter)
        self._usage = Usage()
        self._cost = 0.0
        self._denials: list[e.Denial] = []

    def remind(self, key: str, text: str | None) -> None:
        """Set a reminder of the front end's, or take it back."""
        if text is None:
            self._reminders.clear(key)
        else:
            self._reminders.set(key, text)

    def seed(self) -> None:
        """The planner was given a plan from outside: the next run tells it."""
        self._seeded = True

    def edit_plan(self, edits: Sequence[RowEdit], emit: Emit) -> None:
        """A person's edits of the live plan, whether a turn runs or not: told at once."""
        if not self.conversation.turns:
            raise UsageError("there is no plan yet", hint="it comes with the first prompt")
        self._emit = emit
        self.keeper.edit(edits)

    def follow_plan(self, emit: Emit) -> None:
        """Tell what others have done to the plan while no turn runs."""
        if self.conversation.turns:
            self._emit = emit
            self.keeper.take_up()

    def tell(self, event: e.Event) -> None:
        """The only way state changes and the only way out."""
        self.conversation.apply(event)
        self._budget.take(event)
        self._emit(event)

    async def run(self, prompt: str, emit: Emit) -> e.RunFinished:
        """Play one prompt. The tape always ends in one RunFinished, which is also returned;
        cancellation and bugs are raised again after it."""
        self._emit = emit
        self._usage, self._cost, self._denials = Usage(), 0.0, []
        timeout = asyncio.timeout(self.setup.limits.timeout_s)
        try:
            self._start(prompt)
            async with timeout:
                stop = await self._steps()
            self._background.tell_end()
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
        planner.once = None  # what the run before was still to be told
        before = self.conversation.turns[-1].finished if self.conversation.turns else None
        goes_on = before is not None and before.stopped_by == "breakpoint"
        instructions = fresh_instructions(setup.instructions, self.conversation.turns)
        self.tell(
            e.RunStarted(
                session=setup.session,
                prompt=prompt,
                model=setup.shown_model,
                mode=planner.mode,
                cwd=setup.workspace.root,
                version=setup.version,
                time=setup.now(),
                sandbox=setup.sandbox,
                instructions=instructions,
            )
        )
        if instructions is not None:
            self.tell(instructions_read(instructions))
        self.keeper.begin(seeded=self._seeded, goes_on=goes_on)
        self._seeded = False

    async def _steps(self) -> Stop:
        progress, number = Progress(), 0
        while True:
            number += 1
            self.keeper.take_up()
            stop = await self._breakpoints.before_step()
            if stop is not None:
                return stop
            facts = await self._step(number, progress)
            stop = first_stop(facts, self.setup.limits) or await self._budget.after_step()
            if stop is not None:
                return stop
            if progress.word is not None:  # not at the end: the next prompt is another matter
                self._reminders.set(f"{ONCE}progress", progress.word)

    async def _step(self, number: int, progress: Progress) -> StepFacts:
        setup = self.setup
        while self.inbox:
            self.tell(e.UserMessage(text=self.inbox.pop(0)))
        await self.compaction.before_step()
        self.keeper.show()
        request = prepare_step(
            self.conversation,
            reminders=self._reminders,
            planner=setup.planner,
            system=setup.system,
            tools=self._specs,
            model=setup.model,
            result_limit=result_limit(told_window(setup)),
        )
        self.tell(e.StepStarted(step=number, reminder=request.reminder, model=setup.shown_model))
        reply = await self._read(request, number)
        self._meter(reply.usage)
        self.compaction.note(reply.usage)
        done = await self._run_calls(reply)
        self._denials += done.denials
        return progress.facts(
            number,
            calls=len(reply.calls),
            done=done,
            planner=setup.planner,
            cost=self._cost,
            too_long=reply.too_long,
        )

    async def _read(self, request: Request, number: int) -> Reply:
        """The reply; when the request is too long, the history is compacted once."""
        try:
            return await self._replies.read(request, number)
        except ContextTooLong:
            if not await self.compaction.after_refusal():
                raise
        return await self._replies.read(request, number)

    async def _run_calls(self, reply: Reply) -> CallsDone:
        if reply.reason != "length" and not reply.too_long:
            return await self._calls.run(reply.calls)
        for call in reply.calls:
            self.tell(e.ToolReturned(call_id=call.call_id, error=CUT_SHORT))
        return CallsDone()

    def _meter(self, usage: Usage | None) -> None:
        """Count what a reply took; what is not told counts as nothing."""
        if usage is not None:
            self._usage += usage
            if self.setup.price is not None:
                self._cost += self.setup.price(usage)

    def _context(self, call_id: str) -> ToolContext:
        def progress(text: str) -> None:
            self.tell(e.ToolProgress(call_id=call_id, text=text))

        return ToolContext(
            workspace=self.setup.workspace,
            spawner=self.setup.spawner,
            progress=progress,
            ask_user=self.setup.ask_user,
            seen=self.past.seen,
        )

    def _fail(self, message: str, exit_code: int) -> e.RunFinished:
        stop = Stop(outcome="error", stopped_by="error", exit_code=exit_code)
        return self._finish(stop, error=message)

    def _finish(self, stop: Stop, *, error: str | None = None) -> e.RunFinished:
        codes = [exit_code_of(stop.outcome) if stop.exit_code is None else stop.exit_code]
        unwritten = self._close_open_calls()
        if unwritten is not None:
            codes.append(unwritten.exit_code)
            error = error or str(unwritten)
        if self._denials:
            codes.append(DENIED)
        finished = e.RunFinished(
            outcome=stop.outcome,
            finish_reason=finish_reason_of(stop.outcome),
            stopped_by=stop.stopped_by,
            exit_code=worst_exit_code(codes),
            error=error,
            usage=self._usage,
            cost=round(self._cost, 6) if self.setup.price else None,
            denials=self._denials,
            open_stages=self.setup.planner.open_stages(),
        )
        self.tell(finished)
        return finished

    def _close_open_calls(self) -> StateError | None:
        """Every call has a result before a run ends, whatever ended it. A result that cannot be
        written does not keep the run from its end: the error is given back."""
        unwritten: StateError | None = None
        for part in list(self.conversation.turn.current.parts):
            match part:
                case ToolPart(called=True, finished=False, discarded=False):
                    error = INTERRUPTED if part.started else NOT_RUN
                    try:
                        self.tell(e.ToolReturned(call_id=part.call_id, error=error))
                    except StateError as failure:
                        unwritten = failure
                case _:
                    pass
        return unwritten


def _nowhere(event: e.Event) -> None:
    """Where events go before the first run."""
