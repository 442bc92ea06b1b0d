"""Ids and arguments of calls as services send them, over both wires: N18, N19."""

import pytest

from tests.providers.fault_server import Stream, serving
from tests.providers.recordings import reply_of
from tests.providers.wires import Wire, ask, each_wire

Calls = list[tuple[str, str, object, str | None]]


async def calls_of(wire: Wire, *calls: bytes) -> Calls:
    async with serving(Stream([wire.head, *calls, wire.finish])) as server:
        events, error = await ask(wire.provider(server.origin))
    assert error is None
    reply = reply_of(events)
    assert reply.reason == "tool-calls"
    return reply.calls


@each_wire
async def test_N18_calls_that_share_an_id_are_kept_apart(wire: Wire) -> None:
    calls = [wire.call(n, "c", "ab"[n % 2], f'{{"n":{n}}}') for n in range(3)]
    found = await calls_of(wire, *calls)
    assert [(tool, value, raw) for _, tool, value, raw in found] == [
        ("a", {"n": 0}, None),
        ("b", {"n": 1}, None),
        ("a", {"n": 2}, None),
    ]
    ids = [call_id for call_id, *_ in found]
    assert ids[0] == "c"
    assert len(set(ids)) == 3


@each_wire
async def test_N18_calls_without_an_id_get_one_each(wire: Wire) -> None:
    found = await calls_of(wire, wire.call(0, "", "a", "{}"), wire.call(1, "", "a", "{}"))
    assert [tool for _, tool, *_ in found] == ["a", "a"]
    assert len({call_id for call_id, *_ in found} - {""}) == 2


@each_wire
async def test_N18_an_id_of_a_megabyte_is_taken(wire: Wire) -> None:
    huge = "x" * 1_000_000
    assert await calls_of(wire, wire.call(0, huge, "a", "{}")) == [(huge, "a", {}, None)]


@each_wire
@pytest.mark.parametrize(
    ("arguments", "value", "raw"),
    [
        ("", {}, None),
        ("  ", {}, None),
        ('{"path": "a', None, '{"path": "a'),
        ("{}{}", None, "{}{}"),
        ("[1]", None, "[1]"),
        ("null", None, "null"),
        ('"text"', None, '"text"'),
        ('{"a": "\x01"}', None, '{"a": "\x01"}'),
        ('{"a": NaN}', None, '{"a": NaN}'),
        ('{"a": 1e999}', None, '{"a": 1e999}'),
        ('{"a": "\\ud83d\\ude00"}', {"a": "\U0001f600"}, None),
        pytest.param('{"a": "' + "x" * 2_000_000 + '"}', {"a": "x" * 2_000_000}, None, id="long"),
    ],
)
async def test_N19_arguments_that_are_no_object_are_kept_raw(
    wire: Wire, arguments: str, value: object, raw: str | None
) -> None:
    assert await calls_of(wire, wire.call(0, "c", "a", arguments)) == [("c", "a", value, raw)]


@each_wire
async def test_N19_arguments_nested_beyond_reason_are_kept_raw(wire: Wire) -> None:
    deep = '{"a":' * 5000 + "1" + "}" * 5000
    assert await calls_of(wire, wire.call(0, "c", "a", deep)) == [("c", "a", None, deep)]


@each_wire
async def test_N21_fifty_calls_at_once_keep_their_order(wire: Wire) -> None:
    calls = [wire.call(n, f"c{n}", "a", f'{{"n":{n}}}') for n in range(50)]
    assert await calls_of(wire, *calls) == [(f"c{n}", "a", {"n": n}, None) for n in range(50)]
