"""Every workaround for Textual 8.2, with its issue number; a test fails once it is mended."""

import codecs
import os
import re
import selectors
import signal
import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys
from textual.message import Message


def zap_app(node: DOMNode) -> "App[int]":
    """The app of a node, typed: Textual types it as an app of anything."""
    return cast("App[int]", cast("Any", node).app)


class MendedApp(App[int]):
    """The base of the app: what goes wrong is kept, and the terminal has the driver below."""

    crash: Exception | None = None

    def heard(self, key: str) -> None:
        """A key came in; called in the thread that reads them."""

    def _fatal_error(self) -> None:
        """Textual prints a crash to the terminal with its locals, secrets and all, and no setting
        changes that. Here it is kept for whoever ran the app."""
        error = self._exception
        self.crash = error if isinstance(error, Exception) else None
        self._close_messages_no_wait()

    def get_driver_class(self) -> type[Driver]:
        """Textual's, or the mended one in the place of the usual one."""
        found = super().get_driver_class()
        return MendedDriver if found is LinuxDriver else found


def word_at(line: str, column: int) -> tuple[int, int]:
    """The word around a character; a double click marks it, not the whole widget as Textual's."""
    before = line[:column].split(" ")[-1]
    after = line[column:].split(" ")[0]
    return column - len(before), column + len(after)


_LOCK_KEY = re.compile(r"\x1b\[(5735[89]|57360)[\d;:]*u")
_LOCKS = {"57358": "caps_lock", "57359": "scroll_lock", "57360": "num_lock"}
_OTHER_KEY = re.compile(r"\x1b\[27;(\d{1,3});(\d{1,7})~")
_EXTENDED_KEY = re.compile(r"\x1b\[[\d;:]*[u~ABCDEFHPQRS]")
_LOST_MOUSE = re.compile(r"\x1b\[<[\d;a-zA-Z-]*NaN[\d;a-zA-Z-]*[mM]")
_MOST_CODEPOINT = 0x10FFFF


_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"


class MendedParser(XTermParser):
    """Keys that Textual reads as other ones, sequences that would end its input thread, and pastes
    with escapes in them, which it reads as keys."""

    def __init__(self) -> None:
        super().__init__()
        self._before = ""
        """The end of what was read: it may hold the first half of a marker."""
        self._pasted: str | None = None

    def feed(self, data: str) -> Iterable[Message]:
        """The events of what was read; a paste is one, whatever is in it."""
        while data:
            held = self._before if self._pasted is None else self._pasted
            marker = _PASTE if self._pasted is None else _PASTED
            joined = held + data
            at = joined.find(marker)
            if self._pasted is None:
                end = len(data) if at < 0 else at + len(marker) - len(held)
                yield from super().feed(data[:end])
                self._before = joined[1 - len(marker) :] if at < 0 else ""
                self._pasted, data = None if at < 0 else "", data[end:]
            elif at < 0:
                self._pasted, data = joined, ""
            else:
                list(super().feed(marker))  # its own paste, which is empty
                yield events.Paste(joined[:at])
                self._pasted, data = None, joined[at + len(marker) :]

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        if sequence == "\x1b\r" or (alt and sequence == "\r"):
            return [events.Key("alt+enter", None)]  # 6378: came as Enter, which sends
        if lock := _LOCK_KEY.fullmatch(sequence):
            return [events.Key(_LOCKS[lock[1]], None)]  # typed the letter of the next key
        if _LOST_MOUSE.fullmatch(sequence):
            return [events.Key(Keys.Ignore, sequence)]  # VS Code; was typed into the prompt
        if other := _OTHER_KEY.fullmatch(sequence):
            sequence = f"\x1b[{other[2]};{other[1]}u"  # xterm's form: Shift+Enter sent
        if _EXTENDED_KEY.fullmatch(sequence):
            sequence = _plain_fields(sequence)
            if _most_number(sequence) > _MOST_CODEPOINT:
                return [events.Key(Keys.Ignore, sequence)]
        return super()._sequence_to_key_events(sequence, alt=alt)


def _plain_fields(sequence: str) -> str:
    """A kitty key without the alternate keys and the event type, which Textual cannot read."""
    fields = sequence[2:-1].split(";")
    plain = [field.partition(":")[0] for field in fields[:2]]
    return f"\x1b[{';'.join([*plain, *fields[2:]])}{sequence[-1]}"


def _most_number(sequence: str) -> int:
    return max((int(number[:9]) for number in re.findall(r"\d+", sequence)), default=0)


class ScreenFile:
    """Where the screen is drawn: stdout, for stderr may be a log. A terminal that has gone away
    raises nothing: Textual's writer would die of it, and the app wait for it forever.
    """

    def __init__(self, file: TextIO) -> None:
        self._fd = file.fileno()
        self._encoding = file.encoding

    def write(self, text: str) -> int:
        """Write all of it, or nothing once the terminal is gone."""
        data = memoryview(text.encode(self._encoding, "replace"))
        try:
            while data:
                data = data[os.write(self._fd, data) :]
        except OSError:
            pass
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def fileno(self) -> int:
        """The terminal's."""
        return self._fd


_PASTE_TAIL_S = 0.1
"""Seconds after a paste in which a key was no key: nobody types that fast."""


class MendedDriver(LinuxDriver):
    """Reads bytes that are no text without a crash (6668), and pastes that hold their own end."""

    _pasted_at = float("-inf")

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        streams = [stream for stream in (sys.__stdout__, sys.__stderr__) if stream is not None]
        drawn = max(streams, key=lambda stream: stream.isatty())
        self._file = cast("Any", ScreenFile(drawn))
        super().start_application_mode()

    def restore(self) -> None:
        """Give the terminal back, from any thread: Textual's own way begins with what only the main
        thread may do, and leaves the mouse on where that fails."""
        self._disable_mouse_support()
        self.stop_application_mode()
        self.close()

    def _sigcont_application(self, *_: object) -> None:
        """Textual starts a second input thread when it had not been stopped by its own signal, as
        after `kill -STOP`, or when the terminal is closed."""
        if not self._auto_restart or not os.isatty(self.fileno):
            return
        if self._key_thread is not None and self._key_thread.is_alive():
            self.suspend_application_mode()
        self.resume_application_mode()

    def run_input_thread(self) -> None:
        """Textual's loop, with the mended parser and a decoder that never fails."""
        parser = MendedParser()
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(0.1):
                    data = _read(self.fileno)
                    if not data:
                        os.kill(os.getpid(), signal.SIGHUP)  # the terminal is gone
                        return
                    for event in parser.feed(decode(data)):
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def process_message(self, message: Message) -> None:
        """What comes in one breath with a paste belongs to it: a text that holds the marker of its
        own end must not press keys."""
        if isinstance(message, events.Paste):
            self._pasted_at = message.time
        elif isinstance(message, events.Key) and message.time - self._pasted_at < _PASTE_TAIL_S:
            self._pasted_at = message.time
            text = "\n" if message.key == "enter" else message.character or ""
            if not (text.isprintable() or text in "\n\t"):
                return
            message = events.Paste(text)
        if isinstance(message, events.Key) and isinstance(self._app, MendedApp):
            self._app.heard(message.key)
        super().process_message(message)


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, 4096)
    except OSError:
        return b""
