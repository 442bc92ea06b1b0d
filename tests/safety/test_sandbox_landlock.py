"""Landlock by its version, and that it stays with the thread it is for."""

import os
import threading
from pathlib import Path

import pytest

from zaptui.safety import sandbox_landlock
from zaptui.safety.sandbox import probe
from zaptui.safety.sandbox_landlock import LandlockFault, confined, gaps_of, try_landlock


@pytest.mark.parametrize(
    ("abi", "has_filter", "fault"),
    [
        (0, True, "the kernel has none"),
        (1, True, r"the kernel's \(ABI 1\) lets any file be truncated"),
        (2, True, r"the kernel's \(ABI 2\) lets any file be truncated"),
        (3, False, r"the kernel's \(ABI 3\) cannot refuse the network"),
    ],
)
def test_X15_a_landlock_that_cannot_hold_is_not_used(
    monkeypatch: pytest.MonkeyPatch, abi: int, has_filter: bool, fault: str
) -> None:
    monkeypatch.setattr(sandbox_landlock, "landlock_abi", lambda: abi)
    if not has_filter:
        monkeypatch.setattr(sandbox_landlock, "own_filter", lambda network: None)
    with pytest.raises(LandlockFault, match=fault):
        try_landlock(network="off")


@pytest.mark.parametrize(
    ("abi", "has_filter", "gaps"),
    [
        (7, True, ()),
        (7, False, ("UDP and Unix sockets",)),
        (5, True, ("signals to your other processes",)),
    ],
)
def test_what_stays_open_is_said(
    monkeypatch: pytest.MonkeyPatch, abi: int, has_filter: bool, gaps: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sandbox_landlock, "landlock_abi", lambda: abi)
    monkeypatch.setattr(
        sandbox_landlock, "own_filter", lambda network: b"filter" if has_filter else None
    )
    always = ("reading any file", "modes and owners of files outside")
    assert gaps_of(network="off") == (*always, *gaps)


def test_X15_a_probe_that_shows_a_hole_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_landlock, "landlock_abi", lambda: 7)
    monkeypatch.setattr(sandbox_landlock, "_restrict", lambda writable, *, network: None)
    monkeypatch.setattr(sandbox_landlock, "own_filter", lambda network: b"filter")
    with pytest.raises(LandlockFault, match="sockets can be made"):
        try_landlock(network="off")
    monkeypatch.setattr(sandbox_landlock, "own_filter", lambda network: None)
    with pytest.raises(LandlockFault, match="it holds nothing back"):
        try_landlock(network="off")


def test_the_restriction_stays_with_its_thread(tmp_path: Path) -> None:
    if (why := probe("landlock").why) != "":
        pytest.skip(why)
    inside = tmp_path / "in"
    inside.mkdir()

    def work() -> int:
        (inside / "x").touch()
        with pytest.raises(PermissionError):
            (tmp_path / "x").touch()
        return threading.get_ident()

    ident = confined(work, writable=[str(inside)], network="off")
    assert ident != threading.get_ident()
    (tmp_path / "x").touch()
    assert sorted(os.listdir(tmp_path)) == ["in", "x"]


def test_what_fails_in_the_thread_fails_here(tmp_path: Path) -> None:
    if (why := probe("landlock").why) != "":
        pytest.skip(why)
    missing = str(tmp_path / "missing")
    with pytest.raises(FileNotFoundError):
        confined(lambda: os.stat(missing), writable=[missing], network="off")
