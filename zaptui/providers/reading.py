"""The IO both wires share: one streaming answer, read to its end or to an error of ours."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import Protocol

from zaptui.core.events import ModelEvent
from zaptui.errors import Unavailable, ZapError
from zaptui.providers.failures import error_of_exception, error_of_status, not_an_api
from zaptui.providers.sse import payloads


class Translator(Protocol):
    """The incoming half of a wire, pure."""

    def feed(self, payload: bytes) -> Iterator[ModelEvent]: ...
    def end(self) -> Iterator[ModelEvent]: ...


async def read(
    chunks: AsyncIterator[bytes], translator: Translator, *, content_type: str, host: str
) -> AsyncGenerator[ModelEvent, None]:
    """The events of an answer. Garbage in the stream is an error, not a finished reply."""
    if "html" in content_type:
        raise not_an_api(content_type, host)
    async for payload in payloads(chunks):
        try:
            events = list(translator.feed(payload))
        except ValueError as error:
            raise Unavailable(f"{host} sent data that is no JSON ({error})") from error
        for event in events:
            yield event
    for event in translator.end():
        yield event


def as_zap_error(error: Exception, host: str) -> ZapError:
    """Any exception of an SDK or its HTTP client as one of ours; a bug stays what it is."""
    if isinstance(error, ZapError):
        return error
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and response is not None:
        return error_of_status(status, _body(response), response.headers)
    if type(error).__module__.split(".")[0] in ("openai", "anthropic", "httpx2", "httpcore2"):
        return error_of_exception(error, host)
    raise error


def _body(response: object) -> str:
    try:
        return str(getattr(response, "text", ""))
    except Exception:  # a body that was never read: the status says enough
        return ""
