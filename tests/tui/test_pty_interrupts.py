"""A person interrupts on a real terminal: Esc at each moment, words that wait, other sizes."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tests.cli.test_process import gone, wait_for
from tests.providers.valid import check_chat
from tests.tui.pty_harness import Tty, on_terminal
from tests.tui.test_pty import MODEL, assert_restored

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, str(Path(__file__).with_name("interrupted.py")))
ENVIRONMENT = {
    "OPENAI_API_KEY": "k",
    "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
}
OPTIONS = (*MODEL, "--mode", "none", "--no-sandbox")


def say(tty: Tty, words: str) -> None:
    """Type words, and send them."""
    tty.type(words)
    tty.shows(f"❯ {words}")
    tty.type("\r")


def tape_of(folder: Path) -> list[dict[str, Any]]:
    (tape,) = (folder / "home" / "sessions").glob("*.jsonl")
    return [json.loads(line) for line in tape.read_text().split("\n")[:-1]]


def ends(folder: Path) -> list[str]:
    return [line["outcome"] for line in tape_of(folder) if line["type"] == "run_finished"]


def escape(tty: Tty, folder: Path) -> float:
    """Press it and wait for the end of the turn; how long that took."""
    before = len(ends(folder))
    began = time.monotonic()
    tty.type("\x1b")
    tty.until(lambda: len(ends(folder)) > before)
    took = time.monotonic() - began
    tty.until(lambda: "esc cancel" not in tty.grid.text())
    return took


def test_U01_U02_U03_esc_ends_a_turn_at_any_moment_and_the_next_one_is_sound(
    tmp_path: Path,
) -> None:
    with on_terminal(*OPTIONS, cwd=tmp_path, environment=ENVIRONMENT, program=PROGRAM) as tty:
        tty.shows("what is to be done?")
        slow_s = tty.age()
        say(tty, "speak")
        tty.shows("word word")
        assert escape(tty, tmp_path) < 0.3 + slow_s
        say(tty, "work")
        tty.shows("tab to answer")
        tty.type("\t")
        tty.rest(0.45)  # before that no key counts
        tty.type("y")
        child = wait_for(tmp_path / "pid")
        tty.shows("begun")
        assert escape(tty, tmp_path) < 1 + slow_s
        assert gone(child)
        say(tty, "ask")
        tty.shows("tab to answer")
        assert escape(tty, tmp_path) < 0.3 + slow_s
        say(tty, "fail")
        tty.shows("trying again in")
        assert escape(tty, tmp_path) < 0.3 + slow_s
        say(tty, "end")
        tty.shows("All is well.")
        tty.type("\x11")
        assert tty.ended() == 0
        assert_restored(tty)
    assert ends(tmp_path) == ["aborted"] * 4 + ["answered"]
    assert not {"asked", "later"} & {path.name for path in tmp_path.iterdir()}
    seen = json.loads((tmp_path / "requests.json").read_text())
    for body, reminder in zip(seen["chat"], seen["reminders"], strict=True):
        check_chat(body, reminder)
    told = [message for message in seen["chat"][-1]["messages"] if message["role"] != "system"]
    said, results = told[1]["content"], [m["content"] for m in told if m["role"] == "tool"]
    assert said.startswith("word word")
    assert len(said) < len("word " * 500)
    assert [("begun" in text, "may have run" in text) for text in results] == [
        (False, True), (False, False), (False, False),
    ]  # fmt: skip


def test_U05_words_that_waited_when_it_was_killed_come_back_with_up(tmp_path: Path) -> None:
    with on_terminal(*OPTIONS, cwd=tmp_path, environment=ENVIRONMENT, program=PROGRAM) as tty:
        tty.shows("what is to be done?")
        say(tty, "speak")
        tty.shows("word word")
        say(tty, "and then this")
        tty.shows("waits  and then this")
        tty.signal(signal.SIGKILL)
        assert tty.ended() == 137
    with on_terminal(*OPTIONS, cwd=tmp_path, environment=ENVIRONMENT, program=PROGRAM) as tty:
        tty.shows("what is to be done?")
        tty.type("\x1b[A")
        tty.shows("❯ and then this")
        tty.type("\x11")
        assert tty.ended() == 0


def test_T08_a_storm_of_sizes_while_it_speaks_loses_nothing(tmp_path: Path) -> None:
    sizes = [(1, 1), (20, 6), (500, 60), (80, 2), (2, 40), (100, 30)]
    with on_terminal(
        *OPTIONS, "--storm", cwd=tmp_path, environment=ENVIRONMENT, program=PROGRAM
    ) as tty:
        tty.shows("what is to be done?")
        say(tty, "speak")
        tty.shows("word word")
        for turn in range(200):
            tty.resize(*sizes[turn % len(sizes)])
            tty.signal(signal.SIGWINCH)
            tty.read(0.002)
        tty.resize(100, 30)
        tty.signal(signal.SIGWINCH)
        tty.until(lambda: ends(tmp_path) == ["answered"])
        tty.until(lambda: any("answered · " in line for line in tty.grid.lines()))
        tty.shows("the end.")
        tty.type("\x11")
        assert tty.ended() == 0
        assert_restored(tty)
    text = "".join(line["text"] for line in tape_of(tmp_path) if line["type"] == "text_delta")
    assert text == "word " * 150 + "the end."
