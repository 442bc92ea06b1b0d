"""Short foreign text in a Markdown document, letter for letter: inline, as code, in a fence."""

import re

from zaptui.view.text import one_line, sanitize

_SPECIAL = re.compile(r"[\\`*\[\]<>#~&]|(?<!\w)_|_(?!\w)")
MENTION = re.compile(r"(?<![\w/.`@+-])@[A-Za-z0-9][\w-]*+(?:/[\w-]++)?+(?!`)")
"""A name that some hosts would send a message to; as code it sends none."""
TICKS = re.compile(r"`+")


def inline(text: str, limit: int = 300) -> str:
    """The text on one line, with nothing in it that Markdown would read as its own."""
    line, place = one_line(text, limit), 0
    dollars = line.count("$") > 1  # a pair of them would be a formula
    pieces: list[str] = []
    for found in MENTION.finditer(line):
        pieces += (_escaped(line[place : found.start()]), f"`{found[0]}`")
        place = found.end()
    shown = "".join((*pieces, _escaped(line[place:])))
    return shown.replace("$", "\\$") if dollars else shown


def code_span(text: str, limit: int = 120) -> str:
    """The text on one line as code, with more backticks around it than there are in it."""
    line = one_line(text, limit)
    ticks = "`" * (1 + max(map(len, TICKS.findall(line)), default=0))
    padding = " " if line[:1] == "`" or line[-1:] == "`" else ""
    return f"{ticks}{padding}{line}{padding}{ticks}" if line else ""


def fenced(text: str, language: str = "") -> str:
    """The text as a block of code, in a fence longer than any in it."""
    clean = sanitize(text).strip("\n")
    fence = "`" * max(3, 1 + max(map(len, TICKS.findall(clean)), default=0))
    return f"{fence}{language}\n{clean}\n{fence}"


def quoted(markdown: str) -> str:
    """Markdown as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in markdown.split("\n"))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)
