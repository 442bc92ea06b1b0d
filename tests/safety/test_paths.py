"""The workspace: nothing outside it is read or written, whatever the path says (rows F)."""

import contextlib
import os
import shutil
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from zaptui.errors import ToolError
from zaptui.safety.paths import FolderWorkspace


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "app"
    root.mkdir()
    (root / "a.txt").write_text("inside")
    (tmp_path / "app-evil").mkdir()
    (tmp_path / "app-evil" / "x").write_text("outside")
    (tmp_path / "secret").write_text("outside")
    return root


@pytest.fixture
def workspace(root: Path) -> Iterator[FolderWorkspace]:
    workspace = FolderWorkspace(str(root))
    yield workspace
    workspace.close()


def read(workspace: FolderWorkspace, path: str) -> str:
    return workspace.read(path, limit=1000).data.decode()


def test_relative_and_absolute_paths_inside(workspace: FolderWorkspace, root: Path) -> None:
    assert read(workspace, "a.txt") == "inside"
    assert read(workspace, "./a.txt") == "inside"
    assert read(workspace, f"{root}/a.txt") == "inside"
    assert read(workspace, f"{root}//./a.txt") == "inside"
    assert workspace.relative(".") == "."
    assert workspace.relative(str(root)) == "."
    (root / "b").mkdir()
    assert workspace.relative("b/../a.txt") == "a.txt"
    assert workspace.relative("new/deep/../x") == "new/x"
    assert workspace.relative("new/deep/../../a.txt") == "a.txt"
    with pytest.raises(ToolError, match="outside the workspace"):
        workspace.relative("new/../../x")
    with pytest.raises(ToolError, match="no such file"):
        workspace.read("new/../a.txt", limit=10)


def test_F01_a_folder_with_the_same_beginning_is_outside(
    workspace: FolderWorkspace, root: Path
) -> None:
    for path in (f"{root}-evil/x", "../app-evil/x"):
        with pytest.raises(ToolError, match="outside the workspace"):
            workspace.read(path, limit=10)


@pytest.mark.parametrize(
    "path",
    [
        "..", "../secret", "a/../../secret", "/etc/passwd", "~/.bashrc", "~root/x", "//etc/passwd",
        "/proc/self/root/etc/passwd", "/proc/self/environ", "/",
    ],
)  # fmt: skip
def test_F02_ways_out(workspace: FolderWorkspace, root: Path, path: str) -> None:
    (root / "a").mkdir()
    with pytest.raises(ToolError, match="outside the workspace"):
        workspace.read(path, limit=10)
    with pytest.raises(ToolError, match="outside the workspace"):
        workspace.write(path, b"x")


def test_F03_links_out_are_refused_and_links_inside_work(
    workspace: FolderWorkspace, root: Path, tmp_path: Path
) -> None:
    (root / "folder").mkdir()
    (root / "folder" / "b.txt").write_text("deep")
    (root / "in").symlink_to("folder/b.txt")
    (root / "in-absolute").symlink_to(root / "folder")
    (root / "up").symlink_to("folder/../a.txt")
    (root / "out").symlink_to(tmp_path)
    (root / "out-file").symlink_to("../secret")
    (root / "chain").symlink_to("out")
    (root / "dangling").symlink_to(tmp_path / "not-there")
    (root / "loop").symlink_to("loop")
    assert read(workspace, "in") == "deep"
    assert read(workspace, "in-absolute/b.txt") == "deep"
    assert read(workspace, "up") == "inside"
    assert workspace.relative("in-absolute/b.txt") == "folder/b.txt"
    for path in ("out/secret", "out-file", "chain/secret", "dangling"):
        with pytest.raises(ToolError, match="outside the workspace"):
            workspace.read(path, limit=10)
        with pytest.raises(ToolError, match="outside the workspace"):
            workspace.write(path, b"x")
        assert not workspace.exists(path)
    with pytest.raises(ToolError, match="too many links"):
        workspace.read("loop", limit=10)
    assert (tmp_path / "secret").read_text() == "outside"
    assert not (tmp_path / "not-there").exists()


def test_F03_writing_through_a_link_inside_changes_its_target(
    workspace: FolderWorkspace, root: Path
) -> None:
    (root / "link").symlink_to("a.txt")
    assert workspace.write("link", b"new").path == "a.txt"
    assert (root / "link").is_symlink()
    assert (root / "a.txt").read_text() == "new"


