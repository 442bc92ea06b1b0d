"""Chat Completions over the openai SDK: any compatible server."""

from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, cast

from zaptui.core.events import ModelEvent
from zaptui.core.json import Json
from zaptui.core.ports import Request
from zaptui.providers.chat_translator import ChatTranslator
from zaptui.providers.chat_wire import ChatWire
from zaptui.providers.model_list import listed_window
from zaptui.providers.reading import converse
from zaptui.providers.service import CONNECT_S, CONTENT_S, IDLE_S, service
from zaptui.providers.warm_client import WarmClient

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_TELLS_NOTHING = "api.openai.com"
_ASK_S = 5.0


class OpenAIChat:
    """A Provider. The SDK is loaded by `warm` or at the first request.

    `idle_s` bounds a silence, `timeout_s` a time in which nothing but signs of life came.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        model: str = "",
        timeout_s: float = CONTENT_S,
        idle_s: float = IDLE_S,
    ) -> None:
        self.context_window: int | None = None
        self._base_url = base_url
        self._model = model
        self._service = service(base_url, api_key, idle_s=idle_s, content_s=timeout_s)
        self._wire = ChatWire()
        self._client = WarmClient(self._build)

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent, None]:
        """The events of one reply. Raises errors of ours only."""
        body = self._wire.body(request)
        client = await self._client.get()
        # The SDK walks `messages` and `tools` in Python every time; `extra_body` passes it by.
        opening = client.chat.completions.with_streaming_response.create(
            model=request.model, messages=[], stream=True, extra_body=body
        )
        async with aclosing(converse(opening, ChatTranslator(), self._service)) as events:
            async for event in events:
                yield event

    async def warm(self) -> None:
        """Load the SDK in a thread, so that the first request need not wait for it; then ask the
        server for the model's context window, unless it is the one service that does not tell."""
        client = await self._client.get()
        if self._service.host == _TELLS_NOTHING or not self._model:
            return
        import openai

        with suppress(openai.OpenAIError, ValueError, TypeError):
            answer = await client.with_options(timeout=_ASK_S).get("/models", cast_to=object)
            self.context_window = listed_window(cast("Json", answer), self._model)

    async def close(self) -> None:
        """Close the connections."""
        if self._client.ready is not None:
            await self._client.ready.close()

    def _build(self) -> "AsyncOpenAI":
        import openai

        client = openai.AsyncOpenAI(
            api_key=self._service.key,
            base_url=self._base_url,
            max_retries=0,  # ours are visible events
            http_client=openai.DefaultAsyncHttpxClient(follow_redirects=False),
            timeout=openai.Timeout(None, connect=CONNECT_S),  # the other limits are ours
        )
        _ = client.chat.completions  # loads the rest of what a request needs
        return client
