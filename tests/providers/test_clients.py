"""The clients of the SDKs: when they are loaded, and that nobody leaves a socket behind."""

import asyncio
import subprocess
import sys
import threading
from contextlib import aclosing

import pytest

from tests.providers.fault_server import FaultServer, Stream, serving
from tests.providers.recordings import reply_of
from tests.providers.wires import KEY, Wire, ask, each_wire, hello
from zaptui.core.ports import Provider
from zaptui.providers.warm_client import WarmClient

LOADED = "print([m for m in ('openai', 'anthropic', 'httpx2', 'pydantic') if m in sys.modules])"


def loaded_after(code: str) -> str:
    argv = [sys.executable, "-c", f"import sys; {code}; {LOADED}"]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        "import zaptui.providers.openai_chat",
        "import zaptui.providers.anthropic",
        "from zaptui.providers.openai_chat import OpenAIChat as P;"
        f" P(api_key='{KEY}', base_url='http://127.0.0.1:1/v1')",
        "from zaptui.providers.anthropic import Anthropic as P;"
        f" P(api_key='{KEY}', base_url='http://127.0.0.1:1', max_tokens=1)",
    ],
)
def test_no_sdk_is_loaded_before_it_is_needed(code: str) -> None:
    assert loaded_after(code) == "[]"


def test_each_provider_loads_its_own_sdk_only() -> None:
    warm = "import asyncio; from zaptui.providers.{0} import {1} as P; asyncio.run(P({2}).warm())"
    chat = warm.format("openai_chat", "OpenAIChat", f"api_key='{KEY}', base_url='http://h'")
    assert loaded_after(chat) == "['openai', 'httpx2', 'pydantic']"
    options = f"api_key='{KEY}', base_url='http://h', max_tokens=1"
    messages = warm.format("anthropic", "Anthropic", options)
    assert loaded_after(messages) == "['anthropic', 'httpx2', 'pydantic']"


async def drain(provider: Provider, begun: asyncio.Event) -> None:
    async with aclosing(provider.stream(hello())) as stream:
        async for _ in stream:
            begun.set()


async def until_left(server: FaultServer) -> None:
    await asyncio.wait_for(server.left.wait(), 1)


@each_wire
async def test_a_request_that_is_cancelled_within_its_answer_closes_the_socket(wire: Wire) -> None:
    async with serving(Stream([wire.head, wire.hello, "wait"])) as server:
        provider, begun = wire.provider(server.origin), asyncio.Event()
        task = asyncio.ensure_future(drain(provider, begun))
        await begun.wait()
        assert not server.left.is_set()
        task.cancel()
        await until_left(server)
        with pytest.raises(asyncio.CancelledError):
            await task
        await provider.close()


@each_wire
async def test_a_request_that_is_cancelled_before_its_answer_closes_the_socket(wire: Wire) -> None:
    async with serving("hold") as server:
        provider = wire.provider(server.origin)
        task = asyncio.ensure_future(drain(provider, asyncio.Event()))
        while not server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        await until_left(server)
        with pytest.raises(asyncio.CancelledError):
            await task
        await provider.close()


@each_wire
async def test_a_reader_that_leaves_early_closes_the_socket(wire: Wire) -> None:
    async with serving(Stream([wire.head, wire.hello, "wait"])) as server:
        provider = wire.provider(server.origin)
        async with aclosing(provider.stream(hello())) as stream:
            await anext(stream)
        await until_left(server)
        await provider.close()


@each_wire
async def test_a_provider_serves_the_next_request_after_one_was_cancelled(wire: Wire) -> None:
    async with serving(Stream([wire.head, wire.hello, "wait"]), Stream(wire.answer)) as server:
        provider, begun = wire.provider(server.origin), asyncio.Event()
        task = asyncio.ensure_future(drain(provider, begun))
        await begun.wait()
        task.cancel()
        await asyncio.wait({task})
        events, error = await ask(provider)
    assert error is None
    assert reply_of(events).text == "hello"


@each_wire
async def test_a_request_waits_for_a_client_that_is_being_warmed(wire: Wire) -> None:
    async with serving(Stream(wire.answer)) as server:
        provider = wire.provider(server.origin)
        warming = asyncio.ensure_future(provider.warm())
        events, error = await ask(provider)
        assert warming.done()
    assert error is None
    assert reply_of(events).text == "hello"


@each_wire
async def test_a_provider_that_was_never_used_closes(wire: Wire) -> None:
    await wire.provider("http://127.0.0.1:1").close()


class Building:
    """A slow constructor that counts its calls."""

    def __init__(self, *results: str | Exception) -> None:
        self.results = list(results)
        self.threads: list[threading.Thread] = []
        self.go = threading.Event()

    def __call__(self) -> str:
        self.threads.append(threading.current_thread())
        assert self.go.wait(5)
        result = self.results.pop(0)
        if isinstance(result, Exception):
            raise result
        return result


async def test_a_client_is_built_once_in_a_thread_while_the_loop_goes_on() -> None:
    building = Building("client")
    client = WarmClient(building)
    waiting = [asyncio.ensure_future(client.get()) for _ in range(3)]
    await asyncio.sleep(0.02)  # the loop is not held up by the thread
    assert client.ready is None
    building.go.set()
    assert await asyncio.gather(*waiting, client.get()) == ["client"] * 4
    assert await client.get() == client.ready == "client"
    assert len(building.threads) == 1
    assert building.threads[0] is not threading.main_thread()


async def test_who_stops_waiting_for_a_client_does_not_stop_it_for_others() -> None:
    building = Building("client")
    client = WarmClient(building)
    first, second = (asyncio.ensure_future(client.get()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait({first})
    assert first.cancelled()
    building.go.set()
    assert await second == "client"
    assert len(building.threads) == 1


async def test_a_client_that_could_not_be_built_is_tried_again() -> None:
    building = Building(ImportError("no SDK"), "client")
    building.go.set()
    client = WarmClient(building)
    with pytest.raises(ImportError, match="no SDK"):
        await client.get()
    assert await client.get() == "client"
