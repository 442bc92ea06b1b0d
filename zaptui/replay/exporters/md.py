"""`md`: Markdown that reads well in a pull request: a checklist, its work folded, the answer."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry, RunFinished
from zaptui.core.parts import NoticePart, ReasoningPart, TextPart, ToolPart
from zaptui.replay.exporters.calls import call_view
from zaptui.replay.exporters.excerpt import Limits, choose, cut
from zaptui.replay.exporters.facts import facts_of, plural, rest_of, title_of, total_facts_of
from zaptui.replay.exporters.markdown_safe import safe_markdown
from zaptui.replay.exporters.markdown_text import code_span, fenced, inline
from zaptui.replay.exporters.pages import (
    Said,
    TurnPage,
    Work,
    WorkItem,
    child_name,
    is_open,
    page_of,
    row_note,
    row_took,
    unattached,
)
from zaptui.replay.exporters.room import Room
from zaptui.replay.player import fold
from zaptui.view.stages import StageRow
from zaptui.view.text import one_line

LIMITS = Limits(page=56_000, stage=120, text=2_000, lines=40)
"""A pull request holds 65,536 characters."""
_ANSWER = Limits(page=0, stage=0, text=12_000, lines=300)
_MOST_ROWS = 200
_DEEPEST = 3
"""Subagents in subagents whose work is shown."""


def export_markdown(entries: Iterable[Entry]) -> Iterator[str]:
    """One section a turn: what came of it first, then the stages, then the answer."""
    conversation = fold(entries)
    yield from _Document(conversation).write()


class _Document:
    """One conversation; a subagent's is a document in a call of its parent's."""

    def __init__(
        self, conversation: Conversation, *, room: int = LIMITS.page, depth: int = 0
    ) -> None:
        self._conversation = conversation
        self._depth = depth
        self._room = Room(room, len(conversation.turns))

    def write(self) -> Iterator[str]:
        """The whole of it, under the title of its first prompt."""
        turns = self._conversation.turns
        yield f"# {inline(title_of(turns[0].prompt if turns else ''))}\n\n"
        if len(turns) > 1:
            yield f"{_facts(total_facts_of(turns))}\n\n"
        yield from self.body()

    def body(self) -> Iterator[str]:
        """Its turns, then the subagents that no call started."""
        many, mark = len(self._conversation.turns) > 1, "##" + "#" * self._depth
        for number, turn in enumerate(self._conversation.turns, start=1):
            if many:
                yield f"{mark} {number}. {inline(title_of(turn.prompt))}\n\n"
            yield from self._turn(page_of(turn))
        for child in unattached(self._conversation):
            yield self._child(child)

    def _turn(self, page: TurnPage) -> Iterator[str]:
        """A turn without its title. Its answer may take half of its room, its prompt an eighth."""
        turn, share = page.turn, self._room.share()
        prompt = rest_of(turn.prompt)
        if prompt:
            shown = safe_markdown(cut(prompt, _ANSWER.within(share // 8)), quote=True)
            prompt = _details("The whole prompt", [shown])
        head = (
            f"{_facts(facts_of(turn, is_child=self._depth > 0))}\n\n{prompt}{_checklist(page.rows)}"
        )
        tail = "".join(_ending(turn.finished)) if turn.finished else ""
        if page.answer:
            shown = safe_markdown(cut(page.answer, _ANSWER.within(share // 2)))
            tail = f"**Answer**\n\n{shown}\n\n{tail}"
        used = len(head) + len(tail)
        yield head
        for text in self._works(page, Room(share - used, page.works)):
            used += len(text)
            yield text
        yield tail
        self._room.take(used)

    def _works(self, page: TurnPage, room: Room) -> Iterator[str]:
        lists = [
            ("Before the plan" if page.rows else _work_name(page.before), "", page.before),
            *(
                (_row_name(row), _deliverable(row), work)
                for row, work in zip(page.rows, page.stages, strict=True)
            ),
            ("After the plan", "", page.after),
        ]
        for name, lead, work in lists:
            if work:
                yield self._work(name, lead, work, room)

    def _work(self, name: str, lead: str, work: Work, room: Room) -> str:
        chosen = choose(work, self._item, most=LIMITS.stage, room=room.share())
        missing = f"_({plural(chosen.left_out, 'more item')} left out here)_"
        told = [missing] if chosen.left_out else []
        text = _details(name, [*filter(None, [lead]), *chosen.head, *told, *chosen.tail])
        room.take(len(text))
        return text

    def _item(self, item: WorkItem) -> str:
        match item:
            case TextPart():
                return safe_markdown(cut(item.text, LIMITS), quote=True)
            case ReasoningPart():
                thought = safe_markdown(cut(item.text, LIMITS), quote=True)
                return _details("Thinking", [thought]).rstrip("\n")
            case Said():
                return f"**The user said:**\n\n{safe_markdown(cut(item.text, LIMITS), quote=True)}"
            case NoticePart():
                return f"_{item.level}:_ {inline(item.text)}"
            case ToolPart():
                return self._call(item)

    def _call(self, part: ToolPart) -> str:
        view = call_view(part)
        head = [f"**{code_span(view.tool)}**", code_span(view.subject)]
        notes = [f"· {inline(note)}" for note in view.notes]
        blocks = [" ".join(filter(None, (*head, *notes)))]
        if view.arguments:
            blocks.append(fenced(cut(view.arguments, LIMITS)))
        if view.diff:
            blocks.append(fenced(cut(view.diff, LIMITS), "diff"))
        if view.body:
            blocks.append(fenced(cut(view.body, LIMITS), "text"))
        child = self._conversation.children.get(part.call_id)
        if child is not None:
            blocks.append(self._child(child).rstrip("\n"))
        return "\n\n".join(blocks)

    def _child(self, child: Conversation) -> str:
        if self._depth >= _DEEPEST:
            return "_(a subagent's work, left out here)_\n\n"
        document = _Document(child, room=LIMITS.page // 5, depth=self._depth + 1)
        return _details(child_name(child), ["".join(document.body()).rstrip("\n")])


def _facts(facts: Iterable[str]) -> str:
    first, *others = facts
    return " · ".join([f"**{inline(first)}**", *map(inline, others)])


def _work_name(work: Work) -> str:
    calls = sum(isinstance(item, ToolPart) for item in work)
    return f"Work — {plural(calls, 'call')}" if calls else "Work"


def _deliverable(row: StageRow) -> str:
    told = row.deliverable and row.deliverable != row.content
    return f"_To deliver:_ {inline(row.deliverable)}" if told else ""


def _row_name(row: StageRow) -> str:
    took = row_took(row)
    name = f"{row.index}. {one_line(row.content, 120)}"
    return f"{name} — {took}" if took else name


def _checklist(rows: Sequence[StageRow]) -> str:
    lines: list[str] = []
    for row in rows[:_MOST_ROWS]:
        words = [inline(row.content) or "(no text)"]
        words += [inline(word) for word in (row.evidence or "", row_note(row)) if word.strip()]
        lines.append(f"- [{' ' if is_open(row) else 'x'}] {row.index}. {' — '.join(words)}\n")
    if len(rows) > _MOST_ROWS:
        lines.append(f"\n_({plural(len(rows) - _MOST_ROWS, 'more stage')} left out here)_\n")
    return "".join([*lines, "\n"] if lines else lines)


def _details(summary: str, blocks: Sequence[str]) -> str:
    inside, name = "\n\n".join(blocks), escape(one_line(summary, 160))
    return f"<details>\n<summary>{name}</summary>\n\n{inside}\n\n</details>\n\n"


def _ending(finished: RunFinished) -> Iterator[str]:
    """What a reader must know beyond the answer."""
    if finished.denials:
        yield "**Denied**\n\n"
        for denial in finished.denials[:_MOST_ROWS]:
            subject = code_span(denial.subject)
            yield f"- {code_span(denial.tool)} {subject} — {inline(denial.reason)}\n"
        yield "\n"
    if finished.error:
        yield f"**Error**\n\n{fenced(cut(finished.error, LIMITS), 'text')}\n\n"
    if finished.outcome not in ("complete", "answered", "error"):
        why = inline(finished.stopped_by.replace("_", " "))
        yield f"Stopped: {why}.\n\n"
