"""Connections that cannot be made, or go silent: N13 to N16, N23."""

import asyncio
from pathlib import Path

import pytest

from tests.providers.fault_server import Status, Stream, free_port, serving
from tests.providers.recordings import reply_of
from tests.providers.self_signed import server_context
from tests.providers.wires import KEY, Wire, ask, each_wire, hello
from zaptui.core.events import ModelEvent
from zaptui.errors import AuthError, ConfigError, Unavailable, ZapError

UNREACHABLE = "check the network and the base URL"


@each_wire
async def test_N16_a_refused_port_is_one_line_and_retryable(wire: Wire) -> None:
    port = free_port()
    _, error = await ask(wire.provider(f"http://127.0.0.1:{port}"))
    assert type(error) is Unavailable
    assert str(error) == f"cannot reach 127.0.0.1:{port}: Connection refused — {UNREACHABLE}"


@each_wire
async def test_N16_a_name_that_is_no_host_is_one_line_and_retryable(wire: Wire) -> None:
    _, error = await ask(wire.provider("http://user:pass@nowhere.invalid:8080"))
    assert type(error) is Unavailable
    assert str(error).startswith("cannot reach nowhere.invalid:8080: ")
    assert str(error).endswith(f" — {UNREACHABLE}")


@each_wire
async def test_N16_a_certificate_nobody_vouches_for_is_a_setting(
    wire: Wire, tmp_path: Path
) -> None:
    async with serving(Stream(wire.answer), tls=server_context(tmp_path)) as server:
        _, error = await ask(wire.provider(f"https://localhost:{server.port}"))
    assert server.requests == []
    assert type(error) is ConfigError
    assert str(error) == (
        f"the certificate of localhost:{server.port} is not accepted:"
        " self-signed certificate — check the base URL"
    )


@each_wire
async def test_N16_a_server_without_tls_is_a_setting(wire: Wire) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    listener = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    async with listener:
        _, error = await ask(wire.provider(f"https://127.0.0.1:{port}"))
    assert type(error) is ConfigError
    assert str(error) == (
        f"no TLS connection to 127.0.0.1:{port} can be made:"
        " wrong version number — check the base URL"
    )


