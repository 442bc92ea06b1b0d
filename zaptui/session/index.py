"""The index of sessions in zap.db: a cache of their files, right whatever happened to it."""

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import cast

from zaptui.core.json import JsonObject, dump_json, parse_json
from zaptui.errors import StateError, TranscriptError
from zaptui.session.database import Database, database_file
from zaptui.session.folder import session_files
from zaptui.session.summary import Summary, summarise

_Stamp = tuple[int, int]
"""Size in bytes and time of the last change, nanoseconds: when it differs, the file is read."""


def list_sessions(state: Path, *, anew: bool = False) -> list[Summary]:
    """All sessions, the one that was last written to first. Files that are new or have changed
    since the last look are read; `anew` reads every one. An index that cannot be kept is only slow.
    """
    files = {path: _stamp(path) for path in session_files(state)}
    database = Database(database_file(state))
    try:
        known = {} if anew else _known(database)
        found: dict[Path, Summary] = {}
        fresh: list[tuple[Summary, _Stamp]] = []
        for path, stamp in files.items():
            kept = known.get(path.stem)
            summary = kept[0] if kept is not None and kept[1] == stamp else _read(path)
            if summary is not None:
                found[path] = summary
                if kept is None or summary is not kept[0]:
                    fresh.append((summary, stamp))
        gone = [session for session in known if session not in {path.stem for path in files}]
        _keep(database, fresh, gone, anew=anew)
    finally:
        database.close()
    return [found[path] for path in sorted(found, key=lambda path: files[path][1], reverse=True)]


def forget(state: Path, session: str) -> None:
    """Leave a session out of the index."""
    database = Database(database_file(state))
    try:
        _keep(database, [], [session], anew=False)
    finally:
        database.close()


def _read(path: Path) -> Summary | None:
    try:
        return summarise(path)
    except TranscriptError:
        return None


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _known(database: Database) -> dict[str, tuple[Summary, _Stamp]]:
    def work(connection: sqlite3.Connection) -> list[tuple[str, int, int]]:
        return connection.execute("SELECT summary, size, changed FROM sessions").fetchall()

    try:
        rows = database.read(work)
    except StateError:
        return {}
    known: dict[str, tuple[Summary, _Stamp]] = {}
    for text, size, changed in rows:
        try:
            summary = Summary(**cast("dict[str, str]", parse_json(text)))  # pyright: ignore
        except (ValueError, TypeError):
            continue  # of another version: its file is read
        known[summary.session] = (summary, (size, changed))
    return known


def _keep(
    database: Database,
    fresh: Sequence[tuple[Summary, _Stamp]],
    gone: Sequence[str],
    *,
    anew: bool,
) -> None:
    if not fresh and not gone and not anew:
        return

    def work(connection: sqlite3.Connection) -> None:
        if anew:
            connection.execute("DELETE FROM sessions")
        for session in gone:
            connection.execute("DELETE FROM sessions WHERE session_id = ?", (session,))
        for summary, (size, changed) in fresh:
            text = dump_json(cast("JsonObject", asdict(summary)))
            connection.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)",
                (summary.session, size, changed, text),
            )

    try:
        database.write(work)
    except StateError:
        return
