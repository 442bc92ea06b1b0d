"""The one boundary for foreign text."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import quick
from zaptui.view.text import clean_line, duration, one_line, redact, reveal, sanitize


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31mred", "red"),
        ("\x90dcs\x9cafter", "after"),
        ("\x1b]never ended\nnext", "never ended\nnext"),
        ("\x1bcreset", "reset"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("a\u202eb\u200bc\ufeffd", "abcd"),
        ("bell\x07 back\x08", "bell back"),
        ("half \ud83d", "half \ufffd"),
        ("é 語 🙂", "é 語 🙂"),
        ("Z" + "\u0301" * 50 + "a", "Z" + "\u0301" * 8 + "a"),
    ],
)
def test_nothing_that_steers_a_terminal_gets_by(text: str, safe: str) -> None:
    assert sanitize(text) == safe


@given(
    text=st.text(st.characters() | st.sampled_from("\x1b\x9b\x9d[]0;m\x07\\\u200b"), max_size=40)
)
@quick
def test_safe_text_has_no_control_and_stays_as_it_is(text: str) -> None:
    safe = sanitize(text)
    assert sanitize(safe) == safe
    kinds = {unicodedata.category(character) for character in safe if character not in "\n\t"}
    assert not kinds & {"Cc", "Cs"}


@pytest.mark.parametrize(
    "text",
    ["\x9d", "\x1b]", "\x1b", "\x1b[0", "\x1b]" + "a" * 4000],
    ids=["C1 opener", "OSC opener", "escape", "CSI opener", "string that never ends"],
)
def test_hostile_text_costs_its_length(text: str) -> None:
    """Squared it would be minutes."""
    began = time.process_time()
    sanitize(text * (1_000_000 // len(text)))
    redact("authorization:" + " " * 1_000_000)
    assert time.process_time() - began < 5


def test_what_is_approved_is_shown_with_every_hidden_character() -> None:
    assert reveal("rm a\u202e\x1b[1m\r\n\x00") == "rm a<U+202E>␛[1m<CR>\n<U+0000>"
    assert reveal("ls -l\t.") == "ls -l\t."


@pytest.mark.parametrize(
    ("text", "limit", "line"),
    [("a\n  b", 10, "a b"), ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("ab", 1, "…")],
)
def test_text_on_one_line(text: str, limit: int, line: str) -> None:
    assert one_line(text, limit) == line


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("nothing secret", "nothing secret"),
        ("Authorization: Bearer abcdefgh12", "Authorization: Bearer [redacted]"),
        ("authorization=abcdefgh12", "authorization=[redacted]"),
        ('{"api_key": "abcdefgh12"}', '{"api_key": "[redacted]"}'),
        ("password: short", "password: short"),
        (r'"{\"api_key\": \"abcdefgh12\"}"', r'"{\"api_key\": \"[redacted]\"}"'),
        (r"password=\\\"abcde\\fgh12\\\" rest", r"password=\\\"[redacted]\\\" rest"),
        ("key sk-abcdefghijklmnop rest", "key [redacted] rest"),
        ("ghp_abcdefghijklmnopqrst", "[redacted]"),
    ],
)
def test_what_looks_like_a_secret_is_masked(text: str, masked: str) -> None:
    assert redact(text) == masked


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0384, "38 ms"),
        (0.44, "0.4 s"),
        (41.4, "41 s"),
        (59.7, "1 m 00 s"),
        (125, "2 m 05 s"),
        (3725, "1 h 02 m"),
    ],
)
def test_a_duration_is_short(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_clean_line_is_one_line_with_its_blanks() -> None:
    assert clean_line("a  b\tc\r\nd\u2028\x1b[31me") == "a  b\tc d e"


@pytest.mark.parametrize("hidden", ["", "\x1b[31m", "\x1b]0;" + "t" * 4000 + "\x07", "\u200b\n"])
@pytest.mark.parametrize("count", [1, 30, 20_000])
def test_a_title_of_any_text_is_that_of_its_first_words(hidden: str, count: int) -> None:
    text = "ab " + hidden * min(count, 200_000 // max(1, len(hidden))) + "word " * count
    line = " ".join(sanitize(text).split())
    assert one_line(text, 20) == (line if len(line) <= 20 else f"{line[:19]}…")
