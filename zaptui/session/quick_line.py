"""A line at a glance: what rows depend on, without parsing what takes room."""

import re
from dataclasses import dataclass

from zaptui.core import events as e
from zaptui.planning.checklist import PLANNER_TOOLS
from zaptui.view.slim import Slim

_HEAD = re.compile(rb'\{"type":"([a-z_]+)(\.[a-z_.]+)?","seq":(\d{1,15}),"at":(\d+(?:\.\d+)?),')
"""How lines begin that are written here; any other line is to be read whole."""
_CALL = re.compile(rb'"call_id":"([^"\\]{1,200})"(?:,"tool":"([^"\\]{1,200})")?[,}]')
_KINDS = {name: name.decode() for name in (
    b"text_delta", b"reasoning_delta", b"tool_progress", b"part_meta", b"tool_decided", b"subagent",
)}  # fmt: skip
"""Lines that no row depends on: their time is all that is read of them."""


@dataclass(frozen=True, slots=True)
class Quick:
    """`event` is None where only the time counts."""

    kind: str
    seq: int
    at: float
    event: e.Event | None = None


class QuickLines:
    """Takes the lines of a tape in order."""

    def __init__(self) -> None:
        self._slim = Slim()
        self._planning: set[bytes] = set()
        """Planner calls that wait for their result."""

    def read(self, line: bytes) -> Quick | None:
        """The line at a glance; None where it has to be read whole, as those of the plan."""
        head = _HEAD.match(line)
        if head is None or not line.endswith(b"}\n"):
            return None
        kind = _KINDS.get(head[1])
        if kind is not None:
            return Quick(kind, int(head[3]), float(head[4]))
        if head[1].startswith(b"tool_"):
            event = self._call(head[1], line, head.end())
            if event is not None:
                return Quick(event.type, int(head[3]), float(head[4]), event)
        return None

    def lighten(self, event: e.Event) -> e.Event:
        """An event that was read whole, without what takes room."""
        return self._slim(event)

    def _call(self, kind: bytes, line: bytes, start: int) -> e.Event | None:
        found = _CALL.match(line, start)
        if found is None:
            return None
        call_id = found[1]
        if kind == b"tool_started":
            return e.ToolStarted(call_id=call_id.decode())
        if kind == b"tool_returned":
            if call_id in self._planning:
                self._planning.discard(call_id)
                return None
            return e.ToolReturned(call_id=call_id.decode(), output="")
        tool = (found[2] or b"").decode()
        if not tool or tool in PLANNER_TOOLS:
            self._planning.add(call_id)
            return None
        if kind == b"tool_called":
            return e.ToolCalled(call_id=call_id.decode(), tool=tool, input={})
        return e.ToolInputDelta(call_id=call_id.decode(), tool=tool, delta="")
