"""Text without drawn marks, column for column: for screen readers, and for plain terminals."""

_HORIZONTAL = "─━┄┅┈┉╌╍═╴╶╸╺╼╾"
_VERTICAL = "│┃┆┇┊┋╎╏║╵╷╹╻╽╿"
_MARKS = {
    "|": "▌▍▎▏▐▕",
    "<": "←‹",
    ">": "→▸▶❯›",
    "^": "↑",
    "v": "↓▾▼✓✔",
    "x": "✗✘×",
    "o": "○◦",
    "*": "●◉•",
    "#": "■▪",
    "-": "·−–—",
    "~": "…",
    "'": "‘’",
    '"': "“”",
}
_TABLE: dict[int, str] = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),  # box drawing
    **dict.fromkeys(range(0x2580, 0x25A0), "#"),  # blocks
    **dict.fromkeys(range(0x2800, 0x2900), "*"),  # braille, as spinners use it
    **dict.fromkeys(map(ord, _HORIZONTAL), "-"),
    **dict.fromkeys(map(ord, _VERTICAL), "|"),
    **{ord(mark): plain for plain, marks in _MARKS.items() for mark in marks},
}


def plain_text(text: str) -> str:
    """The text with boxes, blocks and other marks as ASCII ones; letters stay as they are."""
    return text if text.isascii() else text.translate(_TABLE)
