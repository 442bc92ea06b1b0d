"""The escapes themselves: of our own making, whatever foreign text is in them."""

import base64

from zaptui.tui.terminal import Manners, Terminal


def terminal(manners: Manners | None = None, **environ: str) -> tuple[Terminal, list[str]]:
    written: list[str] = []
    return Terminal(written.append, manners or Manners(), environ), written


def test_a_title_is_said_once_and_is_clean_and_short():
    it, written = terminal()
    for _ in range(2):
        it.set_title("fix\x1b]0;evil\x07 it\n" + "x" * 200)
    assert written == [f"\x1b]0;fix it {'x' * 72}…\x07"]


def test_progress_is_told_when_it_changes():
    it, written = terminal()
    for percent in (None, 0, 0, 50, 150, None, None):
        it.set_progress(percent)
    assert written == [
        "\x1b]9;4;1;0\x07",
        "\x1b]9;4;1;50\x07",
        "\x1b]9;4;1;100\x07",
        "\x1b]9;4;0;0\x07",
    ]


def test_progress_that_is_not_known_is_told_as_such():
    it, written = terminal()
    it.set_progress("busy")
    it.set_progress("busy")
    assert written == ["\x1b]9;4;3;0\x07"]


def test_an_alert_is_a_bell_and_a_notification():
    it, written = terminal()
    it.alert("done; really\x1b[31m")
    assert written == ["\x07", "\x1b]777;notify;zap;done, really\x07"]


def test_each_manner_is_switched_off_alone():
    it, written = terminal(Manners(bell=False))
    it.alert("x")
    assert written == ["\x1b]777;notify;zap;x\x07"]
    it, written = terminal(Manners(notify=False))
    it.alert("x")
    assert written == ["\x07"]
    it, written = terminal(Manners(title=False, progress=False))
    it.set_title("x")
    it.set_progress(1)
    it.leave()
    assert written == []


def test_copying_is_osc_52():
    it, written = terminal()
    it.copy("a\x1b]52;é")
    assert written == ["\x1b]52;c;" + base64.b64encode("a\x1b]52;é".encode()).decode() + "\x07"]


def test_copying_goes_through_tmux():
    it, written = terminal(TMUX="/tmp/tmux")
    it.copy("a")
    assert written == ["\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\"]


def test_text_that_is_no_unicode_can_be_copied():
    it, written = terminal()
    it.copy("\ud800")
    assert written == ["\x1b]52;c;Pw==\x07"]


def test_leaving_says_nothing_when_nothing_was_said():
    it, written = terminal()
    it.leave()
    assert written == []