@each_wire
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_N16_a_proxy_that_wants_a_login_is_a_setting(
    wire: Wire, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(Status(407)) as proxy:
        monkeypatch.setenv(f"{scheme.upper()}_PROXY", proxy.origin)
        _, error = await ask(wire.provider(f"{scheme}://model.invalid"))
    assert type(error) is ConfigError
    assert str(error).startswith("the proxy ")
    assert str(error).endswith(" — check HTTPS_PROXY")
    assert len(proxy.requests) == 1
    assert (KEY in str(proxy.requests[0].headers)) is (scheme == "http")


@each_wire
async def test_a_connection_that_ends_before_the_answer_is_retryable(wire: Wire) -> None:
    async with serving("drop") as server:
        _, error = await ask(wire.provider(server.origin))
    assert type(error) is Unavailable
    assert str(error) == (
        f"the connection to 127.0.0.1:{server.port} was lost:"
        " Server disconnected without sending a response"
    )
    assert len(server.requests) == 1


@each_wire
async def test_N13_silence_before_the_answer_is_cut(wire: Wire) -> None:
    async with serving("hold") as server:
        _, error = await ask(wire.provider(server.origin, idle_s=0.1))
        await asyncio.wait_for(server.left.wait(), 1)
    assert type(error) is Unavailable
    assert str(error) == f"127.0.0.1:{server.port} did not answer for 0.1 s"


@each_wire
async def test_N13_silence_within_the_answer_is_cut_and_the_socket_closed(wire: Wire) -> None:
    async with serving(Stream([wire.head, wire.hello, "wait"])) as server:
        events, error = await ask(wire.provider(server.origin, idle_s=0.4))
        await asyncio.wait_for(server.left.wait(), 1)
    assert reply_of(events).text == "hello"
    assert type(error) is Unavailable
    assert str(error) == f"127.0.0.1:{server.port} sent nothing for 0.4 s"


@each_wire
async def test_N14_pings_alone_are_cut_later(wire: Wire) -> None:
    pings = [wire.ping, 0.02] * 1000
    async with serving(Stream([wire.head, wire.hello, *pings])) as server:
        events, error = await ask(wire.provider(server.origin, idle_s=5.0, timeout_s=0.4))
        await asyncio.wait_for(server.left.wait(), 1)
    assert reply_of(events).text == "hello"
    assert type(error) is Unavailable
    assert str(error) == f"127.0.0.1:{server.port} sent only signs of life for 0.4 s"


@each_wire
async def test_N15_a_slow_first_byte_is_waited_for_while_pings_come(wire: Wire) -> None:
    pings = [wire.ping, 0.05] * 24
    async with serving(Stream([*pings, *wire.answer])) as server:
        events, error = await ask(wire.provider(server.origin, idle_s=1.0, timeout_s=20.0))
    assert error is None
    assert reply_of(events).text == "hello"


@each_wire
async def test_N14_time_that_the_reader_takes_is_not_the_services_silence(wire: Wire) -> None:
    events: list[ModelEvent] = []
    async with serving(Stream([wire.head, wire.hello, 0.05, wire.finish])) as server:
        provider = wire.provider(server.origin, idle_s=0.5, timeout_s=0.5)
        async for event in provider.stream(hello()):
            await asyncio.sleep(0.6)
            events.append(event)
        await provider.close()
    assert (reply_of(events).text, reply_of(events).reason) == ("hello", "stop")


@each_wire
async def test_N23_a_connection_that_the_server_has_closed_meanwhile_is_not_used(
    wire: Wire,
) -> None:
    async with serving(Stream(wire.answer), Stream(wire.answer)) as server:
        provider = wire.provider(server.origin)
        for _ in range(2):
            events = [e async for e in provider.stream(hello())]
            assert reply_of(events).text == "hello"
            await server.stop()
            await asyncio.sleep(0.05)
        await provider.close()
    assert [seen.connection for seen in server.requests] == [1, 2]


@each_wire
async def test_a_connection_is_used_again_for_the_next_request(wire: Wire) -> None:
    async with serving(Status(500), Stream(wire.answer)) as server:
        provider = wire.provider(server.origin)
        for _ in range(3):
            try:
                async for _event in provider.stream(hello()):
                    pass
            except Unavailable:
                pass
        await provider.close()
    assert [seen.connection for seen in server.requests] == [1, 1, 1]


@pytest.mark.parametrize(
    ("origin", "key", "kind", "line"),
    [
        ("http://[::1", KEY, ConfigError, "the base URL is no http(s) address"),
        ("http://host:99999", KEY, ConfigError, "the base URL is no http(s) address"),
        ("ftp://host", KEY, ConfigError, "the base URL is no http(s) address"),
        ("host/v1", KEY, ConfigError, "the base URL is no http(s) address"),
        ("http://host", "", AuthError, "the key is empty"),
        ("http://host", " \n", AuthError, "the key is empty"),
        ("http://host", "zk-1\nx: y", AuthError, "the key has characters in it that no key has"),
        ("http://host", "zk-ключ", AuthError, "the key has characters in it that no key has"),
        ("http://host", "zk 1", AuthError, "the key has characters in it that no key has"),
    ],
)
@each_wire
def test_N16_what_no_request_can_be_made_with_is_a_setting(
    wire: Wire, origin: str, key: str, kind: type[ZapError], line: str
) -> None:
    with pytest.raises(kind) as raised:
        wire.provider(origin, api_key=key)
    assert str(raised.value).startswith(line)
    assert key not in str(raised.value) or not key.strip()


@each_wire
async def test_N04_white_space_around_a_key_is_not_sent(wire: Wire) -> None:
    async with serving(Stream(wire.answer)) as server:
        _, error = await ask(wire.provider(server.origin, api_key=f" {KEY}\n"))
    assert error is None
    headers = server.requests[0].headers
    assert KEY in (headers.get("x-api-key"), headers.get("authorization", "").split(" ")[-1])


@each_wire
async def test_only_the_key_that_was_given_is_sent(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "another-key")
    async with serving(Stream(wire.answer)) as server:
        await ask(wire.provider(server.origin))
    assert "another-key" not in str(server.requests[0])


@each_wire
def test_a_key_is_not_in_what_a_traceback_shows(wire: Wire) -> None:
    assert KEY not in repr(vars(wire.provider("http://host")))
