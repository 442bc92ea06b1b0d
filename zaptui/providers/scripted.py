"""A provider that plays a script: for the demonstration, for tests, for bug reports."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zaptui.core.events import (
    ModelEvent,
    ModelFinished,
    ReasoningDelta,
    TextDelta,
    ToolCalled,
    ToolInputDelta,
)
from zaptui.core.json import Json, dump_json
from zaptui.core.parts import FinishReason, Usage
from zaptui.core.ports import Request
from zaptui.errors import ZapError


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedReply:
    """One reply. A call is (tool, arguments); arguments as text are sent raw, however broken."""

    text: str = ""
    reasoning: str = ""
    calls: Sequence[tuple[str, Mapping[str, Json] | str]] = ()
    reason: FinishReason | None = None
    usage: Usage | None = None
    error: ZapError | None = None
    """Raised after the text instead of the calls and the end."""
    piece: int = 24
    """Characters a delta."""
    ids: Sequence[str] = field(default_factory=list[str])
    """Call ids; ours where there are too few."""


Script = Callable[[Request], ScriptedReply]
"""The next reply, seen from the request: what it says can come from what really ran."""


class Scripted:
    """A Provider. Plays the replies in turn, or asks the script for each."""

    def __init__(self, script: Sequence[ScriptedReply] | Script, *, delay_s: float = 0.0) -> None:
        self.context_window: int | None = None
        self._script = script
        self._delay_s = delay_s
        self._played = 0
        self.requests: list[Request] = []

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent, None]:
        """The events of the next reply; a script that is used up says so."""
        self.requests.append(request)
        reply = self._next(request)
        self._played += 1
        for event in _events(reply, self._played):
            await asyncio.sleep(self._delay_s)  # also lets the other tasks have their turn
            yield event
        if reply.error is not None:
            raise reply.error

    async def warm(self) -> None:
        """There is nothing to load."""

    async def close(self) -> None:
        """Nothing is held."""

    def _next(self, request: Request) -> ScriptedReply:
        if callable(self._script):
            return self._script(request)
        if self._played < len(self._script):
            return self._script[self._played]
        return ScriptedReply(text="The script has ended.")


def _events(reply: ScriptedReply, number: int) -> Iterator[ModelEvent]:
    for piece in _pieces(reply.reasoning, reply.piece):
        yield ReasoningDelta(part="reasoning", text=piece)
    for piece in _pieces(reply.text, reply.piece):
        yield TextDelta(part="text", text=piece)
    if reply.error is not None:
        return
    calls = [
        (reply.ids[place] if place < len(reply.ids) else f"call_{number}_{place + 1}", tool, given)
        for place, (tool, given) in enumerate(reply.calls)
    ]
    for call_id, tool, given in calls:
        raw = given if isinstance(given, str) else dump_json(given)
        for piece in _pieces(raw, reply.piece):
            yield ToolInputDelta(call_id=call_id, tool=tool, delta=piece)
        if isinstance(given, str):
            yield ToolCalled(call_id=call_id, tool=tool, raw=given)
        else:
            yield ToolCalled(call_id=call_id, tool=tool, input=dict(given))
    reason: FinishReason = reply.reason or ("tool-calls" if calls else "stop")
    yield ModelFinished(reason=reason, usage=reply.usage)


def _pieces(text: str, size: int) -> Iterator[str]:
    return (text[start : start + size] for start in range(0, len(text), size))
