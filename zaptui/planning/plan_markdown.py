"""A plan as plan.md, to read and to edit: written with ids and evidence, read back as a plan."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from zaptui.core.json import JsonObject
from zaptui.planning.plan import restore_plan
from zaptui.planning.plan_markdown_blocks import Block, parse_blocks
from zaptui.planning.plan_markdown_lines import (
    CheckLine,
    CommentLine,
    DeliverableLine,
    ItemLine,
    Line,
    visible,
    write_line,
)
from zaptui.planning.plan_markdown_read import ReadPlan, read_plan
from zaptui.planning.plan_rows import PlanRow, Rows, mode_of, rows_of
from zaptui.planning.planner_result import Mode

__all__ = ["ReadPlan", "export_plan", "read_plan"]

_BYTE_ORDER_MARK = "\ufeff"
_KEPT = ("deliverable", "check", "check_by", "check_lock")


def export_plan(snapshot: JsonObject, *, version: int, into: bytes = b"") -> bytes:
    """A plan as a Markdown check list; `read_plan` makes the same plan of it.

    `into` is a file that is there: its other Markdown stays where it is, and a line that says what
    the plan says keeps its bytes. Items are found by id, else by content. UsageError for a damaged
    comment in it.
    """
    text = into.decode("utf-8", "surrogateescape")
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    writer = _Writer(
        blocks=parse_blocks(text.removeprefix(mark)),
        rows=_as_said(snapshot),
        mode=mode_of(snapshot),
        newline="\r\n" if "\r\n" in text else "\n",
    )
    written = mark + writer.text(_header(snapshot, version))
    return written.encode("utf-8", "surrogateescape")


class _Writer:
    """Puts rows into the places that the blocks of a file give them."""

    def __init__(self, *, blocks: Sequence[Block], rows: Rows, mode: Mode, newline: str) -> None:
        self._blocks = blocks
        self._rows = rows
        self._mode = mode
        self._newline = newline
        self._old = {n: row for n, block in enumerate(blocks) if (row := block.row()) is not None}
        self._home = _homes(self._old, rows)

    def text(self, header: CommentLine) -> str:
        """The new file. Rows that stay fill the places of those that stay, in the new order; a new
        row goes behind its neighbour."""
        staying = [row for row in self._rows if row.id in self._home]
        slots = dict(zip(sorted(self._home.values()), staying, strict=True))
        added = self._added()
        old = next((block for block in self._blocks if block.header is not None), None)
        pieces = [] if old else [self._line(header)]
        front = added.pop(None, [])
        for place, block in enumerate(self._blocks):
            if place in slots:
                row = slots[place]
                pieces += [*front, *self._updated(self._home[row.id], row)]
                pieces += added.get(row.id, [])
                front = []
            elif block is old:
                pieces += block.raw if block.header == header else [self._line(header)]
            elif place not in self._old:
                pieces += block.raw
        return self._joined([*pieces, *front])

    def _added(self) -> dict[str | None, list[str]]:
        """The lines of new rows by the row they stand behind; None: in front of all."""
        added: dict[str | None, list[str]] = {}
        neighbour: str | None = None
        for row in self._rows:
            if row.id in self._home:
                neighbour = row.id
            else:
                lines = [_first_line(row), *_deliverable(row), *_check(row), *_evidence(row)]
                added.setdefault(neighbour, []).extend(map(self._line, lines))
        return added

    def _updated(self, place: int, row: PlanRow) -> list[str]:
        """The lines of a block that now stands for `row`; a line that says the same is the same.

        A list planner has no deliverables, no checks and no evidence: what the file has of them
        stays.
        """
        old, block = self._old[place], self._blocks[place]
        if self._mode != "metronome":
            row = _with_proof(replace(row, deliverable=old.deliverable, check=old.check), old)
        if old == row:
            return block.raw
        same_deliverable = old.deliverable == row.deliverable
        same_check = old.check == row.check
        same_evidence = _evidence(old) == _evidence(row)
        first = _first_line(row)
        alike = old == _with_proof(
            replace(row, deliverable=old.deliverable, check=old.check), old
        )  # fmt: skip
        pieces = [block.first.raw] if alike and _hides_alike(block, first) else [self._line(first)]
        if not same_deliverable:
            pieces += map(self._line, _deliverable(row))
        if not same_check:
            pieces += map(self._line, _check(row))
        for line in block.rest:
            match line.says:
                case DeliverableLine():
                    pieces += [line.raw] * same_deliverable
                case CheckLine():
                    pieces += [line.raw] * same_check
                case CommentLine():
                    pieces += [line.raw] * same_evidence
                case _:
                    pieces.append(line.raw)
        if not same_evidence:
            pieces += map(self._line, _evidence(row))
        return pieces

    def _line(self, line: Line) -> str:
        return write_line(line) + self._newline

    def _joined(self, pieces: Sequence[str]) -> str:
        """The last line of a file may lack its line feed; no other line may."""
        ended = [p if p.endswith("\n") else p + self._newline for p in pieces[:-1]]
        return "".join([*ended, *pieces[-1:]])


def _as_said(snapshot: JsonObject) -> Rows:
    """The rows as a file says them: the stage in progress and a deliverable that is the content
    follow from the rest."""
    rows = rows_of(snapshot)
    if mode_of(snapshot) != "metronome":
        return rows
    return tuple(
        replace(
            row,
            status="pending" if row.status == "in_progress" else row.status,
            deliverable="" if row.deliverable == row.content else row.deliverable,
        )
        for row in rows
    )


def _header(snapshot: JsonObject, version: int) -> CommentLine:
    """What the items do not say of a plan."""
    pairs = {"zap_plan": mode_of(snapshot), "version": str(version)}
    state = restore_plan(snapshot.get("plan"))
    if state is not None:
        pairs["work_at_last_advance"] = str(state.work_at_last_advance)
        if state.last_refused_pointer is not None:
            pairs["last_refused_pointer"] = str(state.last_refused_pointer)
    return CommentLine(kind="zap_plan", pairs=pairs)


def _homes(old: Mapping[int, PlanRow], rows: Rows) -> dict[str, int]:
    """Where each row stands in the file: by its id, else by its content."""
    ids = {row.id for row in rows}
    homes: dict[str, int] = {}
    by_content: dict[str, list[int]] = {}
    for place, row in old.items():
        if row.id in ids and row.id not in homes:
            homes[row.id] = place
        else:
            by_content.setdefault(row.content, []).append(place)
    for row in rows:
        places = by_content.get(row.content)
        if row.id not in homes and places:
            homes[row.id] = places.pop(0)
    return homes


def _first_line(row: PlanRow) -> ItemLine | CommentLine:
    """The line of an item; its comment has what the line does not show."""
    pairs = {"id": row.id}
    if row.status not in ("pending", "done", "cancelled"):
        pairs["status"] = row.status
    if row.priority != "medium":
        pairs["priority"] = row.priority
    if row.status == "cancelled":
        return CommentLine(kind="cancelled", pairs={"cancelled": row.content, **pairs})
    text = visible(row.content)
    if text != row.content:
        pairs["content"] = row.content
    if visible(row.deliverable) != row.deliverable:
        pairs["deliverable"] = row.deliverable
    if row.check is not None:
        if visible(row.check.text) != row.check.text:
            pairs["check"] = row.check.text
        pairs |= {"check_by": row.check.by, "check_lock": row.check.lock}
    return ItemLine(done=row.status == "done", text=text, pairs=pairs)


def _hides_alike(block: Block, first: ItemLine | CommentLine) -> bool:
    """Whether the comment of a line keeps what its other lines do not show, as its new line
    would."""
    says = block.first.says
    assert isinstance(says, ItemLine | CommentLine)
    return all(says.pairs.get(key) == first.pairs.get(key) for key in _KEPT)


def _deliverable(row: PlanRow) -> list[Line]:
    text = visible(row.deliverable)
    return [DeliverableLine(text=text)] if text else []


def _evidence(row: PlanRow) -> list[Line]:
    if row.evidence is None:
        return []
    pairs = {"evidence": row.evidence}
    if row.receipts:
        pairs["receipts"] = " ".join(row.receipts)
    if row.checked is not None:
        pairs["checked"] = row.checked
    if row.trusted:
        pairs["trusted"] = "yes"
    return [CommentLine(kind="evidence", pairs=pairs)]


def _check(row: PlanRow) -> list[Line]:
    return [] if row.check is None else [CheckLine(text=visible(row.check.text))]


def _with_proof(row: PlanRow, of: PlanRow) -> PlanRow:
    """The row with another one's evidence and what goes with it."""
    return replace(
        row, evidence=of.evidence, receipts=of.receipts, trusted=of.trusted, checked=of.checked
    )
