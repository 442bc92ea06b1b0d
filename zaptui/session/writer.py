"""Writing a transcript: one `write` a record, append only, durable where it has to be."""

import errno
import os
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.session.folder import cannot_write, make_private_folder
from zaptui.session.lock import SessionLock

_NOT_SYNCED = {errno.EINVAL, errno.ENOTSUP}
"""What files say that cannot be synced, as pipes."""


class TranscriptWriter:
    """A sink for this user only. SessionBusy while another process writes the same file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        make_private_folder(path.parent)
        self._lock = SessionLock(path)
        try:
            self._fd = self._open()
        except OSError as error:
            self._lock.release()
            raise cannot_write(path, error) from error
        self._decided: set[str] = set()
        """Calls that somebody had to allow: they have effects."""

    def __call__(self, entry: e.Entry) -> None:
        """Append the line of an entry; StateError when the disk does not take it."""
        data = f"{encode(entry)}\n".encode("ascii")
        if self._torn:
            data = b"\n" + data
        try:
            self._write(data)
            if self._is_sealed(entry.event):
                self._sync()
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._fd)
        self._lock.release()

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        fd = os.open(self.path, flags, 0o600)
        size = os.fstat(fd).st_size
        self._torn = size > 0 and os.pread(fd, 1, size - 1) != b"\n"
        """The last record has no end: the next one begins on a line of its own."""
        if size == 0:
            _sync_folder(self.path.parent)
        return fd

    def _write(self, data: bytes) -> None:
        written = os.write(self._fd, data)
        while written < len(data):
            self._torn = True
            written += os.write(self._fd, data[written:])
        self._torn = False

    def _is_sealed(self, event: e.Event) -> bool:
        """Whether it has to outlive a loss of power: what was asked, intent before effect, what
        came of it, the end."""
        match event:
            case e.ToolDecided():
                self._decided.add(event.call_id)
                return False
            case e.ToolStarted():
                return event.call_id in self._decided
            case e.RunStarted() | e.UserMessage() | e.ToolReturned() | e.RunFinished():
                return True
            case _:
                return False

    def _sync(self) -> None:
        try:
            os.fdatasync(self._fd)
        except OSError as error:
            if error.errno not in _NOT_SYNCED:
                raise


def _sync_folder(folder: Path) -> None:
    """A new file's name has to outlive a loss of power too."""
    fd = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError:
        pass  # not every file system can
    finally:
        os.close(fd)
