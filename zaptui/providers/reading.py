"""The IO both wires share: one streaming answer, read to its end or to an error of ours."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing
from typing import Protocol, TypeVar

from zaptui.core.events import ModelEvent
from zaptui.errors import Unavailable, ZapError
from zaptui.providers.failures import error_of_exception, error_of_status, not_an_api, unframed
from zaptui.providers.service import Service
from zaptui.providers.sse import SseDecoder
from zaptui.providers.surrogates import Mender

T = TypeVar("T")

_LONGEST_ERROR = 64 * 1024
_FOREIGN = ("openai", "anthropic", "httpx2", "httpcore2")


class Translator(Protocol):
    """The incoming half of a wire, pure."""

    def feed(self, payload: bytes) -> Iterator[ModelEvent]: ...
    def end(self) -> Iterator[ModelEvent]: ...


class Answer(Protocol):
    """What the SDKs give: an answer whose head has come."""

    @property
    def headers(self) -> Mapping[str, str]: ...
    def iter_bytes(self) -> AsyncIterator[bytes]: ...


async def converse(
    opening: AbstractAsyncContextManager[Answer], translator: Translator, service: Service
) -> AsyncGenerator[ModelEvent, None]:
    """The events of one reply. Raises errors of ours, without the key; bugs stay what they are.

    Closed early or cancelled, the connection is closed too.
    """
    try:
        async with AsyncExitStack() as stack:
            answer = await _before(
                asyncio.get_running_loop().time() + service.idle_s,
                stack.enter_async_context(opening),
                f"{service.host} did not answer for {service.idle_s:g} s",
            )
            async with aclosing(read(answer, translator, service)) as events:
                async for event in events:
                    yield event
    except Exception as error:
        raise service.mask(as_zap_error(error, service)) from error


async def read(
    answer: Answer, translator: Translator, service: Service
) -> AsyncGenerator[ModelEvent, None]:
    """The events of an answer. Garbage in the stream is an error, not a finished reply."""
    content_type = answer.headers.get("content-type") or ""
    if "html" in content_type.lower():
        raise not_an_api(content_type, service.host)
    decoder, mender, body = SseDecoder(), Mender(), b""
    chunks, clock = answer.iter_bytes(), asyncio.get_running_loop().time
    content_at = clock()
    while chunk := await _next(chunks, service, content_until=content_at + service.content_s):
        try:
            for event in _events(decoder.feed(chunk), translator, mender):
                yield event
                content_at = clock()
        except ValueError as error:
            raise Unavailable(f"{service.host} sent garbage: {error}") from error
        if not decoder.framed and len(body) < _LONGEST_ERROR:
            body += chunk
    try:
        for event in _events(decoder.end(), translator, mender):
            yield event
    except ValueError:
        pass  # half a line: the translator knows whether the answer was whole before it
    if not decoder.framed and body:
        raise unframed(body, content_type, service.host)
    for event in translator.end():
        yield event


def as_zap_error(error: Exception, service: Service) -> ZapError:
    """Any exception of an SDK or its HTTP client as one of ours; a bug is raised as it is."""
    if isinstance(error, ZapError):
        return error
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and response is not None:
        body = service.masked(_body(response))  # before it is cut
        return error_of_status(status, body, response.headers)
    if type(error).__module__.split(".")[0] in _FOREIGN:
        return error_of_exception(error, service.host)
    raise error


def _events(
    payloads: Iterable[bytes], translator: Translator, mender: Mender
) -> Iterator[ModelEvent]:
    for payload in payloads:
        for event in translator.feed(payload):
            mended = mender.mend(event)
            if mended is not None:
                yield mended


async def _next(chunks: AsyncIterator[bytes], service: Service, *, content_until: float) -> bytes:
    """The next bytes, none at the end. Unavailable when a limit passes before they come."""
    idle_until = asyncio.get_running_loop().time() + service.idle_s
    if idle_until <= content_until:
        silent = f"{service.host} sent nothing for {service.idle_s:g} s"
        return await _before(idle_until, anext(chunks, b""), silent)
    silent = f"{service.host} sent only signs of life for {service.content_s:g} s"
    return await _before(content_until, anext(chunks, b""), silent)


async def _before(moment: float, waiting: Awaitable[T], silent: str) -> T:
    """What is waited for, if it comes before a moment of the loop's clock."""
    limit = asyncio.timeout_at(moment)
    try:
        async with limit:
            return await waiting
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise Unavailable(silent) from error


def _body(response: object) -> str:
    try:
        return str(getattr(response, "text", ""))
    except Exception:  # a body that was never read: the status says enough
        return ""
