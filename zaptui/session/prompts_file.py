"""What was asked before, one prompt a line of JSON, for this user only."""

import os
from pathlib import Path

from zaptui.core.json import dump_json, parse_json
from zaptui.errors import StateError
from zaptui.session.folder import make_private_folder

_MOST = 1000
_LARGEST = 4 * 1024 * 1024


class PromptsFile:
    """The history of prompts. Nothing that goes wrong with it stops anybody."""

    def __init__(self, state: Path) -> None:
        self._path = state / "prompts.jsonl"
        self._prompts: list[str] | None = None

    def all(self) -> list[str]:
        """The prompts, oldest first; damaged lines are left out."""
        if self._prompts is None:
            self._prompts = self._read()
        return self._prompts

    def add(self, prompt: str) -> None:
        """Remember a prompt; one that repeats the last is not kept twice."""
        prompts = self.all()
        if prompts and prompts[-1] == prompt:
            return
        prompts.append(prompt)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            make_private_folder(self._path.parent)
            fd = os.open(self._path, flags, 0o600)
            with os.fdopen(fd, "ab") as file:
                file.write(f"{dump_json(prompt)}\n".encode("ascii"))
        except (OSError, StateError):
            return

    def _read(self) -> list[str]:
        try:
            with self._path.open("rb") as file:
                file.seek(max(0, self._path.stat().st_size - _LARGEST))
                lines = file.read(_LARGEST).split(b"\n")
        except OSError:
            return []
        prompts: list[str] = []
        for line in lines:
            try:
                value = parse_json(line)
            except ValueError:
                continue
            if isinstance(value, str):
                prompts.append(value)
        return prompts[-_MOST:]
