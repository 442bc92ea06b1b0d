"""The shared folder of recordings: found by ZAP_SHARED, skipped where it is missing."""

import os
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent


def shared(path: str) -> Path:
    """A file or folder below the shared folder; the test is skipped where there is none."""
    found = (_ROOT / os.environ.get("ZAP_SHARED", "../shared") / path).resolve()
    if not found.exists():
        pytest.skip(f"{path} is not in the shared folder (ZAP_SHARED)")
    return found
