"""The app on a real terminal: what reaches the wire, how it ends, what it leaves behind."""

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Mock, mock_server
from tests.tui.pty_harness import ZAP, Tty, on_terminal

SANE = {7, 25}
"""The private modes of a terminal that nobody has changed: it wraps, and its cursor shows."""
MODEL = ("--model", "openai-chat/mock-model")
PAYLOADS = (
    "\x1b]52;c;UFdORUQ=\x07",
    "\x1b]0;PWNED-TITLE\x07",
    "\x1b]8;;http://pwned.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1bP$qPWNED\x1b\\",
    "\x1b[31mred\x1b[2J\x1b[6n",
    "\x9b31m\x9d52;c;UFdORUQ=\x9c",
    "\x07\x08\x0e\x1bc",
    "\u202egnp\u2066x\u2069",
)
_PRINTED = base64.b64encode("".join(PAYLOADS[:5]).encode()).decode()
PRINT = f"echo {_PRINTED} | base64 -d"
"""Prints them; the command itself is harmless text."""
HOSTILE = "before " + " ".join(PAYLOADS) + " after"


def plan(*contents: str) -> dict[str, Any]:
    stages = [
        {"id": f"s{place}", "content": content, "deliverable": "it is there"}
        for place, content in enumerate(contents)
    ]
    return {"name": "plan", "args": {"stages": stages}}


def shell(command: str) -> dict[str, Any]:
    return {"name": "shell", "args": {"command": command}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Mock]:
    """A model that plans, then runs a command that takes long."""
    steps = [{"tools": [plan("Wait")]}, {"text": "I wait.", "tools": [shell("sleep 60")]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        yield mock


def last_line(folder: Path) -> dict[str, Any]:
    """The last line of the one tape."""
    (tape,) = (folder / "home" / "sessions").glob("*.jsonl")
    return json.loads(tape.read_text().rstrip("\n").split("\n")[-1])


def assert_restored(tty: Tty) -> None:
    assert tty.grid.modes == SANE
    assert tty.grid.keyboard == 0
    assert tty.settings() == tty.before


def assert_clean(raw: bytes) -> None:
    """No sequence of the content, and no control that is none of ours."""
    for trace in (
        b"UFdORUQ",
        b"PWNED",
        b"pwned",
        b"\x1b[31m",
        b"\x1b[2J\x1b[6n",
        b"\x1bc",
        b"\x1bP",
    ):
        assert trace not in raw
    text = raw.decode()
    assert not [c for c in text if "\x80" <= c <= "\x9f" or c in "\x08\x0e\u202e\u2066\u2069"]


# ---- what reaches the wire


def test_T01_T02_T03_no_escape_of_content_reaches_the_wire(folder: Path) -> None:
    steps = [
        {"text": HOSTILE, "reasoning": HOSTILE, "tools": [plan(f"Look {HOSTILE}")]},
        {
            "tools": [
                shell(f"{PRINT}; sleep 0.5"),
                {"name": f"no{HOSTILE}", "args": {HOSTILE: HOSTILE}},
            ]
        },
        {"tools": [{"name": "advance", "args": {"evidence": HOSTILE}}]},
    ]
    with mock_server({"steps": steps, "final": {"text": HOSTILE}}, folder) as mock:
        options = (*MODEL, "--yes", "--no-sandbox")
        with on_terminal(*options, cwd=folder, environment=mock.environment()) as tty:
            tty.shows("what is to be done?")
            tty.type("\x1b[200~go " + HOSTILE + "\x1b[201~")
            tty.shows("go before")
            tty.rest(0.2)
            tty.type("\r")
            tty.shows("complete · ")
            tty.type("\t\x1b[A\r\x1b[A\r")  # open the call and the reasoning
            tty.shows("thought")
            tty.type("\x11")
            assert tty.ended() == 0
            assert_clean(tty.raw)


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_T01_T02_T03_no_escape_of_content_reaches_the_wire_of_a_one_shot(
    plain: list[str], folder: Path
) -> None:
    steps = [
        {"text": HOSTILE, "reasoning": HOSTILE, "tools": [plan(f"Look {HOSTILE}")]},
        {"tools": [shell(f"{PRINT}; sleep 0.3"), shell(HOSTILE)]},
        {"tools": [{"name": "advance", "args": {"evidence": HOSTILE}}]},
    ]
    with mock_server({"steps": steps, "final": {"text": HOSTILE}}, folder) as mock:
        options = ("run", *MODEL, "--yes", "--no-sandbox", *plain, f"go {HOSTILE}")
        with on_terminal(*options, cwd=folder, environment=mock.environment()) as tty:
            assert tty.ended() in (0, 5)
            assert_clean(tty.raw)


# ---- how it ends


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131), (signal.SIGINT, 130)],
)
def test_T09_a_signal_restores_the_terminal_and_ends_the_tape(
    number: signal.Signals, code: int, slow: Mock, folder: Path
) -> None:
    options = (*MODEL, "--yes", "--no-sandbox")
    with on_terminal(*options, cwd=folder, environment=slow.environment()) as tty:
        tty.shows("what is to be done?")
        assert {1049, 1000, 2004} <= tty.grid.modes
        assert tty.grid.keyboard == 1
        tty.type("go\r")
        tty.shows("shell   sleep 60")
        tty.signal(number)
        assert tty.ended() == code
        assert_restored(tty)
    assert last_line(folder)["outcome"] == "aborted"


