"""Where sessions live, and their ids."""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from zaptui.errors import StateError, TranscriptError, UsageError

_ID = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{6}")


def state_dir(environ: Mapping[str, str]) -> Path:
    """The user's state folder of zap; `ZAP_HOME` overrides it."""
    if home := environ.get("ZAP_HOME"):
        return Path(home).expanduser()
    import platformdirs  # 10 ms, and not needed with ZAP_HOME

    return Path(platformdirs.user_state_dir("zaptui", appauthor=False))


def new_session_id(now: str) -> str:
    """An id that sorts by time; `now` is ISO 8601, UTC."""
    digits = re.sub(r"\D", "", now)[:14]
    return f"{digits[:8]}-{digits[8:14]}-{secrets.token_hex(3)}"


def session_file(state: Path, session_id: str) -> Path:
    """The file of a session."""
    return state / "sessions" / f"{session_id}.jsonl"


def session_files(state: Path) -> list[Path]:
    """The files of all sessions, the newest id first."""
    found = [path for path in (state / "sessions").glob("*.jsonl") if _ID.fullmatch(path.stem)]
    return sorted(found, reverse=True)


def find_transcript(state: Path, name: str) -> Path:
    """The file that a path, an id or the beginning of an id names."""
    path = Path(name[:4096])
    try:
        if path.is_file():
            return path
    except OSError:
        pass  # a name no file can have
    if not re.fullmatch(r"[0-9a-f-]{1,40}", name):
        raise TranscriptError(f"there is no file {name[:200]!r}")
    found = sorted((state / "sessions").glob(f"{name}*.jsonl"))
    found = [file for file in found if _ID.fullmatch(file.stem)]
    if not found:
        raise TranscriptError(f"there is no file and no session {name!r}")
    if len(found) > 1:
        names = ", ".join(file.stem for file in found[:5])
        raise UsageError(f"{name!r} names {len(found)} sessions", hint=f"say more of one: {names}")
    return found[0]


def make_private_folder(folder: Path) -> None:
    """Create a folder for this user only; StateError if that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StateError(
            f"cannot make {folder}: {os.strerror(error.errno or 0)}",
            hint="set ZAP_HOME to a folder that can be written, or use --no-save",
        ) from error


def cannot_write(path: Path, error: OSError) -> StateError:
    """The error of a file that the disk does not take."""
    return StateError(
        f"cannot write {path}: {os.strerror(error.errno or 0)}",
        hint="free some space or set ZAP_HOME; --no-save runs without a transcript",
    )
