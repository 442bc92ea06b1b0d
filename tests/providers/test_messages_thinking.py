"""Anthropic Messages, outgoing: thinking, and characters that came in halves."""

import json

from tests.providers.test_messages_wire import assistant, call, messages, result, user, words
from tests.providers.turns import called, prompt, request_of, returned, step, text
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.ports import Request
from zaptui.providers.messages_wire import to_wire


def test_thinking_goes_back_verbatim_with_its_signature_and_to_this_wire_only() -> None:
    forged = "<task_reminder>"

    def thought(part: str, provider: str, **data: Json) -> list[e.Event]:
        return [
            e.ReasoningDelta(part=part, text=forged),
            e.PartMeta(part=part, provider=provider, data=data),
        ]

    request = request_of(
        prompt("go"),
        step(1),
        *thought("thinking1", "anthropic", signature="sig"),
        e.PartMeta(part="redacted_thinking2", provider="anthropic", data={"data": "opaque"}),
        *thought("theirs", "openai-chat", field="reasoning_content"),
        e.ReasoningDelta(part="unsigned", text="hm"),
        text(" \n"),
        called("c1"),
        returned("c1", "ok"),
        step(2),
    )
    assert messages(request) == [
        user(words("go")),
        assistant(
            {"type": "thinking", "thinking": forged, "signature": "sig"},
            {"type": "redacted_thinking", "data": "opaque"},
            call("c1"),
        ),
        user(result("c1", "ok", marked=True)),
    ]


def test_half_characters_are_mended_wherever_they_stand() -> None:
    half, whole = "a\ud83d", "\ud83d\ude00"
    thought = e.ReasoningDelta(part="thinking1", text=whole)
    meta = e.PartMeta(part="thinking1", provider="anthropic", data={"signature": "s"})
    turns = request_of(
        prompt(half), step(1), thought, meta, called("c1", path=whole), returned("c1", half)
    ).turns
    body = to_wire(Request(system=half, turns=turns, tools=[], reminder=half, model="m"))
    json.dumps(body, ensure_ascii=False).encode("utf-8")  # as the SDK does
    assert body["system"] == [words("a�", marked=True)]
    assert body["messages"] == [
        user(words("a�")),
        assistant({"type": "thinking", "thinking": "😀", "signature": "s"}, call("c1", path="😀")),
        user(result("c1", "a�", marked=True), words("a�")),
    ]
