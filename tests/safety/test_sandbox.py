"""Which sandbox a run gets, and that it is never a worse one without a word (row X15)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import Cage, Place
from zaptui.errors import ConfigError, ToolError
from zaptui.safety import sandbox_bwrap, sandbox_landlock
from zaptui.safety.sandbox import NO_SANDBOX, Sandbox, choose_sandbox, probe
from zaptui.safety.sandbox_bwrap import Mounts, bwrap_argv, find_bwrap, try_bwrap


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    probe.cache_clear()
    yield
    probe.cache_clear()


def program(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def no_bwrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_bwrap, "find_bwrap", lambda: None)


@pytest.fixture
def no_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_landlock, "landlock_abi", lambda: 0)


@pytest.mark.parametrize(
    ("sandbox", "name", "text"),
    [
        (NO_SANDBOX, "no sandbox", "no sandbox"),
        (
            Sandbox(kind="none", why="--no-sandbox"),
            "no sandbox",
            "no sandbox; --no-sandbox",
        ),
        (
            Sandbox(kind="bwrap", network="off", program="/usr/bin/bwrap"),
            "bubblewrap",
            "bubblewrap, no network",
        ),
        (
            Sandbox(kind="bwrap", network="on", program="/usr/bin/bwrap"),
            "bubblewrap, network on",
            "bubblewrap, network on",
        ),
        (
            Sandbox(kind="landlock", network="off", gaps=("a", "b"), why="no bwrap"),
            "Landlock",
            "Landlock, no network; still open: a, b; no bwrap",
        ),
    ],
)
def test_a_sandbox_says_what_it_is(sandbox: Sandbox, name: str, text: str) -> None:
    assert (sandbox.name, sandbox.text) == (name, text)
    assert sandbox.has_boundary == (sandbox.kind != "none")


def test_what_the_settings_turn_off_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> str:
        raise AssertionError("it was tried")

    monkeypatch.setattr(sandbox_bwrap, "find_bwrap", never)
    off = Sandbox(kind="none", why='sandbox.mode = "off" in the settings')
    assert choose_sandbox("off", "off", no_sandbox=False) == off
    flag = Sandbox(kind="none", why="--no-sandbox")
    assert choose_sandbox("auto", "off", no_sandbox=True) == flag
    assert probe("none") == NO_SANDBOX
    with pytest.raises(ConfigError, match="--no-sandbox contradicts"):
        choose_sandbox("require", "off", no_sandbox=True)


def test_X15_without_bubblewrap_it_is_landlock_and_says_why(no_bwrap: None) -> None:
    found = choose_sandbox("auto", "off", no_sandbox=False)
    if not found.has_boundary:
        pytest.skip(found.why)
    assert found == Sandbox(
        kind="landlock",
        network="off",
        gaps=sandbox_landlock.gaps_of(network="off"),
        why="bubblewrap is not installed",
    )


def test_X15_without_any_auto_says_so_and_require_ends(no_bwrap: None, no_landlock: None) -> None:
    why = "bubblewrap is not installed; Landlock does not work here: the kernel has none"
    assert choose_sandbox("auto", "off", no_sandbox=False) == Sandbox(kind="none", why=why)
    with pytest.raises(
        ConfigError, match="a sandbox is required and none works here: bubblew"
    ) as e:
        choose_sandbox("require", "off", no_sandbox=False)
    assert e.value.exit_code == 78


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "bwrap: No permissio"),
        ("exit 1", "its probe ended with 1"),
        ('for last; do :; done; exec /bin/sh -c "$last"', "its probe ended with 1"),
    ],
)
def test_X15_a_bubblewrap_that_does_not_hold_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_landlock: None, script: str, fault: str
) -> None:
    fake = program(tmp_path / "bwrap", script)
    monkeypatch.setattr(sandbox_bwrap, "find_bwrap", lambda: fake)
    found = probe("auto")
    assert found.kind == "none"
    assert found.why.startswith(f"bubblewrap does not work here: {fault}")


def test_X15_a_bubblewrap_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_bwrap, "_PROBE_TIMEOUT_S", 0.1)
    fake = program(tmp_path / "bwrap", "exec sleep 30")
    assert try_bwrap(fake, network="off") == "it did not end in 0.1 s"
    assert try_bwrap(str(tmp_path / "none"), network="off") == "No such file or directory"


async def test_X15_a_sandbox_that_fails_later_runs_nothing(place: Place, tmp_path: Path) -> None:
    fake = program(tmp_path / "bwrap", "echo 'bwrap: setting up uid map' >&2; exit 1")
    with Cage(Sandbox(kind="bwrap", network="off", program=fake), place) as cage:
        words = "the sandbox could not run the command: bwrap: setting up uid map"
        with pytest.raises(ToolError, match=words):
            await cage.run("touch ran")
    assert list(place.root.iterdir()) == []


async def test_X15_a_landlock_that_fails_later_runs_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_landlock, "_RESTRICT_SELF", 100_000)  # no such system call
    with (
        Cage(Sandbox(kind="landlock", network="off"), place) as cage,
        pytest.raises(ToolError, match="cannot start the command: Function not implemented"),
    ):
        await cage.run("touch ran")
    assert list(place.root.iterdir()) == []


def test_a_probe_is_run_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = program(tmp_path / "bwrap", f"echo x >> {tmp_path}/count")
    monkeypatch.setattr(sandbox_bwrap, "find_bwrap", lambda: fake)
    assert [probe("auto").kind for _ in range(3)] == ["bwrap"] * 3
    assert (tmp_path / "count").read_text() == "x\n"


def test_nothing_is_tried_or_loaded_before_it_is_needed() -> None:
    code = "import sys, zaptui.safety.spawn; print({'ctypes', 'tempfile'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ctypes" not in done.stdout


def test_C11_only_the_machine_s_own_bwrap_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bwrap", "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}:.:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    found = find_bwrap()
    assert found is None or found.startswith(("/usr/", "/bin/", "/run/"))
    assert find_bwrap([str(tmp_path / "none"), str(tmp_path)]) == str(tmp_path / "bwrap")
    (tmp_path / "bwrap").chmod(0o644)
    assert find_bwrap([str(tmp_path)]) is None


def test_X14_what_bubblewrap_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    here = {"/run", "/tmp", "/var/tmp", str(tmp_path / "folder")}
    monkeypatch.setattr(os.path, "isdir", lambda path: path in here)
    monkeypatch.setattr(os.path, "realpath", lambda path: path)
    mounts = Mounts(
        root="/w",
        tmp="/t",
        empty_folder="/e",
        empty_file="/f",
        hidden=[str(tmp_path / "file"), str(tmp_path / "folder")],
        read_only=["/w/.git/config"],
    )
    expected = [
        *["/b", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
        *["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"],
        *["--ro-bind-try", "/run/current-system", "/run/current-system"],
        *["--ro-bind-try", "/run/wrappers", "/run/wrappers"],
        *["--ro-bind-try", "/run/opengl-driver", "/run/opengl-driver"],
        *["--bind", "/t", "/tmp", "--bind", "/t", "/var/tmp", "--bind", "/w", "/w"],
        *["--ro-bind", "/f", str(tmp_path / "file"), "--ro-bind", "/e", str(tmp_path / "folder")],
        *["--ro-bind", "/w/.git/config", "/w/.git/config", "--chdir", "/w"],
    ]
    assert bwrap_argv("/b", mounts, network="off") == expected
    assert bwrap_argv("/b", mounts, network="on") == [*expected[:2], "--share-net", *expected[2:]]
