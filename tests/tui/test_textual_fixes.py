"""The workarounds for Textual. Each test also shows what Textual itself does: it fails once that is
mended, and then the workaround can go."""

import inspect
import os
import pty
import threading
import time
import tty
from io import StringIO
from typing import Any

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.widgets import Static

from tests.tui.harness import FakeHost, ask, running, screen_lines, until
from zaptui.providers.scripted import ScriptedReply
from zaptui.tui.textual_fixes import MendedApp, MendedDriver, MendedParser, ScreenFile, word_at

Pressed = tuple[str, str | None]


def pressed(parser: type[XTermParser], data: str) -> list[Pressed]:
    """The keys a parser reads, also those it reads when nothing follows."""
    reader = parser()
    found = list(reader.feed(data))
    if reader._timeout_time is not None:
        reader._timeout_time = time.monotonic() - 1
    found += reader.tick()
    return [(event.key, event.character) for event in found if isinstance(event, events.Key)]


@pytest.mark.parametrize(
    ("data", "stock", "mended"),
    [
        # 6378: what Alt+Enter sends in most terminals
        ("\x1b\r", [("enter", "\r")], [("alt+enter", None)]),
        # a lock key types the letter of the next key
        ("\x1b[57358;65;65u", [("caps_lock", "A")], [("caps_lock", None)]),
        # xterm's form of Shift+Enter and Alt+Enter
        ("\x1b[27;2;13~", [("shift+\r", "\r")], [("shift+enter", None)]),
        ("\x1b[27;3;13~", [("\r", "\r")], [("alt+enter", None)]),
        ("\x1b[27;5;13~", [("ctrl+\r", "\r")], [("ctrl+enter", None)]),
    ],
)
def test_keys_that_textual_reads_as_other_keys(
    data: str, stock: list[Pressed], mended: list[Pressed]
) -> None:
    assert pressed(MendedParser, data) == mended
    assert pressed(XTermParser, data) == stock


def test_a_mouse_report_without_a_place_types_nothing() -> None:
    assert pressed(MendedParser, "\x1b[<35;NaN;NaNM") == []
    assert "".join(text or "" for _, text in pressed(XTermParser, "\x1b[<35;NaN;NaNM")) == (
        "[<35;NaN;NaNM"
    )


@pytest.mark.parametrize(
    ("data", "mended"),
    [
        ("\x1b[97;1:3u", [("a", "a")]),
        ("\x1b[97:65;2;65u", [("A", "A")]),
        ("\x1b[99999999999;1u", []),
        ("\x1b[1;1;99999999999u", []),
        ("\x1b[1114112u", []),
    ],
)
def test_no_sequence_ends_the_input_thread(data: str, mended: list[Pressed]) -> None:
    assert pressed(MendedParser, data + "x")[: len(mended)] == mended
    assert pressed(MendedParser, data + "x")[-1] == ("x", "x")
    with pytest.raises((ValueError, OverflowError)):
        pressed(XTermParser, data + "x")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 4096])
def test_a_paste_with_escapes_in_it_presses_no_key(size: int) -> None:
    text = "a\x1b]52;c;" + "x" * 40 + "\x07\x1b[A\x1b"
    data = f"1\x1b[200~{text}\x1b[201~2\x1b[200~\x1b[201~"
    parser = MendedParser()
    told: list[str] = []
    for start in range(0, len(data), size):
        for event in parser.feed(data[start : start + size]):
            told.append(event.text if isinstance(event, events.Paste) else event.key)  # type: ignore[attr-defined]
    assert told == ["1", text, "2", ""]
    assert ("5", "5") in pressed(XTermParser, data)


@pytest.mark.parametrize("data", ["\x1b[A", "\x1b[1;5C", "\x1b[200~ab\x1b[201~c", "\x1b", "aé\t\r"])
def test_other_keys_are_read_as_before(data: str) -> None:
    assert pressed(MendedParser, data) == pressed(XTermParser, data)


class Reading:
    """A driver's input thread on a terminal, without an app."""

    def __init__(self, driver: type[LinuxDriver]) -> None:
        self.master, slave = pty.openpty()
        self.slave = slave
        self.driver: Any = driver.__new__(driver)
        self.driver.fileno = slave
        self.driver.exit_event = threading.Event()
        self.driver._debug = False
        self.driver._in_band_window_resize = False
        self.driver.process_message = self.take
        self.told: list[Message] = []

    def take(self, message: Message) -> None:
        self.told.append(message)
        if isinstance(message, events.Key) and message.key == "q":
            self.driver.exit_event.set()

    def read(self, data: bytes) -> list[Message]:
        """What it tells of some bytes, the last of them a `q`."""
        try:
            tty.setraw(self.slave)
            os.write(self.master, data)
            self.driver.run_input_thread()
        finally:
            os.close(self.master)
            os.close(self.slave)
        return self.told


def test_6668_bytes_that_are_no_text_do_not_end_the_input_thread() -> None:
    told = Reading(MendedDriver).read(b"\xff\xfea\xc3q")
    assert [event.key for event in told if isinstance(event, events.Key)][-1] == "q"
    with pytest.raises(UnicodeDecodeError):
        Reading(LinuxDriver).read(b"\xff\xfea\xc3q")


