"""zap.db: one SQLite file for all processes, opened, guarded, and made anew when it is damaged.

Everything in it can be had again from the transcripts, so that a damaged file is put aside and an
empty one takes its place. For the same reason commits need not wait for the disk: `synchronous =
NORMAL` in WAL mode outlives any process, kill -9 included, and a power cut may cost the last
commits, never the file.
"""

import fcntl
import os
import sqlite3
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from zaptui.errors import StateError
from zaptui.session.folder import make_private_folder

SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    session_id TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    summary TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS plans (
    session_id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    mode TEXT NOT NULL,
    snapshot TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS plan_rows (
    session_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    task_id TEXT NOT NULL,
    content TEXT NOT NULL,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    deliverable TEXT NOT NULL,
    evidence TEXT,
    version INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    breakpoint INTEGER NOT NULL,
    PRIMARY KEY (session_id, position),
    UNIQUE (session_id, task_id)
);
CREATE TABLE IF NOT EXISTS plan_log (
    session_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    why TEXT NOT NULL,
    time TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    PRIMARY KEY (session_id, version)
);
"""
BUSY_S = 10.0
"""Seconds to wait for the writers of other processes; each holds the file for a millisecond."""

_HINT = "free some space or set ZAP_HOME; --no-save runs without it"
_DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_ERROR,  # the tables are not ours: no such table, no such column
}

ResultT = TypeVar("ResultT")
Work = Callable[[sqlite3.Connection], ResultT]


def database_file(state: Path) -> Path:
    """The database of a state folder."""
    return state / "zap.db"


class Database:
    """A connection that finds its file again when it was replaced or removed. For one thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def read(self, work: Work[ResultT]) -> ResultT:
        """Run `work` on one state of the database, whatever others write meanwhile."""
        return self._run("BEGIN", work)

    def write(self, work: Work[ResultT]) -> ResultT:
        """Run `work` with nobody else writing; all it wrote is there, or nothing if it raises.

        After damage is found and repaired it runs a second time, on an empty database.
        """
        return self._run("BEGIN IMMEDIATE", work)

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _run(self, begin: str, work: Work[ResultT]) -> ResultT:
        try:
            try:
                return self._attempt(begin, work)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
            self._put_aside()
            return self._attempt(begin, work)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) is None:
                raise  # of no database, but a wrong use of one: a bug
            raise StateError(f"cannot use {self.path}: {error}", hint=_HINT) from error

    def _attempt(self, begin: str, work: Work[ResultT]) -> ResultT:
        connection = self._open()
        connection.execute(begin)
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        return result

    def _open(self) -> sqlite3.Connection:
        """The connection to the file that is at the path now."""
        if self._connection is not None and _identity(self.path) == self._file:
            return self._connection
        self.close()
        with self._alone():
            self._make_private()
            self._file = _identity(self.path)
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_S, isolation_level=None)
        try:
            connection.text_factory = _text
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            self._check_schema(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if found > SCHEMA_VERSION:
            raise StateError(
                f"{self.path} has schema {found}, newer than {SCHEMA_VERSION}",
                hint="update zaptui, or set ZAP_HOME to another folder",
            )
        if found < SCHEMA_VERSION:
            connection.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )

    def _make_private(self) -> None:
        """For this user only from the first moment. An existing file is not opened for that: to
        close it would drop the locks that SQLite holds on it in this process."""
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            os.close(os.open(self.path, flags, 0o600))
        except FileExistsError:
            status = os.lstat(self.path)
            if not stat.S_ISREG(status.st_mode):
                raise StateError(f"cannot use {self.path}: it is no regular file") from None
            if stat.S_IMODE(status.st_mode) & 0o077:
                os.chmod(self.path, 0o600)

    def _put_aside(self) -> None:
        """Rename the damaged file, unless another process has done so already."""
        damaged, self._file = self._file, None
        self.close()
        with self._alone():
            if damaged not in (None, _identity(self.path)):
                return
            for suffix in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.unlink(f"{self.path}{suffix}")
            with suppress(FileNotFoundError):
                os.replace(self.path, f"{self.path}.damaged")

    @contextmanager
    def _alone(self) -> Generator[None]:
        """No other process opens or replaces the file meanwhile."""
        make_private_folder(self.path.parent)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            lock = os.open(f"{self.path}.lock", flags, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
            finally:
                os.close(lock)
        except OSError as error:
            raise StateError(
                f"cannot use {self.path}: {os.strerror(error.errno or 0)}", hint=_HINT
            ) from error


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in _DAMAGE


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file at a path."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
