"""Writing a transcript: locked, durable where it has to be, never glued to a torn record."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.session.test_transcript import CALLED, FINISHED, STARTED, entries, write
from zaptui.core import events as e
from zaptui.errors import StateError
from zaptui.session.keeping import Keeping
from zaptui.session.lock import SessionBusy, SessionLock, is_being_written
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter


def test_S02_what_is_appended_is_never_glued_to_a_torn_record(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    made = write(path, STARTED, CALLED)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole) + 1):
        path.write_bytes(whole[:cut])
        writer = TranscriptWriter(path)
        writer(entries(FINISHED)[0])
        writer.close()
        loaded = load(path)
        whole_before = made[: whole[:cut].count(b"\n") + (cut == len(whole) - 1)]
        assert loaded.entries == [*whole_before, *entries(FINISHED)]
        assert path.read_bytes().startswith(whole[:cut])


def test_S05_what_depends_on_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fdatasync", synced.append)
    writer = TranscriptWriter(tmp_path / "s.jsonl")

    def count(event: e.Event) -> int:
        before = len(synced)
        writer(entries(event)[0])
        return len(synced) - before

    told = [
        STARTED,
        e.StepStarted(step=1),
        e.TextDelta(part="t", text="x"),
        CALLED,
        e.ToolStarted(call_id="look"),
        e.ToolDecided(call_id="c1", decision="allow", by="rule"),
        e.ToolStarted(call_id="c1"),
        e.ToolReturned(call_id="c1"),
        e.UserMessage(text="x"),
        FINISHED,
    ]
    assert [count(event) for event in told] == [1, 0, 0, 0, 0, 0, 1, 1, 1, 1]
    writer.close()


def test_a_file_that_cannot_be_synced_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(fd: int) -> None:
        raise OSError(errno.EINVAL, "no")

    monkeypatch.setattr(os, "fdatasync", refuse)
    writer = TranscriptWriter(tmp_path / "s.jsonl")
    writer(entries(STARTED)[0])
    writer.close()


def test_S05_a_sync_that_fails_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", fail)
    writer = TranscriptWriter(tmp_path / "s.jsonl")
    with pytest.raises(StateError, match="Input/output error"):
        writer(entries(STARTED)[0])
    writer.close()


def test_S08_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    assert not is_being_written(path)
    first = TranscriptWriter(path)
    assert is_being_written(path)
    with pytest.raises(SessionBusy) as caught:
        TranscriptWriter(path)
    assert str(caught.value).startswith(f"session s is being written by process {os.getpid()}")
    assert caught.value.exit_code == 74
    first.close()
    assert not is_being_written(path)
    TranscriptWriter(path).close()


def test_S08_the_lock_dies_with_its_process_and_is_not_inherited(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    script = (
        "import subprocess, sys, os; from pathlib import Path\n"
        "from zaptui.session.lock import SessionLock\n"
        f"lock = SessionLock(Path({str(path)!r}))\n"
        "child = subprocess.Popen(['sleep', '30'], close_fds=False)\n"
        "print(child.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as ended:
        assert ended.stdout is not None
        child = int(ended.stdout.readline())  # not to its end: the child has the pipe too
    try:
        assert path.with_suffix(".lock").exists()
        SessionLock(path).release()
    finally:
        os.kill(child, 9)


def test_a_lock_whose_file_was_removed_meanwhile_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.jsonl"
    real, removed = os.open, []

    def open_then_lose(name: str, flags: int, mode: int = 0o777) -> int:
        fd = real(name, flags, mode)
        if not removed:
            removed.append(name)
            os.unlink(name)
        return fd

    monkeypatch.setattr(os, "open", open_then_lose)
    lock = SessionLock(path)
    assert path.with_suffix(".lock").exists()
    lock.release()


@pytest.mark.parametrize("content", ["", "no pid", "12345"])
def test_a_lock_file_that_holds_anything(tmp_path: Path, content: str) -> None:
    path = tmp_path / "s.jsonl"
    path.with_suffix(".lock").write_text(content)
    lock = SessionLock(path)  # nobody holds it
    path.with_suffix(".lock").write_text(content)
    with pytest.raises(SessionBusy, match="process 12345" if content == "12345" else "another"):
        SessionLock(path)
    lock.release()


def test_S16_a_link_in_the_place_of_the_lock_is_refused(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("keep")
    (tmp_path / "s.lock").symlink_to(victim)
    with pytest.raises(StateError, match="cannot write"):
        TranscriptWriter(tmp_path / "s.jsonl")
    assert victim.read_text() == "keep"


class Disk:
    """A writer that takes nothing while it is full."""

    def __init__(self) -> None:
        self.full = False
        self.taken: list[e.Entry] = []

    def __call__(self, entry: e.Entry) -> None:
        if self.full:
            raise StateError("cannot write x: No space left on device", hint="free some space")
        self.taken.append(entry)


def test_S06_the_app_goes_on_in_memory_and_saves_later() -> None:
    disk = Disk()
    keeping = Keeping(disk)
    made = entries(STARTED, CALLED, FINISHED)
    keeping(made[0])
    assert keeping.trouble == ""
    disk.full = True
    keeping(made[1])
    assert keeping.trouble == "not saved: cannot write x: No space left on device"
    assert disk.taken == made[:1]
    disk.full = False
    keeping(made[2])
    assert (keeping.trouble, disk.taken) == ("", made)
