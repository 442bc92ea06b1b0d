"""A one-shot on a terminal: the checklist live and inline; its rows and the answer stay behind."""

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, cast

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text
from rich.theme import Theme

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import NoticePart, Part, TextPart, ToolPart
from zaptui.core.ports import Approval, Decision
from zaptui.headless.inline_questions import (
    ALLOW,
    ANSWER,
    approval_question,
    decision_of,
    option_of,
    user_question,
)
from zaptui.headless.keyboard import Keyboard
from zaptui.view.answer import answer_of
from zaptui.view.ending import ending_lines
from zaptui.view.folder import StageFolder
from zaptui.view.glyphs import ASCII, UNICODE
from zaptui.view.lines import Line, Span, StyleName, crop
from zaptui.view.quiet_markdown import QuietMarkdown
from zaptui.view.stage_lines import INDENT, stage_evidence, stage_head
from zaptui.view.text import one_line, sanitize
from zaptui.view.tool_lines import tool_head
from zaptui.view.window import active_place, window

_FRAME_S = 0.1
_BEAT_S = 0.5
_WORK_LINES = 8
"""Lines of the running stage's work."""
_DEAD_S = 0.4
"""Seconds before a question takes an answer: what was typed before it was not meant for it."""

_STYLES: dict[StyleName, str] = {
    "plain": "",
    "dim": "bright_black",
    "bold": "bold",
    "alive": "cyan",
    "done": "green",
    "struck": "strike bright_black",
    "error": "red",
    "asks": "yellow",
    "added": "green",
    "removed": "red",
    "user": "bold",
}
_MARKDOWN = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold",
        "markdown.h3": "bold",
        "markdown.code": "cyan",
        "markdown.block_quote": "bright_black",
        "markdown.item.bullet": "bright_black",
        "markdown.item.number": "bright_black",
        "markdown.link": "underline",
        "markdown.link_url": "bright_black",
        "markdown.table.border": "bright_black",
        "markdown.table.header": "bold",
    }
)


