"""Foreign text in an HTML page: all of it escaped, a model's Markdown drawn without its HTML."""

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from zaptui.view.text import one_line, sanitize

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_GOOD_LINK = re.compile(r"(?i)(?:https?:|mailto:)[^\s]+")


def line(text: str, limit: int = 400) -> str:
    """The text on one line, escaped."""
    return escape(one_line(text, limit))


def plain(text: str) -> str:
    """The text with its line breaks, escaped."""
    return escape(sanitize(text))


def prose(text: str) -> str:
    """A model's Markdown as HTML: no HTML of its own, no image, links to the web alone."""
    return _parser().render(sanitize(text).strip("\n"))


def diff(text: str) -> str:
    """A unified diff, its lines marked as added, removed or neither."""
    return "".join(map(_diff_line, sanitize(text).split("\n")))


def _diff_line(text: str) -> str:
    names = {"+": "added", "-": "removed", "@": "hunk"}
    name = names.get(text[:1])
    shown = escape(text)
    return f'<span class="{name}">{shown}\n</span>' if name else f"<span>{shown}\n</span>"


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    options = {"html": False, "linkify": False, "maxNesting": 40}
    parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable("image")
    parser.validateLink = _is_good_link
    return parser


def _is_good_link(url: str) -> bool:
    return _GOOD_LINK.fullmatch(url) is not None
