"""Looking for words in a tape on the disk, while it is still being looked at."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.session.tape_file import TapeFile, open_tape
from zaptui.session.tape_search import TapeSearch


def lines_of(*texts: str) -> bytes:
    """A run whose steps say these words."""
    events: list[e.Event] = [e.RunStarted(session="s", prompt="p")]
    events += [e.TextDelta(part=f"t{n}", text=text) for n, text in enumerate(texts)]
    return b"".join(
        f"{encode(e.Entry(seq=n, at=float(n), event=event))}\n".encode()
        for n, event in enumerate(events)
    )


@contextmanager
def tape(path: Path, data: bytes) -> Iterator[TapeFile]:
    path.write_bytes(data)
    opened = open_tape(path)
    yield opened
    opened.close()


def test_places_count_the_lines_that_show_them(tmp_path: Path) -> None:
    with tape(tmp_path / "a", lines_of("a fox", "b", "FOX", "c")) as opened:
        opened.grow(10)
        search = opened.search("fox")
        search.look(10)
        assert search.done
        assert list(search.found) == [2, 4]
        assert [search.after(line) for line in (0, 2, 3, 4)] == [2, 4, 4, None]
        assert [search.before(line) for line in (2, 3, 4, 9)] == [None, 2, 2, 4]
        assert [search.number(line) for line in (2, 4)] == [1, 2]


def test_damaged_lines_hold_nothing_up(tmp_path: Path) -> None:
    data = lines_of("a fox", "a fox").replace(b'"part":"t0"', b'"part":fox')
    with tape(tmp_path / "a", data) as opened:
        opened.grow(10)
        search = opened.search("fox")
        search.look(10)
        assert list(search.found) == [3]


def test_it_goes_as_far_as_the_index_and_on_when_that_grows(tmp_path: Path) -> None:
    path = tmp_path / "a"
    data = lines_of(*["a fox"] * 200)
    first = data[: data.index(b"\n", 3000) + 1]
    path.write_bytes(first)
    whole = False
    fd = os.open(path, os.O_RDONLY)
    opened = TapeFile(fd, whole=lambda: whole)
    opened.grow(10)
    seen = opened.index.lines
    search = opened.search("fox")
    search.look(10)
    assert not search.done
    assert (search.line, len(search.found)) == (seen, seen - 1)
    path.write_bytes(data)
    whole = True
    opened.grow(10)
    search.look(10)
    opened.close()
    assert search.done
    assert len(search.found) == 200


def test_a_look_ends_with_its_time(tmp_path: Path) -> None:
    with tape(tmp_path / "a", lines_of(*["fox"] * 300)) as opened:
        opened.grow(10)
        ticks = iter(range(1000))
        fd = os.open(tmp_path / "a", os.O_RDONLY)
        search = TapeSearch(fd, opened.index, "fox", clock=lambda: float(next(ticks)))
        search.look(2)
        os.close(fd)
        assert 0 < search.line < 300
        assert not search.done
