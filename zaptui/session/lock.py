"""One writer a session: a lock beside the transcript, held while the process lives."""

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

from zaptui.errors import StateError
from zaptui.session.folder import cannot_write, make_private_folder

_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL}
"""What file systems without locks say; then there is nothing to lock with."""


class SessionBusy(StateError):
    """Another process writes the session."""

    def __init__(self, name: str, pid: str) -> None:
        by = f"process {pid}" if pid else "another process"
        super().__init__(
            f"session {name} is being written by {by}", hint="--fork goes on with a copy"
        )


class SessionLock:
    """Taken at once, or SessionBusy. It ends with `release`, or with the process."""

    def __init__(self, transcript: Path) -> None:
        self._path = transcript.with_suffix(".lock")
        make_private_folder(self._path.parent)
        while True:
            self._fd = _open(self._path, os.O_RDWR | os.O_CREAT)
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pid = os.pread(self._fd, 20, 0).decode("ascii", "replace")
                os.close(self._fd)
                raise SessionBusy(transcript.stem, pid if pid.isdecimal() else "") from None
            except OSError as error:
                if error.errno not in _NO_LOCKS:
                    os.close(self._fd)
                    raise cannot_write(self._path, error) from error
            if _is_at(self._fd, self._path):  # else its last holder has just removed it
                break
            os.close(self._fd)
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, str(os.getpid()).encode("ascii"), 0)

    def release(self) -> None:
        """Let another process write."""
        with suppress(OSError):  # what cannot be removed locks nothing any more all the same
            os.unlink(self._path)
        os.close(self._fd)


def is_being_written(transcript: Path) -> bool:
    """Whether a process holds the lock of a session now."""
    try:
        fd = os.open(transcript.with_suffix(".lock"), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(fd)
    return False


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise cannot_write(path, error) from error


def _is_at(fd: int, path: Path) -> bool:
    mine = os.fstat(fd)
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return (mine.st_dev, mine.st_ino) == (found.st_dev, found.st_ino)
