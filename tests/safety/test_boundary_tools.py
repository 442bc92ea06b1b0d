"""The file tools against a hostile workspace: what of the rows F no other test holds."""

import asyncio
import os
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import PYTHON, Cage, few_descriptors
from tests.tools.run_tool import ToolBox
from zaptui.errors import ToolError
from zaptui.safety import paths
from zaptui.safety.paths import FolderWorkspace


@pytest.fixture
def box(tmp_path: Path) -> Iterator[ToolBox]:
    with ToolBox(tmp_path) as box:
        yield box


FLIPPING = """
import os, pathlib, shutil
os.mkdir("real")
os.symlink("../outside", "link")
while not os.path.exists("stop"):
    for name in ("real", "link"):
        try:
            os.rename(name, "target")
            os.rename("target", name)
        except OSError:
            shutil.rmtree("target", ignore_errors=True)  # a write made it meanwhile
    pathlib.Path("count").open("a").write("x")
"""


async def test_F05_a_command_that_swaps_a_folder_for_a_link(cage: Cage) -> None:
    root = cage.place.root
    (root / "flip.py").write_text(FLIPPING)
    flipping = asyncio.ensure_future(cage.run(f"{PYTHON} flip.py"))
    workspace = FolderWorkspace(str(root))
    tries, refused = 0, 0
    try:
        while not (root / "count").exists():
            await asyncio.sleep(0.001)
            assert not flipping.done(), flipping.result()
        while (root / "count").stat().st_size < 500 or tries < 500:
            tries += 1
            try:
                workspace.write("target/kept", b"x")
            except ToolError:
                refused += 1
            with suppress(ToolError):
                assert workspace.read("target/kept", limit=10).data == b"x"
    finally:
        (root / "stop").touch()
        workspace.close()
        await flipping
    assert refused > 0
    assert cage.place.found_outside() == {"kept": b"kept"}


def test_F09_a_path_of_5000_bytes(box: ToolBox) -> None:
    for path in ("a/" * 2500, "x" * 5000, "../" * 1700, "./" * 2500 + "a"):
        with pytest.raises(ToolError):
            box.workspace.read(path, limit=10)


def test_F09_a_folder_deeper_than_there_are_descriptors(box: ToolBox) -> None:
    here = os.open(".", os.O_RDONLY)
    os.chdir(box.root)
    try:
        for _ in range(400):
            os.mkdir("d")
            os.chdir("d")
    finally:
        os.chdir(here)
        os.close(here)
    assert box.workspace.entries("d/" * 200) == [("d", True)]
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(ToolError, match="more than 256 folders deep"):
        box.workspace.entries("d/" * 300)
    with few_descriptors(20), pytest.raises(ToolError, match="too many open files"):
        box.workspace.entries("d/" * 200)
    assert len(os.listdir("/proc/self/fd")) == before


async def test_F13_a_line_of_20_megabytes_is_read_in_part_and_small_memory(box: ToolBox) -> None:
    (box.root / "line").write_bytes(b"x" * 20_000_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = await box.call("read", path="line")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB
    assert isinstance(text, str)
    assert len(text) < 3000
    assert text.endswith("(lines 1–1 of the first 10485760 of 20000000 bytes)")


async def test_F13_a_sparse_file_of_2_gigabytes(box: ToolBox) -> None:
    with (box.root / "sparse.txt").open("wb") as file:
        file.write(b"text\n" * 2000)
        file.truncate(2 << 30)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    text = await box.call("read", path="sparse.txt", limit=1)
    assert isinstance(text, str)
    assert text.startswith("1\ttext")
    with pytest.raises(ToolError, match="too large to edit"):
        await box.call("edit", path="sparse.txt", old_text="text", new_text="x")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"])
async def test_F16_a_pattern_that_explodes_elsewhere(box: ToolBox, pattern: str) -> None:
    box.file("a.txt", b"a" * 50_000 + b"!\n")
    began = time.monotonic()
    assert await box.call("search", pattern=pattern) == "(no match)"
    assert time.monotonic() - began < 10


async def test_F16_a_pattern_too_large_to_build_is_refused(box: ToolBox) -> None:
    box.file("a.txt", b"a\n")
    with pytest.raises(ToolError, match="the search failed"):
        await box.call("search", pattern="((a{1000}){1000}){1000}")


async def test_F17_loops_of_links_end(box: ToolBox) -> None:
    (box.root / "a" / "b").mkdir(parents=True)
    (box.root / "a" / "b" / "up").symlink_to("../..")
    (box.root / "self").symlink_to(".")
    (box.root / "loop").symlink_to("loop")
    box.file("a/x.txt", b"needle\n")
    assert await box.call("list", depth=8) == "a/\na/b/\na/b/up\na/x.txt\nloop\nself"
    assert await box.call("search", pattern="needle") == "a/x.txt:1:needle"
    assert await box.call("search", pattern="needle", path="self/self") == "a/x.txt:1:needle"
    with pytest.raises(ToolError, match="too many links"):
        await box.call("list", path="loop/x")


async def test_F17_a_glob_of_many_stars_ends(box: ToolBox) -> None:
    for number in range(50):
        box.file(f"{'/'.join('abcdefgh')}/{number}.py", b"needle\n")
    began = time.monotonic()
    text = await box.call("search", pattern="needle", glob="**/**/**/**/*.py")
    assert isinstance(text, str)
    assert text.count("\n") == 49
    assert time.monotonic() - began < 10


def test_F17_of_a_folder_with_a_million_names_some_are_looked_at(
    box: ToolBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "_MOST_ENTRIES", 10)
    for number in range(20):
        (box.root / f"{number:02}").touch()
    assert len(box.workspace.entries(".")) == 10