def test_T09_a_signal_while_nothing_runs_restores_the_terminal(folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment={"OPENAI_API_KEY": "k"}) as tty:
        tty.shows("what is to be done?")
        tty.signal(signal.SIGTERM)
        assert tty.ended() == 143
        assert_restored(tty)


def test_T11_a_window_that_is_closed_ends_the_app_and_the_tape(slow: Mock, folder: Path) -> None:
    options = (*MODEL, "--yes", "--no-sandbox")
    with on_terminal(*options, cwd=folder, environment=slow.environment()) as tty:
        tty.shows("what is to be done?")
        tty.type("go\r")
        tty.shows("shell   sleep 60")
        tty.hang_up()
        assert tty.ended() == 129
    assert last_line(folder)["outcome"] == "aborted"


def test_U04_ctrl_c_twice_quits(slow: Mock, folder: Path) -> None:
    options = (*MODEL, "--yes", "--no-sandbox")
    with on_terminal(*options, cwd=folder, environment=slow.environment()) as tty:
        tty.shows("what is to be done?")
        tty.type("go\r")
        tty.shows("shell   sleep 60")
        tty.type("\x03")
        tty.shows("Ctrl+C again quits")
        tty.type("\x03")
        assert tty.ended() == 0
        assert_restored(tty)
    assert last_line(folder)["outcome"] == "aborted"


CRASH = """
import sys
from zaptui.tui.main_screen import MainScreen
def crash(self):
    secret = "the-secret-local"
    raise RuntimeError("boom")
MainScreen._flush = crash
from zaptui.cli import main
sys.argv = ["zap", *sys.argv[1:]]
main()
"""


def test_T09_H08_a_crash_restores_the_terminal_and_says_one_line(folder: Path) -> None:
    program = (sys.executable, "-c", CRASH)
    environment = {"OPENAI_API_KEY": "k"}
    with on_terminal(*MODEL, cwd=folder, environment=environment, program=program) as tty:
        assert tty.ended() == 1
        assert_restored(tty)
        said = [line for line in tty.grid.text().split("\n") if line]
        assert said[0].startswith("zap: internal error: RuntimeError: boom (details in ")
        assert b"the-secret-local" not in tty.raw
    assert "the-secret-local" not in (folder / "home" / "errors.log").read_text().replace(
        'secret = "the-secret-local"', ""
    )


# ---- no terminal


