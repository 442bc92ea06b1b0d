"""One model reply: streamed, renamed, bounded, and asked for again when the service fails."""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import assert_never

from zaptui.agent.call_ids import CallIds
from zaptui.agent.retry import RetryPolicy, wait_before_retry
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import FinishReason, Usage
from zaptui.core.ports import Emit, Provider, Request
from zaptui.core.retry_after import retry_after_seconds
from zaptui.errors import Unavailable

LONGEST_TEXT = 1_000_000
"""Characters of text and reasoning in one reply."""
LONGEST_ARGUMENTS = 8_000_000
"""Characters of arguments in one reply."""


@dataclass(slots=True, kw_only=True)
class Reply:
    """What a reply came to. `too_long`: it was cut off by us, and none of its calls runs."""

    calls: list[e.ToolCalled] = field(default_factory=list[e.ToolCalled])
    reason: FinishReason = "stop"
    usage: Usage | None = None
    too_long: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """What waiting depends on: the wall clock (seconds since the epoch), and luck (0 to 1)."""

    now: Callable[[], float] = time.time
    random: Callable[[], float] = random.random


class Replies:
    """Reads replies. A failed try is told, marked and repeated; no call of it was executed."""

    def __init__(
        self,
        *,
        provider: Provider,
        conversation: Conversation,
        tell: Emit,
        retry: RetryPolicy,
        chance: Chance,
    ) -> None:
        self._provider = provider
        self._conversation = conversation
        self._tell = tell
        self._retry = retry
        self._chance = chance

    async def read(self, request: Request, step: int) -> Reply:
        """One whole reply. Raises the ProviderError of the last try."""
        attempt, waited_s = 0, 0.0
        while True:
            attempt += 1
            try:
                return await self._try(request, step)
            except Unavailable as error:
                asked_s = retry_after_seconds(error.retry_after, self._chance.now())
                wait_s = wait_before_retry(
                    attempt,
                    self._retry,
                    tries=error.tries,
                    waited_s=waited_s,
                    asked_s=asked_s,
                    jitter=self._chance.random(),
                )
                if wait_s is None:
                    if asked_s is not None and asked_s > self._retry.max_wait_s:
                        error.hint = f"it asks to wait {asked_s:.0f} s; --max-wait allows that"
                    raise
                self._tell(e.Retrying(attempt=attempt, wait_s=round(wait_s, 3), error=str(error)))
            await asyncio.sleep(wait_s)
            waited_s += wait_s

    async def _try(self, request: Request, step: int) -> Reply:
        reply = Reply()
        ids = CallIds(self._conversation, step)
        text = arguments = 0
        async with aclosing(self._provider.stream(request)) as stream:
            async for given in stream:
                event = ids.rename(given)
                self._tell(event)
                match event:
                    case e.ToolCalled():
                        reply.calls.append(event)
                    case e.ModelFinished():
                        reply.reason, reply.usage = event.reason, event.usage
                    case e.TextDelta() | e.ReasoningDelta():
                        text += len(event.text)
                    case e.ToolInputDelta():
                        arguments += len(event.delta)
                    case e.PartMeta():
                        pass
                    case _:
                        assert_never(event)
                if text > LONGEST_TEXT or arguments > LONGEST_ARGUMENTS:
                    reply.too_long = True
                    return reply
        return reply
