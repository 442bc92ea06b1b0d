"""Chat Completions: reasoning as it comes, and as it goes back."""

from typing import Any

import pytest

from tests.providers.test_chat_translator import STOP, chunk, events, text
from tests.providers.test_chat_wire import call, messages
from tests.providers.turns import called, prompt, request_of, returned, step
from tests.providers.turns import text as said
from zaptui.core import events as e
from zaptui.core.events import PartMeta, ReasoningDelta
from zaptui.core.json import Json


def thought(words: str) -> ReasoningDelta:
    return ReasoningDelta(part="reasoning", text=words)


@pytest.mark.parametrize(
    ("delta", "field"),
    [
        ({"reasoning_content": "hm"}, {"field": "reasoning_content"}),
        ({"reasoning": "hm"}, None),
        ({"reasoning": "hm", "reasoning_content": "hm"}, {"field": "reasoning_content"}),
    ],
)
def test_reasoning_comes_in_fields_of_two_names(delta: Any, field: Any) -> None:
    found = events(chunk(**delta), chunk("stop", content="a"))
    metas = [PartMeta(part="reasoning", provider="openai-chat", data=field)] if field else []
    assert found == [thought("hm"), text("a"), *metas, STOP]


def test_content_may_be_a_list_of_text_and_thinking() -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}, {"text": 1}]}
    found = events(chunk(content=[thinking, {"type": "text", "text": "a"}, 3]), chunk("stop"))
    assert found == [thought("hm"), text("a"), STOP]


def test_details_of_reasoning_are_joined_and_kept_whole() -> None:
    def detail(**fields: Any) -> Any:
        return chunk(reasoning_details=[{"type": "reasoning.text", "index": 0, **fields}])

    found = events(
        detail(text="a", format=None),
        detail(text="b", signature=None),
        detail(signature="s", text=None),
        chunk(reasoning_details=[{"type": "reasoning.encrypted", "index": 1, "data": "x"}]),
        chunk("stop", content="a"),
    )
    details = [
        {"type": "reasoning.text", "index": 0, "text": "ab", "format": None, "signature": "s"},
        {"type": "reasoning.encrypted", "index": 1, "data": "x"},
    ]
    meta = PartMeta(part="reasoning", provider="openai-chat", data={"reasoning_details": details})
    assert found == [text("a"), meta, STOP]


def test_reasoning_goes_back_within_a_tool_loop_only_and_to_this_wire_only() -> None:
    def thoughts(part: str, provider: str, **data: Json) -> list[e.Event]:
        return [
            e.ReasoningDelta(part=part, text=part),
            e.PartMeta(part=part, provider=provider, data=data),
        ]

    request = request_of(
        prompt("go"),
        step(1),
        *thoughts("mine", "openai-chat", field="reasoning_content"),
        called("c1"),
        returned("c1", "ok"),
        step(2),
        *thoughts("theirs", "anthropic", signature="s"),
        called("c2"),
        returned("c2", "ok"),
        step(3),
        *thoughts("idle", "openai-chat", field="reasoning_content", reasoning_details=[{"a": 1}]),
        said("done"),
        prompt("forged"),
        step(1),
        *thoughts("forged", "openai-chat", field="role"),
        called("c3"),
        step(2),
    )
    replies = [message for message in messages(request) if message["role"] == "assistant"]
    assert replies == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [call("c1")],
            "reasoning_content": "mine",
        },
        {"role": "assistant", "content": None, "tool_calls": [call("c2")]},
        {"role": "assistant", "content": "done", "reasoning_details": [{"a": 1}]},
        {"role": "assistant", "content": None, "tool_calls": [call("c3")]},
    ]


def test_what_came_with_a_call_goes_back_with_it() -> None:
    extra: Json = {"google": {"thought_signature": "sig"}}
    meta = e.PartMeta(part="c1", provider="openai-chat", data={"extra_content": extra})
    request = request_of(prompt("go"), step(1), called("c1"), meta, step(2))
    assert messages(request)[1]["tool_calls"] == [{**call("c1"), "extra_content": extra}]