@pytest.mark.parametrize("missing", ["stdin", "stdout"])
def test_without_a_terminal_the_app_says_one_line(missing: str, folder: Path) -> None:
    master, slave = os.openpty()
    streams: dict[str, Any] = {"stdin": slave, "stdout": slave, "stderr": subprocess.PIPE}
    streams[missing] = subprocess.DEVNULL
    try:
        ended = subprocess.run([*ZAP, *MODEL], cwd=folder, check=False, timeout=20, **streams)
    finally:
        os.close(master)
        os.close(slave)
    assert ended.returncode == 2
    assert ended.stderr.decode().startswith("zap: the app needs a terminal")
    assert ended.stderr.count(b"\n") == 1


def test_a_dumb_terminal_is_refused_in_one_line(folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment={"TERM": "dumb"}) as tty:
        assert tty.ended() == 2
        assert tty.grid.text() == (
            "zap: the app needs a terminal that can move its cursor (TERM is dumb)"
        )
        assert b"\x1b" not in tty.raw


def test_the_app_draws_where_the_terminal_is(folder: Path) -> None:
    """`zap 2>log`: Textual draws on stderr."""
    program = ("/bin/sh", "-c", 'exec "$0" "$@" 2>log', *ZAP)
    with on_terminal(
        *MODEL, cwd=folder, environment={"OPENAI_API_KEY": "k"}, program=program
    ) as tty:
        tty.shows("what is to be done?")
        tty.type("\x11")
        assert tty.ended() == 0
        assert_restored(tty)
    assert (folder / "log").read_bytes() == b""


# ---- keys


def test_T07_a_paste_that_holds_its_own_end_sends_nothing(slow: Mock, folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment=slow.environment()) as tty:
        tty.shows("what is to be done?")
        tty.type("\x1b[200~one\x1b[201~\rtwo\x03\x11\x1b[99999999999;1u\r\t!touch owned\r\x1b[201~")
        tty.shows("!touch owned")
        tty.rest(0.3)
        assert [line.strip() for line in tty.grid.lines() if line.strip()][-4:-1] == [
            "❯ one", "two", "!touch owned",
        ]  # fmt: skip
        tty.signal(signal.SIGTERM)
        assert tty.ended() == 143
    assert slow.bodies == []
    assert not (folder / "owned").exists()


def test_T07_T14_a_paste_does_not_approve_a_waiting_call(folder: Path) -> None:
    steps = [{"tools": [shell("touch owned")]}]
    with mock_server({"steps": steps}, folder) as mock:
        options = (*MODEL, "--no-sandbox")
        with on_terminal(*options, cwd=folder, environment=mock.environment()) as tty:
            tty.shows("what is to be done?")
            tty.type("go\r")
            tty.shows("tab to answer")
            tty.rest(0.5)
            tty.type("\x1b[200~x\x1b[201~\ty\x1b[201~")
            tty.shows("y")
            tty.rest(0.5)
            assert "tab to answer" in tty.grid.text()
            tty.type("\x11")
            assert tty.ended() == 0
    assert not (folder / "owned").exists()


def test_alt_enter_is_a_new_line(slow: Mock, folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment=slow.environment()) as tty:
        tty.shows("what is to be done?")
        tty.type("one\x1b\rtwo")
        tty.shows("two")
        tty.type("\x11")
        assert tty.ended() == 0
    assert slow.bodies == []


def test_keys_typed_at_once_keep_their_order(slow: Mock, folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment=slow.environment()) as tty:
        tty.shows("what is to be done?")
        tty.type("one\x1b\rtwo\rthreee\x7f")
        tty.until(lambda: slow.bodies)
        tty.until(lambda: "❯ three\n" in tty.grid.text() and "s this session" in tty.grid.text())
        tty.signal(signal.SIGTERM)
        assert tty.ended() == 143
    assert slow.bodies[0]["messages"][-1]["content"].startswith("one\ntwo")


def test_what_is_typed_ahead_is_kept(folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment={"OPENAI_API_KEY": "k"}) as tty:
        tty.until(lambda: 25 not in tty.grid.modes)
        tty.type("/keys\r")
        tty.shows("Enter send")
        tty.type("\x11")
        assert tty.ended() == 0


