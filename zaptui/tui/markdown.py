"""Markdown as strips. While it streams, closed blocks are rendered once, the open one again."""

import re
from collections.abc import Mapping

from markdown_it import MarkdownIt
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.syntax import Syntax
from rich.theme import Theme
from textual.strip import Strip

from zaptui.view.quiet_markdown import QuietMarkdown
from zaptui.view.text import sanitize

_PARSER = MarkdownIt("commonmark").enable("table").enable("strikethrough")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:", re.MULTILINE)


class MarkdownRenderer:
    """Renders with one theme: Rich's styles by name, and Pygments' for code."""

    def __init__(self, styles: Mapping[str, Style], *, code_theme: str) -> None:
        self._console = Console(
            width=80,
            force_terminal=True,
            color_system="truecolor",
            legacy_windows=False,
            theme=Theme(dict(styles), inherit=True),
        )
        self._code_theme = code_theme

    def render(self, text: str, width: int, *, indent: int = 0) -> list[Strip]:
        """Clean Markdown as lines of at most `width` columns, moved in by some more."""
        document = QuietMarkdown(text, code_theme=self._code_theme)
        options = self._console.options.update(width=max(1, width), height=None)
        lines = self._console.render_lines(document, options, pad=False)
        return [_strip(line, indent) for line in lines]

    def plain(self, text: str, width: int, *, indent: int = 0) -> list[Strip]:
        """Text as it is, in lines of at most `width` columns: an open code block."""
        options = self._console.options.update(width=max(1, width), height=None)
        syntax = Syntax(text, "text", theme=self._code_theme, word_wrap=True,
                        background_color="default")  # fmt: skip
        lines = self._console.render_lines(syntax, options, pad=False)
        return [_strip(line, indent) for line in lines]


class StreamingMarkdown:
    """One text that grows. An update costs what was added and the open block, not the length."""

    def __init__(self, renderer: MarkdownRenderer, width: int, *, indent: int = 0) -> None:
        self._renderer = renderer
        self._width = width
        self._indent = indent
        self._closed: list[Strip] = []
        self._offset = 0
        self._text = ""

    def update(self, text: str, *, whole: bool) -> list[Strip]:
        """The lines of the text so far. `whole`: nothing will follow, so all of it is rendered anew
        where a late definition could have changed what came before."""
        clean = sanitize(text)
        if not clean.startswith(self._text):
            self._closed, self._offset = [], 0
        self._text = clean
        if whole and (self._offset == 0 or _REFERENCE.search(clean)):
            return self._render(clean)
        self._close(whole=whole)
        rest = clean[self._offset :]
        if not rest.strip():
            return self._closed
        return [*self._closed, *self._gap(), *self._open(rest)]

    def _close(self, *, whole: bool) -> None:
        """Render for good the blocks that are followed by another one."""
        rest = self._text[self._offset :]
        end = len(rest) if whole else _closed_length(rest)
        if end:
            self._closed += [*self._gap(), *self._render(rest[:end])]
            self._offset += end

    def _gap(self) -> list[Strip]:
        return [Strip([], 0)] if self._closed else []

    def _open(self, rest: str) -> list[Strip]:
        fence = _FENCE.match(rest.lstrip("\n"))
        if fence:
            body = rest.lstrip("\n").partition("\n")[2]
            return self._renderer.plain(body, self._width, indent=self._indent)
        return self._render(rest)

    def _render(self, text: str) -> list[Strip]:
        return self._renderer.render(text, self._width, indent=self._indent)


def _closed_length(text: str) -> int:
    """Characters of the blocks at the start of a text that no later text can change."""
    blocks = [token for token in _PARSER.parse(text) if token.level == 0 and token.map]
    starts = sorted({token.map[0] for token in blocks if token.map})
    if len(starts) < 2:
        return 0
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: starts[-1]])


def _strip(segments: list[Segment], indent: int) -> Strip:
    while segments and not segments[-1].text.strip():
        segments = segments[:-1]
    return Strip([Segment(" " * indent), *segments] if indent and segments else segments)
