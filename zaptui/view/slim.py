"""A tape without what takes room: its rows, counts, plan and answer stay the same."""

from dataclasses import replace

from zaptui.core import events as e
from zaptui.planning.checklist import PLANNER_TOOLS

_ERROR_HEAD = 80
"""Characters of an error: enough to tell what kind it is."""


class Slim:
    """Takes the events of a tape in order and gives them back lighter."""

    def __init__(self) -> None:
        self._planning: set[tuple[str, ...]] = set()
        """Planner calls that wait for their result, each behind the calls that lead to it."""

    def __call__(self, event: e.Event) -> e.Event:
        """The event, without what work has sent, returned or thought."""
        return self._slim(event, ())

    def _slim(self, event: e.Event, path: tuple[str, ...]) -> e.Event:
        match event:
            case e.Subagent():
                inner = self._slim(event.event, (*path, event.call_id))
                return replace(event, event=inner)
            case e.StepStarted():
                return replace(event, reminder=None)
            case e.ReasoningDelta() | e.ToolProgress():
                return replace(event, text="")
            case e.PartMeta():
                return replace(event, data={})
            case e.ToolInputDelta():
                return event if event.tool in PLANNER_TOOLS else replace(event, delta="")
            case e.ToolCalled():
                return self._called(event, path)
            case e.ToolReturned():
                return self._returned(event, path)
            case _:
                return event

    def _called(self, event: e.ToolCalled, path: tuple[str, ...]) -> e.Event:
        if event.tool in PLANNER_TOOLS:
            self._planning.add((*path, event.call_id))
            return event
        if event.tool == "complete" or event.input is None:
            return event
        return replace(event, input={})

    def _returned(self, event: e.ToolReturned, path: tuple[str, ...]) -> e.Event:
        if (*path, event.call_id) in self._planning:
            self._planning.discard((*path, event.call_id))
            return event
        error = None if event.error is None else event.error[:_ERROR_HEAD]
        return replace(event, output=None if event.output is None else "", error=error)
