"""Chat Completions, incoming: the dialects, each by the smallest stream that shows it."""

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
from zaptui.providers.chat_translator import ChatTranslator


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def calls(*entries: dict[str, Any]) -> dict[str, Any]:
    return chunk(tool_calls=[*entries])


def entry(arguments: Any = None, *, name: str | None = None, **fields: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {**fields, "function": {key: x for key, x in function.items() if x is not None}}


def events(*payloads: Any) -> list[ModelEvent]:
    translator = ChatTranslator()
    found: list[ModelEvent] = []
    for payload in payloads:
        found += translator.feed(json.dumps(payload).encode())
    return [*found, *translator.end()]


def text(words: str) -> TextDelta:
    return TextDelta(part="text", text=words)


def thought(words: str) -> ReasoningDelta:
    return ReasoningDelta(part="reasoning", text=words)


def typed(call_id: str, delta: str, tool: str = "read") -> ToolInputDelta:
    return ToolInputDelta(call_id=call_id, tool=tool, delta=delta)


def called(call_id: str, tool: str = "read", **arguments: Any) -> ToolCalled:
    return ToolCalled(call_id=call_id, tool=tool, input=arguments)


STOP = ModelFinished(reason="stop")
CALLED = ModelFinished(reason="tool-calls")


def test_text_comes_as_it_is() -> None:
    found = events(chunk(role="assistant", content=""), chunk(content="a"), chunk("stop"))
    assert found == [text("a"), STOP]


def test_done_alone_ends_a_stream() -> None:
    translator = ChatTranslator()
    assert list(translator.feed(json.dumps(chunk(content="a")).encode())) == [text("a")]
    assert list(translator.feed(b" [DONE] ")) == []
    assert list(translator.end()) == [STOP]


def test_usage_alone_ends_a_stream_and_the_last_figures_count() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 1}
    more = {**usage, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 9}}
    found = events(
        {**chunk(content="a"), "usage": usage}, {"choices": [], "usage": more}, {"usage": None}
    )
    figures = Usage(input_tokens=5, output_tokens=2, cached_tokens=5)
    assert found == [text("a"), ModelFinished(reason="stop", usage=figures)]


def test_usage_within_a_chunk_of_content_does_not_end_a_stream() -> None:
    with pytest.raises(Unavailable, match="ended early"):
        events({**chunk(content="a"), "usage": {"prompt_tokens": 5, "completion_tokens": 1}})


def test_with_several_answers_the_first_is_the_answer() -> None:
    second = {"index": 1, "delta": {"content": "b"}, "finish_reason": "length"}
    both = {"choices": [second, *chunk("stop", content="a")["choices"]]}
    assert events(both) == [text("a"), STOP]


def test_the_first_finish_reason_counts() -> None:
    assert events(chunk("length", content="a"), chunk("stop"))[-1] == ModelFinished(reason="length")


@pytest.mark.parametrize("reason", ["function_call", "tool_calls", "stop", "MALFORMED", None])
def test_calls_finish_as_calls_whatever_the_service_says(reason: str | None) -> None:
    found = events(calls(entry("{}", name="read", id="c")), chunk(reason), {"usage": {"a": 1}})
    assert found == [typed("c", "{}"), called("c"), CALLED]


def test_N19_calls_cut_by_the_output_limit_say_so() -> None:
    found = events(calls(entry('{"a', name="read", id="c")), chunk("length"))
    assert found[1:] == [
        ToolCalled(call_id="c", tool="read", raw='{"a'),
        ModelFinished(reason="length"),
    ]


def test_a_call_comes_in_pieces() -> None:
    found = events(
        calls(entry("", name="read", index=0, id="c")),
        calls(entry('{"p":', index=0)),
        calls(entry("1}", index=0)),
        chunk("tool_calls"),
    )
    assert found == [
        typed("c", ""),
        typed("c", '{"p":'),
        typed("c", "1}"),
        called("c", p=1),
        CALLED,
    ]


def test_arguments_that_come_before_the_name_are_held_until_it_comes() -> None:
    found = events(
        calls(entry('{"p"', index=0, id="c")),
        calls(entry(":", index=0)),
        calls(entry("1}", index=0, name="read")),
        chunk("tool_calls"),
    )
    assert found == [typed("c", '{"p":1}'), called("c", p=1), CALLED]


