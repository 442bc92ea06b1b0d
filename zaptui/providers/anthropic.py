"""Anthropic Messages over the anthropic SDK."""

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from zaptui.core.events import ModelEvent
from zaptui.core.ports import Request
from zaptui.providers.messages_translator import MessagesTranslator
from zaptui.providers.messages_wire import MessagesWire
from zaptui.providers.reading import as_zap_error, read

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic


class Anthropic:
    """A Provider. The SDK is loaded at the first request."""

    def __init__(self, *, api_key: str, base_url: str, timeout_s: float, max_tokens: int) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._host = urlsplit(base_url).netloc or base_url
        self._timeout_s = timeout_s
        self._max_tokens = max_tokens
        self._wire = MessagesWire(max_tokens=max_tokens)
        self._client: AsyncAnthropic | None = None

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent, None]:
        """The events of one reply. Raises errors of ours only."""
        body = self._wire.body(request)
        try:
            opening = self._open().messages.with_streaming_response.create(
                model=request.model,
                max_tokens=self._max_tokens,
                messages=[],
                stream=True,
                extra_body=body,
            )
            async with opening as answer:
                events = read(
                    answer.iter_bytes(),
                    MessagesTranslator(),
                    content_type=answer.headers.get("content-type") or "",
                    host=self._host,
                )
                async for event in events:
                    yield event
        except Exception as error:
            raise as_zap_error(error, self._host) from error

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    def _open(self) -> "AsyncAnthropic":
        if self._client is None:
            import anthropic

            self._client = anthropic.AsyncAnthropic(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=0,  # ours are visible events
                http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
                timeout=anthropic.Timeout(self._timeout_s, connect=10.0),
            )
        return self._client
