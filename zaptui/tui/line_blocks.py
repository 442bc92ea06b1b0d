"""Blocks that are lines of words: notices, what the app itself says, what a person asked."""

from dataclasses import dataclass, field

from zaptui.core.parts import NoticePart
from zaptui.tui.block import Block, LineBlock, folded, more, said_lines
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, crop
from zaptui.view.text import one_line, sanitize

_NOTICE_LINES = 12
_LOCAL_LINES = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """Something the app itself shows: a command's answer, the output of `!`."""

    title: str
    text: str
    style: StyleName = "dim"
    lines: list[str] = field(default_factory=list[str])


def notice_block(key: str, part: NoticePart, *, indent: int) -> Block:
    """A line the runner says."""
    styles: dict[str, StyleName] = {"info": "dim", "warning": "asks", "error": "error"}
    style = styles[part.level]

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        wrapped, hidden = folded(sanitize(part.text), max(1, width - 2), _NOTICE_LINES)
        marks = [glyphs.bullet, *[" "] * (len(wrapped) - 1)]
        told: list[Line] = [
            (Span(f"{mark} ", style), Span(line, style))
            for mark, line in zip(marks, wrapped, strict=True)
        ]
        return [*told, more(hidden)] if hidden else told

    return LineBlock(key, lines, indent=indent)


def local_block(key: str, local: Local) -> Block:
    """A title and some text of the app's own."""

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        title = Span(one_line(local.title, 400), "bold")
        shown: list[Line] = [crop((Span(f" {glyphs.bullet} ", "dim"), title), width)]
        text = sanitize(local.text).rstrip("\n")
        body, hidden = folded(text, max(1, width - 4), _LOCAL_LINES) if text else ([], 0)
        shown += [(Span(f"   {line}", local.style),) for line in body]
        return [*shown, (Span("   "), *more(hidden))] if hidden else shown

    return LineBlock(key, lines)


def prompt_block(key: str, text: str) -> Block:
    """What the person asked."""

    def lines(width: int, glyphs: Glyphs) -> list[Line]:
        shown = said_lines([text], width - 1, glyphs)
        return [*((Span(" "), *line) for line in shown), ()]

    return LineBlock(key, lines)
