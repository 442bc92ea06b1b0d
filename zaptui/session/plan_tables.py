"""The tables of plans: what is read from them and written to them inside a transaction.

The snapshot of a plan is its truth. `plan_rows` shows it to whoever reads with SQL, and keeps what
is of the rows alone: flags, and the version that last changed each.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zaptui.core.json import JsonObject, dump_json, parse_json
from zaptui.planning.plan_rows import mode_of, rows_of
from zaptui.planning.stored_plan import (
    PlanVersion,
    PlanWrite,
    StaleWrite,
    StoredPlan,
    StoredRow,
)

Rows = tuple[StoredRow, ...]


def live(connection: sqlite3.Connection, session_id: str) -> StoredPlan | None:
    """The live plan; None where there is none, or none that can be read."""
    found = connection.execute(
        "SELECT version, snapshot FROM plans WHERE session_id = ?", (_clean(session_id),)
    ).fetchone()
    snapshot = _parsed(found[1]) if found else None
    if snapshot is None or not isinstance(found[0], int):
        return None
    kept = connection.execute(
        "SELECT version, pinned, breakpoint FROM plan_rows WHERE session_id = ? ORDER BY position",
        (_clean(session_id),),
    ).fetchall()
    rows = rows_of(snapshot)
    if len(kept) != len(rows):
        kept = [(found[0], 0, 0)] * len(rows)
    return StoredPlan(
        session_id=session_id,
        mode=mode_of(snapshot),
        version=found[0],
        snapshot=snapshot,
        rows=tuple(
            StoredRow(row=row, version=version, pinned=bool(pinned), breakpoint=bool(stops))
            for row, (version, pinned, stops) in zip(rows, kept, strict=True)
        ),
    )


def versions(connection: sqlite3.Connection, session_id: str, *, after: int) -> list[PlanVersion]:
    """The log behind a version, in order; what cannot be read is left out."""
    found = connection.execute(
        "SELECT version, who, what, why, time, snapshot FROM plan_log"
        " WHERE session_id = ? AND version > ? ORDER BY version",
        (_clean(session_id), after),
    )
    return [
        PlanVersion(version=version, who=who, what=what, why=why, time=time, snapshot=snapshot)
        for version, who, what, why, time, text in found
        if (snapshot := _parsed(text)) is not None
    ]


def put(
    connection: sqlite3.Connection, session_id: str, write: PlanWrite, before: StoredPlan | None
) -> int:
    """Write the version after `before`; nothing can be stale where nothing is known."""
    expected = write.expected_version
    if before is not None and expected is not None and before.version != expected:
        raise StaleWrite(before, expected)
    number = (before.version if before else max(0, expected or 0)) + 1
    version = PlanVersion(
        version=number,
        who=write.who,
        what=write.what,
        why=write.why,
        time=write.time,
        snapshot=_stamped(write.snapshot, number),
    )
    flags = _Flags(pinned=write.pinned, breakpoints=write.breakpoints)
    rows = _rows(before.rows if before else (), version, flags)
    _insert_version(connection, session_id, version)
    _insert_live(connection, session_id, version, rows)
    return number


def replace_all(
    connection: sqlite3.Connection, session_id: str, told: Sequence[PlanVersion]
) -> None:
    """Put these versions in the place of what is stored; rows keep their flags where a version
    tells none."""
    before = live(connection, session_id)
    flagged = before.rows if before else ()
    pinned = frozenset(stored.row.id for stored in flagged if stored.pinned)
    stops = frozenset(stored.row.id for stored in flagged if stored.breakpoint)
    remove(connection, session_id)
    rows: Rows = ()
    for version in told:
        flags = _Flags(
            pinned=pinned if version.pinned is None else version.pinned,
            breakpoints=stops if version.breakpoints is None else version.breakpoints,
        )
        stamped = replace(version, snapshot=_stamped(version.snapshot, version.version))
        rows = _rows(rows, stamped, flags)
        _insert_version(connection, session_id, stamped)
        if version is told[-1]:
            _insert_live(connection, session_id, stamped, rows)


def catch_up(connection: sqlite3.Connection, session_id: str, told: Sequence[PlanVersion]) -> None:
    """Store what a tape tells where the store lost it, or holds something else under the number of
    its last version. A store that is ahead is left alone: its last versions are still to be told.
    """
    if not told:
        return
    last, now = told[-1], live(connection, session_id)
    lost = now is None or now.version < last.version
    same = now is not None and now.snapshot == _stamped(last.snapshot, last.version)
    if lost or (now is not None and now.version == last.version and not same):
        replace_all(connection, session_id, told)


def remove(connection: sqlite3.Connection, session_id: str) -> None:
    """Remove all there is of a session."""
    for table in ("plans", "plan_rows", "plan_log"):
        connection.execute(f"DELETE FROM {table} WHERE session_id = ?", (_clean(session_id),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flags:
    """The flags a write sets; None leaves them."""

    pinned: frozenset[str] | None = None
    breakpoints: frozenset[str] | None = None

    def of(self, row_id: str, was: StoredRow | None) -> dict[str, bool]:
        pinned = was is not None and was.pinned
        stops = was is not None and was.breakpoint
        return {
            "pinned": pinned if self.pinned is None else row_id in self.pinned,
            "breakpoint": stops if self.breakpoints is None else row_id in self.breakpoints,
        }


def _rows(before: Sequence[StoredRow], version: PlanVersion, flags: _Flags) -> Rows:
    """The rows of a version; one that is as before keeps its number."""
    known = {stored.row.id: stored for stored in before}
    rows: list[StoredRow] = []
    for row in rows_of(version.snapshot):
        was = known.get(row.id)
        now = StoredRow(row=row, version=version.version, **flags.of(row.id, was))
        same = was is not None and replace(now, version=was.version) == was
        rows.append(was if was is not None and same else now)
    return tuple(rows)


def _stamped(snapshot: JsonObject, version: int) -> JsonObject:
    """The snapshot with the store's number, where it has one of its own."""
    return {**snapshot, "version": version} if mode_of(snapshot) == "ledger" else snapshot


