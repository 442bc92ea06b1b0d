"""Translators fed with JSON of any shape: an error of ours, or events, never a traceback."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.providers.recordings import CHAT, MESSAGES, translator_of
from zaptui.core.events import ModelEvent, ModelFinished
from zaptui.errors import ProviderError

_KEYS = (
    "type index id name delta content text thinking signature partial_json input message usage"
    " content_block stop_reason stop_details explanation error code choices tool_calls function"
    " arguments finish_reason reasoning reasoning_content reasoning_details extra_content refusal"
    " prompt_tokens completion_tokens prompt_tokens_details cached_tokens input_tokens data"
)
_WORDS = (
    "message_start content_block_start content_block_delta content_block_stop message_delta"
    " message_stop error ping text thinking redacted_thinking tool_use text_delta thinking_delta"
    " signature_delta input_json_delta stop length tool_calls refusal x"
)
KEYS, WORDS = _KEYS.split(), _WORDS.split()
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.just(10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(WORDS)
    | st.text(st.characters(exclude_categories=[]), max_size=3)
)
shapes = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=12,
)


def fields(**known: Any) -> st.SearchStrategy[Any]:
    """An object that is nearly right: known fields, now and then of another shape."""
    return st.fixed_dictionaries({}, optional={k: v | shapes for k, v in known.items()})


words = st.sampled_from(WORDS)
function = fields(name=words, arguments=st.sampled_from(["", "{", "}", '{"a": 1}']))
call = fields(index=st.integers(0, 2), id=st.sampled_from(["", "a", "b"]), function=function)
delta = fields(
    content=words,
    tool_calls=st.lists(call, max_size=2),
    reasoning_content=words,
    reasoning_details=st.lists(fields(type=words, index=st.integers(0, 1), text=words), max_size=2),
)
choice = fields(index=st.just(0), delta=delta, finish_reason=words)
chunks = fields(choices=st.lists(choice, max_size=2), usage=shapes)
event_delta = fields(
    type=words, text=words, partial_json=words, thinking=words, signature=words, stop_reason=words
)
block = fields(type=words, id=st.sampled_from(["", "a"]), name=words, input=shapes, text=words)
events = fields(
    type=words,
    index=st.integers(0, 2),
    delta=event_delta,
    content_block=block,
    message=fields(id=words, usage=shapes, content=st.lists(block, max_size=2)),
    usage=shapes,
)


each_api = pytest.mark.parametrize("api", [CHAT, MESSAGES])
streams = st.lists(chunks | events | shapes, max_size=12)


def holds(api: str, payloads: list[Any]) -> None:
    translator = translator_of(api)
    found: list[ModelEvent] = []
    try:
        for payload in payloads:
            found += translator.feed(json.dumps(payload).encode())
        found += translator.end()
    except ProviderError:
        return
    assert isinstance(found[-1], ModelFinished)
    assert sum(isinstance(event, ModelFinished) for event in found) == 1


@each_api
@given(payloads=streams)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_N11_any_json_gives_events_or_an_error_of_ours(api: str, payloads: list[Any]) -> None:
    holds(api, payloads)


@pytest.mark.soak
@each_api
@given(payloads=streams)
@settings(max_examples=5000, deadline=None)
def test_N11_a_long_sweep_of_any_json(api: str, payloads: list[Any]) -> None:
    holds(api, payloads)
