"""Which files of a workspace are read-only for commands, and what is reported (X16, X17)."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from zaptui.errors import ToolError
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.sandbox_watch import Watch


def repository(folder: Path) -> Path:
    (folder / ".git" / "hooks").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git" / "config").write_text("[core]\n")
    return folder / ".git"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "app"
    git = repository(root)
    (git / "hooks" / "pre-commit").write_text("#!/bin/sh\n")
    module = git / "modules" / "libs" / "a"
    (module / "hooks").mkdir(parents=True)
    (module / "HEAD").touch()
    (module / "config").touch()
    repository(root / "inner" / "deep")
    (root / "libs" / "a").mkdir(parents=True)
    (root / "libs" / "a" / ".git").write_text("gitdir: ../../.git/modules/libs/a\n")
    (root / ".zap").mkdir()
    (root / ".zap" / "config.toml").touch()
    return root


def test_what_exists_is_masked(root: Path) -> None:
    expected = [
        ".git/config", ".git/hooks", ".git/modules/libs/a/config", ".git/modules/libs/a/hooks",
        ".zap", "inner/deep/.git/config", "inner/deep/.git/hooks", "libs/a/.git",
    ]  # fmt: skip
    assert Watch(str(root)).masks() == [str(root / path) for path in expected]


def test_X16_what_is_missing_is_not_masked(tmp_path: Path) -> None:
    watch = Watch(str(tmp_path))
    assert watch.masks() == []
    repository(tmp_path)  # made later, by the first command
    assert watch.masks() == [str(tmp_path / ".git/config"), str(tmp_path / ".git/hooks")]


def test_X17_a_link_out_of_the_workspace_is_not_masked(tmp_path: Path) -> None:
    root = tmp_path / "app"
    root.mkdir()
    (tmp_path / "theirs").mkdir()
    (root / ".zap").symlink_to(tmp_path / "theirs")
    assert Watch(str(root)).masks() == []


def rename_parent(root: Path) -> None:
    (root / "inner").rename(root / "other")
    (root / "inner").mkdir()


def swap_git(root: Path) -> None:
    (root / ".git").rename(root / "old")
    repository(root)


def link_zap(root: Path) -> None:
    (root / ".zap").rename(root / "old")
    (root / ".zap").symlink_to("old")


def same_size_and_time(root: Path) -> None:
    path = root / ".git" / "config"
    status = path.stat()
    path.write_text("[fake]\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (lambda root: (root / "a.txt").write_text("x"), []),
        (lambda root: (root / ".git" / "index").write_text("x"), []),
        (lambda root: (root / ".git" / "HEAD").write_text("x"), []),
        (lambda root: (root / ".git" / "hooks" / "new").touch(), [".git/hooks/new"]),
        (lambda root: (root / ".git/hooks/pre-commit").chmod(0o755), [".git/hooks/pre-commit"]),
        (lambda root: (root / ".git/hooks/pre-commit").unlink(), [".git/hooks/pre-commit"]),
        (lambda root: (root / ".git" / "commondir").write_text("../x"), [".git/commondir"]),
        (lambda root: (root / ".git/modules/libs/a/config").write_text("x"),
         [".git/modules/libs/a/config"]),
        (lambda root: (root / "libs/a/.git").write_text("gitdir: /x"), ["libs/a/.git"]),
        (lambda root: (root / ".zap" / "new").mkdir(), [".zap/new"]),
        (lambda root: (root / ".envrc").touch(), [".envrc"]),
        (lambda root: (root / ".GITHUB").mkdir(), []),
        (lambda root: (root / ".github" / "workflows").mkdir(parents=True), [".github/workflows"]),
        (same_size_and_time, [".git/config"]),
        (rename_parent, ["inner/deep/.git"]),
        (swap_git, [".git"]),
        (link_zap, [".zap"]),
    ],
)  # fmt: skip
def test_X17_changes_are_reported(
    root: Path, change: Callable[[Path], object], reported: list[str]
) -> None:
    watch = Watch(str(root))
    before = watch.state()
    assert watch.changes(before) == []
    change(root)
    assert watch.changes(before) == reported
    assert watch.changes(watch.state()) == []


def test_C08_what_a_command_makes_is_reported_once(tmp_path: Path) -> None:
    watch = Watch(str(tmp_path))
    before = watch.state()
    repository(tmp_path)
    (tmp_path / ".zap").mkdir()
    (tmp_path / ".zap" / "config.toml").touch()
    assert watch.changes(before) == [".git", ".zap"]


def test_F17_the_search_for_repositories_is_bounded(tmp_path: Path) -> None:
    for number in range(40):
        repository(tmp_path / f"r{number:02}")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "node_modules" / "x" / ".git").mkdir(parents=True)
    assert len(Watch(str(tmp_path)).masks()) == 60


def test_C07_a_git_file_that_points_to_another_repository_leads_nowhere(tmp_path: Path) -> None:
    trusted = repository(tmp_path / "trusted")
    root = tmp_path / "app"
    root.mkdir()
    (root / ".git").write_text(f"gitdir: {trusted}\n")
    (root / "commondir").write_text(f"{trusted}\n")
    (root / "b" / ".git").mkdir(parents=True)
    (root / "b" / ".git" / "commondir").write_text(f"{trusted}\n")
    with (root / "b" / ".git" / "HEAD").open("wb") as head:
        head.truncate(1 << 40)  # whoever reads it does not come back
    watch = Watch(str(root))
    assert watch.masks() == [str(root / ".git")]
    assert sorted(watch.state()) == [".git", "b/.git", "b/.git/commondir"]
    workspace = FolderWorkspace(str(root))
    assert workspace.root == str(root)
    with pytest.raises(ToolError, match="outside the workspace"):
        workspace.read(f"{trusted}/config", limit=10)
    workspace.close()
