"""Recorded streams of many services: what they come to, and that no cut of the bytes matters."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.recordings import (
    CHAT,
    HTTP_ERROR,
    MESSAGES,
    cut,
    error_answer,
    expected_reply,
    manifest,
    messages_of,
    play,
    reply_of,
    stream_of,
)
from tests.shared import shared
from zaptui.core.events import ModelFinished
from zaptui.errors import (
    AuthError,
    ContextTooLong,
    EmptyAnswer,
    ProviderError,
    Unavailable,
    ZapError,
)
from zaptui.providers.failures import error_of_status

ENDED_EARLY = "the model's stream ended early"

# Streams that are no finished answer: the error each becomes, and why.
FAILURES: dict[str, tuple[type[ProviderError], str]] = {
    # an error event in a stream that began well; status 400 of a bad request
    "groq/chat-tool-use-failed.1.sse": (ProviderError, "the service reported an error: Tool call"),
    # an `error:` line instead of the end
    "vllm/chat-gpustack-qwen3-cut-off.sse": (Unavailable, "failed to decode, try again"),
    # a proxy spliced a second message into the first
    "anthropic/messages-spliced-message-start.chunks.txt": (Unavailable, "mixed two answers"),
    # refusals: nothing was answered, and the same request will be declined again
    "anthropic/messages-refusal.chunks.txt": (ProviderError, "declined to answer: This request"),
    "anthropic/messages-refusal-mid-thinking.sse": (ProviderError, "declined to answer: no reason"),
    # nothing but blocks of a server-side tool, which zap never asks for: no text, no call
    "anthropic/messages-advisor-stop.chunks.txt": (EmptyAnswer, "the model gave an empty answer"),
    "constructed/anthropic-overloaded-mid-tool-input.sse": (Unavailable, "error: Overloaded"),
    "constructed/anthropic-api-error-after-text.sse": (Unavailable, "error: Internal server error"),
    "constructed/anthropic-disconnect-mid-line.sse": (Unavailable, ENDED_EARLY),
    "constructed/openai-chat-disconnect-mid-args.sse": (Unavailable, ENDED_EARLY),
}

# Expectations read in our terms, by file.
INSTEAD: dict[str, dict[str, Any]] = {
    # a refusal in words is what the model said
    "openai/chat-refusal.sse": {"text": "I'm very sorry, but I can't assist with that request."},
    # ids that are to be made up: these are ours
    "constructed/chat-no-index-empty-id.sse": {
        "calls": [
            ("call_1", "get_weather", {"city": "Oslo"}, None),
            ("call_2", "get_weather", {"city": "Bergen"}, None),
        ]
    },
}


ERRORS: dict[str, type[ZapError]] = {
    "openai/http-error-404-model-chat.json": ProviderError,
    "openai/http-error-400-model-responses.json": ProviderError,
    "openai/http-error-401-key.json": AuthError,
    "openai/http-error-400-context-length.json": ContextTooLong,
    "anthropic/http-error-404-model.json": ProviderError,
    "anthropic/http-error-401-key.json": AuthError,
    "openrouter/http-error-429-upstream.json": Unavailable,
    "groq/http-error-400-tool-use-failed.json": ProviderError,
    "mistral/http-error-401-key.json": AuthError,
    "azure/http-error-429-rate-limit.json": Unavailable,
    "ollama/http-error-400-too-long.json": ContextTooLong,
}

MESSAGES_OF = {
    # the gateway says "Provider returned error"; what the provider said is of more use
    "openrouter/http-error-429-upstream.json": "is temporarily rate-limited upstream",
}

# Captures of a llama.cpp server: (file, finish reason or None for a broken one, calls)
LLAMA: list[tuple[str, str | None, list[tuple[str, Any]]]] = [
    ("01-text.sse", "stop", []),
    ("02-text-no-usage.sse", "stop", []),
    ("03-tool-auto.sse", "tool-calls", [("shell", {"command": "ls"})]),
    ("04-tool-required.sse", "tool-calls", [("shell", {"command": "echo 'Hello!'"})]),
    ("06-tool-parallel.sse", "tool-calls", [("read_file", {"path": "a.txt", "limit": 100})]),
    ("08-json-schema.sse", "stop", []),
    ("09-length-text.sse", "length", []),
    ("10-length-in-tool-call.sse", "length", [("shell", None)]),
    ("11-stop-sequence.sse", "stop", []),
    ("12-client-abort.sse", None, []),
    ("19-prompt-progress.sse", "length", []),
    ("20-required-ramble.sse", "length", []),
    ("21-anthropic-text.sse", "stop", []),
    ("22-anthropic-tool.sse", "tool-calls", [("shell", {"command": "ls"})]),
    ("23-anthropic-max-tokens.sse", "length", []),
    ("29-ping-comments.sse", "length", []),
    ("30-server-died.sse", None, []),
]
LLAMA_ERRORS: list[tuple[str, type[ZapError]]] = [
    ("13-context-overflow.json", ContextTooLong),
    ("14-malformed-json.json", ProviderError),
    ("15-missing-messages.json", ProviderError),
    ("16-bad-tool-choice.json", ProviderError),
    ("24-anthropic-error.json", Unavailable),
    ("28-anthropic-context-overflow.json", ContextTooLong),
]


@pytest.mark.parametrize("record", manifest(CHAT, MESSAGES))
def test_a_recorded_stream_comes_to_what_it_says(record: dict[str, Any]) -> None:
    api = record["api"]
    events, error = play(api, [stream_of(record)])
    got = reply_of(events)
    want = expected_reply(api, record["expected"], got)
    if record["file"] not in FAILURES:
        assert error is None
        assert got == replace(want, **INSTEAD.get(record["file"], {}))
        assert isinstance(events[-1], ModelFinished)
        return
    kind, message = FAILURES[record["file"]]
    assert type(error) is kind
    assert message in str(error)
    assert (got.text, got.reasoning) == (want.text, want.reasoning)
    assert not any(isinstance(event, ModelFinished) for event in events)


@pytest.mark.parametrize("record", manifest(MESSAGES, several=True))
def test_messages_recorded_one_after_the_other_are_each_a_stream(record: dict[str, Any]) -> None:
    for stream, message in zip(messages_of(record), record["expected"]["messages"], strict=True):
        events, error = play(MESSAGES, [stream])
        got = reply_of(events)
        assert error is None
        assert got == expected_reply(MESSAGES, message, got)


@pytest.mark.parametrize("record", manifest(CHAT, MESSAGES))
def test_any_cut_of_the_bytes_gives_the_same_events(record: dict[str, Any]) -> None:
    data = stream_of(record)
    events, error = play(record["api"], [data])
    for seed in range(3):
        again, failed = play(record["api"], cut(data, seed))
        assert again == events
        assert str(failed) == str(error)


@pytest.mark.parametrize("record", manifest(CHAT, MESSAGES))
@pytest.mark.soak
def test_bytes_one_by_one_give_the_same_events(record: dict[str, Any]) -> None:
    data = stream_of(record)
    events, error = play(record["api"], [data])
    again, failed = play(record["api"], [data[place : place + 1] for place in range(len(data))])
    assert again == events
    assert str(failed) == str(error)


@pytest.mark.parametrize("record", manifest(HTTP_ERROR))
def test_a_recorded_error_answer_is_an_error_of_ours(record: dict[str, Any]) -> None:
    answer, expected = error_answer(record), record["expected"]
    error = error_of_status(answer.status, answer.body, answer.headers)
    assert type(error) is ERRORS[record["file"]]
    assert getattr(error, "retryable", False) is expected["retryable"]
    assert "\n" not in str(error)
    assert str(error).count(MESSAGES_OF.get(record["file"], expected["message"][:200])) == 1


@pytest.mark.parametrize(("file", "reason", "calls"), LLAMA)
def test_a_llama_cpp_stream_comes_to_what_it_says(
    file: str, reason: str | None, calls: list[tuple[str, Any]]
) -> None:
    data = shared(f"corpus/streams/llamacpp/{file}").read_bytes()
    events, error = play(MESSAGES if "anthropic" in file else CHAT, [data])
    got = reply_of(events)
    assert (got.reason, [call[1:3] for call in got.calls]) == (reason, calls)
    assert bool(got.text) is not bool(calls)
    assert str(error) == (ENDED_EARLY if reason is None else "None")


@pytest.mark.parametrize(("file", "kind"), LLAMA_ERRORS)
def test_a_llama_cpp_error_answer_is_an_error_of_ours(file: str, kind: type[ZapError]) -> None:
    body = shared(f"corpus/streams/llamacpp/{file}").read_text()
    status = json.loads(body)["error"]["code"]
    error = error_of_status(status, body, {})
    assert type(error) is kind
    assert json.loads(body)["error"]["message"] in str(error)
