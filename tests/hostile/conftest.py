"""A folder for a hostile run that is not below /tmp."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import folder_of_the_machine


@pytest.fixture
def base(request: pytest.FixtureRequest) -> Iterator[Path]:
    """Sandboxes have a /tmp of their own, and it must not be that which keeps commands from what
    lies outside."""
    folder = Path(tempfile.mkdtemp(dir=folder_of_the_machine(request.config), prefix="hostile-"))
    yield folder / "scene"
    shutil.rmtree(folder)
