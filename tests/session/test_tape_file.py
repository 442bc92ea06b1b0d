"""A transcript that is looked at piece by piece: the same as when it is read whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.big_tape import tape as big_tape
from tests.core.strategies import quick
from tests.view.listed_tape import ListedTape
from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.errors import TranscriptError
from zaptui.session.lines_at import LinesAt
from zaptui.session.tape_file import TapeFile, open_tape
from zaptui.session.transcript import LONGEST_LINE, load
from zaptui.view.playback import Playback

ENTRIES = list(big_tape(events=3000, size=300_000))
STARTED = '{"type":"run_started","seq":0,"at":0.0,"session":"s","prompt":"p"}'


@contextmanager
def opened(path: Path, text: str | bytes) -> Iterator[TapeFile]:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    tape = open_tape(path)
    try:
        yield tape
    finally:
        tape.close()


def lines_of(*entries: e.Entry) -> str:
    return "".join(f"{encode(entry)}\n" for entry in entries)


def looked(tape: TapeFile) -> TapeFile:
    while not tape.index.done:
        tape.grow(0.0)
    return tape


def played(tape: TapeFile) -> list[e.Entry]:
    """Every entry, as a reader gives them."""
    reader = tape.reader(0, 0)
    entries: list[e.Entry] = []
    while (line := reader.take()) is not None:
        entries += [*line.inserted, *([] if line.entry is None else [line.entry])]
    return entries


def test_a_glance_at_each_line_says_what_reading_the_whole_says(tmp_path: Path) -> None:
    with opened(tmp_path / "t", lines_of(*ENTRIES)) as tape:
        seen, whole = looked(tape).index, ListedTape(ENTRIES, segment=(400, 10**9)).index
        assert seen.stops == whole.stops
        assert (seen.lines, seen.steps, seen.pace) == (whole.lines, whole.steps, whole.pace)
        last = {each.line: each for each in whole.checkpoints}
        same = [each for each in seen.checkpoints if each.line in last]
        assert len(same) == len(seen.checkpoints) > 3
        for each in same:
            assert (each.carried, each.usage, each.steps) == (
                last[each.line].carried,
                last[each.line].usage,
                last[each.line].steps,
            )
        assert played(tape) == ENTRIES
        assert (tape.damaged, tape.share) == (0, 1.0)


def test_it_can_be_read_from_any_checkpoint(tmp_path: Path) -> None:
    with opened(tmp_path / "t", lines_of(*ENTRIES)) as tape:
        for place in looked(tape).index.checkpoints:
            line = tape.reader(place.line, place.offset).take()
            assert line is not None
            assert line.entry == ENTRIES[place.line]


def test_a_look_is_short_and_the_next_one_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path / "t", lines_of(*ENTRIES)) as tape:
        tape.grow(0.0)
        assert 0 < tape.index.lines < len(ENTRIES) // 2
        assert 0 < tape.share < 1
        playback = Playback(tape)
        playback.seek(len(ENTRIES))
        assert playback.line == tape.index.lines
        looked(tape)
        playback.seek(len(ENTRIES))
        assert playback.at_end


def test_any_other_way_to_write_the_same_lines_is_read_too(tmp_path: Path) -> None:
    other = [
        '{"seq":1, "type":"step_started", "step":1, "at":1}',
        '{"at":2,"seq":2,"type":"tool_called","tool":"sh\\u0065ll","input":{},"call_id":"a\\"b"}',
        '{"type":"tool_called","seq":3,"at":2.5,"call_id":"c\\\\d","tool":"x","input":{}}',
        '{"type":"tool_returned","seq":4,"at":3,"call_id":"c\\\\d","output":1}',
        '{"type":"tool_returned","seq":5,"at":3,"output":1,"call_id":"a\\"b"}',
        '{"type":"subagent.text_delta","seq":6,"at":4.0,"subagent":"c","part":"t","text":"x"}',
    ]
    text = "\n".join([STARTED, *other]) + "\n"
    with opened(tmp_path / "t", text) as tape:
        assert played(looked(tape)) == load(tmp_path / "t").entries
        assert tape.index.pace.clock == 4.0


def test_runs_that_were_never_ended_get_their_ends(tmp_path: Path) -> None:
    call = '{"type":"tool_called","seq":1,"at":1.5,"call_id":"c","tool":"read","input":{}}'
    begun = '{"type":"tool_started","seq":2,"at":2.5,"call_id":"c"}'
    words = '{"type":"text_delta","seq":3,"at":3.5,"part":"t","text":"x"}'
    text = "\n".join([STARTED, call, begun, words, STARTED, call, words]) + "\n"
    with opened(tmp_path / "t", text) as tape:
        loaded = load(tmp_path / "t")
        assert played(looked(tape)) == loaded.entries
        assert loaded.crashed
        playback = Playback(tape)
        playback.seek(tape.index.lines)
        assert playback.at_end
        ends = [turn.finished for turn in playback.conversation.turns]
        assert [end.stopped_by for end in ends if end is not None] == ["crash", "crash"]


def test_damaged_lines_are_counted_and_passed_over(tmp_path: Path) -> None:
    text = f'{STARTED}\n\noops\n{{"type":"text_delta","seq":1\n[1]\n{STARTED}\n{{"type":"to'
    with opened(tmp_path / "t", text) as tape:
        assert len(played(looked(tape))) == len(load(tmp_path / "t").entries)
        assert tape.damaged == 4
        assert tape.index.runs == 2


@given(st.binary(max_size=400), st.integers(1, 40))
@quick
def test_lines_are_the_same_however_the_file_is_read(data: bytes, chunk: int) -> None:
    fd = os.memfd_create("lines")
    try:
        os.write(fd, data)
        lines = LinesAt(fd, 0, chunk=chunk)
        found: list[bytes] = []
        while line := lines.take():
            found.append(line)
        assert b"".join(found) == data
        assert all(b"\n" not in line[:-1] for line in found)
        assert lines.offset == len(data)
    finally:
        os.close(fd)


def test_a_line_that_is_too_long_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with path.open("wb") as file:
        file.write(f"{STARTED}\n".encode())
        file.seek(LONGEST_LINE + 1000, os.SEEK_CUR)
        file.write(f"\n{STARTED}\n".encode())
    tape = open_tape(path)
    try:
        assert looked(tape).index.runs == 2
        assert tape.damaged == 1
    finally:
        tape.close()


def test_a_file_that_is_still_written_is_waited_for(tmp_path: Path) -> None:
    path, half = tmp_path / "t", len(ENTRIES) // 2
    text = lines_of(*ENTRIES)
    cut = len(lines_of(*ENTRIES[:half])) + 10
    path.write_text(text[:cut])
    written = [False]
    tape = TapeFile(os.open(path, os.O_RDONLY), whole=lambda: written[0])
    try:
        for _ in range(200):
            tape.grow(0.0)
        assert (tape.index.lines, tape.index.done) == (half, False)
        path.write_text(text)
        written[0] = True
        assert looked(tape).index.lines == len(ENTRIES)
        assert played(tape) == ENTRIES
    finally:
        tape.close()


def test_what_is_no_transcript_says_so(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="cannot read"):
        open_tape(tmp_path / "none")
    with opened(tmp_path / "t", "hello\n") as tape, pytest.raises(TranscriptError, match="no line"):
        looked(tape)
    newer = STARTED.replace('"prompt"', '"format":"zap/2","prompt"')
    with (
        opened(tmp_path / "u", f"{newer}\n") as tape,
        pytest.raises(TranscriptError, match="newer"),
    ):
        looked(tape)