class Heard(MendedDriver):
    """A driver that tells a list."""

    def __init__(self) -> None:
        self.told: list[Message] = []
        self._app = None  # type: ignore[assignment]
        self.cursor_origin = None
        self._in_band_window_resize = False

    def send_message(self, message: Any) -> None:
        self.told.append(message)


def heard(*messages: tuple[float, Message]) -> list[str]:
    driver = Heard()
    for at, message in messages:
        message.time = at
        driver.process_message(message)
    return [
        f"paste {told.text!r}" if isinstance(told, events.Paste) else told.key
        for told in driver.told
        if isinstance(told, events.Paste | events.Key)
    ]


def test_keys_in_one_breath_with_a_paste_are_text_of_it() -> None:
    """A pasted text that holds the marker of its own end presses nothing."""
    assert heard(
        (1.00, events.Paste("rm -rf x")),
        (1.00, events.Key("enter", "\r")),
        (1.01, events.Key("tab", "\t")),
        (1.09, events.Key("y", "y")),
        (1.15, events.Key("escape", "\x1b")),
        (1.20, events.Key("ctrl+c", "\x03")),
        (1.50, events.Key("enter", "\r")),
    ) == ["paste 'rm -rf x'", "paste '\\n'", "paste '\\t'", "paste 'y'", "enter"]


def test_textual_presses_what_follows_the_marker_in_a_paste() -> None:
    found = list(XTermParser().feed("\x1b[200~rm\x1b[201~\rx\x1b[201~"))
    assert [type(event).__name__ for event in found] == ["Paste", "Key", "Key"]
    assert "Paste" not in inspect.getsource(linux_driver)


def test_a_terminal_that_is_gone_does_not_stop_the_writer() -> None:
    master, slave = pty.openpty()
    with open(slave, "w", encoding="utf-8", closefd=False) as drawn:
        file = ScreenFile(drawn)
        os.close(slave)
        os.close(master)
        writer = WriterThread(file)  # type: ignore[arg-type]
        for text in ("a", "b", None):
            writer._queue.put(text)
        writer.run()
    gone = StringIO()
    gone.close()
    stock = WriterThread(gone)
    stock._queue.put("a")
    with pytest.raises(ValueError, match="closed"):
        stock.run()


def test_a_terminal_without_unicode_keeps_its_columns() -> None:
    master, slave = pty.openpty()
    try:
        with open(slave, "w", encoding="latin-1") as drawn:
            assert ScreenFile(drawn).write("é ❯ x") == 5
        assert os.read(master, 100) == b"\xe9 ? x"
    finally:
        os.close(master)


class Broken:
    """Crashes with a secret in a local variable."""

    def on_mount(self) -> None:
        secret = "the secret"  # noqa: F841
        raise RuntimeError("boom")


class BrokenStock(Broken, App[int]):
    pass


class BrokenMended(Broken, MendedApp):
    pass


async def test_a_crash_prints_no_locals(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="boom"):
        async with (mended := BrokenMended()).run_test():
            pass
    assert capsys.readouterr() == ("", "")
    assert str(mended.crash) == "boom"
    with pytest.raises(RuntimeError, match="boom"):
        async with BrokenStock().run_test():
            pass
    assert "'the secret'" in capsys.readouterr().err


def test_a_signal_leaves_the_terminal_as_it_is_unless_the_app_handles_it() -> None:
    """1171, 6292: Textual itself restores nothing on SIGTERM; test_pty.py shows that zap does."""
    source = inspect.getsource(linux_driver)
    assert "SIGTERM" not in source
    assert "SIGHUP" not in source


@pytest.mark.parametrize(
    ("column", "word"), [(0, "alpha"), (4, "alpha"), (5, "alpha"), (6, "b-c"), (10, "")]
)
def test_word_at(column: int, word: str) -> None:
    line = "alpha b-c   d"
    start, end = word_at(line, column)
    assert line[start:end] == word


class TwoLines(App[int]):
    def compose(self) -> ComposeResult:
        yield Static("some words\nand more", markup=False)


async def test_a_double_click_marks_a_word_not_everything() -> None:
    host = FakeHost([ScriptedReply(text="some plain words here")])
    async with running(host, size=(60, 12)) as (app, pilot):
        await ask(pilot, "go")
        await until(pilot, lambda: any("some plain" in line for line in screen_lines(app)))
        y = next(place for place, line in enumerate(screen_lines(app)) if "some plain" in line)
        x = screen_lines(app)[y].index("plain") + 2
        await pilot.click("#transcript", offset=(x, y - 1), times=2)
        await pilot.pause()
        assert app.screen.get_selected_text() == "plain"
    async with (stock := TwoLines()).run_test(size=(40, 6)) as pilot:
        await pilot.click(Static, offset=(2, 0), times=2)
        await pilot.pause()
        assert stock.screen.get_selected_text() == "some words\nand more"
