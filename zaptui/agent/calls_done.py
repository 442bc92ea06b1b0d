"""What the calls of a step come to, counted for the conditions that may end a run."""

from dataclasses import dataclass, field

from zaptui.core import events as e
from zaptui.core.json import JsonObject, dump_json
from zaptui.errors import ToolError


@dataclass(slots=True, kw_only=True)
class CallsDone:
    """What the calls of a step came to."""

    completed: bool = False
    worked: int = 0
    planned: int = 0
    """Planner calls that changed the plan."""
    denials: list[e.Denial] = field(default_factory=list[e.Denial])
    refusals: list[str] = field(default_factory=list[str])
    """Errors of planner calls and of `complete`."""
    results: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """Finished work: the tool, its arguments and its result, to tell circles by."""
    denied: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Denied calls: the tool and its arguments."""

    def deny(self, call: e.ToolCalled, denial: e.Denial) -> e.ToolReturned:
        """Count a denied call; the result it gets."""
        self.denials.append(denial)
        self.denied.append((call.tool, dump_json(call.input or {})))
        return failed(call, f"denied: {denial.reason}")

    def refuse(self, call: e.ToolCalled, reason: str) -> e.ToolReturned:
        """Count a planner call or a `complete` that is refused; the result it gets."""
        self.refusals.append(reason)
        return failed(call, reason)


def failed(call: e.ToolCalled, reason: str) -> e.ToolReturned:
    """The result of a call that failed."""
    return e.ToolReturned(call_id=call.call_id, error=reason)


def arguments_of(call: e.ToolCalled) -> JsonObject:
    """The arguments of a call. ToolError when they are no JSON object."""
    if call.input is None:
        raise ToolError(f"the arguments are not a JSON object: {(call.raw or '')[:200]!r}")
    return call.input
