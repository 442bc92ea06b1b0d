"""Anthropic Messages over the anthropic SDK."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from zaptui.core.events import ModelEvent
from zaptui.core.ports import Request
from zaptui.providers.messages_translator import MessagesTranslator
from zaptui.providers.messages_wire import MessagesWire
from zaptui.providers.reading import converse
from zaptui.providers.service import CONNECT_S, CONTENT_S, IDLE_S, service
from zaptui.providers.warm_client import WarmClient

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic


class Anthropic:
    """A Provider. The SDK is loaded by `warm` or at the first request.

    `idle_s` bounds a silence, `timeout_s` a time in which nothing but signs of life came.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        max_tokens: int,
        timeout_s: float = CONTENT_S,
        idle_s: float = IDLE_S,
    ) -> None:
        self.context_window: int | None = None
        self._base_url = base_url
        self._max_tokens = max_tokens
        self._service = service(base_url, api_key, idle_s=idle_s, content_s=timeout_s)
        self._wire = MessagesWire(max_tokens=max_tokens)
        self._client = WarmClient(self._build)

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent, None]:
        """The events of one reply. Raises errors of ours only."""
        body = self._wire.body(request)
        client = await self._client.get()
        # The SDK walks `messages` and `tools` in Python every time; `extra_body` passes it by.
        opening = client.messages.with_streaming_response.create(
            model=request.model,
            max_tokens=self._max_tokens,
            messages=[],
            stream=True,
            extra_body=body,
        )
        async with aclosing(converse(opening, MessagesTranslator(), self._service)) as events:
            async for event in events:
                yield event

    async def warm(self) -> None:
        """Load the SDK in a thread, so that the first request need not wait for it."""
        await self._client.get()

    async def close(self) -> None:
        """Close the connections."""
        if self._client.ready is not None:
            await self._client.ready.close()

    def _build(self) -> "AsyncAnthropic":
        import anthropic

        client = anthropic.AsyncAnthropic(
            api_key=self._service.key,
            base_url=self._base_url,
            max_retries=0,  # ours are visible events
            http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
            timeout=anthropic.Timeout(None, connect=CONNECT_S),  # the other limits are ours
        )
        _ = client.messages  # loads the rest of what a request needs
        return client
