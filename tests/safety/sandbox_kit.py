"""A workspace, what lies outside of it, and commands in a sandbox."""

import asyncio
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pytest

from zaptui.core.ports import Ran
from zaptui.safety.sandbox import Sandbox
from zaptui.safety.spawn import ProcessSpawner

SECRET = "hunter22"
PYTHON = f'"{Path(sys.executable).resolve()}" -S'
"""Not that of the virtual environment, which a sandbox hides where it lies below /tmp."""


def folder_of_the_machine(config: pytest.Config) -> Path:
    """A folder that is not below /tmp: the cache of pytest, where the repository is not there
    itself, else the home."""
    cache = getattr(config, "cache", None)
    for folder in ([] if cache is None else [cache.mkdir("sandbox")]) + [Path.home()]:
        below = str(folder.resolve()).startswith(("/tmp/", "/var/tmp/"))
        if not below and os.access(folder, os.W_OK):
            return folder
    pytest.skip("neither the repository nor the home is a folder outside of /tmp")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """`root` is the workspace, `outside` holds a file `kept`, `home` holds a key."""

    root: Path
    outside: Path
    home: Path

    @classmethod
    def made_in(cls, base: Path) -> Self:
        """Make the folders."""
        place = cls(root=base / "app", outside=base / "outside", home=base / "home")
        for folder in (place.root, place.outside, place.home / ".ssh"):
            folder.mkdir(parents=True)
        (place.outside / "kept").write_text("kept")
        (place.home / ".ssh" / "id_rsa").write_text(SECRET)
        (place.home / ".netrc").write_text(SECRET)
        (place.home / ".profile").write_text("harmless")
        return place

    def found_outside(self) -> dict[str, bytes]:
        """All regular files outside, to be compared."""
        files = (path for path in self.outside.rglob("*") if path.is_file())
        return {str(path.relative_to(self.outside)): path.read_bytes() for path in files}


class Cage:
    """Commands in a sandbox; what they are told live is kept in `told`."""

    def __init__(
        self,
        sandbox: Sandbox,
        place: Place,
        *,
        root: Path | None = None,
        hidden: Sequence[str] = (),
    ) -> None:
        self.sandbox = sandbox
        self.place = place
        self.told: list[str] = []
        environ = {**os.environ, "HOME": str(place.home), "MY_TOKEN": SECRET}
        self.spawner = ProcessSpawner(
            str(root or place.root), environ, sandbox=sandbox, hidden=hidden
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.spawner.close()

    async def run(self, command: str, *, timeout_s: float = 30, outside: bool = False) -> Ran:
        """Run a command to its end."""
        return await self.spawner.run(
            command, timeout_s=timeout_s, progress=self.told.append, outside=outside
        )


@contextmanager
def few_descriptors(room: int) -> Iterator[None]:
    """Only so many files can be opened."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    held = [os.open(os.devnull, os.O_RDONLY)]
    while held[-1] < highest + room:  # until there is no gap
        held.append(os.open(os.devnull, os.O_RDONLY))
    resource.setrlimit(resource.RLIMIT_NOFILE, (held[-1] + 1, hard))
    for _ in range(room):
        os.close(held.pop())
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for fd in held:
            os.close(fd)


def processes_with(mark: str) -> list[int]:
    """The processes of this machine whose arguments hold the mark."""
    found: list[int] = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            arguments = Path("/proc", name, "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in arguments:
            found.append(int(name))
    return found


async def until(condition: Callable[[], bool], *, within_s: float = 10.0) -> bool:
    """Wait for a condition of other processes; whether it came true."""
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.005)
    return True
