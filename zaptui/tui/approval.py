"""Questions to a person: a panel above the prompt that takes no key meant for the prompt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from zaptui.core.ports import Approval
from zaptui.tui.painted import Painted
from zaptui.view.approval_lines import approval_lines, approval_title
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span, crop, wrap_text
from zaptui.view.text import one_line, reveal

DEAD_S = 0.4
"""Seconds after it appears in which no key counts: it may have been meant for the prompt."""
_MOST_LINES = 14

Answer = Literal["once", "session", "deny", "word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A call to approve, or the model's own question with its options."""

    approval: Approval | None = None
    rule: str | None = None
    """The exact rule that `session` would grant; None where there is none."""
    text: str = ""
    options: Sequence[str] = ()


class QuestionPanel(Painted, can_focus=True):
    """Shows one question. Its keys work only while it has the focus: Tab, or a click, gives it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer('once')", "Once", show=False, id="approval.once"),
        Binding("s", "answer('session')", "This session", show=False, id="approval.session"),
        Binding("n", "answer('deny')", "Deny", show=False, id="approval.deny"),
        Binding("w", "answer('word')", "Deny with a word", show=False, id="approval.word"),
        Binding("enter", "choose", "Choose", show=False, id="approval.choose"),
        Binding("left", "mark(-1)", show=False),
        Binding("right", "mark(1)", show=False),
        Binding("up", "scroll_text(-1)", show=False),
        Binding("down", "scroll_text(1)", show=False),
        Binding("pageup", "scroll_text(-10)", show=False),
        Binding("pagedown", "scroll_text(10)", show=False),
    ]

    class Answered(Message):
        """A person has decided. `option`: the place of the answer to the model's question."""

        def __init__(self, question: Question, answer: Answer, option: int | None = None) -> None:
            super().__init__()
            self.question = question
            self.answer: Answer = answer
            self.option = option

    def __init__(self, clock: Callable[[], float], *, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(id="question")
        self.question: Question | None = None
        self.display = False
        self._clock = clock
        self._glyphs = glyphs
        self._opened_at = 0.0
        self._top = 0
        self._marked = 0
        self._seen_end = False

    def ask(self, question: Question | None) -> None:
        """Show a question, or none."""
        self.question = question
        self._opened_at = self._clock()
        self._top, self._seen_end = 0, False
        self._marked = 0
        self.display = question is not None
        if question is None and self.has_focus:
            self.screen.set_focus(None)
        self.repaint()

    # ---- what it shows

    def lines(self, width: int) -> list[Line]:
        question = self.question
        if question is None:
            return []
        body = self._body(question, width)
        room = self._room()
        self._top = max(0, min(self._top, len(body) - room))
        shown = body[self._top : self._top + room]
        if self._top + room >= len(body):
            self._seen_end = True
        hidden = len(body) - self._top - len(shown)
        words = f"   {self._glyphs.down} {hidden} more lines"
        more: list[Line] = [(Span(words, "asks"),)] if hidden > 0 else []
        return [*self._head(question, width), *shown, *more, (), *self._choices(question, width)]

    def _room(self) -> int:
        return max(3, min(_MOST_LINES, self.screen.size.height - 12))

    @staticmethod
    def _head(question: Question, width: int) -> list[Line]:
        if question.approval is None:
            return [(Span(" The model asks", "asks"),)]
        title = (Span(f" {approval_title(question.approval)}", "asks"),)
        reason = one_line(reveal(question.approval.reason), 300)
        return [crop(title, width), crop((Span(f" {reason}", "dim"),), width), ()]

    @staticmethod
    def _body(question: Question, width: int) -> list[Line]:
        if question.approval is not None:
            lines = approval_lines(question.approval, width - 4)
            return [(Span("   "), *line) for line in lines]
        return [(Span(f"   {line}"),) for line in wrap_text(reveal(question.text), width - 4)]

    def _choices(self, question: Question, width: int) -> list[Line]:
        if question.approval is None and question.options:
            lines: list[Line] = []
            for place, option in enumerate(question.options):
                mark = (
                    f" {self._glyphs.closed} "
                    if place == self._marked and self.has_focus
                    else "   "
                )
                lines.append((Span(f"{mark}{place + 1} ", "alive"), Span(one_line(option, width))))
            return [*lines, self._hint("tab to choose, or type an answer and press Enter")]
        if question.approval is None:
            return [self._hint("type the answer and press Enter")]
        names = self._answers(question)
        spans: list[Span] = [Span("  ")]
        for place, (key, words, _) in enumerate(names):
            marked = place == self._marked_place(names) and self.has_focus
            spans.append(Span(f"{self._glyphs.closed if marked else ' '}{key} ", "alive"))
            spans.append(Span(f"{words}   ", "bold" if marked else "plain"))
        hint = "tab to answer; keys typed in the prompt never do"
        return [
            crop(spans, width),
            self._hint(self._rule_hint(question) if self.has_focus else hint),
        ]

    def _rule_hint(self, question: Question) -> str:
        if not self._seen_end:
            return f"see it to its end first: {self._glyphs.down}"
        if question.rule:
            return f"s allows from now on: {reveal(question.rule)}"
        return "there is no rule for this call: it can be allowed once"

    @staticmethod
    def _hint(text: str) -> Line:
        return (Span(f"   {one_line(text, 400)}", "dim"),)

    @staticmethod
    def _answers(question: Question) -> list[tuple[str, str, Answer]]:
        answers: list[tuple[str, str, Answer]] = [("n", "deny", "deny"), ("y", "once", "once")]
        if question.rule:
            answers.append(("s", "this session", "session"))
        answers.append(("w", "deny with a word", "word"))
        return answers

    def _marked_place(self, names: Sequence[object]) -> int:
        return self._marked % max(1, len(names))

    # ---- keys

    @property
    def dead(self) -> bool:
        """It has only just appeared."""
        return self._clock() - self._opened_at < DEAD_S

    def action_answer(self, answer: Answer) -> None:
        """A letter key."""
        question = self.question
        if question is None or question.approval is None or self.dead:
            return
        if answer == "session" and not question.rule:
            return
        if answer in ("once", "session") and not self._seen_end:
            self.repaint()
            return
        self.post_message(self.Answered(question, answer))

    def action_choose(self) -> None:
        """Enter: the marked answer; at first that is to deny."""
        question = self.question
        if question is None or self.dead:
            return
        if question.approval is None:
            if question.options:
                place = self._marked % len(question.options)
                self.post_message(self.Answered(question, "once", place))
            return
        names = self._answers(question)
        self.action_answer(names[self._marked_place(names)][2])

    def action_mark(self, by: int) -> None:
        """Mark another answer."""
        self._marked += by
        self.repaint()

    def action_scroll_text(self, by: int) -> None:
        """Move the text; for a question with options, the mark."""
        if self.question is not None and self.question.approval is None:
            self._marked += 1 if by > 0 else -1
        else:
            self._top = max(0, self._top + by)
        self.repaint()

    def on_key(self, event: events.Key) -> None:
        """A digit chooses an option."""
        question = self.question
        if question is None or question.approval is not None or not event.key.isdigit():
            return
        place = int(event.key) - 1
        if 0 <= place < len(question.options) and not self.dead:
            event.stop()
            self.post_message(self.Answered(question, "once", place))

    def on_focus(self) -> None:
        """The keys work now: show that."""
        self.repaint()

    def on_blur(self) -> None:
        """The keys do not work any more."""
        self.repaint()
