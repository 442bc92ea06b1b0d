"""Files from which programs start unasked: which there are, and what a command did to them."""

import os
import stat
from collections import deque
from collections.abc import Iterator

from zaptui.safety.rule_files import is_protected

_GIT_FILES = ("config", "config.worktree", "commondir")
_GIT_MASKED = ("config", "config.worktree", "hooks")
_MOST_FOLDERS = 2000
_DEEPEST = 4
_MOST_REPOSITORIES = 30
_MOST_NAMES = 300
_PASSED = frozenset({"node_modules", "__pycache__", "site-packages"})

State = dict[str, tuple[int, ...]]


class Watch:
    """The repositories of a workspace, and at its top the `.zap` and other protected names.

    Repositories are looked for once: one that a command makes is its own affair, one that was
    there before must not change unnoticed.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._gits = [".git", *(git for git in _repositories(root) if git != ".git")]

    def masks(self) -> list[str]:
        """What exists of it and can be made read-only: real paths inside the workspace."""
        wanted = [".zap"]
        for git in self._gits:
            path = os.path.join(self._root, git)
            if os.path.isdir(path):
                wanted += [f"{git}/{name}" for name in _GIT_MASKED]
            else:
                wanted.append(git)
        found = {os.path.realpath(os.path.join(self._root, name)) for name in wanted}
        return sorted(
            path for path in found if path.startswith(f"{self._root}/") and os.path.exists(path)
        )

    def state(self) -> State:
        """How everything watched stands now, by its path from the root."""
        return dict(self._stamps())

    def changes(self, before: State) -> list[str]:
        """The paths that were changed, made or removed since."""
        now = self.state()
        changed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
        # What went or came with its folder needs no word of its own.
        return sorted(
            path for path in changed if not any(path.startswith(f"{other}/") for other in changed)
        )

    def _stamps(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        for git in self._gits:
            if (place := self._place(git)) is None:
                continue
            yield git, place
            for name in _GIT_FILES:
                yield from self._stamp(f"{git}/{name}")
            yield from self._tree(f"{git}/hooks")
        for name in _names(self._root):
            if name != ".git" and is_protected(name):
                yield from self._tree(name)
        yield from self._tree(".github/workflows")

    def _place(self, path: str) -> tuple[int, ...] | None:
        """Whether it is the same thing still; what is in it may change."""
        try:
            status = os.lstat(os.path.join(self._root, path))
        except OSError:
            return None
        if stat.S_ISDIR(status.st_mode):
            return stat.S_IFMT(status.st_mode), status.st_dev, status.st_ino
        return _stamp(status)

    def _stamp(self, path: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        try:
            yield path, _stamp(os.lstat(os.path.join(self._root, path)))
        except OSError:
            return

    def _tree(self, path: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """A folder and the files in it, up to a number."""
        if (place := self._place(path)) is None:
            return
        yield path, place
        todo, seen = deque([path]), 0
        while todo and seen < _MOST_NAMES:
            folder = todo.popleft()
            for name in _names(os.path.join(self._root, folder))[: _MOST_NAMES - seen]:
                seen += 1
                inner = f"{folder}/{name}"
                if (found := self._place(inner)) is None:
                    continue
                yield inner, found
                if stat.S_ISDIR(found[0]):
                    todo.append(inner)


def _repositories(root: str) -> Iterator[str]:
    """The `.git` of the workspace and of what lies in it, by path from the root, up to a number."""
    todo, seen, found = deque([("", 0)]), 0, 0
    while todo and seen < _MOST_FOLDERS and found < _MOST_REPOSITORIES:
        folder, depth = todo.popleft()
        seen += 1
        try:
            with os.scandir(os.path.join(root, folder)) as entries:
                inner = [(e.name, e.is_dir(follow_symlinks=False)) for e in entries]
        except OSError:
            continue
        for name, is_folder in sorted(inner):
            path = f"{folder}/{name}" if folder else name
            if name == ".git":
                found += 1
                yield path
                yield from _modules(root, path)
            elif is_folder and depth < _DEEPEST and name not in _PASSED:
                todo.append((path, depth + 1))


def _modules(root: str, git: str) -> Iterator[str]:
    """The repositories of submodules, which lie in that of the whole."""
    todo = deque([f"{git}/modules"])
    seen = 0
    while todo and seen < _MOST_REPOSITORIES:
        folder = todo.popleft()
        seen += 1
        names = _names(os.path.join(root, folder))
        if "HEAD" in names and "config" in names:
            yield folder
            names = ["modules"] if "modules" in names else []
        todo += (
            f"{folder}/{name}" for name in names if os.path.isdir(os.path.join(root, folder, name))
        )


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    """Changes with what is in a file, its mode, its name and its owner."""
    return (
        status.st_mode,
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_uid,
    )