def test_a_name_that_comes_alone_shows_what_was_held() -> None:
    found = events(
        calls(entry("{}", index=0, id="c")), calls(entry(index=0, name="read")), chunk("stop")
    )
    assert found == [typed("c", "{}"), called("c"), CALLED]


def test_a_name_that_is_told_again_is_not_a_new_call() -> None:
    found = events(
        calls(entry("", index=0, id="c", name="read")),
        calls(entry("{}", index=0, id="c", name="read")),
        chunk("stop"),
    )
    assert found == [typed("c", ""), typed("c", "{}"), called("c"), CALLED]


def test_a_call_that_never_gets_a_name_is_one_without() -> None:
    assert events(calls(entry("{}", id="c")), chunk("stop")) == [called("c", ""), CALLED]


def test_arguments_as_an_object_are_taken() -> None:
    found = events(calls(entry({"p": 1}, name="read", id="c")), chunk("stop"))
    assert found == [typed("c", '{"p":1}'), called("c", p=1), CALLED]


def test_calls_are_told_apart_by_id_where_all_have_index_0() -> None:
    found = events(
        calls(entry("{}", name="read", id="a", index=0)),
        calls(entry('{"p":1}', name="read", id="b", index=0)),
        chunk("stop"),
    )
    assert found[2:] == [called("a"), called("b", p=1), CALLED]


def test_a_piece_without_an_id_belongs_to_the_last_call_of_its_index() -> None:
    found = events(
        calls(entry("{}", name="read", id="a", index=0)),
        calls(entry('{"p":', name="read", id="b", index=0)),
        calls(entry("1}", index=0)),
        chunk("stop"),
    )
    assert found[3:] == [called("a"), called("b", p=1), CALLED]


def test_calls_that_come_interleaved_are_told_apart_by_index() -> None:
    found = events(
        calls(entry("{", name="read", id="a", index=0), entry("{", name="read", id="b", index=1)),
        calls(entry('"p":2}', index=1), entry('"p":1}', index=0)),
        chunk("stop"),
    )
    assert found[4:] == [called("a", p=1), called("b", p=2), CALLED]


def test_calls_without_id_and_index_are_told_apart_by_their_names() -> None:
    found = events(
        calls(entry("{", name="read")), calls(entry("}")), calls(entry("{}", name="read", id="")),
        chunk("stop"),
    )  # fmt: skip
    assert found[3:] == [called("call_1"), called("call_2"), CALLED]


def test_what_comes_with_a_call_is_kept_with_it() -> None:
    extra = {"google": {"thought_signature": "s"}}
    found = events(calls(entry("{}", name="read", id="c", extra_content=extra)), chunk("stop"))
    meta = PartMeta(part="c", provider="openai-chat", data={"extra_content": extra})
    assert found == [typed("c", "{}"), called("c"), meta, CALLED]


def test_a_refusal_in_words_is_what_the_model_said() -> None:
    assert events(chunk(refusal="I can't."), chunk("stop")) == [text("I can't."), STOP]


@pytest.mark.parametrize(
    ("reason", "kind", "line"),
    [
        ("content_filter", ProviderError, "the service's content filter cut the answer off"),
        ("error", Unavailable, "the service gave up on the answer"),
    ],
)
def test_an_answer_that_the_service_broke_off_is_an_error(
    reason: str, kind: type[ProviderError], line: str
) -> None:
    with pytest.raises(ProviderError) as raised:
        events(chunk(content="a"), chunk(reason))
    assert (type(raised.value), str(raised.value)) == (kind, line)


def test_an_error_behind_the_finish_reason_takes_nothing_away() -> None:
    assert events(chunk("stop", content="a"), {"error": {"message": "late"}}) == [text("a"), STOP]


@pytest.mark.parametrize("delta", [{}, {"content": " \n"}, {"reasoning": "hm"}])
def test_N24_an_answer_that_says_nothing_is_an_error(delta: Any) -> None:
    with pytest.raises(Unavailable, match="empty answer"):
        events(chunk(**delta), chunk("stop"))
    assert events(chunk(**delta), chunk("length"))[-1] == ModelFinished(reason="length")
