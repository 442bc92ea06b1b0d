"""`zap sessions`: list and its filters, show, rm, reindex, export."""

import json
from pathlib import Path

import pytest

from tests.cli.mock import zap
from tests.session.test_index import ENDED, plan, run
from tests.session.test_transcript import write
from zaptui.core import events as e
from zaptui.session.lock import SessionLock

SAID = [
    e.StepStarted(step=1),
    e.TextDelta(part="t", text="It is **done**. key sk-abcdefghijklmnop1234"),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("ZAP_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    (home / "sessions").mkdir(parents=True)
    write(file(home, 1), *run("fix the test", plan("done", "done"), *SAID, ENDED))
    write(file(home, 2), *run("write docs \x1b[31m", plan("done", "pending")))
    return home


def file(home: Path, number: int) -> Path:
    return home / "sessions" / f"20260101-00000{number}-abcdef.jsonl"


def test_the_list(home: Path) -> None:
    ended = zap("sessions")
    assert ended.code == 0
    assert sorted(ended.out.split("\n")[:-1]) == [
        "20260101-000001  complete      2/2    $0.25  a/b  /work  fix the test",
        "20260101-000002  crashed       1/2           a/b  /work  write docs",
    ]


def test_a_session_that_is_being_written_runs(home: Path) -> None:
    lock = SessionLock(file(home, 2))
    assert "20260101-000002  running       1/2" in zap("sessions").out
    lock.release()


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--open"], ["2"]),
        (["--here"], []),
        (["fix"], ["1"]),
        (["list", "TEST", "fix"], ["1"]),
        (["nothing"], []),
        (["--json"], ["1", "2"]),
    ],
)
def test_filters(home: Path, arguments: list[str], found: list[str]) -> None:
    ended = zap("sessions", *arguments)
    assert ended.code == 0
    assert sorted(n for n in "12" if f"20260101-00000{n}" in ended.out) == found
    if not found:
        assert ended.err == "zap: no session fits\n"
    if "--json" in arguments:
        assert {line["task"] for line in ended.lines} == {"fix the test", "write docs \x1b[31m"}


def test_there_are_none_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "fresh"))
    assert zap("sessions").err == "zap: there are no sessions yet\n"


def test_show(home: Path) -> None:
    ended = zap("sessions", "show", "20260101-000001")
    assert ended.code == 0
    assert "outcome  complete\n" in ended.out
    assert "- [x] 1. x\n- [x] 2. x\n" in ended.out
    assert "It is **done**." in ended.out
    assert ended.err == "zap: to go on: zap -r 20260101-000001-abcdef\n"
    assert zap("sessions", "show", "2026").code == 2
    assert zap("sessions", "show", "2027").code == 65


def test_rm(home: Path) -> None:
    zap("sessions")
    ended = zap("sessions", "rm", "20260101-000001")
    assert (ended.code, ended.err) == (0, "zap: deleted 20260101-000001-abcdef\n")
    assert not file(home, 1).exists()
    assert "20260101-000001" not in zap("sessions").out


def test_rm_leaves_what_is_in_use_or_not_ours(home: Path, tmp_path: Path) -> None:
    lock = SessionLock(file(home, 2))
    ended = zap("sessions", "rm", "20260101-000002")
    assert (ended.code, "is being written by" in ended.err) == (74, True)
    assert file(home, 2).exists()
    lock.release()
    other = tmp_path / "mine.jsonl"
    other.write_text("x")
    assert zap("sessions", "rm", str(other)).code == 2
    assert other.exists()


def test_reindex(home: Path) -> None:
    assert zap("sessions", "reindex").err == "zap: 2 sessions indexed\n"


def test_export_masks_secrets_unless_told_not_to(home: Path) -> None:
    masked = zap("sessions", "export", "20260101-000001")
    assert masked.code == 0
    assert "- [x] 1. x" in masked.out
    assert "sk-abcdefghijklmnop1234" not in masked.out
    assert (
        "sk-abcdefghijklmnop1234" in zap("sessions", "export", "20260101-000001", "--no-redact").out
    )


@pytest.mark.parametrize("name", ["md", "html", "json"])
def test_export_into_a_new_file(home: Path, tmp_path: Path, name: str) -> None:
    to = tmp_path / f"out.{name}"
    ended = zap("sessions", "export", "20260101-000001", "--format", name, "-o", str(to))
    assert (ended.code, ended.out, ended.err) == (0, "", f"zap: written: {to}\n")
    text = to.read_text()
    assert "fix the test" in text
    if name == "json":
        assert json.loads(text)["outcome"] == "complete"
    again = zap("sessions", "export", "20260101-000001", "--format", name, "-o", str(to))
    assert (again.code, "exists already" in again.err) == (2, True)
    assert to.read_text() == text


def test_export_says_what_it_knows(home: Path) -> None:
    ended = zap("sessions", "export", "20260101-000001", "--format", "pdf")
    assert ended.code == 2
    assert "unknown format 'pdf' — one of md, html, json" in ended.err
    missing = zap("sessions", "export", "20260101-000001", "-o", str(home / "no" / "x"))
    assert missing.code == 74
