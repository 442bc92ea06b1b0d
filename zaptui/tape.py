"""The tape: stamps events with place and time, joins small deltas, hands entries to sinks."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from zaptui.core import events as e
from zaptui.core.ports import Sink
from zaptui.errors import StateError
from zaptui.view.masking import Mask

_FLUSH_S = 0.05
"""Deltas of one part are joined to at most 20 entries a second."""

_Delta = e.TextDelta | e.ReasoningDelta | e.ToolInputDelta | e.ToolProgress


class Tape:
    """An Emit. The first sink is told first: what is told was stored before (R76). No sink is told
    what the mask covers; the session itself goes on with it."""

    def __init__(
        self,
        sinks: Sequence[Sink],
        *,
        clock: Callable[[], float],
        next_seq: int = 0,
        at: float = 0.0,
        mask: Mask | None = None,
    ) -> None:
        self._sinks = list(sinks)
        self._mask = mask or Mask()
        self._clock = clock
        self._seq = next_seq
        self._began = clock() - at
        """When the run began; before the first one of this tape, `at` seconds ago."""
        self._held: list[_Delta] = []
        self._last_flush = float("-inf")
        self._timer: asyncio.TimerHandle | None = None
        self._late_error: StateError | None = None

    def __call__(self, event: e.Event) -> None:
        """Take an event. StateError when a sink cannot write; it is left out from then on."""
        late, self._late_error = self._late_error, None
        self._take(event)
        if late is not None:
            raise late

    def _take(self, event: e.Event) -> None:
        if isinstance(event, _Delta):
            self._hold(event)
            return
        self.flush()
        if isinstance(event, e.RunStarted):
            self._began = self._clock()
        self._put(event)

    def flush(self) -> None:
        """Let go of the deltas that are held back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._held:
            held, self._held = self._held, []
            self._last_flush = self._clock()
            self._put(_joined(held))

    def _flush_settled(self) -> None:
        """Let go of them but for an end that may become a secret."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        whole = _joined(self._held)
        text = _text(whole)
        settled = self._mask.settled(text)
        self._last_flush = self._clock()
        self._held = [] if settled == len(text) else [_with_text(whole, text[settled:])]
        if settled or not text:
            self._put(_with_text(whole, text[:settled]))

    def _hold(self, event: _Delta) -> None:
        if self._held and _key(self._held[0]) != _key(event):
            self.flush()
        self._held.append(event)
        wait = self._last_flush + _FLUSH_S - self._clock()
        if wait <= 0:
            self._flush_settled()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._flush_late)

    def _flush_late(self) -> None:
        self._timer = None
        try:
            self._flush_settled()
        except StateError as error:
            self._late_error = error  # raised where the loop can see it: at its next event

    def _put(self, event: e.Event) -> None:
        event = self._mask.event(event)
        entry = e.Entry(seq=self._seq, at=round(self._clock() - self._began, 3), event=event)
        self._seq += 1
        failed: StateError | None = None
        for sink in list(self._sinks):
            try:
                sink(entry)
            except StateError as error:
                self._sinks.remove(sink)
                failed = error
        if failed is not None:
            raise failed


def _key(event: _Delta) -> tuple[str, str]:
    if isinstance(event, e.TextDelta | e.ReasoningDelta):
        return event.type, event.part
    return event.type, event.call_id


def _joined(held: Sequence[_Delta]) -> _Delta:
    return held[0] if len(held) == 1 else _with_text(held[0], "".join(map(_text, held)))


def _text(delta: _Delta) -> str:
    return delta.delta if isinstance(delta, e.ToolInputDelta) else delta.text


def _with_text(delta: _Delta, text: str) -> _Delta:
    if isinstance(delta, e.ToolInputDelta):
        return replace(delta, delta=text)
    return replace(delta, text=text)
