"""A workspace, what lies outside of it, and commands in each kind of sandbox."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import Cage, Place, folder_of_the_machine
from zaptui.safety.sandbox import probe


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """Folders that are not below /tmp: sandboxes have a /tmp of their own, and it must not be that
    which keeps commands from a folder."""
    base = Path(tempfile.mkdtemp(dir=folder_of_the_machine(request.config), prefix="sandbox-"))
    yield Place.made_in(base)
    shutil.rmtree(base)


@pytest.fixture(params=["bwrap", "landlock"])
def cage(request: pytest.FixtureRequest, place: Place) -> Iterator[Cage]:
    """Commands in a sandbox of each kind that works here."""
    sandbox = probe(request.param)
    if not sandbox.has_boundary:
        pytest.skip(sandbox.why)
    with Cage(sandbox, place) as cage:
        yield cage


@pytest.fixture
def bwrap(place: Place) -> Iterator[Cage]:
    """Commands in bubblewrap."""
    sandbox = probe("bwrap")
    if not sandbox.has_boundary:
        pytest.skip(sandbox.why)
    with Cage(sandbox, place) as cage:
        yield cage


@pytest.fixture
def landlock(place: Place) -> Iterator[Cage]:
    """Commands under Landlock."""
    sandbox = probe("landlock")
    if not sandbox.has_boundary:
        pytest.skip(sandbox.why)
    with Cage(sandbox, place) as cage:
        yield cage
