"""The viewer on a real terminal: it plays, it does nothing else, it gives the terminal back."""

import json
import signal
import sys
from pathlib import Path

from tests.tui.pty_harness import on_terminal
from tests.tui.test_pty import HOSTILE, assert_clean, assert_restored
from tests.tui.viewing import RUN, write
from zaptui.core import events as e

_INERT = """
import os, sys
def heard(event, arguments):
    if event in ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.spawn",
                 "os.posix_spawn", "pty.spawn", "socket.connect", "socket.bind",
                 "socket.getaddrinfo", "socket.sendto", "webbrowser.open"):
        os.write(2, f"NOT INERT: {event}".encode())
        os._exit(99)
sys.addaudithook(heard)
from zaptui.cli import main
main()
"""
"""Runs the command; it ends at once should it start a process or reach for the network."""
PROGRAM = (sys.executable, "-c", _INERT)
SAYS_MUCH: list[e.Event] = [
    e.RunStarted(
        session="$(touch ran-it)", prompt=HOSTILE, cwd="/etc", model="http://127.0.0.1:1/"
    ),
    e.StepStarted(step=1),
    e.ToolCalled(call_id="a", tool="shell", input={"command": "touch ran-it"}),
    e.ToolStarted(call_id="a"),
    e.ToolReturned(call_id="a", output=HOSTILE),
    *RUN[1:],
]


def test_it_plays_and_starts_no_process_and_opens_no_socket_whatever_a_tape_says(
    tmp_path: Path,
) -> None:
    path = write(tmp_path / "a.jsonl", SAYS_MUCH)
    with on_terminal("replay", str(path), cwd=tmp_path, environment={}, program=PROGRAM) as tty:
        tty.shows("playing")
        tty.type("\x1b[F")
        tty.shows("The clock is mended.")
        tty.type("\t\r?")
        tty.shows("slower, faster")
        tty.type("q")
        assert tty.ended() == 0
        assert_restored(tty)
        assert_clean(tty.raw)
    assert not (tmp_path / "ran-it").exists()


def test_a_foreign_run_plays_too(tmp_path: Path) -> None:
    path = tmp_path / "x"
    messages = [{"role": "user", "content": "mend it"}, {"role": "assistant", "content": "Done."}]
    path.write_text(
        json.dumps({"info": {}, "messages": messages, "trajectory_format": "mini-swe-agent-1"})
    )
    with on_terminal(
        "replay", "x", "--at", "100%", cwd=tmp_path, environment={}, program=PROGRAM
    ) as tty:
        tty.shows("Done.")
        tty.shows("mini-swe-agent")
        tty.signal(signal.SIGTERM)
        assert tty.ended() == 143
        assert_restored(tty)


def test_what_is_no_transcript_never_takes_the_screen(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    with on_terminal("replay", "x", cwd=tmp_path, environment={}, program=PROGRAM) as tty:
        tty.shows("is not a transcript that can be read")
        assert tty.ended() == 65
        assert b"\x1b[?1049h" not in tty.raw


def test_with_an_output_it_prints_also_on_a_terminal(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    with on_terminal(
        "replay", str(path), "--output", "text", cwd=tmp_path, environment={}, program=PROGRAM
    ) as tty:
        tty.shows("The clock is mended.")
        assert tty.ended() == 0
        assert b"\x1b[?1049h" not in tty.raw
