"""The workspace: files below one root, opened component by component, no link followed blindly."""

import errno
import os
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from zaptui.core.ports import FileData
from zaptui.errors import ToolError

_MOST_LINKS = 40
_DEEPEST = 256
"""Folders; each one on the way holds a descriptor."""
_MOST_ENTRIES = 100_000
"""Names of a folder that are looked at."""
_Missing = Literal["refuse", "make", "name"]
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class _Place:
    """A resolved path: an open descriptor of its folder, its name there, its path from the root."""

    folder: int
    name: str
    relative: str


class FolderWorkspace:
    """A Workspace. `..` and links are resolved here, never by the kernel, so that a swap of a
    folder for a link between check and use leads nowhere."""

    def __init__(self, root: str) -> None:
        self._given = os.path.abspath(root)
        self.root = os.path.realpath(root)
        self._fd = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def close(self) -> None:
        """Let go of the root."""
        os.close(self._fd)

    def relative(self, path: str) -> str:
        """The path from the root, links resolved; `.` for the root. It need not exist."""
        with self._resolve(path, missing="name") as place:
            return place.relative

    def exists(self, path: str) -> bool:
        """Whether there is anything at the path."""
        try:
            with self._resolve(path) as place:
                os.lstat(place.name, dir_fd=place.folder)
        except (ToolError, OSError):
            return False
        return True

    def read(self, path: str, *, limit: int) -> FileData:
        """At most `limit` bytes of a regular file; pipes, devices and folders are refused."""
        with self._resolve(path) as place, _as_tool_error(path):
            fd = os.open(place.name, _FILE, dir_fd=place.folder)
            try:
                status = os.fstat(fd)
                if not stat.S_ISREG(status.st_mode):
                    raise ToolError(f"{path} is {_kind(status.st_mode)}, not a regular file")
                with os.fdopen(fd, "rb", closefd=False) as file:
                    data = file.read(limit)
            finally:
                os.close(fd)
            return FileData(
                path=place.relative, data=data, size=status.st_size, stamp=_stamp(status)
            )

    def write(self, path: str, data: bytes) -> FileData:
        """Replace or create a regular file by a rename: no reader sees half of it."""
        with self._resolve(path, missing="make") as place, _as_tool_error(path):
            mode = self._mode_of(place, path)
            temporary = f".zap-{secrets.token_hex(6)}.tmp"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            fd = os.open(temporary, flags, 0o600, dir_fd=place.folder)
            try:
                with os.fdopen(fd, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fchmod(fd, mode)
                    os.fsync(fd)
                    status = os.fstat(fd)
                os.replace(temporary, place.name, src_dir_fd=place.folder, dst_dir_fd=place.folder)
            except BaseException:
                os.unlink(temporary, dir_fd=place.folder)
                raise
            return FileData(path=place.relative, data=data, size=len(data), stamp=_stamp(status))

    def entries(self, path: str) -> list[tuple[str, bool]]:
        """The names in a folder, sorted, each with whether it is a folder itself."""
        with self._resolve(path) as place, _as_tool_error(path):
            fd = os.open(place.name, _FOLDER, dir_fd=place.folder)
            try:
                with os.scandir(fd) as found:
                    some = islice(found, _MOST_ENTRIES)
                    return sorted((e.name, e.is_dir(follow_symlinks=False)) for e in some)
            finally:
                os.close(fd)

    @staticmethod
    def _mode_of(place: _Place, path: str) -> int:
        """The mode to keep; for a new file what the umask leaves."""
        try:
            status = os.lstat(place.name, dir_fd=place.folder)
        except FileNotFoundError:
            umask = os.umask(0)
            os.umask(umask)
            return 0o666 & ~umask
        if not stat.S_ISREG(status.st_mode):
            raise ToolError(f"{path} is {_kind(status.st_mode)}, not a regular file")
        return stat.S_IMODE(status.st_mode)

    @contextmanager
    def _resolve(self, path: str, *, missing: _Missing = "refuse") -> Generator[_Place]:
        """Walk to a path. ToolError for one that leads out of the root, by `..` or by a link.

        `missing` says what becomes of a folder that is not there.
        """
        folders, names = list[int](), list[str]()
        try:
            with _as_tool_error(path):
                self._walk(path, folders, names, missing=missing)
            relative = "/".join(names) or "."
            if names:
                os.close(folders.pop())
            yield _Place(folder=folders[-1], name=names[-1] if names else ".", relative=relative)
        finally:
            for fd in folders:
                os.close(fd)

    def _walk(self, path: str, folders: list[int], names: list[str], *, missing: _Missing) -> None:
        """Fill in the names from the root, and a descriptor for the root and each of them."""
        todo = list(reversed(self._components(path, path)))
        folders.append(os.dup(self._fd))
        links, gone = 0, 0
        while todo:
            name = todo.pop()
            if name == "..":
                if not names:
                    raise _outside(path)
                os.close(folders.pop())
                names.pop()
                gone = max(0, gone - 1)
                continue
            target = None if gone else _link(name, folders[-1])
            if target is not None:
                links += 1
                if links > _MOST_LINKS:
                    raise ToolError(f"{path}: too many links")
                if target.startswith("/"):
                    while names:
                        os.close(folders.pop())
                        names.pop()
                todo += reversed(self._components(target, path))
                continue
            if len(names) == _DEEPEST:
                raise ToolError(f"{path[:80]}… is more than {_DEEPEST} folders deep")
            entered = None
            if not gone and any(part != ".." for part in todo):
                entered = _enter(name, folders[-1], missing=missing)
                gone = int(entered is None)
            elif gone:
                gone += 1
            # The last name and what is not there are not entered.
            folders.append(os.dup(folders[-1]) if entered is None else entered)
            names.append(name)

    def _components(self, path: str, asked: str) -> list[str]:
        """The names of a path, from the root if it is absolute."""
        if not asked or "\0" in asked:
            raise ToolError("the path is empty or holds a NUL")
        names = [name for name in path.split("/") if name not in ("", ".")]
        if path.startswith("~"):
            raise _outside(asked)
        if not path.startswith("/"):
            return names
        for root in (self.root, self._given):
            base = [name for name in root.split("/") if name]
            if names[: len(base)] == base:
                return names[len(base) :]
        raise _outside(asked)


def _enter(name: str, folder: int, *, missing: _Missing) -> int | None:
    try:
        return os.open(name, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        if missing == "name":
            return None
        if missing == "refuse":
            raise
    os.mkdir(name, dir_fd=folder)
    return os.open(name, _FOLDER, dir_fd=folder)


def _link(name: str, folder: int) -> str | None:
    """The target of a symbolic link, None for anything else or nothing."""
    try:
        return os.readlink(name, dir_fd=folder)
    except (OSError, ValueError):
        return None


@contextmanager
def _as_tool_error(path: str) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise ToolError(f"{path} is not a regular file") from error
        raise ToolError(f"{path}: {os.strerror(error.errno or 0).lower()}") from error
    except ValueError as error:
        raise ToolError(f"the path cannot be used: {error}") from error


def _outside(path: str) -> ToolError:
    return ToolError(f"{path} is outside the workspace")


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_ino}:{status.st_size}:{status.st_mtime_ns}"


def _kind(mode: int) -> str:
    kinds = {
        stat.S_IFDIR: "a folder",
        stat.S_IFLNK: "a link",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return kinds.get(stat.S_IFMT(mode), "no file")
