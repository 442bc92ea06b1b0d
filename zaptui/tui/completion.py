"""What is completed at the cursor, and what fits: pure, quick in a hundred thousand files."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["file", "command"]

_FILE = re.compile(r"(?:^|(?<=\s))@(\S*)$")
_COMMAND = re.compile(r"^/([\w-]*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """A word that is being typed: `@src/ma` or `/mo`. `start` is where it is replaced from."""

    kind: Kind
    word: str
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A line of a menu: what is put in, what is shown, and a quiet word beside it."""

    value: str
    title: str
    help: str = ""


def find_trigger(line: str, column: int, *, first_line: bool) -> Trigger | None:
    """The word before the cursor that asks for a completion."""
    before = line[:column]
    if first_line and (command := _COMMAND.match(before)):
        return Trigger(kind="command", word=command[1], start=0)
    if found := _FILE.search(before):
        return Trigger(kind="file", word=found[1], start=found.start())
    return None


def rank_files(files: Iterable[str], word: str, *, limit: int) -> list[str]:
    """The files that fit best: by name, by path, then by letters in order; short ones first."""
    wanted = word.lower()
    if not wanted:
        return sorted(files, key=lambda path: (path.count("/"), path))[:limit]
    found: list[tuple[int, int, str]] = []
    for path in files:
        low = path.lower()
        name = low.rpartition("/")[2]
        if name.startswith(wanted):
            rank = 0
        elif wanted in name:
            rank = 1
        elif wanted in low:
            rank = 2
        elif _in_order(wanted, low):
            rank = 3
        else:
            continue
        found.append((rank, len(path), path))
    found.sort()
    return [path for _, _, path in found[:limit]]


def _in_order(letters: str, text: str) -> bool:
    """Whether the letters stand in a text one after the other: one walk through it."""
    place = -1
    for letter in letters:
        place = text.find(letter, place + 1)
        if place < 0:
            return False
    return True


def rank_lines(lines: Sequence[str], word: str, *, limit: int) -> list[str]:
    """Earlier prompts that hold all the words, newest first, each once."""
    words = word.lower().split()
    found: dict[str, None] = {}
    for line in reversed(lines):
        low = line.lower()
        if all(part in low for part in words):
            found.setdefault(line)
            if len(found) == limit:
                break
    return list(found)
