"""A line of the tape is an entry, and an entry is a line."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import any_event, long, of_class, quick
from zaptui.core import events as e
from zaptui.core.lines import check_format, decode, encode, from_json, to_json
from zaptui.core.parts import Usage
from zaptui.errors import TranscriptError


def _entry(event: e.Event) -> e.Entry:
    return e.Entry(seq=0, at=0.0, event=event)


@pytest.mark.parametrize("cls", get_args(e.Event), ids=lambda cls: cls.__name__)
@given(data=st.data())
@quick
def test_an_event_of_every_type_comes_back_as_it_was(
    cls: type[e.Event], data: st.DataObject
) -> None:
    entry = _entry(data.draw(of_class(cls)))
    assert decode(encode(entry)) == entry


@pytest.mark.soak
@given(event=any_event)
@long
def test_any_event_comes_back_as_it_was(event: e.Event) -> None:
    assert decode(encode(_entry(event))) == _entry(event)


def test_a_line_is_flat_and_leaves_out_what_is_empty() -> None:
    event = e.RunFinished(
        outcome="incomplete",
        finish_reason="stop",
        stopped_by="idle_turns",
        exit_code=3,
        usage=Usage(input_tokens=7, output_tokens=2),
        denials=[e.Denial(call_id="c1", tool="shell", subject="ls", reason="no")],
        open_stages=["B"],
    )
    assert to_json(e.Entry(seq=4, at=0.5, event=event)) == {
        "type": "run_finished",
        "seq": 4,
        "at": 0.5,
        "outcome": "incomplete",
        "finish_reason": "stop",
        "stopped_by": "idle_turns",
        "exit_code": 3,
        "usage": {"input_tokens": 7, "output_tokens": 2, "cached_tokens": 0},
        "denials": [{"call_id": "c1", "tool": "shell", "subject": "ls", "reason": "no"}],
        "open_stages": ["B"],
    }


def test_R65_a_subagents_line_carries_the_prefix_and_the_call_it_came_from() -> None:
    event = e.Subagent(call_id="c1", event=e.TextDelta(part="t", text="hi"))
    assert to_json(_entry(event)) == {
        "type": "subagent.text_delta",
        "seq": 0,
        "at": 0.0,
        "part": "t",
        "text": "hi",
        "subagent": "c1",
    }


def test_R65_a_subagents_subagent_keeps_both_calls() -> None:
    inner = e.Subagent(call_id="inner", event=e.ToolStarted(call_id="c"))
    entry = _entry(e.Subagent(call_id="outer", event=inner))
    assert to_json(entry) == {
        "type": "subagent.subagent.tool_started",
        "seq": 0,
        "at": 0.0,
        "call_id": "c",
        "subagent": ["outer", "inner"],
    }
    assert decode(encode(entry)) == entry


def test_a_subagents_unknown_line_is_written_as_it_was_read() -> None:
    line = {"type": "subagent.later", "seq": 3, "at": 1.5, "subagent": "c1", "news": [1]}
    entry = from_json({**line})
    assert entry.event == e.Subagent(
        call_id="c1", event=e.Unknown(data={"type": "later", "seq": 3, "at": 1.5, "news": [1]})
    )
    assert to_json(entry) == line


@pytest.mark.parametrize("path", [None, 7, [], [7], ["c"] * 5000])
def test_a_prefix_without_a_call_or_with_too_many_is_unknown(path: object) -> None:
    line = {"type": "subagent." * 5000 + "text_delta", "seq": 0, "at": 0.0, "subagent": path}
    assert from_json({**line}) == e.Entry(seq=0, at=0.0, event=e.Unknown(data=line))


def test_an_unknown_type_is_kept_and_written_back_at_its_new_place() -> None:
    read = decode('{"type":"later","seq":1,"at":0.25,"x":null}')
    assert read.event == e.Unknown(data={"type": "later", "seq": 1, "at": 0.25, "x": None})
    assert to_json(e.Entry(seq=9, at=2.0, event=read.event)) == {
        "type": "later",
        "seq": 9,
        "at": 2.0,
        "x": None,
    }


def test_a_line_is_ascii_and_holds_half_a_character() -> None:
    line = encode(_entry(e.TextDelta(part="t", text="é\u2028\ud83d")))
    assert line == (
        '{"type":"text_delta","seq":0,"at":0.0,"part":"t","text":"\\u00e9\\u2028\\ud83d"}'
    )
    assert encode(decode(line)) == line


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[]", "not a JSON object"),
        ("{}", "no type"),
        ('{"type":7,"seq":0,"at":0}', "no type"),
        ('{"type":"x","at":0}', "no seq"),
        ('{"type":"x","seq":true,"at":0}', "no seq"),
        ('{"type":"x","seq":0}', "no at"),
        ('{"type":"x","seq":0,"at":true}', "no at"),
        ('{"type":"x","seq":0,"at":NaN}', "NaN is not JSON"),
        ('{"type":"text_delta","seq":0,"at":0,"part":"t"}', "text\n  Field required"),
        ('{"type":"x"', "delimiter"),
    ],
)
def test_a_damaged_line_is_a_value_error_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        decode(line)


def test_a_field_of_a_later_version_is_skipped() -> None:
    line = b'{"type":"tool_started","seq":0,"at":0.0,"call_id":"c","mood":"calm"}'
    assert decode(line) == _entry(e.ToolStarted(call_id="c"))


def test_our_own_format_is_accepted() -> None:
    check_format(e.FORMAT)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("", "not a zap transcript: format ''"),
        ("zap/", "not a zap transcript: format 'zap/'"),
        ("other/1", "not a zap transcript: format 'other/1'"),
        ("zap/²", "not a zap transcript: format 'zap/²'"),
        (
            "zap/2",
            "this transcript has format zap/2, newer than zap/1 — update zaptui to read it",
        ),
    ],
)
def test_another_format_is_refused(value: str, message: str) -> None:
    with pytest.raises(TranscriptError) as raised:
        check_format(value)
    assert str(raised.value) == message
