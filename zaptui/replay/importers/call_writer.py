"""Writes calls and their results, and the change of the plan that a call made."""

from collections.abc import Callable
from dataclasses import replace

from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.ports import Emit
from zaptui.replay.importers.call_book import UNNAMED, Call, CallBook, Result
from zaptui.replay.importers.fields import arguments
from zaptui.replay.importers.plan_book import PlanBook

NO_RESULT = "interrupted, no result recorded"
"""The error that closes a call whose result the transcript does not hold."""


class CallWriter:
    """The calls of one conversation. `returning` is told of a call before its result is written."""

    def __init__(self, emit: Emit, plan: PlanBook, *, returning: Callable[[str], None]) -> None:
        self._emit = emit
        self._plan = plan
        self._returning = returning
        self._book = CallBook()

    @property
    def waits(self) -> bool:
        """Whether any call has no result yet."""
        return self._book.waits

    def is_open(self, call_id: str) -> bool:
        """Whether a call waits for its result."""
        return self._book.is_open(call_id)

    def knows(self, call_id: str) -> bool:
        """Whether a call of that id was written."""
        return call_id in self._book.calls

    def add(self, given_id: str, tool: str, sent: Json) -> Call | None:
        """A new call, with its id on the tape; None for the copy of an earlier one."""
        given = arguments(sent)
        call = Call(tool=tool or UNNAMED)
        if isinstance(given, dict):
            call.input = given
        else:
            call.raw = given
        return self._book.add(given_id, call)

    def write(self, given_id: str, call: Call) -> None:
        """The call; its result too, when that came before it."""
        self._emit(e.ToolCalled(call_id=call.id, tool=call.tool, input=call.input, raw=call.raw))
        early = self._book.take_early(given_id)
        if early is not None:
            self._settle(call, early)

    def write_partial(self, call: Call) -> None:
        """A call that is not the model's whole word: its arguments as raw text."""
        self._emit(e.ToolInputDelta(call_id=call.id, tool=call.tool, delta=call.raw or ""))

    def settle(self, given_id: str, result: Result) -> bool:
        """Write the result of a call; False when there is none to write it for, now or later."""
        call = self._book.home_of(given_id)
        if call is None:
            return self._book.keep_early(given_id, result)
        self._settle(call, result)
        return True

    def write_orphan(self, given_id: str, result: Result) -> None:
        """A result whose call is not in the transcript."""
        call = self._book.add(given_id, Call(tool=result.tool or UNNAMED, orphan=True))
        if call is not None:
            self.write_partial(call)
            self._settle(call, result)

    def orphans(self) -> list[tuple[str, Result]]:
        """The results whose call has not come, and will not."""
        return self._book.all_early()

    def close_open(self) -> bool:
        """Close the calls without a result; whether there were any.

        A list that one of them wrote is the last word on the plan there is.
        """
        found = self._book.give_up()
        for call in found:
            self._emit(e.ToolReturned(call_id=call.id, error=NO_RESULT))
            self._note_plan(call, Result())
        return bool(found)

    def _settle(self, call: Call, result: Result) -> None:
        if call.returned:
            return
        self._returning(call.id)
        self._book.close(call)
        shown = None if result.error is not None else result.output
        self._emit(e.ToolReturned(call_id=call.id, output=shown, error=result.error))
        if result.error is None:
            self._note_plan(call, result)

    def _note_plan(self, call: Call, result: Result) -> None:
        update = self._plan.called(call.tool, call.input or {}, result.output, result.detail)
        if update is not None:
            self._emit(replace(update, tool_call_id=call.id))
