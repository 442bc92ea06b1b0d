"""What can go wrong on the way to a model, as one line that says what to do."""

import os
import re
import ssl
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from zaptui.core.json import Json, JsonObject, as_list, as_object, parse_json
from zaptui.errors import (
    AuthError,
    ConfigError,
    ContextTooLong,
    ProviderError,
    Unavailable,
    ZapError,
)
from zaptui.view.text import one_line, redact

_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "context length",
    "context window",
    "prompt is too long",
    "maximum context",
    "too many tokens",
    "input length",
    "request_too_large",
)
_NO_CREDIT = ("insufficient_quota", "billing_hard_limit_reached", "billing_error")
_STATUSES = {
    "authentication_error": 401,
    "permission_error": 401,
    "invalid_api_key": 401,
    "invalid_request_error": 400,
    "not_found_error": 404,
    "tool_use_failed": 400,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
}
"""The status that an error inside a stream would have had as an answer."""
_BUSY = (408, 409, 425, 429)
_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failure:
    """An error, read: whatever the service calls its fields. `status` 0: none told."""

    kind: str
    message: str
    status: int = 0


def error_of_status(status: int, body: str, headers: Mapping[str, str]) -> ZapError:
    """The error of an HTTP answer that is no success."""
    failure = _read(_parsed(body), fallback=_plain(body, status))
    request_id = headers.get("request-id") or headers.get("x-request-id")
    where = f" (request {_short(request_id, 80)})" if request_id else ""
    text = f"HTTP {status}: {failure.message}{where}"
    if 300 <= status < 400:
        target = _short(headers.get("location") or "somewhere else", 200)
        return ProviderError(
            f"the service redirects to {target}; not followed", hint="check the base URL"
        )
    if status == 407:
        return ConfigError(f"the proxy asks for a login: {text}", hint="check HTTPS_PROXY")
    return _judged(failure, status, text, retry_after=_retry_after(headers))


def error_in_stream(error: Json) -> ProviderError:
    """The error of an event inside a stream that began well."""
    failure = _read({"error": error}, fallback="no message")
    text = f"the service reported an error: {failure.message}"
    return _judged(
        failure, failure.status or _STATUSES.get(failure.kind, 0), text, retry_after=None
    )


def error_of_exception(error: BaseException, host: str) -> ZapError:
    """The error of a connection that could not be made or did not hold."""
    causes = list(_causes(error))
    names = {type(cause).__name__ for cause in causes}
    reasons = [reason for cause in reversed(causes) if (reason := _reason(cause))]
    detail = _short(reasons[0] if reasons else type(error).__name__).rstrip(".")
    if "SSLCertVerificationError" in names:
        return ConfigError(
            f"the certificate of {host} is not accepted: {detail}", hint="check the base URL"
        )
    if "SSLError" in names and "ConnectError" in names:
        return ConfigError(
            f"no TLS connection to {host} can be made: {detail}", hint="check the base URL"
        )
    if "ProxyError" in names:
        return ConfigError(f"the proxy refused: {detail}", hint="check HTTPS_PROXY")
    if names & {"UnsupportedProtocol", "InvalidURL", "LocalProtocolError"}:
        return ConfigError(f"no request can be made for {host}", hint="check the base URL and key")
    if "ConnectTimeout" in names:
        detail = "no connection in time"
    if names & {"ConnectError", "ConnectTimeout"}:
        return Unavailable(
            f"cannot reach {host}: {detail}", hint="check the network and the base URL"
        )
    return Unavailable(f"the connection to {host} was lost: {detail}")


def not_an_api(content_type: str, host: str) -> ProviderError:
    """A page where a stream was expected."""
    sent = _short(content_type or "no type", 60)
    return ProviderError(
        f"{host} did not answer as a model API does (it sent {sent})",
        hint="check the base URL; is there a captive portal or a proxy?",
    )


