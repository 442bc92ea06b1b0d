"""Strict JSON in, ASCII JSON out."""

import pytest

from zaptui.core.json import as_list, as_object, dump_json, parse_items, parse_json


def test_json_is_parsed_from_text_and_bytes() -> None:
    assert parse_json('{"a": [1, 2.5, "x", null, true]}') == {"a": [1, 2.5, "x", None, True]}
    assert parse_json(b'["\xc3\xa9"]') == ["é"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("NaN", "NaN is not JSON"),
        ("[-Infinity]", "-Infinity is not JSON"),
        ("1e999", "1e999 is too large a number"),
        ("-1" + "0" * 400 + ".0", "too large a number"),
        ("{", "Expecting property name"),
        ("", "Expecting value"),
        ("1" * 5000, "4300 digits"),
        (b"\xff", "utf-8"),
    ],
)
def test_what_is_no_json_is_a_value_error(text: str | bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_json(text)


@pytest.mark.parametrize("depth", [129, 900, 200_000])
def test_endless_nesting_is_a_value_error(depth: int) -> None:
    lists = "[" * depth + "]" * depth
    for text in (lists, lists.encode(), '{"a":' * depth + "1" + "}" * depth):
        with pytest.raises(ValueError, match="nested too deeply"):
            parse_json(text)


def test_a_hundred_levels_and_a_thousand_brackets_are_fine() -> None:
    deep = "[" * 128 + "]" * 128
    assert dump_json(parse_json(deep)) == deep
    wide = dump_json({"code": "[{" * 1000, "items": [[]] * 300})
    assert dump_json(parse_json(wide)) == wide


def test_dumped_json_is_ascii_and_short_or_indented() -> None:
    value = {"a": "é\u2028\ud800", "b": [1]}
    assert dump_json(value) == '{"a":"\\u00e9\\u2028\\ud800","b":[1]}'
    assert dump_json([1], indent=2) == "[\n  1\n]"


def test_what_is_dumped_can_be_read() -> None:
    odd = {"a": float("nan"), "b": [float("-inf"), 1.5], "text": "NaN and Infinity"}
    text = '{"a":null,"b":[null,1.5],"text":"NaN and Infinity"}'
    assert dump_json(odd) == text
    assert dump_json(parse_json(text)) == text


def test_damaged_values_are_read_as_empty_ones() -> None:
    assert (as_object({"a": 1}), as_object([1]), as_object(None)) == ({"a": 1}, {}, {})
    assert (as_list([1]), as_list({"a": 1}), as_list("x")) == ([1], [], [])


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("]", []),
        ('{"a":1}', [{"a": 1}]),
        (' {"a":1} , {"b":"}"}, {"c', [{"a": 1}, {"b": "}"}]),
        ('{"a":1}]}', [{"a": 1}]),
        ('{"a":NaN},{"b":1}', []),
        ("[" * 100_000, []),
    ],
)
def test_the_whole_items_of_a_list_that_still_grows(text: str, items: list[object]) -> None:
    assert parse_items("[" + text, 1) == items
