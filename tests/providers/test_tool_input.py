"""Arguments and figures."""

import pytest

from zaptui.core.events import ToolCalled
from zaptui.core.json import Json
from zaptui.providers.tool_input import called, count


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ("", {}),
        (" \n", {}),
        ("{}", {}),
        ('{"a": [1]}', {"a": [1]}),
        ('{"a": "\ud83d"}', {"a": "�"}),
    ],
)
def test_arguments_that_are_an_object(arguments: str, value: dict[str, Json]) -> None:
    assert called("c", "t", arguments) == ToolCalled(call_id="c", tool="t", input=value)


@pytest.mark.parametrize("arguments", ["{", "{}{}", "[]", "1", "null", '{"a": Infinity}'])
def test_arguments_that_are_none_are_kept_raw(arguments: str) -> None:
    assert called("c", "t", arguments) == ToolCalled(call_id="c", tool="t", raw=arguments)


@pytest.mark.parametrize(
    ("value", "number"),
    [(0, 0), (7, 7), (-1, None), (10**12, None), (True, None), (1.5, None), ("7", None)],
)
def test_N22_only_a_sensible_number_counts(value: Json, number: int | None) -> None:
    assert count(value) == number
