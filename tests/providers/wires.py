"""The two wires as the fault tests see them: the same story in each wire's words."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.providers.turns import prompt, request_of, step
from zaptui.core.events import ModelEvent
from zaptui.core.ports import Provider, Request
from zaptui.errors import ZapError
from zaptui.providers.anthropic import Anthropic
from zaptui.providers.openai_chat import OpenAIChat

KEY = "zk-9f8e7d6c5b4a3210-do-not-show"


def data(value: Any) -> bytes:
    """One event."""
    text = value if isinstance(value, str) else json.dumps(value)
    return f"data: {text}\n\n".encode()


@dataclass(frozen=True)
class Wire:
    """What to send for the same story, and the provider that reads it."""

    name: str
    path: str
    provider: Callable[..., Provider]
    """At an origin, with options."""
    head: bytes
    hello: bytes
    """The text `hello`."""
    ping: bytes
    finish: bytes
    usage: Callable[[Any], bytes]
    """The end with other figures; None for none."""
    call: Callable[[int, str, str, str], bytes]
    """A whole call: (place, id, tool, arguments)."""

    @property
    def answer(self) -> list[bytes]:
        return [self.head, self.hello, self.finish]


def _chat(origin: str, *, api_key: str = KEY, **options: Any) -> Provider:
    return OpenAIChat(api_key=api_key, base_url=f"{origin}/v1", **options)


def _chunk(delta: Any, finish: str | None = None) -> Any:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _chat_usage(figures: Any) -> bytes:
    end = data(_chunk({}, "stop"))
    return end + (b"" if figures is None else data({"choices": [], "usage": figures}))


def _chat_call(place: int, call_id: str, tool: str, arguments: str) -> bytes:
    function = {"name": tool, "arguments": arguments}
    call = {"index": place, "type": "function", "function": function}
    return data(_chunk({"tool_calls": [{"id": call_id, **call} if call_id else call]}))


CHAT_WIRE = Wire(
    name="chat",
    path="/v1/chat/completions",
    provider=_chat,
    head=data(_chunk({"role": "assistant", "content": ""})),
    hello=data(_chunk({"content": "hello"})),
    ping=b": ping\n\n",
    finish=data(_chunk({}, "stop"))
    + data({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})
    + data("[DONE]"),
    usage=_chat_usage,
    call=_chat_call,
)


def _messages(origin: str, *, api_key: str = KEY, **options: Any) -> Provider:
    return Anthropic(api_key=api_key, base_url=origin, max_tokens=100, **options)


def _head(usage: Any) -> bytes:
    return data({"type": "message_start", "message": {"id": "msg_1", "usage": usage}})


def _messages_usage(figures: Any) -> bytes:
    delta = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}
    end = {**delta, "usage": figures} if figures is not None else delta
    return data(end) + data({"type": "message_stop"})


def _block(index: int, block: Any, *deltas: Any) -> bytes:
    start = {"type": "content_block_start", "index": index, "content_block": block}
    middle = [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return b"".join(map(data, [start, *middle, {"type": "content_block_stop", "index": index}]))


def _messages_call(place: int, call_id: str, tool: str, arguments: str) -> bytes:
    block = {"type": "tool_use", "id": call_id, "name": tool, "input": {}}
    return _block(place + 1, block, {"type": "input_json_delta", "partial_json": arguments})


MESSAGES_WIRE = Wire(
    name="messages",
    path="/v1/messages",
    provider=_messages,
    head=_head({"input_tokens": 7, "output_tokens": 1}),
    hello=_block(0, {"type": "text", "text": ""}, {"type": "text_delta", "text": "hello"}),
    ping=data({"type": "ping"}),
    finish=_messages_usage({"output_tokens": 2}),
    usage=_messages_usage,
    call=_messages_call,
)

WIRES = [CHAT_WIRE, MESSAGES_WIRE]
each_wire = pytest.mark.parametrize("wire", WIRES, ids=[wire.name for wire in WIRES])


def hello() -> Request:
    return request_of(prompt("go"), step(1))


async def ask(provider: Provider) -> tuple[list[ModelEvent], ZapError | None]:
    """The events of a reply, and how it failed. Only errors of ours are taken."""
    events: list[ModelEvent] = []
    try:
        async for event in provider.stream(hello()):
            events.append(event)
    except ZapError as error:
        return events, error
    finally:
        await provider.close()
    return events, None
