"""A plan as it is stored: its live rows and its versions, and the port of whoever keeps them.

Every planner writes through one store, so that other processes read and patch the live plan of any
session under a version check (L6). A change is stored before it is told (R76).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from zaptui.core.json import JsonObject
from zaptui.errors import ZapError
from zaptui.planning.plan_rows import PlanRow, mode_of, rows_of
from zaptui.planning.planner_result import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """A live row. `version` is the last one that changed it, its place not counted."""

    row: PlanRow
    version: int
    pinned: bool = False
    breakpoint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlan:
    """The live plan of a session."""

    session_id: str
    mode: Mode
    version: int
    snapshot: JsonObject
    rows: tuple[StoredRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWrite:
    """A new version of a plan, as a snapshot of its planner; the rows follow from it.

    `expected_version` None writes whatever the version is. Row ids in `pinned` and `breakpoints`
    have that flag from now on and no others do; None leaves the flags as they are.
    """

    snapshot: JsonObject
    who: str
    """`model`, `person`, …"""
    what: str
    """The change, as a `plan_update` names it."""
    why: str = ""
    time: str = ""
    """UTC, ISO 8601."""
    expected_version: int | None = None
    pinned: frozenset[str] | None = None
    breakpoints: frozenset[str] | None = None

    def changes(self, live: StoredPlan) -> bool:
        """Whether the plan or one of its flags is another one than before."""
        pinned = frozenset(stored.row.id for stored in live.rows if stored.pinned)
        stops = frozenset(stored.row.id for stored in live.rows if stored.breakpoint)
        same_flags = self.pinned in (None, pinned) and self.breakpoints in (None, stops)
        return self.snapshot != live.snapshot or not same_flags


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanVersion:
    """An entry of the log: the plan as a write left it, and who wrote it. The flags are those that
    a tape tells; None where it is not from one."""

    version: int
    who: str
    what: str
    why: str
    time: str
    snapshot: JsonObject
    pinned: frozenset[str] | None = None
    breakpoints: frozenset[str] | None = None


def plan_of_version(session_id: str, version: PlanVersion) -> StoredPlan:
    """The plan as it was at a version; the flags are those that a tape tells."""
    pinned, stops = version.pinned or (), version.breakpoints or ()
    return StoredPlan(
        session_id=session_id,
        mode=mode_of(version.snapshot),
        version=version.version,
        snapshot=version.snapshot,
        rows=tuple(
            StoredRow(
                row=row,
                version=version.version,
                pinned=row.id in pinned,
                breakpoint=row.id in stops,
            )
            for row in rows_of(version.snapshot)
        ),
    )


class StaleWrite(ZapError):
    """The plan is not at the version a write expects: nothing was written. Carries the live one."""

    def __init__(self, live: StoredPlan, expected_version: int) -> None:
        super().__init__(
            f"the plan is at version {live.version}, not {expected_version}; nothing was written",
            hint="read it again and repeat the change",
        )
        self.version = live.version
        self.snapshot = live.snapshot


Edit = Callable[[StoredPlan | None], PlanWrite | None]


class PlanStore(Protocol):
    """Keeps the plans of all sessions. StateError when it cannot."""

    def read(self, session_id: str) -> StoredPlan | None:
        """The live plan; None for a session without one."""
        ...

    def write(self, session_id: str, write: PlanWrite) -> int:
        """Store a plan; the version it has now. StaleWrite when it is not the expected one.

        Where no plan of the session is known (it is new, or the store was lost), nothing can be
        stale: the numbers go on from the expected one.
        """
        ...

    def change(self, session_id: str, edit: Edit) -> int | None:
        """Read, change and write with nobody in between; the new version.

        `edit` is called once, with the live plan; what it raises is raised, None changes nothing.
        """
        ...

    def log(self, session_id: str) -> Sequence[PlanVersion]:
        """All versions that are kept, in order."""
        ...

    def versions_after(self, session_id: str, version: int) -> Sequence[PlanVersion]:
        """The versions that came after one, in order."""
        ...
