"""Answers that are no success, over both wires and their real SDKs: class, retryable, one line."""

import json
from typing import Any

import pytest

from tests.providers.fault_server import Status, Stream, serving
from tests.providers.wires import KEY, Wire, ask, each_wire
from zaptui.errors import (
    AuthError,
    ConfigError,
    ContextTooLong,
    ProviderError,
    Unavailable,
    ZapError,
)


def body(message: str, **fields: Any) -> bytes:
    return json.dumps({"type": "error", "error": {"message": message, **fields}}).encode()


TOO_LONG = body("too big", code="context_length_exceeded")
NO_KEY = "the key was not accepted: "
LONG = "the conversation is too long for the model: "

FAULTS: list[tuple[str, Status, type[ZapError], str]] = [
    ("N04", Status(401, body("bad key")), AuthError, f"{NO_KEY}HTTP 401: bad key — check the key"),
    (
        "N04",
        Status(403, body("not here")),
        AuthError,
        f"{NO_KEY}HTTP 403: not here — check the key",
    ),
    ("N05", Status(400, TOO_LONG), ContextTooLong, f"{LONG}HTTP 400: too big"),
    (
        "N05",
        Status(400, body("prompt is too long: 9 > 8", type="invalid_request_error")),
        ContextTooLong,
        f"{LONG}HTTP 400: prompt is too long: 9 > 8",
    ),
    ("N05", Status(413, b""), ContextTooLong, "the request is too large: HTTP 413: Request Entity"),
    (
        "N06",
        Status(400, body("no such field"), {"request-id": "req_1"}),
        ProviderError,
        "HTTP 400: no such field (request req_1)",
    ),
    (
        "N06",
        Status(422, b'{"detail": [{"msg": "x"}]}', {"x-request-id": "r2"}),
        ProviderError,
        "HTTP 422: Unprocessable Entity (request r2)",
    ),
    (
        "N06",
        Status(402, body("pay")),
        ProviderError,
        "the account has no credit left: HTTP 402: pay",
    ),
    (
        "N06",
        Status(429, body("no money", code="insufficient_quota")),
        ProviderError,
        "the account has no credit left: HTTP 429: no money",
    ),
    (
        "N06",
        Status(404, body("no model m")),
        ProviderError,
        "HTTP 404: no model m — check the model",
    ),
    ("N16", Status(407), ConfigError, "the proxy asks for a login: HTTP 407: Proxy Authentication"),
    ("N01", Status(429, body("slow down")), Unavailable, "HTTP 429: slow down"),
    ("N01", Status(408, body("late")), Unavailable, "HTTP 408: late"),
    (
        "N01",
        Status(429, body("too many tokens a minute", type="rate_limit_error")),
        Unavailable,
        "HTTP 429: too many tokens a minute",
    ),
    (
        "N01",
        Status(429, body("Provider returned error", metadata={"raw": "the model is busy"})),
        Unavailable,
        "HTTP 429: the model is busy",
    ),
    ("N03", Status(500, body("oops")), Unavailable, "HTTP 500: oops"),
    (
        "N03",
        Status(502, b"<html><title>Bad \n gateway</title>", content_type="text/html"),
        Unavailable,
        "HTTP 502: Bad gateway",
    ),
    (
        "N03",
        Status(503, b"upstream\nis down", content_type="text/plain"),
        Unavailable,
        "HTTP 503: upstream is down",
    ),
    ("N03", Status(503, b"{"), Unavailable, "HTTP 503: Service Unavailable"),
    ("N03", Status(504, b"<p>"), Unavailable, "HTTP 504: Gateway Timeout"),
    ("N03", Status(529, b""), Unavailable, "HTTP 529: no message"),
    ("N03", Status(529, body("Overloaded")), Unavailable, "HTTP 529: Overloaded"),
    ("N03", Status(500, b'[{"error": {"message": "first"}}]'), Unavailable, "HTTP 500: first"),
    ("N03", Status(500, b'{"error": "just text"}'), Unavailable, "HTTP 500: just text"),
    ("N03", Status(500, body("x" * 999)), Unavailable, "HTTP 500: " + "x" * 299 + "…"),
]


