"""Streams that begin well and go wrong, over both wires and their real SDKs."""

import json

import pytest

from tests.providers.fault_server import Stream, serving
from tests.providers.recordings import reply_of
from tests.providers.wires import CHAT_WIRE, MESSAGES_WIRE, Wire, ask, data, each_wire
from zaptui.core.events import ModelFinished, TextDelta
from zaptui.core.parts import Usage
from zaptui.errors import (
    AuthError,
    ContextTooLong,
    EmptyAnswer,
    ProviderError,
    Unavailable,
    ZapError,
)


async def played(wire: Wire, *acts: object) -> tuple[str, ZapError | None]:
    """The text that came, and how the stream failed."""
    async with serving(Stream(acts)) as server:  # type: ignore[arg-type]
        events, error = await ask(wire.provider(server.origin, idle_s=5.0))
    if error is not None:
        assert not any(isinstance(event, ModelFinished) for event in events)
        assert "\n" not in str(error)
    host = f"127.0.0.1:{server.port}"
    return reply_of(events).text, type(error)(str(error).replace(host, "HOST")) if error else None


def failed(error: ZapError | None) -> tuple[type, bool, str]:
    assert isinstance(error, ProviderError)
    return type(error), error.retryable, str(error)


@each_wire
async def test_a_stream_that_is_whole(wire: Wire) -> None:
    async with serving(Stream(wire.answer)) as server:
        events, error = await ask(wire.provider(server.origin))
    assert error is None
    assert isinstance(events[0], TextDelta)
    assert events[0].text == "hello"
    assert events[1:] == [
        ModelFinished(reason="stop", usage=Usage(input_tokens=7, output_tokens=2))
    ]
    assert "content-type" in server.requests[0].headers
    assert json.loads(server.requests[0].body)["stream"] is True


LOST = "the connection to HOST was lost: "
CUT = f"{LOST}peer closed connection without sending complete message body"


@each_wire
@pytest.mark.parametrize(
    ("end", "line"),
    [
        ("cut", f"{CUT} (incomplete chunked read)"),
        ("close", f"{CUT} (incomplete chunked read)"),
        ("reset", f"{LOST}Connection reset by peer"),
    ],
)
async def test_N07_N08_a_connection_that_breaks_keeps_the_text_and_is_retryable(
    wire: Wire, end: str, line: str
) -> None:
    text, error = await played(wire, wire.head, wire.hello, end)
    assert text == "hello"
    assert failed(error) == (Unavailable, True, line)


@each_wire
async def test_N09_a_clean_end_without_the_terminal_event_is_no_answer(wire: Wire) -> None:
    text, error = await played(wire, wire.head, wire.hello)
    assert text == "hello"
    assert failed(error) == (Unavailable, True, "the model's stream ended early")


@each_wire
async def test_N09_a_clean_end_in_half_a_line_is_no_answer(wire: Wire) -> None:
    _, error = await played(wire, wire.head, wire.hello, b'data: {"choices": [{"del')
    assert failed(error) == (Unavailable, True, "the model's stream ended early")


@each_wire
async def test_N09_a_stream_of_nothing_is_no_answer(wire: Wire) -> None:
    _, error = await played(wire)
    assert failed(error) == (Unavailable, True, "the model's stream ended early")


async def test_an_answer_whose_last_blank_line_is_missing_is_whole() -> None:
    end = data({"choices": [{"index": 0, "delta": {"content": "!"}, "finish_reason": "stop"}]})
    assert await played(CHAT_WIRE, CHAT_WIRE.hello, end.rstrip()) == ("hello!", None)


