"""The one boundary for foreign text: nothing that steers a terminal or hides gets by."""

import re

_MOST_SEQUENCE = 4100
"""Characters of the longest sequence that is taken out as one."""
# Possessive, and stopped by the next opener: hostile text costs its length, not its square.
_STRING = r"[^\x07\x1b\x90\x98\x9c-\x9f\n]{0,4096}+(?:\x07|\x1b\\|\x9c)"
_SEQUENCE = re.compile(
    rf"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    rf"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f]){_STRING}"  # OSC, DCS, SOS, PM, APC, when ended
    rf"|\x1b[ -/]*[0-~]"  # any other escape
)
_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_HIDDEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # C0 but tab and line feed, DEL, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"  # zero width, bidi
    "\ufe00-\ufe0f"  # variation selectors: they change the width of what stands before them
    "\U000e0000-\U000e0fff"  # tags, variation selectors supplement
)
_DROP = re.compile(f"[{_HIDDEN}]")
_MARK = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f"
)
_STORM = re.compile(f"([{_MARK}]{{8}})[{_MARK}]+")
"""Combining marks that pile up on one letter: no language has as many."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_ANY = re.compile(f"[{_HIDDEN}\r\x0b\x0c\x85\u2028\u2029\ud800-\udfff]")

_SECRET = re.compile(
    r"(?i)(authorization\s*+[:=]\s*+(?:(?:bearer|basic)\s++)?|(?:api[_-]?key|x-api-key|token|secret|password)"
    r"\\*+[\"']?\s*+[:=]\s*+\\*+[\"']?)((?:\\*+[^\s\"',;\\]){8,}+)"
    r"|\b(sk-[A-Za-z0-9_-]{16,}|sk-ant-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|github_pat_[A-Za-z0-9_]{20,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,}"
    r"|AIza[0-9A-Za-z_-]{30,}|glpat-[A-Za-z0-9_-]{16,})"
)


def sanitize(text: str) -> str:
    """Text that is safe to show: no control but `\\n` and tab, nothing invisible, no escape."""
    if not text.isascii():
        text = _STORM.sub(r"\1", text)
    if not _ANY.search(text):
        return text
    plain = _DROP.sub("", _BREAK.sub("\n", _SEQUENCE.sub("", text)))
    return _SURROGATE.sub("\ufffd", plain)


def clean_line(text: str) -> str:
    """Safe text on one line, its blanks as they are."""
    return sanitize(text).replace("\n", " ")


def reveal(text: str) -> str:
    """Text with every hidden character spelled out: for what a person is asked to approve."""
    return _ANY.sub(lambda found: _name(found[0]), text) if _ANY.search(text) else text


def one_line(text: str, limit: int) -> str:
    """The text on one line of at most `limit` characters. It costs what is shown."""
    head = text[: 8 * limit + 2 * _MOST_SEQUENCE]
    line = " ".join(sanitize(head).split())
    if len(head) < len(text) and len(line) < limit + _MOST_SEQUENCE:
        line = " ".join(sanitize(text).split())  # much of it shows nothing, or it is cut within
    return line if len(line) <= limit else f"{line[: max(0, limit - 1)]}…"


def redact(text: str) -> str:
    """The text with what looks like a key, token or password masked."""
    return _SECRET.sub(lambda found: f"{found[1] or ''}[redacted]", text)


def duration(seconds: float) -> str:
    """`38 ms`, `0.4 s`, `41 s`, `2 m 05 s`, `1 h 02 m`."""
    if seconds < 0.1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} m {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} m"


def _name(character: str) -> str:
    if character == "\x1b":
        return "␛"
    if character == "\r":
        return "<CR>"
    return f"<U+{ord(character):04X}>"
