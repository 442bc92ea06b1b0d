"""The check of a stage: how it is written, what it asks for, and its lock.

    check: pytest -q                          a command ends with 0
    check: exit 3: grep -q TODO src           … with another code
    check: file: dist/report.txt              a file is there
    check: match: README.md ^## Install       a line of a file matches a pattern
    check: json: result.json /failed = 0      a value in a file, by JSON pointer

Its text is locked by a digest when it is planned: a model cannot change it later.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from zaptui.core.events import CheckVerdict
from zaptui.core.json import Json, JsonObject, as_object, parse_json

Author = Literal["model", "person", "plan.md"]
Policy = Literal["off", "warn", "enforce"]

POLICIES: tuple[Policy, ...] = get_args(Policy)
VERDICTS: tuple[CheckVerdict, ...] = get_args(CheckVerdict)
_AUTHORS: dict[str, Author] = {author: author for author in get_args(Author)}
_LONGEST = 2000
_SHOWN = 12
_FORM = re.compile(r"(exit +(?P<code>\d{1,3})|file|match|json): *(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCheck:
    """A check as it was planned: its text, who wrote it, and the digest of that text."""

    text: str
    by: Author
    digest: str

    @property
    def lock(self) -> str:
        """The beginning of the digest, as people are shown it."""
        return self.digest[:_SHOWN]

    @property
    def holds(self) -> bool:
        """The text is the one that was locked."""
        return self.digest == _digest(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandCheck:
    """A command has to end with this code."""

    command: str
    code: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheck:
    """A file has to be there."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternCheck:
    """A line of a file has to match a pattern."""

    path: str
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCheck:
    """A JSON file has to hold a value at a JSON pointer."""

    path: str
    pointer: str
    value: Json


Check: TypeAlias = CommandCheck | FileCheck | PatternCheck | ValueCheck


def lock_check(text: str, by: Author) -> StageCheck:
    """The check of a text, locked. ValueError, with the reason, for one that asks for nothing."""
    text = text.strip()
    parse_check(text)
    return StageCheck(text=text, by=by, digest=_digest(text))


def parse_check(text: str) -> Check:
    """What a text asks for. ValueError says what is wrong with it."""
    if not text or len(text) > _LONGEST or not text.isprintable():
        raise ValueError(f"a check is one line of at most {_LONGEST} characters")
    found = _FORM.fullmatch(text)
    if found is None:
        return CommandCheck(command=text)
    rest = found["rest"].strip()
    if found["code"] is not None:
        return CommandCheck(command=_given(rest, "a command"), code=int(found["code"]))
    if found[1] == "file":
        return FileCheck(path=_given(rest, "a path"))
    path, rest = _first_word(rest)
    if found[1] == "match":
        return PatternCheck(path=path, pattern=_pattern(rest))
    pointer, equals, value = rest.partition("=")
    pointer = pointer.strip()
    if not equals or (pointer and not pointer.startswith("/")):
        raise ValueError("a JSON check is written PATH /POINTER = VALUE")
    return ValueCheck(path=path, pointer=pointer, value=_value(value.removeprefix("=").strip()))


def value_at(document: Json, pointer: str) -> Json:
    """The value at a JSON pointer. LookupError where there is none."""
    for key in pointer.split("/")[1:]:
        name = key.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and name.isdecimal() and len(name) < 10:
            document = document[int(name)]
        elif isinstance(document, dict):
            document = document[name]
        else:
            raise LookupError(name)
    return document


def check_json(check: StageCheck) -> JsonObject:
    """A check in a snapshot."""
    return {"text": check.text, "by": check.by, "sha256": check.digest}


def check_of(value: Json) -> StageCheck | None:
    """The check of a snapshot; None for none, and for what is damaged beyond use."""
    record = as_object(value)
    text, by, digest = record.get("text"), record.get("by"), record.get("sha256")
    if not isinstance(text, str) or not isinstance(digest, str):
        return None
    author = _AUTHORS.get(by) if isinstance(by, str) else None
    return StageCheck(text=text, by=author or "model", digest=digest)


def author_of(word: str) -> Author | None:
    """The author of that name."""
    return _AUTHORS.get(word)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _given(text: str, what: str) -> str:
    if not text:
        raise ValueError(f"the check names no {what.removeprefix('a ')}")
    return text


def _pattern(text: str) -> str:
    """A regular expression; one that is none could never be met."""
    try:
        re.compile(_given(text, "a pattern behind the path"))
    except re.error as error:
        raise ValueError(f"the pattern of the check: {error}") from error
    return text


def _first_word(text: str) -> tuple[str, str]:
    """The first word, unquoted, and the rest as it is."""
    if text[:1] in ("'", '"'):
        end = text.find(text[0], 1)
        if end < 0:
            raise ValueError("the path of the check has no closing quote")
        return _given(text[1:end], "a path"), text[end + 1 :].strip()
    word, _, rest = text.partition(" ")
    return _given(word, "a path"), rest.strip()


def _value(text: str) -> Json:
    """JSON, or the text itself."""
    try:
        return parse_json(_given(text, "a value behind the ="))
    except ValueError:
        if not text:
            raise
        return text
