"""Server-sent events: what is a payload and what is not."""

import re

import pytest

from zaptui.providers import sse
from zaptui.providers.sse import SseDecoder


def decoded(*chunks: bytes) -> list[bytes]:
    decoder = SseDecoder()
    payloads = [payload for chunk in chunks for payload in decoder.feed(chunk)]
    return [*payloads, *decoder.end()]


@pytest.mark.parametrize(
    ("chunks", "payloads"),
    [
        ([b"data: a\n\ndata:b\n\n"], [b"a", b"b"]),
        ([b"data: a\r\n\r\ndata: b\r\r"], [b"a", b"b"]),
        ([b"data: a\r", b"\n\r", b"\ndata: b\n\n"], [b"a", b"b"]),
        ([b"data: a\r", b"data: b\r\r"], [b"a\nb"]),
        ([b"data: a\r", b"data: b", b"\r\r"], [b"a\nb"]),
        ([b"data: a\r", b"\ndata: b\r\n\r\n"], [b"a\nb"]),
        ([b"data: a\ndata: b\n\n"], [b"a\nb"]),
        ([b": ping\n\n:\n\nevent: x\nid: 1\nretry: 5\n\n"], []),
        ([b"event: error\ndata: {}\n\n"], [b"{}"]),
        ([b'error: {"message": "x"}\n\n'], [b'{"message": "x"}']),
        ([b"data\n\ndata:\n\ndata: \n\n"], []),
        ([b"\xef\xbb\xbfdata: a\n\n", b"\xef\xbb\xbfdata: b\n\n"], [b"a"]),
        ([b"data:  two spaces\n\n"], [b" two spaces"]),
        ([b"data: a:b\n\n"], [b"a:b"]),
        (["data: a\u2028b\u0085c\n\n".encode()], ["a\u2028b\u0085c".encode()]),
        ([b"data: a"], [b"a"]),
        ([b"data: a\r"], [b"a"]),
        ([b"data: a\nda", b"", b"ta: b"], [b"a\nb"]),
        ([b""], []),
    ],
)
def test_lines_become_payloads(chunks: list[bytes], payloads: list[bytes]) -> None:
    assert decoded(*chunks) == payloads


def test_it_knows_whether_an_answer_was_framed_at_all() -> None:
    decoder = SseDecoder()
    assert list(decoder.feed(b'{"error": "x"}\n: data\n')) == []
    assert not decoder.framed
    assert list(decoder.feed(b"data: a\n")) == []
    assert decoder.framed


def test_a_long_line_costs_no_more_for_being_cut_small() -> None:
    decoder, chunk = SseDecoder(), b"x" * 100
    list(decoder.feed(b"data: "))
    for _ in range(20_000):  # each look at all of it would make this take minutes
        assert list(decoder.feed(chunk)) == []
    assert [len(payload) for payload in decoder.feed(b"\n\n")] == [2_000_000]


@pytest.mark.parametrize("rest", [b"x" * 60, b"\ndata: x" * 10])
def test_an_event_without_end_is_refused(rest: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "LONGEST_EVENT", 100)
    decoder = SseDecoder()
    assert list(decoder.feed(b"data: " + b"a" * 60 + b"\n\n")) == [b"a" * 60]
    list(decoder.feed(b"data: " + b"a" * 60))
    with pytest.raises(ValueError, match=re.escape("an event is longer than 100 bytes")):
        list(decoder.feed(rest))
