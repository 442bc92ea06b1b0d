"""What can go wrong on the way to a model, as one line that says what to do."""

import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zaptui.core.json import Json, JsonObject, as_object, parse_json
from zaptui.errors import (
    AuthError,
    ConfigError,
    ContextTooLong,
    ProviderError,
    Unavailable,
    ZapError,
)

_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "context length",
    "context window",
    "prompt is too long",
    "maximum context",
    "too many tokens",
    "input length",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An error answer, read: whatever the service calls its fields."""

    kind: str
    message: str


def error_of_status(status: int, body: str, headers: Mapping[str, str]) -> ZapError:
    """The error of an HTTP answer that is no success."""
    failure = _read(_parsed(body), fallback=body)
    request_id = headers.get("request-id") or headers.get("x-request-id")
    where = f" (request {request_id})" if request_id else ""
    text = f"HTTP {status}: {failure.message}{where}"
    if status in (401, 403):
        return AuthError(f"the key was not accepted: {text}", hint="check the key of this provider")
    if status == 407:
        return ConfigError(f"the proxy asks for a login: {text}", hint="check HTTPS_PROXY")
    if status in (400, 413, 422) and _is_too_long(failure):
        return ContextTooLong(f"the conversation is too long for the model: {text}")
    if status == 413:
        return ContextTooLong(f"the request is too large: {text}")
    if status == 404:
        return ProviderError(text, hint="check the model's name and the base URL")
    if 300 <= status < 400:
        target = headers.get("location", "somewhere else")
        return ProviderError(
            f"the service redirects to {target[:200]}; not followed", hint="check the base URL"
        )
    if failure.kind == "insufficient_quota":
        return ProviderError(f"the account has no credit left: {text}")
    if status in (408, 409, 425, 429) or status >= 500:
        return Unavailable(text, retry_after=headers.get("retry-after"))
    return ProviderError(text)


def error_in_stream(error: Json) -> ProviderError:
    """The error of an event inside a stream that began well."""
    failure = _read({"error": error}, fallback="unknown error")
    text = f"the service reported an error: {failure.message}"
    if _is_too_long(failure):
        return ContextTooLong(text)
    if failure.kind in ("authentication_error", "permission_error", "invalid_api_key"):
        return AuthError(text)
    if failure.kind in ("invalid_request_error", "tool_use_failed", "not_found_error"):
        return ProviderError(text)
    return Unavailable(text)


def error_of_exception(error: BaseException, host: str) -> ZapError:
    """The error of a connection that could not be made or did not hold."""
    causes = list(_causes(error))
    names = {type(cause).__name__ for cause in causes}
    detail = next((str(cause) for cause in reversed(causes) if str(cause)), type(error).__name__)
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ConfigError(
            f"the certificate of {host} is not accepted: {detail}", hint="check the base URL"
        )
    if "ProxyError" in names:
        return ConfigError(f"the proxy refused: {detail}", hint="check HTTPS_PROXY")
    if names & {"ConnectError", "ConnectTimeout", "gaierror"}:
        return Unavailable(
            f"cannot reach {host}: {detail}", hint="check the network and the base URL"
        )
    if names & {"UnsupportedProtocol", "InvalidURL", "LocalProtocolError"}:
        return ConfigError(f"bad base URL or key: {detail}")
    return Unavailable(f"the connection to {host} was lost: {detail}")


def not_an_api(content_type: str, host: str) -> ProviderError:
    """A page where a stream was expected."""
    return ProviderError(
        f"{host} did not answer as a model API does (it sent {content_type[:60] or 'no type'})",
        hint="check the base URL; is there a captive portal or a proxy?",
    )


def _parsed(body: str) -> JsonObject:
    try:
        return as_object(parse_json(body))
    except ValueError:
        return {}


def _read(value: JsonObject, *, fallback: str) -> Failure:
    error = value.get("error")
    if isinstance(error, str):
        return Failure(kind="", message=_short(error))
    fields = as_object(error) or value
    kinds = [fields.get("code"), fields.get("type")]
    kind = next((kind for kind in kinds if isinstance(kind, str) and kind), "")
    message = fields.get("message") or fields.get("detail")
    return Failure(kind=kind, message=_short(message if isinstance(message, str) else fallback))


def _is_too_long(failure: Failure) -> bool:
    text = f"{failure.kind} {failure.message}".lower()
    return any(words in text for words in _TOO_LONG)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"{line[:300]}…" if len(line) > 300 else line or "no message"
