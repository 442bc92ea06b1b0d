"""The keyboard of a one-shot."""

import asyncio
import os

import pytest

from tests.headless.terminal import own_terminal
from zaptui.headless.keyboard import Keyboard


def test_keys_are_silent_while_rows_are_drawn_and_loud_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with own_terminal(monkeypatch) as terminal:
        before = terminal.settings()
        keyboard = Keyboard()
        keyboard.silence()
        terminal.type("x")
        assert terminal.written() == ""
        keyboard.speak()
        keyboard.speak()
        assert terminal.settings() == before


async def test_a_line_is_read_whole_and_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch) as terminal:
        keyboard = Keyboard()
        terminal.type("early\n")
        await asyncio.sleep(0.05)
        keyboard.forget()
        terminal.type("one é\ntwo\n")
        assert await keyboard.line() == "one é"
        assert await keyboard.line() == "two"


async def test_waiting_for_a_line_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch) as terminal:
        keyboard = Keyboard()
        waiting = asyncio.ensure_future(keyboard.line())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        terminal.type("later\n")
        assert await keyboard.line() == "later"


async def test_the_end_of_input_is_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch) as terminal:
        keyboard = Keyboard()
        terminal.type("\x04")
        assert await keyboard.line() == ""


def test_a_pipe_has_no_echo_to_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        keyboard = Keyboard()
        keyboard.silence()
        keyboard.forget()
        keyboard.speak()
    os.close(writing)
