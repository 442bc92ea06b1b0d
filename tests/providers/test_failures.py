"""Errors of exceptions and streams that the fault server cannot bring about by itself."""

import errno
import ssl
from dataclasses import replace

import pytest

from tests.providers.recordings import CHAT, SERVICE, FakeAnswer, translator_of
from zaptui.core.events import ModelFinished, TextDelta
from zaptui.errors import ConfigError, ProviderError, Unavailable, ZapError
from zaptui.providers.failures import error_of_exception, error_of_status
from zaptui.providers.reading import as_zap_error, read


class ConnectError(Exception):
    """Named as the HTTP client's."""


class ConnectTimeout(Exception):
    """Named as the HTTP client's."""


class UnsupportedProtocol(Exception):
    """Named as the HTTP client's."""


def caused(error: BaseException, cause: BaseException) -> BaseException:
    error.__cause__ = cause
    return error


def test_of_many_addresses_that_were_tried_the_first_speaks() -> None:
    tried = [OSError(errno.ECONNREFUSED, "x"), OSError(errno.EHOSTUNREACH, "y")]
    error = caused(ConnectError("all failed"), ExceptionGroup("tried", tried))
    assert str(error_of_exception(error, "host")).startswith(
        "cannot reach host: Connection refused"
    )


def test_a_certificate_is_told_from_a_connection_that_broke_in_the_handshake() -> None:
    broken = ssl.SSLEOFError(8, "EOF occurred in violation of protocol")
    broken.reason = "UNEXPECTED_EOF_WHILE_READING"
    assert type(error_of_exception(caused(ConnectError(""), broken), "h")) is Unavailable
    spoiled = ssl.SSLError(1, "x")
    spoiled.reason = "DECRYPTION_FAILED_OR_BAD_RECORD_MAC"
    lost = error_of_exception(caused(Exception(""), spoiled), "h")
    assert type(lost) is Unavailable
    assert str(lost) == "the connection to h was lost: decryption failed or bad record mac"


def test_a_host_that_does_not_answer_in_time_is_not_reached() -> None:
    error = error_of_exception(ConnectTimeout(""), "h")
    assert type(error) is Unavailable
    assert str(error).startswith("cannot reach h: no connection in time — ")


def test_a_word_that_stands_for_no_key_is_not_masked() -> None:
    local = replace(SERVICE, key="none")
    assert local.masked("none of it") == "none of it"
    assert SERVICE.masked(f"a {SERVICE.key} b") == "a [key] b"


def test_an_exception_without_words_is_named() -> None:
    assert (
        str(error_of_exception(ValueError(""), "h")) == "the connection to h was lost: ValueError"
    )


def test_a_step_of_the_handshake_that_had_to_wait_is_no_cause() -> None:
    error = caused(ConnectError("no"), ssl.SSLWantReadError(2, "did not complete"))
    assert str(error_of_exception(error, "h")).startswith("cannot reach h: no — ")


def test_a_request_that_cannot_be_made_says_nothing_of_the_key() -> None:
    error = error_of_exception(UnsupportedProtocol("Illegal header value b'Bearer zk-1'"), "h")
    assert type(error) is ConfigError
    assert str(error) == "no request can be made for h — check the base URL and key"


def test_what_looks_like_a_key_in_a_services_words_is_masked_and_escapes_are_dropped() -> None:
    body = '{"error": {"message": "\\u001b[31mkey sk-abcdefghijklmnopqrst is\\r\\nwrong"}}'
    error = error_of_status(401, body, {})
    assert str(error).startswith("the key was not accepted: HTTP 401: key [redacted] is wrong")


def test_a_redirect_without_a_target_says_so() -> None:
    assert str(error_of_status(307, "", {})).startswith("the service redirects to somewhere else;")


def test_a_bug_stays_what_it_is() -> None:
    bug = KeyError("x")
    with pytest.raises(KeyError) as raised:
        as_zap_error(bug, SERVICE)
    assert raised.value is bug
    ours = Unavailable("x")
    assert as_zap_error(ours, SERVICE) is ours


def test_a_status_whose_body_was_never_read_is_told_all_the_same() -> None:
    class Response:
        headers: dict[str, str] = {}  # noqa: RUF012

        @property
        def text(self) -> str:
            raise RuntimeError("not read")

    error = RuntimeError("status")
    error.response, error.status_code = Response(), 503  # type: ignore[attr-defined]
    assert str(as_zap_error(error, SERVICE)) == "HTTP 503: Service Unavailable"


async def test_an_answer_without_a_type_is_judged_by_what_it_holds() -> None:
    async def failure(body: bytes) -> ZapError:
        with pytest.raises(ProviderError) as raised:
            async for _ in read(FakeAnswer([body], headers={}), translator_of(CHAT), SERVICE):
                pass
        return raised.value

    assert "(it sent no type)" in str(await failure(b"hello"))
    assert str(await failure(b'{"error": "busy"}')) == "the service reported an error: busy"


async def test_a_character_cut_between_two_events_is_one() -> None:
    halves = [
        b'data: {"choices": [{"index": 0, "delta": {"content": "\\ud83d"}}]}\n\n',
        b'data: {"choices": [{"index": 0, "delta": {"content": "\\ude00"}}]}\n\n',
        b"data: [DONE]\n\n",
    ]
    events = [event async for event in read(FakeAnswer(halves), translator_of(CHAT), SERVICE)]
    assert events == [TextDelta(part="text", text="😀"), ModelFinished(reason="stop")]


async def test_a_timeout_inside_the_client_is_not_taken_for_a_limit_of_ours() -> None:
    class Broken(FakeAnswer):
        async def iter_bytes(self):  # type: ignore[no-untyped-def, override]
            yield b": ping\n\n"
            raise TimeoutError("inside")

    with pytest.raises(TimeoutError, match="inside"):
        async for _ in read(Broken([]), translator_of(CHAT), SERVICE):
            pass
