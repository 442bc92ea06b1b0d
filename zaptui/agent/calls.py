"""The calls of one reply: look up, validate, decide, run. Every call gets exactly one result."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from zaptui.agent.background import Background
from zaptui.agent.calls_done import CallsDone, arguments_of, failed
from zaptui.agent.leave import Leave
from zaptui.agent.planner_calls import PlannerCalls
from zaptui.core import events as e
from zaptui.core.json import Json, dump_json
from zaptui.core.ports import Emit, Tool, ToolContext
from zaptui.errors import ToolError
from zaptui.planning.directives import refused_complete
from zaptui.planning.planner import Planner

MAX_CALLS = 64
"""Calls of one reply that run; the rest get an error result."""

COMPLETE = "complete"

AnyTool = Tool[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ready:
    """A call that has passed look-up and validation."""

    call: e.ToolCalled
    tool: AnyTool
    arguments: BaseModel


class Calls:
    """Runs the calls of a reply: work in order, then planner calls, `complete` last (R39)."""

    def __init__(
        self,
        *,
        tools: Mapping[str, AnyTool],
        planner: Planner,
        planner_calls: PlannerCalls,
        leave: Leave,
        context: Callable[[str], ToolContext],
        background: Background,
        tell: Emit,
    ) -> None:
        self._tools = tools
        self._planner = planner
        self._planner_calls = planner_calls
        self._planner_tools = {spec.name for spec in planner.tools}
        self._leave = leave
        self._context = context
        self._background = background
        self._tell = tell

    async def run(self, calls: Sequence[e.ToolCalled]) -> CallsDone:
        """Run them all. Cancelled, it leaves calls open: whoever cancels closes them."""
        done = CallsDone()
        run, over = calls[:MAX_CALLS], calls[MAX_CALLS:]
        work = [c for c in run if c.tool not in self._planner_tools and c.tool != COMPLETE]
        for batch in self._batches(work):
            await self._run_batch(batch, done)
        for call in run:
            if call.tool in self._planner_tools:
                await self._planner_calls.run(call, done)
        for call in run:
            if call.tool == COMPLETE:
                await self._run_complete(call, done)
        for call in over:
            self._tell(failed(call, f"not run: a reply may hold at most {MAX_CALLS} calls"))
        return done

    def _batches(self, calls: Sequence[e.ToolCalled]) -> Iterator[list[e.ToolCalled]]:
        """Neighbours that only read run side by side, everything else alone."""
        batch: list[e.ToolCalled] = []
        for call in calls:
            tool = self._tools.get(call.tool)
            if tool is None or tool.reads_only:
                batch.append(call)
                continue
            yield batch
            yield [call]
            batch = []
        yield batch

    async def _run_batch(self, batch: Sequence[e.ToolCalled], done: CallsDone) -> None:
        ready = [await self._prepare(call, done) for call in batch]
        running = [(r, asyncio.ensure_future(self._execute(r))) for r in ready if r is not None]
        try:
            for begun, task in running:
                returned = await task
                self._tell(replace(returned, receipt=self._planner.note_work()))
                done.worked += 1
                done.results.append(_result(begun.call, returned))
        finally:
            for _, task in running:
                task.cancel()
            await asyncio.gather(*(task for _, task in running), return_exceptions=True)

    async def _prepare(self, call: e.ToolCalled, done: CallsDone) -> _Ready | None:
        """A call that may run, its start told; None when its result is told already."""
        try:
            ready = self._validate(call)
        except ToolError as error:
            self._tell(failed(call, str(error)))
            return None
        subject = ready.tool.subject(ready.arguments)
        if not await self._allowed(call, subject, done, silent=ready.tool.reads_only):
            return None
        self._tell(e.ToolStarted(call_id=call.call_id))
        return ready

    def _validate(self, call: e.ToolCalled) -> _Ready:
        tool = self._tools.get(call.tool)
        if tool is None:
            names = ", ".join([*self._tools, *sorted(self._planner_tools)])
            raise ToolError(f"there is no tool {call.tool[:80]!r}; the tools are: {names}")
        try:
            return _Ready(
                call=call, tool=tool, arguments=tool.input.model_validate(arguments_of(call))
            )
        except ValidationError as error:
            raise ToolError(f"wrong arguments for {tool.name}: {_in_one_line(error)}") from error

    async def _allowed(
        self, call: e.ToolCalled, subject: str, done: CallsDone, *, silent: bool
    ) -> bool:
        denial = await self._leave.denied(call, subject, silent=silent)
        if denial is not None:
            self._tell(done.deny(call, denial))
        return denial is None

    async def _execute(self, ready: _Ready) -> e.ToolReturned:
        call_id = ready.call.call_id
        try:
            output: Json = await ready.tool.run(ready.arguments, self._context(call_id))
        except ToolError as error:
            return e.ToolReturned(call_id=call_id, error=str(error))
        return e.ToolReturned(call_id=call_id, output=output)

    async def _run_complete(self, call: e.ToolCalled, done: CallsDone) -> None:
        open_stages = self._planner.open_stages()
        if open_stages:
            self._tell(done.refuse(call, refused_complete(open_stages)))
            return
        if (reason := self._background.refusal()) is not None:
            self._tell(done.refuse(call, reason))
            return
        ready = await self._prepare(call, done)
        if ready is not None:
            returned = await self._execute(ready)
            self._tell(returned)
            done.completed = done.completed or returned.error is None


def _result(call: e.ToolCalled, returned: e.ToolReturned) -> tuple[str, str, str]:
    result = dump_json([returned.output, returned.error])
    digest = hashlib.sha256(result.encode("ascii")).hexdigest()
    return call.tool, dump_json(call.input), digest


def _in_one_line(error: ValidationError) -> str:
    """The first few faults, as `path.to.field: what is wrong`."""
    faults = [
        f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_input=False)[:5]
    ]
    return "; ".join(faults)