READERS = """
import sys
from zaptui.tui.textual_fixes import MendedDriver
run = MendedDriver.run_input_thread
def told(word):
    with open("readers", "a") as file:
        file.write(word)
def counted(self):
    told("begins ")
    run(self)
    told("ends ")
MendedDriver.run_input_thread = counted
from zaptui.cli import main
sys.argv = ["zap", *sys.argv[1:]]
main()
"""
"""Writes down when a thread that reads the keys begins and ends."""


def test_T10_a_stopped_app_goes_on_with_one_reader(folder: Path) -> None:
    program = (sys.executable, "-c", READERS)
    environment = {"OPENAI_API_KEY": "k"}
    with on_terminal(*MODEL, cwd=folder, environment=environment, program=program) as tty:
        tty.shows("what is to be done?")
        tty.signal(signal.SIGSTOP)
        state = Path(f"/proc/{tty.process.pid}/stat")
        tty.until(lambda: state.read_text().rsplit(") ", 1)[1].startswith("T"))
        tty.signal(signal.SIGCONT)
        tty.until(lambda: tty.raw.count(b"\x1b[?1049h") == 2)
        tty.until(lambda: (folder / "readers").read_text().count("begins") == 2)
        tty.type("abc")
        tty.shows("❯ abc")
        tty.type("\x11")
        assert tty.ended() == 0
        assert_restored(tty)
    assert (folder / "readers").read_text() == "begins ends begins ends "


def test_T06_bytes_that_are_no_text_do_not_end_the_app(folder: Path) -> None:
    with on_terminal(*MODEL, cwd=folder, environment={"OPENAI_API_KEY": "k"}) as tty:
        tty.shows("what is to be done?")
        os.write(tty._master, b"caf\xe9 \x1b[M \xff\xff\xff ok")
        tty.shows("ok")
        tty.type("\x11")
        assert tty.ended() == 0
        assert_restored(tty)


# ---- colours


@pytest.mark.parametrize(
    ("environment", "absent"),
    [
        ({"NO_COLOR": "1"}, b"\x1b[38;2;122;162;200"),
        ({"TERM": "xterm", "COLORTERM": ""}, b"\x1b[38;2;"),
        ({"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, b"\xe2"),
    ],
)
def test_C12_the_app_runs_with_less(
    environment: dict[str, str], absent: bytes, slow: Mock, folder: Path
) -> None:
    options = (*MODEL, "--yes", "--no-sandbox")
    with on_terminal(
        *options, cwd=folder, environment={**slow.environment(), **environment}
    ) as tty:
        tty.shows("what is to be done?")
        tty.type("go\r")
        tty.shows("sleep 60")
        tty.type("\x11")
        assert tty.ended() == 0
        assert_restored(tty)
        assert absent not in tty.raw
        assert b"? 1/1  Wait" not in tty.raw


def test_plain_has_no_motion_and_only_ascii_marks_and_manners_can_be_off(
    slow: Mock, folder: Path
) -> None:
    for name in ("home", "work"):
        (folder / name).mkdir()
    off = "mouse = false\ntitle = false\nprogress = false\nbell = false\n"
    (folder / "home" / "config.toml").write_text(f"[ui]\n{off}")
    options = (*MODEL, "--yes", "--no-sandbox", "--plain")
    environment = {**slow.environment(), "ZAP_HOME": str(folder / "home")}
    with on_terminal(*options, cwd=folder / "work", environment=environment) as tty:
        tty.shows("what is to be done?")
        tty.type("go\r")
        tty.shows("* 1/1  Wait")
        tty.shows("sleep 60")
        tty.rest(1.2)
        tty.type("\x11")
        assert tty.ended() == 0
        for mark in "❯●◉✓▸▾○":
            assert mark.encode() not in tty.raw
        assert b"+ 1/1" not in tty.raw
        for said in (b"\x1b[?1000h", b"\x1b[?1003h", b"\x1b]0;", b"\x1b]9;"):
            assert said not in tty.raw
