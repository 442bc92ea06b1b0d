"""`html`: one page that opens from disk, with nothing from elsewhere and no script."""

from collections.abc import Iterable, Iterator

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry
from zaptui.core.parts import NoticePart, ReasoningPart, TextPart, ToolPart
from zaptui.replay.exporters.calls import call_view
from zaptui.replay.exporters.excerpt import choose, cut
from zaptui.replay.exporters.facts import facts_of, plural, rest_of, title_of, total_facts_of
from zaptui.replay.exporters.html_parts import (
    KINDS,
    LIMITS,
    MOST_ROWS,
    call_blocks,
    class_of,
    deliverable,
    ending,
    facts_line,
    folded,
    footer,
    row_head,
    top,
    work_head,
)
from zaptui.replay.exporters.html_text import line, prose
from zaptui.replay.exporters.pages import (
    Said,
    TurnPage,
    Work,
    WorkItem,
    child_name,
    page_of,
    unattached,
)
from zaptui.replay.exporters.room import Room
from zaptui.replay.player import fold

_DEEPEST = 4
"""Subagents in subagents whose work is shown."""


def export_html(entries: Iterable[Entry]) -> Iterator[str]:
    """A page whose stages and calls fold. What it leaves out for its size, it says."""
    conversation = fold(entries)
    yield top(line(title_of(conversation.turns[0].prompt if conversation.turns else "")))
    if len(conversation.turns) > 1:
        total = " · ".join(total_facts_of(conversation.turns))
        yield f'<p class="facts">{line(total)}</p>\n'
    yield "</header>\n"
    yield from _Turns(conversation).write()
    yield f"{footer(conversation)}</main>\n</body>\n</html>\n"


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
        for child in unattached(self._conversation):
            yield self._child(child)

    def _turn(self, page: TurnPage) -> Iterator[str]:
        turn = page.turn
        yield facts_line(facts_of(turn, is_child=self._depth > 0))
        rest = rest_of(turn.prompt)
        if rest:
            yield folded("prompt", "The whole prompt", prose(cut(rest, LIMITS)))
        yield from self._stages(page)
        if page.answer:
            kind = KINDS.get(turn.finished.outcome, "") if turn.finished else ""
            yield (
                f'<section class="answer{kind}">\n<h3>Answer</h3>\n'
                f'<div class="prose">{prose(cut(page.answer, LIMITS))}</div>\n</section>\n'
            )
        if turn.finished:
            yield from ending(turn.finished)

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
            name, kind = ("Before the plan", "aside") if page.rows else ("Work", "aside alone")
            yield self._folded_work(work_head(name, page.before), kind, page.before, room)
        for row, work in zip(page.rows[:MOST_ROWS], page.stages, strict=False):
            status = class_of(row)
            if work:
                yield self._folded_work(row_head(row), status, work, room, lead=deliverable(row))
            else:
                yield f'<div class="row {status}">{row_head(row)}</div>'
        if len(page.rows) > MOST_ROWS:
            missing = plural(len(page.rows) - MOST_ROWS, "more stage")
            yield f'<p class="missing">{missing} not shown here</p>'
        if page.after:
            head = work_head("After the plan", page.after)
            yield self._folded_work(head, "aside", page.after, room)

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
                return folded("thought", "Thinking", prose(cut(item.text, LIMITS))).rstrip()
            case Said():
                return f'<div class="said prose">{prose(cut(item.text, LIMITS))}</div>'
            case NoticePart():
                return f'<p class="notice {item.level}">{line(item.text)}</p>'
            case ToolPart():
                return self._call(item)

    def _call(self, part: ToolPart) -> str:
        view = call_view(part)
        child = self._conversation.children.get(part.call_id)
        inside = call_blocks(view) + (self._child(child) if child is not None else "")
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
            f'<details class="agent"><summary>{line(child_name(child))}</summary>\n'
            f"<div>{''.join(turns.write())}</div></details>\n"
        )
