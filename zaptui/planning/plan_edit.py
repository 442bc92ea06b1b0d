"""What a person does to a live plan, whatever planner it is of: each edit names a row by its id."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from zaptui.core.json import JsonObject
from zaptui.errors import UsageError
from zaptui.planning.checks import lock_check
from zaptui.planning.plan_from_rows import plan_from_rows
from zaptui.planning.plan_rows import PlanRow, Rows, mode_of, rows_of
from zaptui.planning.planner_result import Mode
from zaptui.planning.stored_plan import PlanWrite, StoredPlan

CLOSED = "closed by a person"
"""The evidence of a stage that a person closed without a word."""

Flag = Literal["pinned", "breakpoint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRow:
    """A new row, at a place counted from 1, else at the end."""

    content: str
    at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRow:
    """The row goes away."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRow:
    """The row goes to a place, counted from 1."""

    id: str
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRow:
    """The row is done."""

    id: str
    evidence: str = CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class RewordRow:
    """The row has another text."""

    id: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow:
    """The row gets a check, or loses the one it has."""

    id: str
    check: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagRow:
    """The row is pinned or has a breakpoint from now on, or no longer."""

    id: str
    flag: Flag
    on: bool


RowEdit: TypeAlias = AddRow | DropRow | MoveRow | CloseRow | RewordRow | CheckRow | FlagRow


def edit_plan(live: StoredPlan, edits: Sequence[RowEdit], *, time: str = "") -> PlanWrite:
    """The write that makes all edits, one after another, under the version check.

    UsageError for a row that is not there, and for what the mode of the plan cannot have.
    """
    if live.mode == "none":
        raise UsageError("a session of mode none has no plan")
    rows = rows_of(live.snapshot)
    flags: dict[Flag, set[str]] = {
        "pinned": {stored.row.id for stored in live.rows if stored.pinned},
        "breakpoint": {stored.row.id for stored in live.rows if stored.breakpoint},
    }
    for edit in edits:
        if isinstance(edit, FlagRow):
            _place(rows, edit.id)
            (flags[edit.flag].add if edit.on else flags[edit.flag].discard)(edit.id)
        else:
            rows = _edited(rows, edit, live.mode)
    return PlanWrite(
        snapshot=plan_from_rows(rows, live.snapshot),
        who="person",
        what="edited",
        why="; ".join(map(_words, edits)),
        time=time,
        expected_version=live.version,
        pinned=frozenset(flags["pinned"]),
        breakpoints=frozenset(flags["breakpoint"]),
    )


def find_row(rows: Sequence[PlanRow], name: str) -> PlanRow:
    """The row a person names, by its place from 1 or by its id. UsageError for none."""
    if name.isdecimal() and 0 < int(name[:9]) <= len(rows):
        return rows[int(name) - 1]
    found = next((row for row in rows if row.id == name), None)
    if found is None:
        raise UsageError(f"there is no stage {name[:40]!r}", hint=f"the plan has {len(rows)}")
    return found


def empty_plan(session_id: str, mode: Mode, *, version: int = 0) -> StoredPlan:
    """The plan of a session that has none."""
    snapshots: dict[Mode, JsonObject] = {
        "metronome": {"plan": None},
        "classic": {"todos": []},
        "ledger": {"todos": [], "version": version},
        "none": {},
    }
    return StoredPlan(
        session_id=session_id,
        mode=mode_of(snapshots[mode]),
        version=version,
        snapshot=snapshots[mode],
        rows=(),
    )


def _edited(
    rows: Rows,
    edit: AddRow | DropRow | MoveRow | CloseRow | RewordRow | CheckRow,
    mode: Mode,
) -> Rows:
    match edit:
        case AddRow():
            row = PlanRow(id=_free_id(rows), content=_text(edit.content), status="pending")
            return _put(rows, row, len(rows) + 1 if edit.at is None else edit.at)
        case DropRow():
            place = _place(rows, edit.id)
            return (*rows[:place], *rows[place + 1 :])
        case MoveRow():
            place = _place(rows, edit.id)
            return _put((*rows[:place], *rows[place + 1 :]), rows[place], edit.to)
        case CloseRow():
            evidence = edit.evidence.strip() or CLOSED
            return _changed(rows, edit.id, status="done", evidence=evidence)
        case RewordRow():
            return _reworded(rows, edit)
        case CheckRow():
            if mode != "metronome":
                raise UsageError(
                    f"a plan of mode {mode} has no checks", hint="they are metronome's"
                )
            return _checked(rows, edit)
        case _:
            assert_never(edit)


def _reworded(rows: Rows, edit: RewordRow) -> Rows:
    """A deliverable that was the content goes on being it."""
    row, content = rows[_place(rows, edit.id)], _text(edit.content)
    deliverable = "" if row.deliverable == row.content else row.deliverable
    return _changed(rows, edit.id, content=content, deliverable=deliverable)


def _checked(rows: Rows, edit: CheckRow) -> Rows:
    try:
        check = lock_check(edit.check, "person") if edit.check.strip() else None
    except ValueError as error:
        raise UsageError(str(error)) from error
    return _changed(rows, edit.id, check=check)


def _changed(rows: Rows, row_id: str, **changes: object) -> Rows:
    place = _place(rows, row_id)
    row = replace(rows[place], **changes)  # pyright: ignore[reportArgumentType]
    return (*rows[:place], row, *rows[place + 1 :])


def _put(rows: Rows, row: PlanRow, to: int) -> Rows:
    place = min(max(to, 1), len(rows) + 1) - 1
    return (*rows[:place], row, *rows[place:])


def _place(rows: Sequence[PlanRow], row_id: str) -> int:
    place = next((place for place, row in enumerate(rows) if row.id == row_id), None)
    if place is None:
        raise UsageError(f"there is no stage {row_id[:40]!r}", hint="somebody may have dropped it")
    return place


def _free_id(rows: Rows) -> str:
    taken = {row.id for row in rows}
    number = 1
    while f"t{number}" in taken:
        number += 1
    return f"t{number}"


def _text(content: str) -> str:
    text = " ".join(content.split())
    if not text:
        raise UsageError("a stage needs a text")
    return text


def _words(edit: RowEdit) -> str:
    """The edit, for the log."""
    match edit:
        case AddRow():
            return f"add {edit.content!r}"
        case DropRow():
            return f"drop {edit.id}"
        case MoveRow():
            return f"move {edit.id} to {edit.to}"
        case CloseRow():
            return f"close {edit.id}"
        case RewordRow():
            return f"reword {edit.id}"
        case CheckRow():
            return f"check {edit.id}"
        case FlagRow():
            return f"{'' if edit.on else 'no '}{edit.flag} {edit.id}"
        case _:
            assert_never(edit)
