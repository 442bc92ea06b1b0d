"""The loop. `Session.run` plays one prompt: steps, each a model reply and its calls, to a stop."""

import asyncio
import time
from collections.abc import Sequence

from zaptui.agent.assembly import begun, open_calls
from zaptui.agent.background import Background
from zaptui.agent.breakpoints import Breakpoints
from zaptui.agent.calls import CallsDone
from zaptui.agent.compaction import Compaction
from zaptui.agent.ending import Bill, close_open_calls, finished
from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.prepare_step import prepare_step
from zaptui.agent.progress import Progress
from zaptui.agent.reminders import ONCE, Reminders
from zaptui.agent.reply import Replies, Reply
from zaptui.agent.setup import Past, Setup
from zaptui.agent.stage_budget import BudgetWatch
from zaptui.agent.stop import StepFacts, Stop, first_stop
from zaptui.agent.window import result_limit, told_window
from zaptui.core import events as e
from zaptui.core.outcomes import TIMED_OUT
from zaptui.core.parts import Usage
from zaptui.core.ports import Emit, Request, ToolContext
from zaptui.errors import ContextTooLong, UsageError, ZapError
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
        self._bill = Bill(price=setup.price)
        self._reminders = Reminders(baseline=setup.baseline)
        check_names(tool.name for tool in setup.tools)
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
        self._calls = open_calls(
            setup,
            self.keeper,
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
        self._bill = Bill(price=self.setup.price)
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
        for event in begun(setup, prompt, self.conversation.turns):
            self.tell(event)
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
        self._bill.add(reply.usage)
        self.compaction.note(reply.usage)
        done = await self._run_calls(reply)
        self._bill.denials += done.denials
        return progress.facts(
            number,
            calls=len(reply.calls),
            done=done,
            planner=setup.planner,
            cost=self._bill.cost,
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
        """What a summary took is on this run's bill."""
        self._bill.add(usage)

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
        unwritten = close_open_calls(self.conversation, self.tell)
        event = finished(
            stop,
            self._bill,
            open_stages=self.setup.planner.open_stages(),
            error=error,
            unwritten=unwritten,
        )
        self.tell(event)
        return event


def _nowhere(event: e.Event) -> None:
    """Where events go before the first run."""
