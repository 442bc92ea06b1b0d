"""What a screen shows when a run has ended: the prompt, the stages, the answer, how it ended."""

from collections.abc import Iterable

from zaptui.core.events import Entry
from zaptui.core.parts import ToolPart
from zaptui.core.turn import Turn
from zaptui.replay.exporters.facts import facts_of, title_of
from zaptui.replay.player import fold
from zaptui.view.answer import answer_of
from zaptui.view.call_line import call_line, result_line
from zaptui.view.ending import ending_lines
from zaptui.view.folder import Folded, StageFolder
from zaptui.view.glyphs import UNICODE
from zaptui.view.lines import Line, Span, crop, wrap_some
from zaptui.view.stage_lines import stage_evidence, stage_head
from zaptui.view.text import sanitize
from zaptui.view.window import active_place, window

WIDTH, HEIGHT = 100, 40
_ANSWER, _CALLS = 14, 12
_NEVER = 1e9


def final_screen(entries: Iterable[Entry]) -> list[Line]:
    """The lines of the last run, at most a screen of them."""
    conversation = fold(entries)
    if not conversation.turns:
        return [(Span("nothing was run", "dim"),)]
    turn = conversation.turns[-1]
    head = _head(turn)
    foot = [*_answer(turn), *_ending(turn)]
    room = HEIGHT - len(head) - len(foot) - 1
    folded = StageFolder(turn).fold()
    middle = _stages(folded, turn, room) if folded.rows else _calls(folded)
    lines = [*head, (), *middle, *foot] if middle else [*head, *foot]
    return [crop(line, WIDTH) for line in lines[:HEIGHT]]


def _head(turn: Turn) -> list[Line]:
    title = title_of(turn.started.prompt, limit=WIDTH - 4)
    facts = f" {UNICODE.dot} ".join(facts_of(turn)[1:])
    lines: list[Line] = [(Span(f" {UNICODE.prompt} ", "dim"), Span(title, "bold"))]
    return [*lines, (Span(f"   {facts}", "dim"),)] if facts else lines


def _stages(folded: Folded, turn: Turn, room: int) -> list[Line]:
    now = turn.ended_at or 0.0
    blocks = [
        [
            stage_head(row, WIDTH, glyphs=UNICODE, now=now, quiet_s=_NEVER, beat=False),
            *stage_evidence(row, WIDTH),
        ]
        for row in folded.rows
    ]
    return window(blocks, active_place(folded.rows), room)


def _calls(folded: Folded) -> list[Line]:
    """The last calls of a run without a plan."""
    parts = [part for part in folded.before if isinstance(part, ToolPart)]
    lines: list[Line] = []
    for part in parts[-_CALLS:]:
        result = result_line(part, width=WIDTH // 2)
        tail = f"  {UNICODE.dot} {result}" if result else ""
        lines.append((Span(f"   {call_line(part)}"), Span(tail, "error" if part.error else "dim")))
    return lines


def _answer(turn: Turn) -> list[Line]:
    answer = answer_of(turn)
    if not answer:
        return []
    shown, more = wrap_some(sanitize(answer), WIDTH - 2, _ANSWER)
    lines: list[Line] = [(), *((Span(f" {line}"),) for line in shown)]
    return [*lines, (Span(f" +{more} lines", "dim"),)] if more else lines


def _ending(turn: Turn) -> list[Line]:
    if turn.finished is None:
        return []
    return [(), *ending_lines(turn.finished, turn.ended_at, WIDTH, UNICODE)]
