"""The shared recordings of the two wires, and what each should come to in our terms."""

import asyncio
import hashlib
import json
import os
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from zaptui.core.events import ModelEvent, ModelFinished, ReasoningDelta, TextDelta, ToolCalled
from zaptui.core.parts import Usage
from zaptui.errors import ZapError
from zaptui.providers.chat_translator import ChatTranslator
from zaptui.providers.messages_translator import MessagesTranslator
from zaptui.providers.reading import Translator, read
from zaptui.providers.service import Service

_ROOT = Path(__file__).resolve().parents[2] / os.environ.get("ZAP_SHARED", "../shared")
STREAMS = _ROOT / "corpus" / "streams"
CHAT = "openai-chat-completions"
MESSAGES = "anthropic-messages"
HTTP_ERROR = "http-error"

SERVICE = Service(host="model.test", key="sk-test-0123456789", idle_s=5.0, content_s=5.0)

_REASONS = {
    None: "stop",
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool-calls",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "pause_turn": "stop",  # of server-side tools, which are never asked for
    "max_tokens": "length",
    "tool_use": "tool-calls",
    "refusal": "stop",  # never reached: an error of ours
}


@dataclass(frozen=True)
class Reply:
    """What a stream came to. `calls` are (id, tool, arguments, raw arguments)."""

    text: str
    reasoning: str
    calls: list[tuple[str, str, Any, str | None]]
    reason: str | None
    usage: Usage | None


@dataclass(frozen=True)
class ErrorAnswer:
    """An HTTP answer that is no success."""

    status: int
    headers: dict[str, str]
    body: str


@dataclass
class FakeAnswer:
    """An answer whose bytes come in the given pieces."""

    chunks: Sequence[bytes]
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "text/event-stream"})

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            yield chunk


def manifest(*apis: str, several: bool = False) -> list[Any]:
    """The records of these APIs as test parameters; one that is skipped where there are none.

    `several`: those files only that hold several messages, which all others leave out.
    """
    file = STREAMS / "MANIFEST.jsonl"
    if not file.exists():
        why = "corpus/streams is not in the shared folder (ZAP_SHARED)"
        return [pytest.param({}, marks=pytest.mark.skip(reason=why))]
    records = [json.loads(line) for line in file.read_text().split("\n") if line]
    return [
        pytest.param(record, id=record["file"])
        for record in records
        if record["api"] in apis and several == ("messages" in record["expected"])
    ]


def stream_of(record: dict[str, Any]) -> bytes:
    """The bytes of a recorded stream, framed again where its source took the framing away."""
    data = (STREAMS / record["file"]).read_bytes()
    if record["format"] == "sse":
        return data
    lines = [line for line in data.split(b"\n") if line]
    return framed(lines, done=record["api"] == CHAT)


def framed(payloads: Sequence[bytes], *, done: bool = False) -> bytes:
    """Payloads as server-sent events."""
    events = [b"data: " + payload + b"\n\n" for payload in payloads]
    return b"".join([*events, b"data: [DONE]\n\n" if done else b""])


def messages_of(record: dict[str, Any]) -> list[bytes]:
    """A file that holds several messages, split at each `message_start`."""
    parts: list[list[bytes]] = []
    for line in (STREAMS / record["file"]).read_bytes().split(b"\n"):
        if line and json.loads(line)["type"] == "message_start":
            parts.append([])
        if line:
            parts[-1].append(line)
    return [framed(part) for part in parts]


def error_answer(record: dict[str, Any]) -> ErrorAnswer:
    answer = json.loads((STREAMS / record["file"]).read_bytes())
    return ErrorAnswer(
        status=answer["status"], headers=answer["headers"], body=json.dumps(answer["body"])
    )


def translator_of(api: str) -> Translator:
    return ChatTranslator() if api == CHAT else MessagesTranslator()


def play(api: str, chunks: Sequence[bytes]) -> tuple[list[ModelEvent], ZapError | None]:
    """The events of a stream, and how it failed."""

    async def run() -> tuple[list[ModelEvent], ZapError | None]:
        events: list[ModelEvent] = []
        try:
            async for event in read(FakeAnswer(chunks), translator_of(api), SERVICE):
                events.append(event)
        except ZapError as error:
            return events, error
        return events, None

    return asyncio.run(run())


def cut(data: bytes, seed: int) -> list[bytes]:
    """The bytes cut at random places, into up to 40 pieces, some of them a byte long."""
    source = random.Random(seed)
    places = sorted(source.randrange(len(data) + 1) for _ in range(20))
    places = sorted({0, len(data), *places, *(min(place + 1, len(data)) for place in places)})
    return [data[start:end] for start, end in pairwise(places)]


def reply_of(events: Sequence[ModelEvent]) -> Reply:
    finished = [event for event in events if isinstance(event, ModelFinished)]
    return Reply(
        text="".join(event.text for event in events if isinstance(event, TextDelta)),
        reasoning="".join(event.text for event in events if isinstance(event, ReasoningDelta)),
        calls=[(e.call_id, e.tool, e.input, e.raw) for e in events if isinstance(e, ToolCalled)],
        reason=finished[-1].reason if finished else None,
        usage=finished[-1].usage if finished else None,
    )


def expected_reply(api: str, expected: dict[str, Any], got: Reply) -> Reply:
    """The manifest's expectation in our terms. Where it holds a digest, `got` is held to that."""
    reason = _REASONS[expected.get("finish_reason", expected.get("stop_reason"))]
    calls = list(_calls(expected["tool_calls"]))
    if calls and reason == "stop":  # some servers say `stop` after calls, or nothing
        reason = "tool-calls"
    return Reply(
        text=_text(expected, "text", got.text),
        reasoning=_text(expected, "reasoning", got.reasoning),
        calls=calls,
        reason=reason,
        usage=_usage(api, expected["usage"]),
    )


def _text(expected: dict[str, Any], name: str, got: str) -> str:
    if f"{name}_sha256" not in expected:
        return expected.get(name) or ""
    same = hashlib.sha256(got.encode()).hexdigest() == expected[f"{name}_sha256"]
    return got if same else f"{expected[f'{name}_head']} … {expected[f'{name}_tail']}"


def _calls(calls: list[dict[str, Any]]) -> Iterator[tuple[str, str, Any, str | None]]:
    for call in calls:
        known = isinstance(call["arguments"], dict)
        raw = None if known else call["arguments_raw"]
        yield call["id"], call["name"], call["arguments"] if known else None, raw


def _usage(api: str, usage: dict[str, Any] | None) -> Usage | None:
    if usage is None:
        return None
    if api == CHAT:
        details = usage.get("prompt_tokens_details") or {}
        return Usage(
            input_tokens=usage["prompt_tokens"],
            output_tokens=usage["completion_tokens"],
            cached_tokens=details.get("cached_tokens") or 0,
        )
    cached = usage.get("cache_read_input_tokens") or 0
    written = usage.get("cache_creation_input_tokens") or 0
    return Usage(
        input_tokens=usage["input_tokens"] + cached + written,
        output_tokens=usage["output_tokens"],
        cached_tokens=cached,
    )
