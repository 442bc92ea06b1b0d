"""Chat Completions over the openai SDK: any compatible server."""

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from zaptui.core.events import ModelEvent
from zaptui.core.ports import Request
from zaptui.providers.chat_translator import ChatTranslator
from zaptui.providers.chat_wire import ChatWire
from zaptui.providers.reading import as_zap_error, read

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class OpenAIChat:
    """A Provider. The SDK is loaded at the first request."""

    def __init__(self, *, api_key: str, base_url: str, timeout_s: float) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._host = urlsplit(base_url).netloc or base_url
        self._timeout_s = timeout_s
        self._wire = ChatWire()
        self._client: AsyncOpenAI | None = None

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent, None]:
        """The events of one reply. Raises errors of ours only."""
        body = self._wire.body(request)
        try:
            # The SDK walks `messages` and `tools` in Python every time; `extra_body` passes it by.
            opening = self._open().chat.completions.with_streaming_response.create(
                model=request.model, messages=[], stream=True, extra_body=body
            )
            async with opening as answer:
                events = read(
                    answer.iter_bytes(),
                    ChatTranslator(),
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

    def _open(self) -> "AsyncOpenAI":
        if self._client is None:
            import openai

            self._client = openai.AsyncOpenAI(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=0,  # ours are visible events
                http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),
                timeout=openai.Timeout(self._timeout_s, connect=10.0),
            )
        return self._client
