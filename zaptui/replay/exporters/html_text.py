"""Foreign text in an HTML page: all of it escaped, a model's Markdown drawn without its HTML."""

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from zaptui.replay.exporters.markdown_safe import is_tangled
from zaptui.view.text import one_line, sanitize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_GOOD_LINK = re.compile(r"(?i)(?:https?:|mailto:)[^\s]+")


def line(text: str, limit: int = 400) -> str:
    """The text on one line, escaped."""
    return escape(one_line(text, limit))


def plain(text: str) -> str:
    """The text with its line breaks, escaped."""
    return escape(sanitize(text))


def prose(text: str) -> str:
    """A model's Markdown as HTML: no HTML of its own, no image, links to the web alone."""
    clean = sanitize(text).strip("\n")
    return f"<pre>{escape(clean)}</pre>" if is_tangled(clean) else _parser().render(clean)


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
    parser.validateLink = lambda url: True  # the renderer judges, so that a label is kept
    parser.add_render_rule("link_open", _link_open)
    parser.add_render_rule("link_close", _link_close)
    return parser


def _link_open(_: object, tokens: "Sequence[Token]", place: int, *__: object) -> str:
    """A link to the web; what leads anywhere else is named, not linked."""
    url = str(tokens[place].attrs.get("href", ""))
    if _GOOD_LINK.fullmatch(url):
        return f'<a href="{escape(url)}" rel="noopener noreferrer">'
    return f'<span class="path" title="{escape(one_line(url, 400))}">'


def _link_close(_: object, tokens: "Sequence[Token]", place: int, *__: object) -> str:
    opening = next(token for token in reversed(tokens[:place]) if token.type == "link_open")
    return "</a>" if _GOOD_LINK.fullmatch(str(opening.attrs.get("href", ""))) else "</span>"
