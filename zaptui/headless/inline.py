"""A one-shot on a terminal: the checklist live and inline; its rows and the answer stay behind."""

import asyncio
import sys
import termios
import time
from collections.abc import Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.markdown import Markdown
from rich.text import Text

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import NoticePart, Part, TextPart, ToolPart
from zaptui.core.ports import Approval, Decision
from zaptui.view.answer import answer_of
from zaptui.view.approval_lines import approval_lines, approval_title
from zaptui.view.ending import ending_lines
from zaptui.view.folder import StageFolder
from zaptui.view.glyphs import UNICODE
from zaptui.view.lines import Line, Span, StyleName, crop
from zaptui.view.stage_lines import INDENT, stage_evidence, stage_head
from zaptui.view.text import one_line, reveal, sanitize
from zaptui.view.tool_lines import tool_head

_FRAMES_S = 8
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


class Inline:
    """A sink that draws, and the person's side of questions."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self._conversation = Conversation()
        self._folder: StageFolder | None = None
        self._began = time.monotonic()
        self._heard = self._began
        self._live: Live | None = None

    def __call__(self, entry: e.Entry) -> None:
        """Take an entry."""
        self._conversation.apply(entry.event, at=entry.at)
        self._heard = time.monotonic()
        if isinstance(entry.event, e.RunStarted):
            self._began = self._heard
            self._folder = StageFolder(self._conversation.turn)
            self._start()
        elif isinstance(entry.event, e.RunFinished):
            self._finish()

    # ---- drawing

    def _start(self) -> None:
        self._live = Live(
            get_renderable=self._frame,
            console=self._console,
            refresh_per_second=_FRAMES_S,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def _finish(self) -> None:
        """Leave the rows, the answer and the end in the scrollback."""
        if self._live is not None:
            self._live.stop()
        turn = self._conversation.turn
        for line in self._rows(self._width()):
            self._console.print(_text(line))
        answer = answer_of(turn)
        if answer:
            self._console.print()
            self._console.print(Markdown(sanitize(answer), hyperlinks=False))
        if turn.finished is not None:
            self._console.print()
            for line in ending_lines(turn.finished, turn.ended_at, self._width(), UNICODE):
                self._console.print(_text(line))

    def _width(self) -> int:
        return max(20, self._console.width)

    def _frame(self) -> Group:
        """What shows now: all rows, and the last work of the running stage, within the screen."""
        width = self._width()
        lines = [*self._rows(width), *self._work(width)]
        room = max(3, self._console.height - 2)
        return Group(*(_text(line) for line in lines[-room:]))

    def _rows(self, width: int) -> list[Line]:
        if self._folder is None:
            return []
        now, quiet_s = self._times()
        beat = int(time.monotonic() * 2) % 2 == 1
        lines: list[Line] = []
        for row in self._folder.fold().rows:
            head = stage_head(row, width, glyphs=UNICODE, now=now, quiet_s=quiet_s, beat=beat)
            lines += [head, *stage_evidence(row, width)]
        return lines

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
                head = tool_head(part, inner, glyphs=UNICODE, now=now, opened=False, final=False)
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
        width = self._width()
        lines: list[Line] = [
            (Span(f" {approval_title(approval)}", "asks"),),
            (Span(f" {one_line(reveal(approval.reason), 300)}", "dim"),),
            *((Span("   "), *line) for line in approval_lines(approval, width - 4)),
        ]
        answer = await self._question(lines, " y once · n deny, or a word to the model [n]: ")
        if answer.lower() in ("y", "yes"):
            return Decision(verdict="allow", by="the user, once")
        if answer.lower() in ("", "n", "no"):
            return Decision(verdict="deny", by="the user", reason="the user said no")
        reason = f"the user said no: {one_line(answer, 2000)}"
        return Decision(verdict="deny", by="the user", reason=reason)

    async def ask_user(self, question: str, options: Sequence[str]) -> str:
        """The model's own question; a number chooses an option."""
        lines: list[Line] = [(Span(f" {line}", "bold"),) for line in sanitize(question).split("\n")]
        for place, option in enumerate(options, start=1):
            lines.append((Span(f"   {place} ", "alive"), Span(one_line(option, 200))))
        answer = await self._question(lines, " answer: ")
        if answer.isdigit() and 0 < int(answer) <= len(options):
            return options[int(answer) - 1]
        return answer

    async def _question(self, lines: Sequence[Line], prompt: str) -> str:
        if self._live is not None:
            self._live.stop()
        try:
            for line in lines:
                self._console.print(_text(line))
            await asyncio.sleep(_DEAD_S)
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
            self._console.print(Text(prompt, style="yellow"), end="")
            return (await _line()).strip()
        finally:
            if self._live is not None:
                self._start()


def _text(line: Line) -> Text:
    return Text.assemble(*((span.text, _STYLES[span.style]) for span in line), no_wrap=True)


async def _line() -> str:
    """A line from the terminal; waiting for it can be cancelled."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[str] = loop.create_future()

    def readable() -> None:
        if not future.done():
            future.set_result(sys.stdin.readline())

    loop.add_reader(sys.stdin.fileno(), readable)
    try:
        return await future
    finally:
        loop.remove_reader(sys.stdin.fileno())
