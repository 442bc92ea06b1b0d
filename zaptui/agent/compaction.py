"""Histories that grow too long: older work becomes a summary; the plan and the last steps stay.

The plan lives outside the history, so that the directive is the same before and after.
"""

from collections.abc import Callable

from zaptui.agent.compaction_text import (
    HistoryTokens,
    find_cut,
    kept_tokens,
    older_text,
    results_tokens,
    standing_tokens,
    summary_text,
    text_tokens,
)
from zaptui.agent.reply import Replies
from zaptui.agent.setup import Setup
from zaptui.agent.window import result_limit, told_window, window_of
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import TextPart, Usage
from zaptui.core.ports import Emit, Request
from zaptui.errors import ProviderError

_KEEP_SHARE = 0.25
"""Of the window: the last steps that stay as they are."""
_READ_SHARE = 0.6
"""Of the window: the older work as the writer of the summary reads it."""
_GROWN = 1.2
"""How much a history has to grow after a compaction before it is compacted again."""
_WORTH = 0.95
"""A compaction that leaves more than this is none."""


class Compaction:
    """Watches the history of one session. `wanted`: a person asks for it before the next step."""

    def __init__(
        self,
        setup: Setup,
        conversation: Conversation,
        *,
        tell: Emit,
        meter: Callable[[Usage | None], None],
    ) -> None:
        self.wanted = False
        self._setup = setup
        self._conversation = conversation
        self._tell = tell
        self._meter = meter
        self._counted = 0
        """Tokens of the last request and its reply, as the service counted them; 0: not known."""
        self._history = HistoryTokens()
        self._left = 0
        """Tokens that the last compaction left."""

    def note(self, usage: Usage | None) -> None:
        """A reply has come: what it and its request took, its results not yet."""
        if usage is not None:
            self._counted = usage.input_tokens + usage.output_tokens

    async def before_step(self) -> None:
        """Compact when it is time. A summary that fails only costs a warning."""
        wanted, self.wanted = self.wanted, False
        size = self._size()
        if not wanted and not self._due(size):
            return
        try:
            if not await self._compact(size):
                self._left = size
        except ProviderError as error:
            self._left = size
            self._tell(e.Notice(level="warning", text=f"the history was not compacted: {error}"))

    async def after_refusal(self) -> bool:
        """A request was too long for the service: one attempt; whether the next one is shorter."""
        try:
            return await self._compact(self._size())
        except ProviderError:
            return False

    @property
    def _limit(self) -> int:
        return result_limit(told_window(self._setup))

    def _due(self, size: int) -> bool:
        window = window_of(self._setup, used=size)
        if window is None:
            return False
        return size > window * self._setup.compact_at and size > self._left * _GROWN

    def _size(self) -> int:
        """Tokens of the next request, about."""
        turns, limit = self._conversation.turns, self._limit
        if not self._counted:
            return self._history.of(turns, limit=limit)
        return self._counted + (results_tokens(turns[-1].current, limit=limit) if turns else 0)

    async def _compact(self, size: int) -> bool:
        """Whether the history is shorter now. ProviderError when no summary could be had."""
        turns, snapshot = self._conversation.turns, self._setup.planner.snapshot()
        limit, room = self._limit, window_of(self._setup, used=size) or size
        cut = find_cut(turns, room=int(room * _KEEP_SHARE), limit=limit)
        text = older_text(turns, cut, room=int(room * _READ_SHARE))
        if not text:
            return False
        written, usage = await self._summarise(text)
        summary = summary_text(turns, cut, snapshot=snapshot, summary=written)
        before = self._history.of(turns, limit=limit)
        stays = standing_tokens(turns) + kept_tokens(turns, cut, limit=limit)
        after = text_tokens(summary) + stays
        if after > before * _WORTH:
            return False
        self._left = max(0, size - before) + after
        self._counted = self._left if self._counted else 0
        self._tell(
            e.Compacted(
                summary=summary,
                kept=cut.kept,
                tokens_before=size,
                tokens_after=self._left,
                usage=usage,
            )
        )
        return True

    async def _summarise(self, text: str) -> tuple[str, Usage | None]:
        """The model's summary. Its reply is told nowhere but in the event that follows."""
        aside = Conversation()

        def tell(event: e.Event) -> None:
            aside.apply(event)
            if isinstance(event, e.Retrying):
                words = f"{event.error}; trying again in {event.wait_s:g} s"
                self._tell(e.Notice(level="warning", text=words))

        tell(e.RunStarted(session="", prompt=text))
        tell(e.StepStarted(step=1))
        setup = self._setup
        replies = Replies(
            provider=setup.provider,
            conversation=aside,
            tell=tell,
            retry=setup.retry,
            chance=setup.chance,
        )
        request = Request(
            system=setup.compact_prompt,
            turns=aside.turns,
            tools=(),
            reminder=None,
            model=setup.model,
        )
        reply = await replies.read(request, 1)
        self._meter(reply.usage)
        parts = aside.turn.current.parts
        texts = [p.text for p in parts if isinstance(p, TextPart) and not p.discarded]
        summary = "\n".join(texts).strip()
        if not summary:
            raise ProviderError("the model wrote no summary")
        return summary, reply.usage
