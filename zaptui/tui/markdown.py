"""Markdown as strips. While it streams, closed blocks are rendered once, the open one again."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from pygments.token import Text
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.syntax import Syntax
from rich.theme import Theme
from textual.strip import Strip

from zaptui.view.lines import wrap_text
from zaptui.view.quiet_markdown import QuietBlock
from zaptui.view.text import sanitize

_LARGEST = 32_000
"""Characters of a paragraph above which its block is shown as text, as it is, and of an open block
above which it is drawn less often."""


def _inline(state: StateCore) -> None:
    """The marks within each paragraph; nobody looks for them in one that is very long."""
    for token in state.tokens:
        if token.type == "inline":
            token.children = token.children or []
            if len(token.content) <= _LARGEST:
                state.md.inline.parse(token.content, state.md, state.env, token.children)


_PARSER = MarkdownIt("commonmark").enable("table").enable("strikethrough")
_PARSER.core.ruler.at("inline", _inline)
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
        self._code_style = Syntax.get_theme(code_theme).get_style_for_token(Text)

    def render(self, text: str, width: int, *, indent: int = 0) -> list[Strip]:
        """Clean Markdown as lines of at most `width` columns, moved in by some more."""
        lines: list[Strip] = []
        for block in _blocks(text):
            lines = joined(lines, self.block(block, width, indent=indent))
        return lines

    def block(self, block: "_Block", width: int, *, indent: int = 0) -> list[Strip]:
        """The lines of one block, none blank at either end."""
        if block.long:
            return _lines(block.long.strip("\n"), width, indent=indent)
        document = QuietBlock(block.tokens, code_theme=self._code_theme)
        options = self._console.options.update(width=max(1, width), height=None)
        lines = self._console.render_lines(document, options, pad=False)
        strips = [_strip(line, indent) for line in lines]
        shown = [place for place, strip in enumerate(strips) if strip.text.strip()]
        return strips[shown[0] : shown[-1] + 1] if shown else []

    def code(self, text: str, width: int, *, indent: int = 0) -> list[Strip]:
        """The text of an open code block, in lines of at most `width` columns."""
        return _lines(text, width, indent=indent, style=self._code_style)


class StreamingMarkdown:
    """One text that grows. An update costs what was added and the open block, not the length."""

    def __init__(self, renderer: MarkdownRenderer, width: int, *, indent: int = 0) -> None:
        self._renderer = renderer
        self._width = width
        self._indent = indent
        self._closed: list[Strip] = []
        self._shown: list[Strip] = []
        self._offset = 0
        self._text = ""

    def update(self, text: str, *, whole: bool) -> list[Strip]:
        """The lines of the text so far. `whole`: nothing will follow. All of it is rendered anew
        where a late definition may have changed what came before."""
        clean = sanitize(text)
        anew = not clean.startswith(self._text) or (whole and _REFERENCE.search(clean))
        if anew:
            self._closed, self._offset = [], 0
        if not whole and not anew and self._waits(clean):
            return self._shown
        self._text = clean
        self._close(whole=whole)
        rest = clean[self._offset :]
        self._shown = joined(self._closed, self._open(rest) if rest.strip() else [])
        return self._shown

    def _waits(self, clean: str) -> bool:
        """Whether an open block is so large that it is drawn anew only once it has grown."""
        size = len(clean) - self._offset
        return size > _LARGEST and (len(clean) - len(self._text)) * 16 < size

    def _close(self, *, whole: bool) -> None:
        """Render for good the blocks that no later text can change: those before the last one.
        The line that is being written does not count: it may yet belong to what stands above."""
        rest = self._text[self._offset :]
        lines = rest[: len(rest) if whole else rest.rfind("\n") + 1]
        blocks = _blocks(lines)
        if not whole:
            if len(blocks) < 2:
                return
            start = blocks.pop().start
            lines = "".join(f"{line}\n" for line in lines.split("\n")[:start])
        for block in blocks:
            strips = self._renderer.block(block, self._width, indent=self._indent)
            if self._closed and strips:
                self._closed.append(Strip([], 0))
            self._closed += strips
        self._offset += len(lines)

    def _open(self, rest: str) -> list[Strip]:
        code = _open_code(rest.lstrip("\n"))
        if code is not None:
            return self._renderer.code(code, self._width, indent=self._indent)
        return self._renderer.render(rest, self._width, indent=self._indent)


def _open_code(text: str) -> str | None:
    """The lines of a code block that is not closed yet; None for anything else."""
    fence = _FENCE.match(text)
    if fence is None:
        return None
    body = text.partition("\n")[2]
    mark = re.escape(fence[1][0])
    closed = re.search(rf"^ {{0,3}}{mark}{{{len(fence[1])},}}[ \t]*$", body, re.MULTILINE)
    return None if closed else body.removesuffix("\n")


def joined(above: list[Strip], below: list[Strip]) -> list[Strip]:
    """Two blocks with a gap between them; one that shows nothing has none."""
    return [*above, Strip([], 0), *below] if above and below else [*above, *below]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """A block of a text: a paragraph, a whole list, a table, a code block."""

    start: int
    """The line it begins at."""
    tokens: list[Token]
    long: str = ""
    """Its source, where that is too long to look for marks in it."""


def _blocks(text: str) -> list[_Block]:
    blocks: list[_Block] = []
    tokens: list[Token] = []
    for token in _PARSER.parse(text):
        tokens.append(token)
        if token.level == 0 and token.nesting <= 0:
            blocks.append(_block(tokens, text))
            tokens = []
    return blocks


def _block(tokens: list[Token], text: str) -> _Block:
    start, end = tokens[0].map or (0, 0)
    if all(len(token.content) <= _LARGEST for token in tokens if token.type == "inline"):
        return _Block(start=start, tokens=tokens)
    return _Block(start=start, tokens=tokens, long="\n".join(text.split("\n")[start:end]))


def _lines(text: str, width: int, *, indent: int, style: Style | None = None) -> list[Strip]:
    """Text as it is, in lines of at most `width` columns."""
    return [_strip([Segment(line, style)], indent) for line in wrap_text(text, width)]


def _strip(segments: list[Segment], indent: int) -> Strip:
    while segments and not segments[-1].text.strip():
        segments = segments[:-1]
    return Strip([Segment(" " * indent), *segments] if indent and segments else segments)