def unframed(body: bytes, content_type: str, host: str) -> ProviderError:
    """The error of an answer that was no stream: some services report errors that way."""
    value = _parsed(body.decode("utf-8", "replace"))
    return error_in_stream(value["error"]) if value.get("error") else not_an_api(content_type, host)


def _judged(failure: _Failure, status: int, text: str, *, retry_after: str | None) -> ProviderError:
    """The class of a failure. A status of 0 is an error nobody explained: worth another try."""
    if status in (401, 403):
        return AuthError(f"the key was not accepted: {text}", hint="check the key of this provider")
    if failure.kind in _NO_CREDIT or status == 402:
        return ProviderError(f"the account has no credit left: {text}")
    if status < 500 and status != 429 and _is_too_long(failure):
        return ContextTooLong(f"the conversation is too long for the model: {text}")
    if status == 413:
        return ContextTooLong(f"the request is too large: {text}")
    if status == 404:
        return ProviderError(text, hint="check the model's name and the base URL")
    if status == 0 or status in _BUSY or status >= 500:
        return Unavailable(text, retry_after=retry_after)
    return ProviderError(text)


def _retry_after(headers: Mapping[str, str]) -> str | None:
    """The header as it came, or `1500ms` for the more exact one that some services add."""
    exact = headers.get("retry-after-ms") or ""
    if exact.isascii() and exact.isdigit() and int(exact[:12]) > 0:
        return f"{exact[:12]}ms"
    told = headers.get("retry-after")
    return told[:100] if told else None


def _parsed(body: str) -> JsonObject:
    """The object that a body is, or the first of a list."""
    try:
        value = parse_json(body)
    except ValueError:
        return {}
    return as_object(next(iter(as_list(value)), value))


def _read(value: JsonObject, *, fallback: str) -> _Failure:
    error = value.get("error")
    if isinstance(error, str) and error:
        return _Failure(kind="", message=_short(error))
    fields = as_object(error) or value
    codes = [fields.get("code"), fields.get("type")]
    kind = next((code for code in codes if isinstance(code, str) and code), "")
    statuses = [fields.get("status_code"), fields.get("code")]
    status = next((code for code in statuses if isinstance(code, int) and code >= 400), 0)
    upstream = as_object(fields.get("metadata")).get("raw")  # a gateway's own words say little
    texts = [upstream, fields.get("message"), fields.get("detail")]
    message = next((text for text in texts if isinstance(text, str) and text.strip()), fallback)
    return _Failure(kind=kind, message=_short(message), status=status)


def _plain(body: str, status: int) -> str:
    """What a body says that is no JSON: a page's title, text, or else the status in words."""
    if body.lstrip().startswith("<"):
        title = _TITLE.search(body)
        body = title[1] if title else ""
    if body.strip() and not body.lstrip().startswith(("{", "[")):
        return body
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "no message"


def _is_too_long(failure: _Failure) -> bool:
    text = f"{failure.kind} {failure.message}".lower()
    return any(words in text for words in _TOO_LONG)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        group: Sequence[BaseException] = getattr(seen, "exceptions", ())  # one an address tried
        # Not asking for `__suppress_context__`: HTTP clients hide the very cause that says it.
        seen = group[0] if group else seen.__cause__ or seen.__context__


def _reason(cause: BaseException) -> str:
    """What a cause says in words; a step of a handshake that had to wait says nothing."""
    if isinstance(cause, ssl.SSLWantReadError | ssl.SSLWantWriteError):
        return ""
    if isinstance(cause, ssl.SSLCertVerificationError):
        return cause.verify_message
    if isinstance(cause, ssl.SSLError):
        return cause.reason.replace("_", " ").lower()
    if isinstance(cause, OSError) and cause.errno:
        return os.strerror(cause.errno) if cause.errno > 0 else cause.strerror or ""
    return str(cause)


def _short(text: str, limit: int = 300) -> str:
    return one_line(redact(text), limit) or "no message"
