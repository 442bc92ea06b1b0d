"""The transcript: private, append only, readable whatever befell the file."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.errors import StateError, TranscriptError, UsageError
from zaptui.session.folder import find_transcript, new_session_id, session_file, state_dir
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter

STARTED = e.RunStarted(session="s", prompt="do it", model="m", mode="metronome", time="T")
CALLED = e.ToolCalled(call_id="c1", tool="shell", input={"command": "ls"})
FINISHED = e.RunFinished(
    outcome="complete", finish_reason="stop", stopped_by="complete", exit_code=0
)


def entries(*events: e.Event) -> list[e.Entry]:
    return [e.Entry(seq=n, at=n / 10, event=event) for n, event in enumerate(events)]


def write(path: Path, *events: e.Event) -> list[e.Entry]:
    made = entries(*events)
    path.write_text("".join(f"{encode(entry)}\n" for entry in made))
    return made


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "s.jsonl"
    writer = TranscriptWriter(path)
    made = entries(STARTED, e.StepStarted(step=1), CALLED, FINISHED)
    for entry in made:
        writer(entry)
    writer.close()
    loaded = load(path)
    assert (loaded.entries, loaded.warnings, loaded.crashed) == (made, [], False)


def test_S16_it_is_for_this_user_only(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        TranscriptWriter(tmp_path / "state" / "s.jsonl").close()
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "state" / "s.jsonl").stat().st_mode) == 0o600
    (tmp_path / "victim").write_text("keep")
    (tmp_path / "state" / "link.jsonl").symlink_to(tmp_path / "victim")
    with pytest.raises(StateError, match="cannot write"):
        TranscriptWriter(tmp_path / "state" / "link.jsonl")
    assert (tmp_path / "victim").read_text() == "keep"


def test_S06_a_full_disk_is_an_error_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.jsonl"
    writer = TranscriptWriter(path)
    with small_disk(monkeypatch, 40), pytest.raises(StateError, match="No space left") as caught:
        writer(entries(STARTED)[0])
    assert caught.value.exit_code == 74
    made = entries(STARTED, FINISHED)
    for entry in made:
        writer(entry)
    writer.close()
    loaded = load(path)
    assert loaded.entries == made  # what was written in part stands on a line of its own
    assert [warning[:6] for warning in loaded.warnings] == ["line 1"]


@contextmanager
def small_disk(monkeypatch: pytest.MonkeyPatch, room: int) -> Iterator[None]:
    """A disk that takes so many bytes more."""
    real, left = os.write, [room]

    def write(fd: int, data: bytes) -> int:
        if left[0] <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = real(fd, data[: left[0]])
        left[0] -= taken
        return taken

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", write)
        yield


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_S07_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StateError, match="cannot make"):
        TranscriptWriter(tmp_path / "state" / "s.jsonl")


def test_S07_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    with pytest.raises(StateError, match="cannot make"):
        TranscriptWriter(tmp_path / "state" / "s.jsonl")


def test_R58_a_crashed_run_gets_its_results_and_its_end(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    second = e.ToolCalled(call_id="c2", tool="read", input={})
    made = write(path, STARTED, CALLED, second, e.ToolStarted(call_id="c1"))
    loaded = load(path)
    assert loaded.crashed
    assert loaded.entries[:4] == made
    assert [entry.event for entry in loaded.entries[4:]] == [
        e.ToolReturned(call_id="c1", error="interrupted, may have run"),
        e.ToolReturned(call_id="c2", error="not run: the run was interrupted"),
        e.RunFinished(
            outcome="aborted",
            finish_reason="abort",
            stopped_by="crash",
            exit_code=1,
            error="the run ended abnormally",
        ),
    ]
    assert [entry.seq for entry in loaded.entries] == list(range(7))


def test_S01_a_file_cut_anywhere_loads_up_to_its_last_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    made = write(path, STARTED, e.StepStarted(step=1), CALLED, FINISHED)
    data = path.read_bytes()
    first = data.index(b"\n")
    for cut in range(first, len(data)):
        path.write_bytes(data[:cut])
        # The last record may be whole though its line feed is gone.
        whole = data[:cut].count(b"\n") + (data[cut : cut + 1] == b"\n")
        torn = not data[:cut].endswith(b"\n") and data[cut : cut + 1] != b"\n"
        loaded = load(path)
        assert loaded.entries[:whole] == made[:whole]
        assert len(loaded.warnings) == torn


def test_S03_damage_in_the_middle_is_named_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    made = write(path, STARTED, e.StepStarted(step=1), CALLED, FINISHED)
    lines = path.read_bytes().split(b"\n")
    lines[2] = b"\0" * 40
    before = b"\n".join(lines)
    path.write_bytes(before)
    loaded = load(path)
    assert loaded.entries == [made[0], made[1], made[3]]
    assert len(loaded.warnings) == 1
    assert loaded.warnings[0].startswith("line 3: cannot be read (")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"text_delta","seq":9,"at":0.1,"part":5,"text":[]}',
        '{"type":"text_delta","seq":9,"at":0.1}',
        '{"type":"text_delta","seq":"x","at":0.1,"part":"t","text":""}',
        '{"type":"text_delta","seq":9,"at":null,"part":"t","text":""}',
        '{"type":"text_delta","seq":9,"at":NaN,"part":"t","text":""}',
        '{"type":"text_delta","seq":true,"at":0,"part":"t","text":""}',
        '{"seq":9,"at":0.1}',
        "[1,2]",
        "[" * 100_000,
        '{"type":"notice","seq":1' + "0" * 5000 + ',"at":0,"level":"info","text":"x"}',
        "\ud83d".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_S10_a_hostile_line_is_left_out(tmp_path: Path, line: str) -> None:
    path = tmp_path / "s.jsonl"
    made = write(path, STARTED, FINISHED)
    path.write_text(path.read_text() + line + "\n")
    loaded = load(path)
    assert loaded.entries == made
    assert len(loaded.warnings) == 1


def test_S10_of_a_key_that_comes_twice_the_last_counts(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    made = write(path, STARTED, FINISHED)
    line = '{"type":"mood","type":"notice","seq":2,"at":0,"level":"info","text":"a","text":"b"}'
    path.write_text(path.read_text() + line + "\n")
    told = e.Entry(seq=2, at=0, event=e.Notice(level="info", text="b"))
    assert load(path).entries == [*made, told]


def test_S10_a_line_that_is_too_long_is_skipped_in_bounded_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zaptui.session.transcript.LONGEST_LINE", 1000)
    path = tmp_path / "s.jsonl"
    made = write(path, STARTED, e.Notice(level="info", text="x" * 5000), FINISHED)
    loaded = load(path)
    assert loaded.entries == [made[0], made[2]]
    assert loaded.warnings == ["line 2: longer than 1000 bytes; left out"]


def test_unknown_types_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    write(path, STARTED, FINISHED)
    path.write_text('{"type":"mood","seq":0,"at":0,"how":"fine"}\n' + path.read_text())
    assert load(path).entries[0].event == e.Unknown(
        data={"type": "mood", "seq": 0, "at": 0, "how": "fine"}
    )


def test_S14_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    write(path, e.RunStarted(session="s", prompt="p", format="zap/99"))
    with pytest.raises(TranscriptError, match=r"format zap/99, newer than zap/1") as caught:
        load(path)
    assert caught.value.exit_code == 65
    write(path, e.RunStarted(session="s", prompt="p", format="other/1"))
    with pytest.raises(TranscriptError, match="not a zap transcript"):
        load(path)


def test_a_file_that_is_no_transcript(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for data in (
        b"",
        b"\n\n",
        b"hello\n",
        b'{"type":"notice","seq":0,"at":0,"level":"info","text":""}\n',
    ):
        path.write_bytes(data)
        with pytest.raises(TranscriptError, match="not a zap transcript"):
            load(path)
    with pytest.raises(TranscriptError, match="cannot read"):
        load(tmp_path)


def test_the_state_folder(tmp_path: Path) -> None:
    assert state_dir({"ZAP_HOME": str(tmp_path)}) == tmp_path
    assert state_dir({}).name == "zaptui"


def test_sessions_are_found_by_path_id_or_its_beginning(tmp_path: Path) -> None:
    first = new_session_id("2026-01-02T03:04:05Z")
    second = new_session_id("2026-01-02T03:04:06Z")
    assert first.startswith("20260102-030405-")
    for name in (first, second):
        path = session_file(tmp_path, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    assert find_transcript(tmp_path, first) == session_file(tmp_path, first)
    assert find_transcript(tmp_path, first[:15]) == session_file(tmp_path, first)
    assert find_transcript(tmp_path, str(session_file(tmp_path, second))).stem == second
    with pytest.raises(UsageError, match="names 2 sessions"):
        find_transcript(tmp_path, "20260102")
    with pytest.raises(TranscriptError, match="no session"):
        find_transcript(tmp_path, "2027")


@pytest.mark.parametrize("name", ["../../x", "a\x1b]0;x", "*", "x" * 10_000, ""])
def test_S13_an_id_is_never_a_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(TranscriptError, match="there is no file"):
        find_transcript(tmp_path, name)