def test_F05_a_swap_of_folder_and_link_writes_nothing_outside(
    workspace: FolderWorkspace, root: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "real").mkdir()
    (root / "link").symlink_to(outside)
    stop = threading.Event()

    flips = 0

    def flip() -> None:
        nonlocal flips
        while not stop.is_set():
            for name in ("real", "link"):
                try:
                    os.rename(root / name, root / "target")
                    os.rename(root / "target", root / name)
                    flips += 1
                except OSError:  # the write made a folder of that name meanwhile
                    shutil.rmtree(root / "target", ignore_errors=True)

    thread = threading.Thread(target=flip)
    thread.start()
    try:
        while flips < 1000:
            with contextlib.suppress(ToolError):
                workspace.write("target/x", b"x")
    finally:
        stop.set()
        thread.join()
    assert list(outside.iterdir()) == []


def test_F06_a_hard_link_is_broken_not_followed(
    workspace: FolderWorkspace, root: Path, tmp_path: Path
) -> None:
    os.link(tmp_path / "secret", root / "hard")
    workspace.write("hard", b"mine")
    assert (root / "hard").read_text() == "mine"
    assert (tmp_path / "secret").read_text() == "outside"


def test_F07_special_files_are_refused_at_once(workspace: FolderWorkspace, root: Path) -> None:
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        folder = os.open(root, os.O_RDONLY)
        here = os.open(".", os.O_RDONLY)
        os.fchdir(folder)
        try:
            server.bind("socket")
        finally:
            os.fchdir(here)
            os.close(folder)
            os.close(here)
        (root / "folder").mkdir()
        for path, words in (
            ("pipe", "is a pipe, not a regular file"),
            ("socket", "is not a regular file"),
            ("folder", "is a folder, not a regular file"),
            (".", "is a folder, not a regular file"),
        ):
            with pytest.raises(ToolError, match=words):
                workspace.read(path, limit=10)
    for path, words in (
        ("pipe", "is a pipe"),
        ("socket", "is a socket"),
        ("folder", "is a folder"),
    ):
        with pytest.raises(ToolError, match=words):
            workspace.write(path, b"x")
    assert stat.S_ISFIFO((root / "pipe").stat().st_mode)


def test_F09_odd_names(workspace: FolderWorkspace, root: Path) -> None:
    with pytest.raises(ToolError, match="empty or holds a NUL"):
        workspace.read("a\0b", limit=10)
    with pytest.raises(ToolError, match="empty or holds a NUL"):
        workspace.read("", limit=10)
    with pytest.raises(ToolError, match="file name too long"):
        workspace.read("x" * 300, limit=10)
    with pytest.raises(ToolError, match="file name too long"):
        workspace.write("x" * 300, b"")
    with pytest.raises(ToolError, match="no such file"):
        workspace.read("/".join(["x"] * 2500), limit=10)
    with pytest.raises(ToolError, match="cannot be used"):
        workspace.read("\ud83d", limit=10)
    workspace.write("new\nline \x1b[31m", b"x")
    assert ("new\nline \x1b[31m", False) in workspace.entries(".")


def test_F13_a_huge_file_is_read_in_part(workspace: FolderWorkspace, root: Path) -> None:
    with (root / "sparse").open("wb") as file:
        file.truncate(2 << 30)
    data = workspace.read("sparse", limit=1000)
    assert (len(data.data), data.size) == (1000, 2 << 30)


def test_F14_a_failed_write_leaves_the_original_and_no_remains(
    workspace: FolderWorkspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ToolError, match=r"a\.txt: no space left on device"):
        workspace.write("a.txt", b"new")
    assert (root / "a.txt").read_text() == "inside"
    assert sorted(path.name for path in root.iterdir()) == ["a.txt"]


def test_new_files_get_what_the_umask_leaves(workspace: FolderWorkspace, root: Path) -> None:
    old = os.umask(0o027)
    try:
        workspace.write("new", b"x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((root / "new").stat().st_mode) == 0o640


def test_a_file_where_a_folder_should_be(workspace: FolderWorkspace) -> None:
    with pytest.raises(ToolError, match="not a directory"):
        workspace.write("a.txt/b", b"x")
    with pytest.raises(ToolError, match="not a directory"):
        workspace.entries("a.txt")
    with pytest.raises(ToolError, match="no such file"):
        workspace.entries("nope")


def test_no_descriptor_is_left_open(workspace: FolderWorkspace, root: Path) -> None:
    (root / "a" / "b").mkdir(parents=True)
    before = len(os.listdir("/proc/self/fd"))
    for path in ("a/b/../../a.txt", "a/b/c/d", "../x", "nope/x", "a/b"):
        for action in (lambda p: workspace.read(p, limit=1), workspace.entries, workspace.exists):
            with contextlib.suppress(ToolError):
                action(path)
    assert len(os.listdir("/proc/self/fd")) == before
