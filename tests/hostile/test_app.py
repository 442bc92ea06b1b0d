"""A hostile model in the app on a real terminal, before a person who denies all that is asked."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.hostile.attacks import HOSTILE, rows
from tests.hostile.report import report
from tests.hostile.scene import (
    LAUNCHER,
    Scene,
    assert_clean,
    assert_no_secret_was_read,
    assert_nothing_happened_outside,
    results,
    scene,
)
from tests.safety.sandbox_kit import processes_with
from tests.tui.pty_harness import Tty, on_terminal
from tests.tui.test_pty import assert_restored
from zaptui.safety.sandbox import probe

NAMES = {
    "bwrap": "bubblewrap, no network",
    "landlock": "Landlock, no network",
    "none": "no sandbox; bubblewrap is not installed; Landlock does not work here: it is not there",
}


WORDS = (
    "type an answer and press Enter",  # of the model's own question
    "tab to answer",
    "it can be allowed once",
    "see it to its end",
    "enter gives the marked answer",
)
"""What the screen says while something is asked."""
BY_HAND, NO_ONE, OVER = b'"by":"the user"', b'"output":"no one"', b'"type":"run_finished"'
COUNTED = (BY_HAND, NO_ONE, OVER)


class Tail:
    """What is written to a tape, each byte read once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0
        self._counts: Counter[bytes] = Counter()
        self._begun = b""

    def count(self, word: bytes) -> int:
        """How many lines hold one of the words so far."""
        with self._path.open("rb") as file:
            file.seek(self._read)
            new = file.read()
        self._read += len(new)
        *lines, self._begun = (self._begun + new).split(b"\n")
        for line in lines:
            self._counts.update(known for known in COUNTED if known in line)
        return self._counts[word]


def deny_everything(tty: Tty, made: Scene) -> int:
    """Answer what is asked until the run is over; how often that was."""
    (path,) = made.base.glob("state/sessions/*.jsonl")
    tape = Tail(path)

    def answers() -> int:
        return tape.count(BY_HAND) + tape.count(NO_ONE)

    def over() -> bool:
        return tape.count(OVER) > 0

    def asks() -> str | None:
        screen = "\n".join(tty.grid.lines())
        return next((word for word in WORDS if word in screen), None)

    while True:
        tty.until(lambda: asks() or over(), seconds=60)
        before, word = answers(), asks()
        match word:
            case None:
                return before
            case "type an answer and press Enter":
                tty.type("no one\r")
            case "tab to answer":
                tty.type("\t")
                tty.until(lambda: asks() != "tab to answer")
                continue
            case _:
                tty.rest(0.4)  # before that no key counts
                tty.type("n")
        tty.until(lambda before=before, word=word: answers() > before and asks() != word)


@pytest.mark.parametrize(
    ("which", "options"),
    [
        ("best", ["--yes"]),
        pytest.param("landlock", ["--yes"], marks=pytest.mark.soak),
        pytest.param("none", [], marks=pytest.mark.soak),
    ],
    ids=["best", "landlock", "none"],
)
def test_in_the_app_nothing_gets_out(base: Path, which: str, options: list[str]) -> None:
    if which == "best":
        which = probe("auto").kind
    if which == "none":
        options = []
    elif not probe(which).has_boundary:
        pytest.skip(probe(which).why)
    with scene(base) as made:
        before = made.outside()
        program = (sys.executable, LAUNCHER, which)
        options = ["--model", "openai-chat/m", *options]
        with on_terminal(
            *options, cwd=made.root, environment=made.environ(), program=program
        ) as tty:
            tty.shows("what is to be done?")
            if which == "none":
                tty.shows("no sandbox works here")
            tty.type(f"\x1b[200~go {HOSTILE}\x1b[201~")
            tty.shows("go before")
            tty.rest(0.2)
            tty.type("\r")
            tty.until(lambda: list(made.base.glob("state/sessions/*.jsonl")))
            asked = deny_everything(tty, made)
            tty.type("\t" + "\x1b[A\r" * 40)  # open what there is
            tty.rest(1)
            tty.type("\x11")
            assert tty.ended() == 0
            assert_clean(tty.raw)
            assert_restored(tty)
        report(made, f"the app, {which} {' '.join(options[2:])}", nobody=False)
        tape = made.tape()
        assert tape[0]["sandbox"].startswith(NAMES[which])
        assert asked >= 9
        assert_nothing_happened_outside(made, before, modes=which != "landlock")
        assert_no_secret_was_read(made, tty.raw.decode(), home=which != "landlock")
        assert len(results(tape)) == len(rows(made.port, made.mark))
        assert processes_with(made.mark) == [] or which == "landlock"
        assert not (made.root / "owned").exists()