@each_wire
@pytest.mark.parametrize(
    ("row", "fault", "kind", "line"),
    FAULTS,
    ids=[f"{row}-{fault.status}-{place}" for place, (row, fault, *_) in enumerate(FAULTS)],
)
async def test_an_answer_that_is_no_success(
    wire: Wire, row: str, fault: Status, kind: type[ZapError], line: str
) -> None:
    async with serving(fault, Stream(wire.answer)) as server:
        events, error = await ask(wire.provider(server.origin))
    assert events == []
    assert type(error) is kind, row
    assert getattr(error, "retryable", False) is (kind is Unavailable)
    assert str(error).startswith(line)
    assert "\n" not in str(error)
    assert len(server.requests) == 1  # the SDK tries nothing again
    assert server.requests[0].line == f"POST {wire.path} HTTP/1.1"


@each_wire
@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"retry-after": "3600"}, "3600"),
        ({"retry-after": "Tue, 14 Nov 2023 22:13:50 GMT"}, "Tue, 14 Nov 2023 22:13:50 GMT"),
        ({"retry-after": "abc"}, "abc"),
        ({"retry-after": "-1"}, "-1"),
        ({"retry-after": "2", "retry-after-ms": "1500"}, "1500ms"),
        ({"retry-after": "1", "retry-after-ms": "0"}, "1"),
        ({"retry-after-ms": "-5"}, None),
        ({}, None),
    ],
)
async def test_N02_what_the_service_asks_for_is_handed_on_and_not_slept(
    wire: Wire, headers: dict[str, str], told: str | None
) -> None:
    async with serving(Status(429, body("slow down"), headers)) as server:
        _, error = await ask(wire.provider(server.origin))
    assert isinstance(error, Unavailable)
    assert error.retry_after == told
    assert len(server.requests) == 1


@each_wire
@pytest.mark.parametrize("status", [400, 401, 429, 500])
async def test_N04_a_key_that_the_service_echoes_is_not_shown(wire: Wire, status: int) -> None:
    told = body(f"{'x' * 290} key {KEY} is wrong", type="invalid_request_error")
    async with serving(Status(status, told, {"request-id": KEY})) as server:
        _, error = await ask(wire.provider(server.origin))
    sent = server.requests[0].headers
    assert KEY in (sent.get("x-api-key"), sent.get("authorization", "").removeprefix("Bearer "))
    assert error is not None
    assert KEY not in f"{error}{error!r}{error.args}"
    assert KEY[:4] not in str(error)


@each_wire
async def test_N12_a_page_of_a_captive_portal_is_no_answer(wire: Wire) -> None:
    page = Status(200, b"<html>log in</html>", content_type="text/html; charset=utf-8")
    async with serving(page) as server:
        events, error = await ask(wire.provider(server.origin))
    assert events == []
    assert type(error) is ProviderError
    assert str(error) == (
        f"127.0.0.1:{server.port} did not answer as a model API does (it sent text/html;"
        " charset=utf-8) — check the base URL; is there a captive portal or a proxy?"
    )


@each_wire
async def test_N12_an_object_where_a_stream_was_asked_for_is_no_answer(wire: Wire) -> None:
    whole = b'{"id": "x", "choices": [{"message": {"content": "hello"}}]}'
    async with serving(Status(200, whole)) as server:
        events, error = await ask(wire.provider(server.origin))
    assert events == []
    assert type(error) is ProviderError
    assert "did not answer as a model API does (it sent application/json)" in str(error)


@each_wire
async def test_N10_an_error_with_status_200_and_no_stream_is_that_error(wire: Wire) -> None:
    told = body("Overloaded", type="overloaded_error")
    async with serving(Status(200, told)) as server:
        _, error = await ask(wire.provider(server.origin))
    assert type(error) is Unavailable
    assert str(error) == "the service reported an error: Overloaded"


@each_wire
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_N17_a_redirect_to_another_host_is_not_followed(wire: Wire, status: int) -> None:
    async with serving(Stream(wire.answer)) as other:
        target = f"{other.origin}{wire.path}"
        async with serving(Status(status, headers={"location": target})) as server:
            events, error = await ask(wire.provider(server.origin))
    assert events == []
    assert other.requests == []
    assert type(error) is ProviderError
    assert str(error) == f"the service redirects to {target}; not followed — check the base URL"