def _insert_version(connection: sqlite3.Connection, session_id: str, version: PlanVersion) -> None:
    texts = map(_clean, (version.who, version.what, version.why, version.time))
    connection.execute(
        "INSERT OR REPLACE INTO plan_log (session_id, version, who, what, why, time, snapshot)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (_clean(session_id), version.version, *texts, dump_json(version.snapshot)),
    )


def _insert_live(
    connection: sqlite3.Connection, session_id: str, version: PlanVersion, rows: Rows
) -> None:
    session = _clean(session_id)
    connection.execute(
        "INSERT OR REPLACE INTO plans (session_id, version, mode, snapshot) VALUES (?, ?, ?, ?)",
        (session, version.version, mode_of(version.snapshot), dump_json(version.snapshot)),
    )
    connection.execute("DELETE FROM plan_rows WHERE session_id = ?", (session,))
    connection.executemany(
        "INSERT OR REPLACE INTO plan_rows (session_id, position, task_id, content, status,"
        " priority, deliverable, evidence, version, pinned, breakpoint)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(session, position, *_columns(stored)) for position, stored in enumerate(rows)],
    )


def _columns(stored: StoredRow) -> tuple[object, ...]:
    row = stored.row
    return (
        _clean(row.id),
        _clean(row.content),
        row.status,
        row.priority,
        _clean(row.deliverable),
        None if row.evidence is None else _clean(row.evidence),
        stored.version,
        stored.pinned,
        stored.breakpoint,
    )


def _parsed(text: object) -> JsonObject | None:
    """A stored snapshot; None for one that is damaged."""
    try:
        value = parse_json(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _clean(text: str) -> str:
    """What SQLite takes as text: half a surrogate pair is none."""
    return text.encode("utf-8", "replace").decode("utf-8")
