"""A plan.md in pieces: the blocks of its items, and the Markdown between them, byte for byte."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from zaptui.errors import UsageError
from zaptui.planning.checks import VERDICTS, StageCheck, author_of, lock_check
from zaptui.planning.ledger_items import PRIORITIES, Priority
from zaptui.planning.plan_markdown_lines import (
    CheckLine,
    CommentLine,
    DeliverableLine,
    ItemLine,
    Line,
    parse_line,
    visible,
)
from zaptui.planning.plan_rows import PlanRow, RowStatus

_STATUSES: dict[str, RowStatus] = {s: s for s in get_args(RowStatus) if s != "done"}
"""The words a comment may say; the box says what is done."""
_NO_PAIRS: Mapping[str, str] = {}
_PRIORITIES: dict[str, Priority] = {priority: priority for priority in PRIORITIES}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLine:
    """A line as it is in the file, with its line feed, and what it says."""

    raw: str
    says: Line | None
    number: int


@dataclass(slots=True, kw_only=True)
class Block:
    """An item with the indented lines below it, a header, or a line of other Markdown."""

    first: FileLine
    rest: list[FileLine] = field(default_factory=list[FileLine])

    @property
    def raw(self) -> list[str]:
        return [self.first.raw, *(line.raw for line in self.rest)]

    @property
    def header(self) -> CommentLine | None:
        """The first line of an export, if this is one."""
        says = self.first.says
        return says if isinstance(says, CommentLine) and says.kind == "zap_plan" else None

    def row(self) -> PlanRow | None:
        """The item as the file has it: no id is "", no deliverable is "". None for no item."""
        says = self.first.says
        if isinstance(says, CommentLine) and says.kind == "cancelled":
            return PlanRow(
                id=says.pairs.get("id", ""),
                content=says.value,
                status="cancelled",
                priority=self._priority(says),
            )
        if not isinstance(says, ItemLine):
            return None
        content = _exact(says.pairs.get("content"), says.text)
        if not content:
            return None
        said = [line.says for line in self.rest]
        shown = next((x.text for x in said if isinstance(x, DeliverableLine)), "")
        proof = next((x.pairs for x in said if isinstance(x, CommentLine)), _NO_PAIRS)
        return PlanRow(
            id=says.pairs.get("id", ""),
            content=content,
            status="done" if says.done else self._status(says),
            deliverable=_exact(says.pairs.get("deliverable"), shown),
            check=self._check(says),
            evidence=proof.get("evidence"),
            receipts=tuple(proof.get("receipts", "").split()),
            trusted=proof.get("trusted") == "yes",
            checked=next((v for v in VERDICTS if v == proof.get("checked")), None),
            priority=self._priority(says),
        )

    def _check(self, says: ItemLine) -> StageCheck | None:
        """The check below the item; a person's, unless it is still the one that was locked."""
        line = next((line for line in self.rest if isinstance(line.says, CheckLine)), None)
        if line is None or not isinstance(line.says, CheckLine) or not line.says.text:
            return None
        try:
            check = lock_check(_exact(says.pairs.get("check"), line.says.text), "person")
        except ValueError as error:
            raise UsageError(f"line {line.number}: {error}") from error
        author = author_of(says.pairs.get("check_by", ""))
        locked = says.pairs.get("check_lock") == check.lock
        return replace(check, by=author) if author is not None and locked else check

    def _status(self, says: ItemLine) -> RowStatus:
        word = says.pairs.get("status", "pending")
        found = _STATUSES.get(word)
        if found is None:
            raise self._unknown("status", word, _STATUSES)
        return found

    def _priority(self, says: ItemLine | CommentLine) -> Priority:
        word = says.pairs.get("priority", "medium")
        found = _PRIORITIES.get(word)
        if found is None:
            raise self._unknown("priority", word, _PRIORITIES)
        return found

    def _unknown(self, name: str, word: str, words: Iterable[str]) -> UsageError:
        return UsageError(
            f"line {self.first.number}: unknown {name} {word[:40]!r}",
            hint=f"one of {', '.join(words)}",
        )


def parse_blocks(text: str) -> list[Block]:
    """All lines of a file, none lost. UsageError, with its line, for a damaged comment of ours."""
    blocks: list[Block] = []
    in_item = False
    for number, raw in enumerate(re.findall(r"[^\n]*\n|[^\n]+", text), start=1):
        line = FileLine(raw=raw, says=_says(raw, number), number=number)
        if isinstance(line.says, ItemLine):
            blocks.append(Block(first=line))
            in_item = True
        elif in_item and _belongs(line):
            blocks[-1].rest.append(line)
        else:
            blocks.append(Block(first=line))
            in_item = False
    return blocks


def _says(raw: str, number: int) -> Line | None:
    """What a line says; bytes that are no text count as U+FFFD."""
    text = raw.rstrip("\r\n").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    try:
        return parse_line(text)
    except ValueError as error:
        raise UsageError(f"line {number}: {error}") from error


def _belongs(line: FileLine) -> bool:
    """Whether a line below an item goes with it: an indented one, that is no item of its own."""
    if isinstance(line.says, CommentLine) and line.says.kind != "evidence":
        return False
    return line.raw[0] in " \t" and bool(line.raw.strip())


def _exact(exact: str | None, shown: str) -> str:
    """The text a comment keeps, while the line still shows that one; else what is shown."""
    return exact if exact is not None and visible(exact) == shown else shown
