"""read, write, edit, list and search on a real folder."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.run_tool import ToolBox
from zaptui.errors import ToolError


@pytest.fixture
def box(tmp_path: Path) -> Iterator[ToolBox]:
    with ToolBox(tmp_path) as box:
        yield box


async def test_read_numbers_the_lines(box: ToolBox) -> None:
    box.file("a.txt", b"one\ntwo\n")
    assert await box.call("read", path="a.txt") == "1\tone\n2\ttwo"


async def test_read_a_part_says_what_was_left_out(box: ToolBox) -> None:
    box.file("a.txt", b"".join(b"%d\n" % n for n in range(1, 11)))
    assert await box.call("read", path="a.txt", offset=3, limit=2) == (
        "3\t3\n4\t4\n(lines 3–4 of 10 lines)"
    )
    assert await box.call("read", path="a.txt", offset=99) == "(no line 99: the file has 10 lines)"


async def test_read_an_empty_file(box: ToolBox) -> None:
    box.file("a.txt", b"")
    assert await box.call("read", path="a.txt") == "(empty file)"


async def test_read_stops_before_it_floods_the_model(box: ToolBox) -> None:
    box.file("a.txt", b"x" * 5000 + b"\n" + b"y" * 1000 + b"\n" + b"z\n" * 40_000)
    text = await box.call("read", path="a.txt", limit=100_000)
    assert isinstance(text, str)
    assert len(text) < 32_000
    assert "[… 3000 characters cut …]" in text
    assert text.endswith("of 40002 lines)")


async def test_read_shows_odd_bytes_and_knows_utf16(box: ToolBox) -> None:
    box.file("latin.txt", b"caf\xe9\n")
    box.file("wide.txt", "naïve\n".encode("utf-16"))
    box.file("mark.txt", "\ufeffmark\n".encode())
    assert await box.call("read", path="latin.txt") == "1\tcaf\ufffd"
    assert await box.call("read", path="wide.txt") == "1\tnaïve"
    assert await box.call("read", path="mark.txt") == "1\tmark"


async def test_read_refuses_binary(box: ToolBox) -> None:
    box.file("a.bin", b"\x7fELF\0\0\0")
    with pytest.raises(ToolError, match=r"a\.bin is a binary file \(7 bytes\)"):
        await box.call("read", path="a.bin")


async def test_read_a_missing_file(box: ToolBox) -> None:
    with pytest.raises(ToolError, match=r"nope\.txt: no such file or directory"):
        await box.call("read", path="nope.txt")


async def test_write_creates_folders_and_tells_the_change(box: ToolBox) -> None:
    assert await box.call("write", path="a/b/c.txt", content="one\n") == {
        "path": "a/b/c.txt",
        "bytes": 4,
        "created": True,
        "added": 1,
        "removed": 0,
        "diff": "@@ -0,0 +1 @@\n+one",
    }
    assert (box.root / "a/b/c.txt").read_bytes() == b"one\n"


async def test_F15_write_keeps_the_mode(box: ToolBox) -> None:
    path = box.file("run.sh", b"#!/bin/sh\n")
    path.chmod(0o755)
    result = await box.call("write", path="run.sh", content="#!/bin/bash\n")
    assert isinstance(result, dict)
    assert result["created"] is False
    assert stat.S_IMODE(path.stat().st_mode) == 0o755


async def test_F11_a_file_changed_since_it_was_read_is_not_overwritten(box: ToolBox) -> None:
    path = box.file("a.txt", b"one\n")
    await box.call("read", path="a.txt")
    path.write_bytes(b"changed by somebody\n")
    for name, arguments in (
        ("write", {"content": "mine\n"}),
        ("edit", {"old_text": "changed", "new_text": "mine"}),
    ):
        with pytest.raises(ToolError, match="has changed since it was read"):
            await box.call(name, path="a.txt", **arguments)
    assert path.read_bytes() == b"changed by somebody\n"
    await box.call("read", path="a.txt")
    await box.call("write", path="a.txt", content="mine\n")
    await box.call("edit", path="a.txt", old_text="mine", new_text="ours")
    assert path.read_bytes() == b"ours\n"


async def test_write_refuses_what_is_no_text(box: ToolBox) -> None:
    with pytest.raises(ToolError, match="no Unicode text"):
        await box.call("write", path="a.txt", content="\ud83d")
    assert not (box.root / "a.txt").exists()


async def test_F10_edit_leaves_every_other_byte(box: ToolBox) -> None:
    path = box.file("a.txt", "\ufeffone\r\ntwo\u2028three\x0c\r\nno end".encode())
    await box.call("edit", path="a.txt", old_text="two", new_text="2")
    assert path.read_bytes() == "\ufeffone\r\n2\u2028three\x0c\r\nno end".encode()
    wide = box.file("w.txt", "één\n".encode("utf-16"))
    await box.call("edit", path="w.txt", old_text="één", new_text="twee")
    assert wide.read_bytes().decode("utf-16") == "twee\n"


async def test_F12_edit_names_the_count(box: ToolBox) -> None:
    path = box.file("a.txt", b"x = 1\r\ny = 1\r\n")
    for old, words in (
        ("z", "occurs 0 times"),
        ("= 1", "occurs 2 times"),
        ("", "old_text is empty"),
        ("x = 1\ny", r"occurs 0 times in a.txt \(its lines end in CRLF\)"),
        ("x ‘=’ 1", "occurs 0 times"),
    ):
        with pytest.raises(ToolError, match=words):
            await box.call("edit", path="a.txt", old_text=old, new_text="new")
    with pytest.raises(ToolError, match="are the same"):
        await box.call("edit", path="a.txt", old_text="x", new_text="x")
    assert path.read_bytes() == b"x = 1\r\ny = 1\r\n"
    result = await box.call("edit", path="a.txt", old_text="= 1", new_text="= 2", replace_all=True)
    assert isinstance(result, dict)
    assert result["replaced"] == 2
    assert path.read_bytes() == b"x = 2\r\ny = 2\r\n"


async def test_edit_refuses_what_it_could_spoil(box: ToolBox) -> None:
    box.file("latin.txt", b"caf\xe9")
    box.file("a.bin", b"a\0b")
    box.file("big.txt", b"x" * (10 * 1024 * 1024 + 1))
    for name, words in (
        ("latin.txt", "not UTF-8"),
        ("a.bin", "binary"),
        ("big.txt", "too large"),
    ):
        with pytest.raises(ToolError, match=words):
            await box.call("edit", path=name, old_text="x", new_text="y")
    box.file("a.txt", b"x")
    with pytest.raises(ToolError, match="no Unicode text"):
        await box.call("edit", path="a.txt", old_text="x", new_text="\ud83d")


async def test_list_goes_down_as_far_as_asked(box: ToolBox) -> None:
    box.file("a/b/c.txt", b"")
    box.file("node_modules/x.js", b"")
    box.file("z.txt", b"")
    assert await box.call("list") == "a/\nnode_modules/\nz.txt"
    assert await box.call("list", depth=3) == "a/\na/b/\na/b/c.txt\nnode_modules/\nz.txt"
    assert await box.call("list", path="a/b") == "a/b/c.txt"
    assert await box.call("list", path="node_modules") == "node_modules/x.js"
    (box.root / "empty").mkdir()
    assert await box.call("list", path="empty") == "(empty folder)"


async def test_F09_names_that_cannot_be_shown_are_spelt_out(box: ToolBox) -> None:
    for name in ("a\nb", "\x1b[31mred", "end\u202egnp", "plain é"):
        box.file(name, b"")
    (box.root / "dir\t").mkdir()
    assert await box.call("list") == (
        "'\\x1b[31mred'\n'a\\nb'\n'dir\\t'/\n'end\\u202egnp'\nplain é"
    )


async def test_F17_list_is_capped(box: ToolBox) -> None:
    for number in range(600):
        box.file(f"f{number:03}", b"")
    text = await box.call("list")
    assert isinstance(text, str)
    assert text.count("\n") == 500
    assert text.endswith("(only the first 500 are shown)")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
async def test_F17_an_unreadable_folder_spoils_only_itself(box: ToolBox) -> None:
    (box.root / "a").mkdir(mode=0)
    box.file("b.txt", b"")
    assert await box.call("list", depth=2) == "a/\na/ (a: permission denied)\nb.txt"


async def test_search_finds_lines_and_honours_gitignore(box: ToolBox) -> None:
    box.file(".gitignore", b"out/\n")
    box.file("out/a.py", b"needle\n")
    box.file("src/a.py", b"x\nneedle here\n")
    box.file("src/b.txt", b"a needle\n")
    assert await box.call("search", pattern="needle") == (
        "src/a.py:2:needle here\nsrc/b.txt:1:a needle"
    )
    assert await box.call("search", pattern="needle", glob="*.py") == "src/a.py:2:needle here"
    assert await box.call("search", pattern="needle", path="src/b.txt") == "src/b.txt:1:a needle"
    assert await box.call("search", pattern="no such") == "(no match)"


async def test_search_leaves_secrets_out_unless_the_file_is_named(box: ToolBox) -> None:
    for name in (".env", "key.PEM", "sub/id_rsa", ".npmrc", "id_mapping.py"):
        box.file(name, b"needle\n")
    for glob in (None, "*", "**", ".env", "*.PEM"):
        hits = await box.call("search", pattern="needle", glob=glob)
        assert hits == ("id_mapping.py:1:needle" if glob in (None, "*", "**") else "(no match)")
    assert await box.call("search", pattern="needle", path=".env") == ".env:1:needle"


async def test_search_takes_a_pattern_that_looks_like_a_flag(box: ToolBox) -> None:
    box.file("a.txt", b"--pre=./x\n")
    assert await box.call("search", pattern="--pre=./x") == "a.txt:1:--pre=./x"


async def test_search_is_capped_and_says_why_it_failed(box: ToolBox) -> None:
    box.file("a.txt", b"hit\n" * 1000)
    text = await box.call("search", pattern="hit")
    assert isinstance(text, str)
    assert text.endswith("(only the first 300 hits are shown)")
    with pytest.raises(ToolError, match=r"the search failed: .*regex parse error"):
        await box.call("search", pattern="(")
    with pytest.raises(ToolError, match="outside the workspace"):
        await box.call("search", pattern="x", path="..")


async def test_F16_a_regex_bomb_ends(box: ToolBox) -> None:
    box.file("a.txt", b"a" * 50_000 + b"b\n")
    assert await box.call("search", pattern="(a+)+$") == "(no match)"
