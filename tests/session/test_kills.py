"""S04: kill -9 at any moment. Nothing that was told is lost, and every session goes on."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from zaptui.core.events import RunFinished
from zaptui.core.lines import decode
from zaptui.session.transcript import load

ROOT = Path(__file__).parents[2]
PLAYING_S = 0.5
"""About how long the run takes, once it has begun."""


def play(folder: Path, home: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "ZAP_HOME": str(home)}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.session.endless", str(folder), *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def told_by(out: bytes) -> list[bytes]:
    """The lines that were whole when it died."""
    return out.split(b"\n")[:-1]


def check(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    work, home = tmp_path / "work", tmp_path / "home"
    work.mkdir()
    process = play(work, home)
    assert process.stdout is not None
    first = process.stdout.readline() if seed % 5 else b""  # some die before they have begun
    try:
        process.wait(timeout=rng.uniform(0.0, PLAYING_S))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    out = first + process.communicate(timeout=30)[0]
    files = list((home / "sessions").glob("*.jsonl"))
    if not files:
        assert out == b""  # killed before anything had begun
        return
    written = files[0].read_bytes()
    assert [line for line in told_by(out) if line + b"\n" not in written] == []
    if written == b"":
        return
    again = play(work, home, files[0].stem)
    out, err = again.communicate(timeout=60)
    assert (again.returncode, err) == (0, b""), seed
    last = decode(told_by(out)[-1]).event
    assert isinstance(last, RunFinished)
    assert last.outcome == "complete"
    loaded = load(files[0])
    assert loaded.missing == []
    assert loaded.warnings == [] or written[-1:] != b"\n"
    seqs = [entry.seq for entry in loaded.entries]
    assert seqs == sorted(seqs)
    assert not files[0].with_suffix(".lock").exists()


@pytest.mark.parametrize("seed", range(10))
def test_S04_a_killed_session_loses_nothing_that_was_told_and_goes_on(
    seed: int, tmp_path: Path
) -> None:
    check(seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 200))
def test_S04_many_kills(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)
