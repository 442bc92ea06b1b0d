"""Anthropic Messages, incoming: each rule by the smallest stream that shows it."""

import json
from typing import Any

import pytest

from zaptui.core.events import (
    ModelEvent,
    ModelFinished,
    PartMeta,
    ReasoningDelta,
    TextDelta,
    ToolCalled,
    ToolInputDelta,
)
from zaptui.core.parts import Usage
from zaptui.errors import ProviderError, Unavailable
from zaptui.providers.messages_translator import MessagesTranslator

STOP = {"type": "message_stop"}


def start(message_id: str = "msg_1", **fields: Any) -> Any:
    return {"type": "message_start", "message": {"id": message_id, **fields}}


def block(index: int, kind: str, *deltas: Any, **fields: Any) -> list[Any]:
    begin = {
        "type": "content_block_start",
        "index": index,
        "content_block": {"type": kind, **fields},
    }
    middle = [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return [begin, *middle, {"type": "content_block_stop", "index": index}]


def said(words: str, index: int = 0) -> list[Any]:
    return block(index, "text", {"type": "text_delta", "text": words}, text="")


def end(reason: str = "end_turn", usage: Any = None, **fields: Any) -> list[Any]:
    delta = {"stop_reason": reason, **fields}
    return [{"type": "message_delta", "delta": delta, "usage": usage}, STOP]


def events(*payloads: Any) -> list[ModelEvent]:
    translator = MessagesTranslator()
    found: list[ModelEvent] = []
    for payload in payloads:
        found += translator.feed(json.dumps(payload).encode())
    return [*found, *translator.end()]


def text(words: str, part: str = "text1") -> TextDelta:
    return TextDelta(part=part, text=words)


FINISHED = ModelFinished(reason="stop")
CALLED = ModelFinished(reason="tool-calls")


def test_each_block_of_text_is_a_part_of_its_own() -> None:
    found = events(start(), *said("a"), *block(1, "text", text="b"), *end())
    assert found == [text("a"), text("b", "text2"), FINISHED]


def test_pings_and_what_is_not_known_are_passed_over() -> None:
    orphan = {"type": "content_block_delta", "index": 9, "delta": {"type": "text_delta"}}
    stop = {"type": "content_block_stop", "index": 9}
    odd = [{"type": "mood_delta"}, {"type": "text_delta", "text": 1}, {"type": "thinking_delta"}]
    content = block(0, "text", *odd, {"type": "text_delta", "text": "a"})
    found = events(start(), {"type": "ping"}, {}, orphan, stop, *content, *end())
    assert found == [text("a"), FINISHED]


@pytest.mark.parametrize(
    ("reason", "finished"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("pause_turn", "stop"),
        ("later", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
    ],
)
def test_the_stop_reason_is_read(reason: str, finished: Any) -> None:
    assert events(start(), *said("a"), *end(reason))[-1] == ModelFinished(reason=finished)


def test_a_call_comes_in_pieces() -> None:
    pieces = [{"type": "input_json_delta", "partial_json": p} for p in ("", '{"p":', "1}")]
    found = events(start(), *block(0, "tool_use", *pieces, id="c", name="read"), *end("tool_use"))
    assert found == [
        ToolInputDelta(call_id="c", tool="read", delta=""),
        ToolInputDelta(call_id="c", tool="read", delta='{"p":'),
        ToolInputDelta(call_id="c", tool="read", delta="1}"),
        ToolCalled(call_id="c", tool="read", input={"p": 1}),
        CALLED,
    ]


def test_arguments_may_stand_in_the_blocks_start_alone() -> None:
    given = block(0, "tool_use", id="c", name="read", input={"p": 1})
    assert events(start(), *given, *end())[1:] == [
        ToolCalled(call_id="c", tool="read", input={"p": 1}),
        CALLED,
    ]


def test_N18_ids_are_made_where_there_are_none_and_kept_apart() -> None:
    found = events(
        start(),
        *block(0, "tool_use", name="a"),
        *block(1, "tool_use", id="c", name="a"),
        *block(2, "tool_use", id="c", name="b"),
        *end("tool_use"),
    )
    calls = [(event.call_id, event.tool) for event in found if isinstance(event, ToolCalled)]
    assert calls == [("call_1", "a"), ("c", "a"), ("c_3", "b")]


def test_N19_a_block_that_the_output_limit_cut_is_closed_at_the_end() -> None:
    piece = {"type": "input_json_delta", "partial_json": '{"p'}
    cut = block(0, "tool_use", piece, id="c", name="read")[:-1]
    assert events(start(), *cut, *end("max_tokens"))[2:] == [
        ToolCalled(call_id="c", tool="read", raw='{"p'),
        ModelFinished(reason="length"),
    ]


def test_thinking_is_kept_with_its_signature() -> None:
    deltas = [
        {"type": "thinking_delta", "thinking": "m"},
        {"type": "signature_delta", "signature": "g"},
    ]
    found = events(
        start(),
        *block(0, "thinking", *deltas, thinking="h", signature="si"),
        *block(1, "redacted_thinking", data="opaque"),
        *block(2, "thinking", thinking="unsigned"),
        *said("a", 3),
        *end(),
    )
    assert found == [
        ReasoningDelta(part="thinking1", text="h"),
        ReasoningDelta(part="thinking1", text="m"),
        PartMeta(part="thinking1", provider="anthropic", data={"signature": "sig"}),
        PartMeta(part="redacted_thinking2", provider="anthropic", data={"data": "opaque"}),
        ReasoningDelta(part="thinking3", text="unsigned"),
        text("a", "text4"),
        FINISHED,
    ]


def test_what_a_server_side_tool_does_is_not_a_call() -> None:
    piece = {"type": "input_json_delta", "partial_json": "{}"}
    server = block(0, "server_tool_use", piece, id="s", name="web_search")
    assert events(start(), *server, *said("a", 1), *end()) == [text("a", "text2"), FINISHED]


def test_a_message_may_begin_whole() -> None:
    content = [
        {"type": "text", "text": "a"},
        {"type": "tool_use", "id": "c", "name": "read", "input": {"p": 1}},
    ]
    usage = {"input_tokens": 3, "output_tokens": 2}
    found = events(start(content=content, stop_reason="tool_use", usage=usage), STOP)
    assert found == [
        text("a"),
        ToolInputDelta(call_id="c", tool="read", delta=""),
        ToolCalled(call_id="c", tool="read", input={"p": 1}),
        ModelFinished(reason="tool-calls", usage=Usage(input_tokens=3, output_tokens=2)),
    ]


def test_the_same_message_may_begin_twice_but_no_other_within_it() -> None:
    assert events(start(), start(), *said("a"), *end()) == [text("a"), FINISHED]
    with pytest.raises(Unavailable, match="mixed two answers in one stream"):
        events(start(), *said("a"), start("msg_2"))


def test_nothing_counts_behind_the_end_of_the_message() -> None:
    error = {"type": "error", "error": {"message": "late"}}
    found = events(start(), *said("a"), *end(), error, start("msg_2"), *said("b"))
    assert found == [text("a"), FINISHED]


def test_a_refusal_is_an_error_with_its_reason() -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "It was blocked."}
    with pytest.raises(ProviderError, match="declined to answer: It was blocked") as raised:
        events(start(), *said("a"), *end("refusal", stop_details=details))
    assert not raised.value.retryable


def test_R23_cached_input_is_a_part_of_the_input() -> None:
    usage = {
        "input_tokens": 5,
        "cache_read_input_tokens": 30,
        "cache_creation_input_tokens": 200,
        "output_tokens": 1,
    }
    found = events(start(usage=usage), *said("a"), *end(usage={"output_tokens": 4}))
    figures = Usage(input_tokens=235, output_tokens=4, cached_tokens=30)
    assert found[-1] == ModelFinished(reason="stop", usage=figures)


@pytest.mark.parametrize(
    ("later", "figures"),
    [
        # A proxy that knows no input at the end says 0: the start's figures stay.
        ({"input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 4}, (35, 4, 30)),
        # One that tells the input again tells all of it.
        ({"input_tokens": 9, "cache_read_input_tokens": 0, "output_tokens": 4}, (9, 4, 0)),
        ({"input_tokens": -9, "output_tokens": 10**15}, (35, 1, 30)),
        (None, (35, 1, 30)),
    ],
)
def test_N22_later_figures_replace_earlier_ones_where_they_are_told(
    later: Any, figures: tuple[int, int, int]
) -> None:
    first = {"input_tokens": 5, "cache_read_input_tokens": 30, "output_tokens": 1}
    found = events(start(usage=first), *said("a"), *end(usage=later))
    total = Usage(input_tokens=figures[0], output_tokens=figures[1], cached_tokens=figures[2])
    assert found[-1] == ModelFinished(reason="stop", usage=total)


@pytest.mark.parametrize(
    "content", [[], said(" \n"), block(0, "thinking", thinking="hm", signature="s")]
)
def test_N24_an_answer_that_says_nothing_is_an_error(content: list[Any]) -> None:
    with pytest.raises(Unavailable, match="empty answer"):
        events(start(), *content, *end())
    assert events(start(), *content, *end("max_tokens"))[-1] == ModelFinished(reason="length")
