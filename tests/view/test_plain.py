"""Marks in plain characters, one for one."""

from rich.cells import cell_len

from zaptui.view.glyphs import UNICODE
from zaptui.view.plain import plain_text


def test_boxes_and_blocks_are_plain():
    assert plain_text("┏━┓┃a│└─┘█▌x ⠋") == "+-+|a|+-+#|x *"


def test_every_mark_of_ours_has_a_plain_one():
    marks = [UNICODE.of(status, beat=beat) for status in _STATES for beat in (False, True)]
    marks += [UNICODE.closed, UNICODE.opened, UNICODE.prompt, UNICODE.bullet, UNICODE.dot]
    marks += [UNICODE.more, UNICODE.down, UNICODE.up, "−", "…"]
    plain = plain_text("".join(marks))
    assert plain.isascii()
    assert len(plain) == sum(map(cell_len, marks))


def test_letters_stay():
    assert plain_text("Grüße, 漢字, привет") == "Grüße, 漢字, привет"


def test_ascii_is_the_very_same_object():
    text = "plain"
    assert plain_text(text) is text


_STATES = ("pending", "in_progress", "done", "error", "aborted")