async def test_N09_a_half_line_behind_a_finish_reason_does_no_harm() -> None:
    end = data({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    text, error = await played(CHAT_WIRE, CHAT_WIRE.hello, end, b'data: {"usage": {"pro')
    assert (text, error) == ("hello", None)


TOLD = "the service reported an error: "


@each_wire
@pytest.mark.parametrize(
    ("fault", "kind", "line"),
    [
        ({"type": "overloaded_error", "message": "busy"}, Unavailable, f"{TOLD}busy"),
        ({"type": "api_error", "message": "oops"}, Unavailable, f"{TOLD}oops"),
        ({"type": "rate_limit_error", "message": "too many tokens"}, Unavailable, None),
        ({"code": 429, "message": "slow"}, Unavailable, f"{TOLD}slow"),
        ({"code": 502, "message": "bad gateway"}, Unavailable, f"{TOLD}bad gateway"),
        ("just words", Unavailable, f"{TOLD}just words"),
        ({"odd": 1}, Unavailable, f"{TOLD}no message"),
        ({"code": 400, "message": "no"}, ProviderError, f"{TOLD}no"),
        ({"type": "invalid_request_error", "message": "no"}, ProviderError, f"{TOLD}no"),
        ({"type": "billing_error", "message": "pay"}, ProviderError, None),
        ({"type": "authentication_error", "message": "key"}, AuthError, None),
        ({"code": 401, "message": "key"}, AuthError, None),
        ({"message": "maximum context length is 8"}, ContextTooLong, None),
    ],
)
async def test_N10_an_error_event_in_a_stream_is_that_error(
    wire: Wire, fault: object, kind: type[ProviderError], line: str | None
) -> None:
    event = data({"type": "error", "error": fault})
    text, error = await played(wire, wire.head, wire.hello, event, wire.finish)
    assert text == "hello"
    assert failed(error)[:2] == (kind, kind is Unavailable)
    assert str(error) == line or (line is None and TOLD in str(error))


@each_wire
@pytest.mark.parametrize(
    ("garbage", "line"),
    [
        (b"data: {nonsense}\n\n", "HOST sent garbage: Expecting property name"),
        (b'data: {"a": "\xff\xfe"}\n\n', "HOST sent garbage: 'utf-8' codec can't decode byte 0xff"),
        (b"data: <html>\n\n", "HOST sent garbage: Expecting value"),
        pytest.param(
            b"data: " + b"[" * 200_000 + b"\n\n", "HOST sent garbage: nested too deeply", id="deep"
        ),
        (b'data: {"n": NaN}\n\n', "HOST sent garbage: NaN is not JSON"),
    ],
)
async def test_N11_garbage_in_a_stream_is_an_error_and_no_traceback(
    wire: Wire, garbage: bytes, line: str
) -> None:
    text, error = await played(wire, wire.head, wire.hello, garbage, wire.finish)
    assert text == "hello"
    assert failed(error)[:2] == (Unavailable, True)
    assert str(error).startswith(line)


@each_wire
async def test_N24_an_empty_answer_is_an_error(wire: Wire) -> None:
    _, error = await played(wire, wire.head, wire.finish)
    assert failed(error) == (EmptyAnswer, True, "the model gave an empty answer")


@each_wire
@pytest.mark.parametrize(
    "figures",
    [
        None,
        {},
        {"prompt_tokens": -5, "completion_tokens": 2, "input_tokens": -5, "output_tokens": -1},
        {"prompt_tokens": 10**15, "completion_tokens": 2, "output_tokens": 10**15},
        {"prompt_tokens": "7", "completion_tokens": None, "output_tokens": True},
        [1],
        "many",
    ],
)
async def test_N22_figures_that_are_missing_or_absurd_are_unknown(
    wire: Wire, figures: object
) -> None:
    # The head of the Messages stream tells figures too: there they are of a server that tells none.
    head = data({"type": "message_start", "message": {"id": "msg_1"}})
    begin = head if wire is MESSAGES_WIRE else wire.head
    async with serving(Stream([begin, wire.hello, wire.usage(figures)])) as server:
        events, error = await ask(wire.provider(server.origin))
    assert error is None
    assert events[-1] == ModelFinished(reason="stop", usage=None)
