"""The lines of an exported plan.md, there and back: check items with their fields in a comment.

    <!-- zap_plan: metronome; version: 7; work_at_last_advance: 3 -->
    - [x] Find the cause <!-- id: s1; check_by: model; check_lock: 3f5d0c9a21b4 -->
      deliverable: the line that is wrong
      check: grep -q time.time retry.py
      <!-- evidence: "retry.py reads the wall clock"; receipts: "r3 r4"; checked: green -->
    - [ ] Ask for access <!-- id: t4; status: blocked; priority: high -->
    <!-- cancelled: "Rewrite it"; id: t5 -->

A text that a line cannot show as it is stands in the comment too, and counts while the line still
says what it said of it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from zaptui.core.json import dump_json, parse_json

_PAIR = re.compile(r'([a-z_]+):[ \t]*("(?:[^"\\]|\\.)*"|[\w.-]+)[ \t]*(?:;[ \t]*|$)', re.ASCII)
_BARE = re.compile(r"[\w.-]+", re.ASCII)
_ITEM = re.compile(r"\s*-\s+\[( |x|X)\](?!\S)(.*)")
_COMMENT = re.compile(r"\s*<!--\s*(zap_plan|cancelled|evidence):(.*)-->\s*")
_FIELD = re.compile(r"\s+(?:-\s*)?(deliverable|check):(.*)")
_OPENING, _CLOSING = "<!--", "-->"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLine:
    """A check item: its text and the pairs of its comment."""

    done: bool
    text: str
    pairs: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentLine:
    """A line that is one of our comments: a header, a cancelled item, evidence."""

    kind: str
    pairs: Mapping[str, str]

    @property
    def value(self) -> str:
        """What stands behind its kind."""
        return self.pairs[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliverableLine:
    """The field below an item that says what closes it (R68)."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """The field below an item that the runner verifies before it is closed (R68)."""

    text: str


Line = ItemLine | CommentLine | DeliverableLine | CheckLine


def parse_line(line: str) -> Line | None:
    """What a line says; None for other Markdown. ValueError for a comment of ours that is damaged.

    `line` comes without its line feed.
    """
    if found := _ITEM.match(line):
        text, pairs = _split_comment(found[2])
        return ItemLine(done=found[1] != " ", text=text, pairs=pairs)
    if found := _COMMENT.fullmatch(line):
        return CommentLine(kind=found[1], pairs=_pairs(f"{found[1]}:{found[2]}"))
    if found := _FIELD.match(line):
        field = DeliverableLine if found[1] == "deliverable" else CheckLine
        return field(text=found[2].strip())
    return None


def write_line(line: Line) -> str:
    """The line, without a line feed."""
    match line:
        case ItemLine():
            start = f"- [{'x' if line.done else ' '}] {line.text}".rstrip()
            return f"{start} {_comment(line.pairs)}"
        case CommentLine(kind="evidence"):
            return f"  {_comment(line.pairs)}"
        case CommentLine():
            return _comment(line.pairs)
        case DeliverableLine():
            return f"  deliverable: {line.text}"
        case CheckLine():
            return f"  check: {line.text}"
        case _:
            assert_never(line)


def visible(text: str) -> str:
    """A text as a line can show it: white space is one space, nothing hidden."""
    shown = (c if c.isprintable() else " " if c.isspace() else "" for c in text)
    return " ".join("".join(shown).split())


def _split_comment(text: str) -> tuple[str, dict[str, str]]:
    """The text of an item and the pairs of the comment at its end, where that one is ours."""
    start = text.rfind(_OPENING)
    tail = text[start:].rstrip() if start >= 0 else ""
    inner = tail.removeprefix(_OPENING).removesuffix(_CLOSING).strip()
    if not tail.endswith(_CLOSING) or not inner.startswith("id:"):
        return text.strip(), {}
    return text[:start].strip(), _pairs(inner)


def _comment(pairs: Mapping[str, str]) -> str:
    inner = "; ".join(f"{key}: {_written(value)}" for key, value in pairs.items())
    return f"{_OPENING} {inner} {_CLOSING}"


def _pairs(text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    place, text = 0, text.strip()
    while place < len(text):
        found = _PAIR.match(text, place)
        if found is None:
            raise ValueError(f"the comment cannot be read at {text[place : place + 40]!r}")
        pairs.setdefault(found[1], _read(found[2]))
        place = found.end()
    return pairs


def _read(value: str) -> str:
    read = parse_json(value) if value.startswith('"') else value
    return str(read)


def _written(value: str) -> str:
    """The value as it is, or as a JSON text in which nothing hides and no comment ends."""
    if _BARE.fullmatch(value):
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() and c not in "<>" else _escaped(c) for c in quoted)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else dump_json(character)[1:-1]
