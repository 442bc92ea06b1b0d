"""The plans of all sessions in zap.db: live rows, and a log of every version (L6, R76)."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from zaptui.planning.stored_plan import Edit, PlanVersion, PlanWrite, StoredPlan
from zaptui.session import plan_tables as tables
from zaptui.session.database import Database, database_file


class SqlitePlanStore:
    """A PlanStore in one file for all processes; each read sees what was written before it."""

    def __init__(self, state: Path) -> None:
        self._database = Database(database_file(state))

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def read(self, session_id: str) -> StoredPlan | None:
        """The live plan; None for a session without one."""
        return self._database.read(lambda connection: tables.live(connection, session_id))

    def write(self, session_id: str, write: PlanWrite) -> int:
        """Store a plan; the version it has now. StaleWrite when it is not the expected one."""

        def work(connection: sqlite3.Connection) -> int:
            return tables.put(connection, session_id, write, tables.live(connection, session_id))

        return self._database.write(work)

    def change(self, session_id: str, edit: Edit) -> int | None:
        """Read, change and write with nobody in between; the new version."""
        made: list[PlanWrite | None] = []

        def work(connection: sqlite3.Connection) -> int | None:
            live = tables.live(connection, session_id)
            if not made:  # after damage this runs again, the edit does not
                made.append(edit(live))
            write = made[0]
            return None if write is None else tables.put(connection, session_id, write, live)

        return self._database.write(work)

    def log(self, session_id: str) -> list[PlanVersion]:
        """All versions that are kept, in order."""
        return self.versions_after(session_id, 0)

    def versions_after(self, session_id: str, version: int) -> list[PlanVersion]:
        """The versions that came after one, in order."""
        return self._database.read(
            lambda connection: tables.versions(connection, session_id, after=version)
        )

    def rebuild(self, session_id: str, versions: Sequence[PlanVersion]) -> None:
        """Store what a session's tape tells in the place of what is stored: the tape wins. Flags
        of rows stay, unless the versions tell them."""
        self._database.write(
            lambda connection: tables.replace_all(connection, session_id, versions)
        )

    def catch_up(self, session_id: str, told: Sequence[PlanVersion]) -> None:
        """Make sure that all a session's tape tells is stored; what is stored beyond it stays."""
        self._database.write(lambda connection: tables.catch_up(connection, session_id, told))

    def forget(self, session_id: str) -> None:
        """Remove all there is of a session."""
        self._database.write(lambda connection: tables.remove(connection, session_id))
