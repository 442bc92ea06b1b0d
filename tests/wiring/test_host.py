"""What the host of the app says of itself, and what it runs for a person."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.errors import ConfigError, ToolError
from zaptui.safety.sandbox import Sandbox
from zaptui.wiring.host import SessionHost
from zaptui.wiring.options import RunOptions

NOTHING = Sandbox(kind="none", why="nothing works here")


def opened(root: Path, **options: bool) -> SessionHost:
    return SessionHost(
        RunOptions(model="openai-chat/m", cwd=root, save=False, **options),
        Loaded(user=Settings(), project=ProjectSettings()),
    )


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


@pytest.fixture
def bare(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionHost]:
    """A host on a machine without any sandbox."""
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: NOTHING)
    host = opened(root)
    yield host
    host.close()


def test_X15_without_a_sandbox_it_says_so_and_yes_is_not_reached(bare: SessionHost) -> None:
    assert bare.warning == "no sandbox works here: nothing works here"
    assert bare.boundary == "no sandbox"
    with pytest.raises(ConfigError, match="yes needs a sandbox, or a start with --no-sandbox"):
        bare.set_approval("yes")
    assert bare.approval == "ask"


def test_with_no_sandbox_in_so_many_words_yes_is_reached(root: Path) -> None:
    host = opened(root, no_sandbox=True)
    host.set_approval("yes")
    assert (host.approval, host.about()[0]) == ("yes", ("sandbox", "no sandbox; --no-sandbox"))
    host.close()


def test_a_sandbox_that_works_is_told_in_full(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Sandbox(kind="landlock", network="off", gaps=("x",), why="bubblewrap is not installed")
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: found)
    (root / "AGENTS.md").write_text("use tabs")
    host = opened(root)
    host.set_approval("yes")
    assert (host.boundary, host.warning) == ("Landlock", "")
    assert host.about() == [
        ("sandbox", "Landlock, no network; still open: x; bubblewrap is not installed"),
        ("told", "AGENTS.md"),
    ]
    host.close()


async def test_a_persons_own_command_runs_outside_the_sandbox(root: Path) -> None:
    host = opened(root)
    outside = root.parent / "made"
    ran = await host.shell(f"echo x > {outside}; echo done")
    assert (ran.code, ran.output, outside.read_text()) == (0, "done\n", "x\n")
    host.close()


def test_C11_no_program_of_the_workspace_is_found_by_its_name(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("vi", "rg"):
        (root / name).write_text("#!/bin/sh\ntouch owned\n")
        (root / name).chmod(0o755)
    monkeypatch.setenv("PATH", f".::{root}:{os.environ['PATH']}")
    monkeypatch.chdir(root)
    host = opened(root)
    assert not host.program("cat").startswith(str(root))
    with pytest.raises(ToolError):
        host.program("./vi")
    assert sorted(host.files()) == ["rg", "vi"]
    assert not (root / "owned").exists()
    host.close()
