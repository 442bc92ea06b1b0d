"""A folder for a hostile run that is not below /tmp, where that can be had."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def base(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Sandboxes have a /tmp of their own, and it must not be that which keeps commands from what
    lies outside."""
    cache = getattr(request.config, "cache", None)
    folder = Path(tempfile.mkdtemp(dir=tmp_path if cache is None else cache.mkdir("sandbox")))
    yield folder / "scene"
    shutil.rmtree(folder)
