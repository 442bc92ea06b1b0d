"""Standing instructions: the user's own, and those of the workspace, which nobody vouches for."""

import os
import re
import stat
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from zaptui.config.files import user_file
from zaptui.core.events import Instructions
from zaptui.core.ports import FileData, Workspace
from zaptui.errors import ToolError
from zaptui.prompts import load_prompt
from zaptui.view.text import one_line, sanitize

MOST_BYTES = 32 * 1024
"""Of the user's file, and of all files of the workspace together."""
_NAMES = ("AGENTS.md", "CLAUDE.md")
"""The first that a folder has."""
_DEEPEST = 3
_MOST_FOLDERS = 400
_MOST_FILES = 16
_PASSED = frozenset({"node_modules", "__pycache__", "site-packages", "vendor", "third_party"})
_TAG = re.compile(r"<(\s*/?\s*(?:user|workspace)_instructions)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A file and what of it is told; no text for one that is only named."""

    name: str
    text: str = ""


def read_instructions(workspace: Workspace, *, project: bool) -> Instructions | None:
    """What there is now, capped, as the model is told it; None for nothing. `project`: those of
    the workspace count too."""
    own = list(_own(workspace.root))
    theirs = list(_theirs(workspace)) if project else []
    blocks = [
        _block("user_instructions", load_prompt("instructions_user"), own),
        _block("workspace_instructions", load_prompt("instructions"), theirs),
    ]
    text = "\n\n".join(filter(None, blocks))
    files = [one_line(read.name, 200) for read in (*own, *theirs)]
    return Instructions(text=text, files=files) if text else None


def _block(tag: str, preface: str, reads: list[_Read]) -> str:
    parts = [f"File {read.name}:\n{read.text}" for read in reads if read.text]
    if not parts:
        return ""
    body = _TAG.sub(r"‹\1", "\n\n".join([preface, *parts]))  # no text ends the block it stands in
    return f"<{tag}>\n{body}\n</{tag}>"


def _own(root: str) -> Iterator[_Read]:
    """The user's file, unless it lies in the workspace: then others may have written it."""
    path = user_file(os.environ).with_name(_NAMES[0])
    if path.resolve().is_relative_to(root):
        return
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    with os.fdopen(fd, "rb") as file:
        status = os.fstat(fd)
        if stat.S_ISREG(status.st_mode):
            yield _told(str(path), file.read(MOST_BYTES), status.st_size)


def _theirs(workspace: Workspace) -> Iterator[_Read]:
    """From the root down, while there is room; what does not fit is named."""
    room = MOST_BYTES
    for path in _found(workspace):
        if room <= 0:
            yield _Read(name=f"{_shown(path)} (left out: no room)")
            continue
        try:
            file: FileData = workspace.read(path, limit=room)
        except ToolError as error:
            yield _Read(name=f"{_shown(path)} (not read: {error})")
            continue
        room -= len(file.data)
        yield _told(_shown(path), file.data, file.size)


def _told(name: str, data: bytes, size: int) -> _Read:
    if b"\0" in data:
        return _Read(name=f"{name} (not read: no text)")
    raw = data.decode("utf-8", "replace").replace("\r\n", "\n")
    text, notes = sanitize(raw), list[str]()
    if text != raw:
        notes.append("hidden characters taken out")
    if size > len(data):
        notes.append(f"cut at {len(data)} of {size} bytes")
    return _Read(name=f"{name} ({', '.join(notes)})" if notes else name, text=text.strip())


def _found(workspace: Workspace) -> Iterator[str]:
    """The files, by path from the root, those of the root first."""
    todo, seen, found = deque([("", 0)]), 0, 0
    while todo and seen < _MOST_FOLDERS and found < _MOST_FILES:
        folder, depth = todo.popleft()
        seen += 1
        try:
            entries = workspace.entries(folder or ".")
        except ToolError:
            continue
        names = {name for name, is_folder in entries if not is_folder}
        prefix = f"{folder}/" if folder else ""
        if (name := next((name for name in _NAMES if name in names), None)) is not None:
            found += 1
            yield f"{prefix}{name}"
        if depth < _DEEPEST:
            todo += (
                (f"{prefix}{inner}", depth + 1)
                for inner, is_folder in entries
                if is_folder and not inner.startswith(".") and inner not in _PASSED
            )


def _shown(path: str) -> str:
    return path if path.isprintable() else repr(path)
