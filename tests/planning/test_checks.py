"""Checks: what their texts ask for, and their lock."""

import json
import re
from dataclasses import replace

import pytest

from zaptui.core.json import Json
from zaptui.planning.checks import (
    Check,
    CommandCheck,
    FileCheck,
    PatternCheck,
    ValueCheck,
    author_of,
    check_json,
    check_of,
    lock_check,
    parse_check,
    value_at,
)


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("pytest -q", CommandCheck(command="pytest -q")),
        ("exit 3: grep -q TODO src", CommandCheck(command="grep -q TODO src", code=3)),
        ("exit 0", CommandCheck(command="exit 0")),
        ("file:dist/a b.txt", FileCheck(path="dist/a b.txt")),
        ("filex: y", CommandCheck(command="filex: y")),
        ("match: R.md ^## In  stall$", PatternCheck(path="R.md", pattern="^## In  stall$")),
        ("match: 'a b.md'  x", PatternCheck(path="a b.md", pattern="x")),
        ("json: r.json /failed = 0", ValueCheck(path="r.json", pointer="/failed", value=0)),
        ("json: r.json /a/b == true", ValueCheck(path="r.json", pointer="/a/b", value=True)),
        ("json: r.json /name = Ann B", ValueCheck(path="r.json", pointer="/name", value="Ann B")),
        ('json: "a b.json" = [1]', ValueCheck(path="a b.json", pointer="", value=[1])),
    ],
)  # fmt: skip
def test_what_a_text_asks_for(text: str, check: Check) -> None:
    assert parse_check(text) == check


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a check is one line of at most 2000 characters"),
        ("a\nb", "a check is one line of at most 2000 characters"),
        pytest.param("x" * 2001, "a check is one line of at most 2000 characters", id="long"),
        ("\x1b[31mls", "a check is one line of at most 2000 characters"),
        ("exit 3:", "the check names no command"),
        ("file: ", "the check names no path"),
        ("match:", "the check names no path"),
        ("match: ''", "the check names no path"),
        ("match: a", "the check names no pattern behind the path"),
        ("match: a (", "the pattern of the check: missing ), unterminated subpattern"),
        ("match: 'a b", "the path of the check has no closing quote"),
        ("json: a", "a JSON check is written PATH /POINTER = VALUE"),
        ("json: a b = 1", "a JSON check is written PATH /POINTER = VALUE"),
        ("json: a /b =", "the check names no value behind the ="),
    ],
)
def test_a_text_that_asks_for_nothing_says_why(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        parse_check(text)


def test_a_check_is_locked_by_its_text() -> None:
    check = lock_check("  pytest -q ", "model")
    assert (check.text, check.by, check.lock) == ("pytest -q", "model", check.digest[:12])
    assert check.holds
    assert not replace(check, text="true").holds
    assert lock_check("true", "model").digest != check.digest


def test_a_check_comes_back_from_its_snapshot() -> None:
    check = lock_check("pytest -q", "plan.md")
    assert check_of(json.loads(json.dumps(check_json(check)))) == check
    stranger: Json = {**check_json(check), "by": "a stranger"}
    assert check_of(stranger) == replace(check, by="model")
    assert check_of({**check_json(check), "by": 7}) == replace(check, by="model")
    damaged: list[Json] = [None, "x", {"text": "x"}, {"text": 1, "sha256": "x"}]
    assert [check_of(value) for value in damaged] == [None] * 4


def test_authors_are_known_by_name() -> None:
    assert [author_of(word) for word in ("person", "plan.md", "zap")] == ["person", "plan.md", None]


_DOCUMENT: Json = {"a": [{"b": 1}], "x/y": {"~": 2}, "": 3}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("", _DOCUMENT), ("/a/0/b", 1), ("/x~1y/~0", 2), ("/", 3), ("/a", [{"b": 1}])],
)
def test_a_pointer_leads_to_a_value(pointer: str, value: Json) -> None:
    assert value_at(_DOCUMENT, pointer) == value


@pytest.mark.parametrize("pointer", ["/z", "/a/1", "/a/x", "/a/0/b/c", "/a/" + "9" * 20])
def test_a_pointer_that_leads_nowhere_is_a_lookup_error(pointer: str) -> None:
    with pytest.raises(LookupError):
        value_at(_DOCUMENT, pointer)