class Inline:
    """A sink that draws, and the person's side of questions."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, TextIOWrapper):  # a terminal without Unicode is no failure
            cast("Any", sys).stdout.reconfigure(errors="replace")
        self._console = Console(highlight=False, theme=_MARKDOWN)
        self._glyphs = UNICODE if self._console.encoding.startswith("utf") else ASCII
        self._keyboard = Keyboard()
        self._conversation = Conversation()
        self._folder: StageFolder | None = None
        self._began = self._heard = time.monotonic()
        self._live: Live | None = None
        self._paused = False
        self._timer: asyncio.TimerHandle | None = None
        self._shown: object = None
        self._asking = asyncio.Lock()

    def __call__(self, entry: e.Entry) -> None:
        """Take an entry."""
        self._conversation.apply(entry.event, at=entry.at)
        self._heard = time.monotonic()
        if isinstance(entry.event, e.RunStarted):
            self._began = self._heard
            self._folder = StageFolder(self._conversation.turn)
            self._start()
        elif isinstance(entry.event, e.RunFinished):
            self._stop()
            self._leave_behind()

    # ---- drawing

    def _start(self) -> None:
        self._keyboard.silence()
        self._live = Live(
            get_renderable=self._frame,
            console=self._console,
            auto_refresh=False,  # a thread of its own would read what the loop is changing
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()
        self._tick()

    def _tick(self) -> None:
        """Draw when something has come, else at the pace of the heartbeat."""
        shown = (self._heard, int(time.monotonic() / _BEAT_S))
        if self._live is not None and shown != self._shown:
            self._shown = shown
            self._live.refresh()
        self._timer = asyncio.get_running_loop().call_later(_FRAME_S, self._tick)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._live is not None:
            self._live.stop()
            self._live = None
        self._keyboard.speak()

    def pause(self) -> None:
        """The process is about to be stopped: the terminal is the shell's."""
        self._paused = self._live is not None
        if self._paused:
            self._stop()

    def go_on(self) -> None:
        """It goes on in the foreground."""
        if self._paused:
            self._start()

    def _leave_behind(self) -> None:
        """The rows, the answer and the end stay in the scrollback."""
        turn = self._conversation.turn
        for block in self._rows(self._width()):
            self._print(block)
        answer = answer_of(turn)
        if answer:
            self._console.print()
            self._console.print(QuietMarkdown(sanitize(answer), code_theme="ansi_dark"))
        if turn.finished is not None:
            self._console.print()
            self._print(ending_lines(turn.finished, turn.ended_at, self._width(), self._glyphs))

    def _print(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self._console.print(_text(line))

    def _width(self) -> int:
        return max(20, self._console.width)

    def _frame(self) -> Group:
        """What shows now: the rows around the running stage, and its last work."""
        width = self._width()
        room = max(3, self._console.height - 2)
        work = self._work(width)[-max(0, room - 3) :]
        rows = self._rows(width)
        active = active_place(self._folder.fold().rows) if self._folder else 0
        shown = window(rows, active, room - len(work)) if rows else []
        return Group(*(_text(line) for line in [*shown, *work]))

    def _rows(self, width: int) -> list[list[Line]]:
        if self._folder is None:
            return []
        now, quiet_s = self._times()
        beat = int(time.monotonic() / _BEAT_S) % 2 == 1
        blocks: list[list[Line]] = []
        for row in self._folder.fold().rows:
            head = stage_head(row, width, glyphs=self._glyphs, now=now, quiet_s=quiet_s, beat=beat)
            blocks.append([head, *stage_evidence(row, width)])
        return blocks

    def _work(self, width: int) -> list[Line]:
        """The newest parts of the running stage, or of a run without a plan."""
        if self._folder is None or self._conversation.turn.finished is not None:
            return []
        folded = self._folder.fold()
        active = next((row.subparts for row in folded.rows if row.is_streaming), None)
        parts: Sequence[Part] = active if active is not None else folded.sink or folded.before
        lines: list[Line] = [(Span(" "),)] if folded.rows else []
        for part in list(parts)[-_WORK_LINES:]:
            lines += self._part(part, width)
        return lines[-_WORK_LINES - 1 :]

    def _part(self, part: Part, width: int) -> list[Line]:
        inner = max(10, width - INDENT)
        margin = Span(" " * INDENT)
        match part:
            case ToolPart():
                now, _ = self._times()
                head = tool_head(
                    part, inner, glyphs=self._glyphs, now=now, opened=False, final=False
                )
                return [(margin, *head)]
            case TextPart() if part.text.strip():
                last = part.text.strip().rsplit("\n", 1)[-1]
                return [(margin, *crop((Span(one_line(last, 400), "dim"),), inner))]
            case NoticePart():
                return [(margin, *crop((Span(one_line(part.text, 400), "asks"),), inner))]
            case _:
                return []

    def _times(self) -> tuple[float, float]:
        """Seconds since the run began, and since anything was heard."""
        if self._conversation.turn.ended_at is not None:
            return self._conversation.turn.ended_at, 0.0
        now = time.monotonic()
        return now - self._began, now - self._heard

    # ---- questions

    async def ask(self, approval: Approval) -> Decision:
        """May this call run? An empty answer is no."""
        lines = approval_question(approval, self._width())
        return decision_of(await self._question(lines, ALLOW))

    async def ask_user(self, question: str, options: Sequence[str]) -> str:
        """The model's own question; a number chooses an option."""
        lines = user_question(question, options, self._width())
        return option_of(await self._question(lines, ANSWER), options)

    async def _question(self, lines: Sequence[Line], prompt: str) -> str:
        """One question at a time, below the rows; the rows go on when it is answered."""
        async with self._asking:
            self._stop()
            try:
                self._print(lines)
                await asyncio.sleep(_DEAD_S)
                self._keyboard.forget()
                self._console.print(Text(prompt, style="yellow"), end="")
                return await self._keyboard.line()
            except asyncio.CancelledError:
                with suppress(OSError):
                    self._console.print()
                raise
            finally:
                with suppress(OSError):
                    self._console.print()
                self._start()


def _text(line: Line) -> Text:
    return Text.assemble(*((span.text, _STYLES[span.style]) for span in line), no_wrap=True)
