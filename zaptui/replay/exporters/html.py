"""`html`: one page that opens from disk, with nothing from elsewhere and no script."""

from collections.abc import Iterable, Iterator, Sequence

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry, RunFinished
from zaptui.core.parts import NoticePart, ReasoningPart, TextPart, ToolPart
from zaptui.replay.exporters.calls import CallView, call_view
from zaptui.replay.exporters.excerpt import Limits, choose, cut
from zaptui.replay.exporters.exporter import Given, fold_of
from zaptui.replay.exporters.facts import facts_of, plural, rest_of, title_of, total_facts_of
from zaptui.replay.exporters.html_style import STYLE
from zaptui.replay.exporters.html_text import diff, line, plain, prose
from zaptui.replay.exporters.pages import (
    Said,
    TurnPage,
    Work,
    WorkItem,
    page_of,
    row_note,
    row_took,
)
from zaptui.replay.exporters.room import Room
from zaptui.view.glyphs import UNICODE
from zaptui.view.stages import StageRow

LIMITS = Limits(page=6_000_000, stage=400, text=12_000, lines=300)
_MOST_ROWS = 1_000
_DEEPEST = 4
"""Subagents in subagents whose work is shown."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_KINDS = {"complete": " good", "answered": " good", "error": " bad"}
"""The look of an outcome; the others only catch the eye."""


def export_html(entries: Iterable[Entry], given: Given) -> Iterator[str]:
    """A page whose stages and calls fold. What it leaves out for its size, it says."""
    conversation = fold_of(entries)
    title = line(title_of(conversation.turns[0].prompt if conversation.turns else ""))
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )
    yield f"<header>\n<h1>{title}</h1>\n"
    if len(conversation.turns) > 1:
        total = " · ".join(total_facts_of(conversation.turns))
        yield f'<p class="facts">{line(total)}</p>\n'
    yield "</header>\n"
    yield from _Turns(conversation).write()
    yield f"{_footer(conversation)}</main>\n</body>\n</html>\n"


class _Turns:
    """The turns of a conversation; those of a subagent stand in a call of its parent's."""

    def __init__(
        self, conversation: Conversation, *, room: int = LIMITS.page, depth: int = 0
    ) -> None:
        self._conversation = conversation
        self._depth = depth
        self._room = Room(room, len(conversation.turns))

    def write(self) -> Iterator[str]:
        many = len(self._conversation.turns) > 1
        for number, turn in enumerate(self._conversation.turns, start=1):
            yield '<section class="turn">\n'
            if many:
                yield f"<h2>{number}. {line(title_of(turn.prompt))}</h2>\n"
            yield from self._turn(page_of(turn))
            yield "</section>\n"

    def _turn(self, page: TurnPage) -> Iterator[str]:
        turn = page.turn
        yield _facts(facts_of(turn))
        rest = rest_of(turn.prompt)
        if rest:
            yield _folded("prompt", "The whole prompt", prose(cut(rest, LIMITS)))
        yield from self._stages(page)
        if page.answer:
            kind = _KINDS.get(turn.finished.outcome, "") if turn.finished else ""
            yield (
                f'<section class="answer{kind}">\n<h3>Answer</h3>\n'
                f'<div class="prose">{prose(cut(page.answer, LIMITS))}</div>\n</section>\n'
            )
        if turn.finished:
            yield from _ending(turn.finished)

    def _stages(self, page: TurnPage) -> Iterator[str]:
        room, used = Room(self._room.share(), page.works), 0
        yield '<ol class="plan">\n'
        for text in self._items_of_plan(page, room):
            used += len(text)
            yield f"<li>{text}</li>\n"
        yield "</ol>\n"
        self._room.take(used)

    def _items_of_plan(self, page: TurnPage, room: Room) -> Iterator[str]:
        if page.before:
            name = "Before the plan" if page.rows else "Work"
            yield self._folded_work(_work_head(name, page.before), "work-only", page.before, room)
        for row, work in zip(page.rows[:_MOST_ROWS], page.stages, strict=False):
            status = _class_of(row)
            if work:
                yield self._folded_work(_row_head(row), status, work, room, lead=_deliverable(row))
            else:
                yield f'<div class="row {status}">{_row_head(row)}</div>'
        if len(page.rows) > _MOST_ROWS:
            missing = plural(len(page.rows) - _MOST_ROWS, "more stage")
            yield f'<p class="missing">{missing} not shown here</p>'
        if page.after:
            head = _work_head("After the plan", page.after)
            yield self._folded_work(head, "work-only", page.after, room)

    def _folded_work(
        self, head: str, status: str, work: Work, room: Room, *, lead: str = ""
    ) -> str:
        chosen = choose(work, self._item, most=LIMITS.stage, room=room.share())
        missing = plural(chosen.left_out, "more item")
        told = [f'<p class="missing">{missing} not shown here</p>'] if chosen.left_out else []
        inside = "\n".join([*chosen.head, *told, *chosen.tail])
        text = (
            f'<details class="stage {status}"><summary>{head}</summary>\n'
            f'<div class="work">\n{lead}{inside}\n</div></details>'
        )
        room.take(len(text))
        return text

    def _item(self, item: WorkItem) -> str:
        match item:
            case TextPart():
                return f'<div class="prose">{prose(cut(item.text, LIMITS))}</div>'
            case ReasoningPart():
                return _folded("thought", "Thinking", prose(cut(item.text, LIMITS))).rstrip()
            case Said():
                return f'<div class="said prose">{prose(cut(item.text, LIMITS))}</div>'
            case NoticePart():
                return f'<p class="notice {item.level}">{line(item.text)}</p>'
            case ToolPart():
                return self._call(item)

    def _call(self, part: ToolPart) -> str:
        view = call_view(part)
        child = self._conversation.children.get(part.call_id)
        inside = _blocks(view) + (self._child(child) if child is not None else "")
        classes = " ".join(
            ["call", *(["failed"] if view.failed else []), *([] if inside else ["bare"])]
        )
        head = (
            f'<span class="tool">{line(view.tool)}</span>'
            f'<span class="subject">{line(view.subject)}</span>'
            f'<span class="notes">{line(" · ".join(view.notes))}</span>'
        )
        body = f'\n<div class="inside">{inside}</div>' if inside else ""
        return f'<details class="{classes}"><summary>{head}</summary>{body}</details>'

    def _child(self, child: Conversation) -> str:
        if self._depth >= _DEEPEST:
            return '<p class="missing">a subagent\'s work, not shown here</p>'
        turns = _Turns(child, room=LIMITS.page // 20, depth=self._depth + 1)
        return (
            '<details class="agent"><summary>Subagent</summary>\n'
            f"<div>{''.join(turns.write())}</div></details>"
        )


def _facts(facts: Sequence[str]) -> str:
    outcome, *others = facts
    first = f'<span class="outcome{_KINDS.get(outcome, "")}">{line(outcome)}</span>'
    return (
        '<p class="facts">' + first + "".join(f"<span>{line(x)}</span>" for x in others) + "</p>\n"
    )


def _class_of(row: StageRow) -> str:
    if row.converged:
        return "open"
    return "done unproved" if row.status == "done" and not row.evidence else row.status


def _row_head(row: StageRow) -> str:
    mark = UNICODE.pending if row.converged else UNICODE.of(row.status, beat=False)
    told = " — ".join(filter(None, (row.evidence or "", row_note(row))))
    head = (
        f'<span class="mark">{mark}</span><span class="place">{row.index}/{row.total}</span>'
        f'<span class="name">{line(row.content)}</span>'
        f'<span class="took">{line(row_took(row))}</span>'
    )
    return f'{head}<span class="evidence">{line(told, 600)}</span>' if told else head


def _deliverable(row: StageRow) -> str:
    told = row.deliverable and row.deliverable != row.content
    return f'<p class="notice">To deliver: {line(row.deliverable)}</p>\n' if told else ""


def _work_head(name: str, work: Work) -> str:
    calls = sum(isinstance(item, ToolPart) for item in work)
    return (
        f'<span class="mark"></span><span class="place"></span><span class="name">{name}</span>'
        f'<span class="took">{plural(calls, "call") if calls else ""}</span>'
    )


def _blocks(view: CallView) -> str:
    blocks: list[str] = []
    if view.arguments:
        blocks.append(f'<pre class="arguments">{plain(cut(view.arguments, LIMITS))}</pre>')
    if view.diff:
        blocks.append(f'<pre class="diff">{diff(cut(view.diff, LIMITS))}</pre>')
    if view.body:
        kind = ' class="failure"' if view.failed else ""
        blocks.append(f"<pre{kind}>{plain(cut(view.body, LIMITS))}</pre>")
    return "".join(blocks)


def _folded(kind: str, summary: str, inside: str) -> str:
    return (
        f'<details class="{kind}"><summary>{summary}</summary>'
        f'<div class="prose">{inside}</div></details>\n'
    )


def _ending(finished: RunFinished) -> Iterator[str]:
    """What a reader must know beyond the answer."""
    if finished.denials:
        yield '<section class="ending">\n<h3>Denied</h3>\n<ul>\n'
        for denial in finished.denials[:_MOST_ROWS]:
            yield (
                f"<li><code>{line(denial.tool)} {line(denial.subject)}</code>"
                f" — {line(denial.reason)}</li>\n"
            )
        yield "</ul>\n</section>\n"
    if finished.error:
        shown = f'<pre class="failure">{plain(cut(finished.error, LIMITS))}</pre>'
        yield f'<section class="ending">\n<h3>Error</h3>\n{shown}\n</section>\n'
    if finished.outcome not in ("complete", "answered", "error"):
        yield f'<p class="notice">Stopped: {line(finished.stopped_by)}.</p>\n'


def _footer(conversation: Conversation) -> str:
    started = conversation.turn.started
    words = ["Exported by zaptui", started.session, started.time]
    return f"<footer>{' · '.join(line(word, 80) for word in words if word)}</footer>\n"
