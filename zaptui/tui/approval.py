"""Questions to a person: a panel above the prompt that takes no key meant for the prompt."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from zaptui.tui.painted import Painted
from zaptui.tui.question import (
    Answer,
    Question,
    answer_lines,
    answers_of,
    body_lines,
    head_lines,
    option_lines,
)
from zaptui.view.glyphs import UNICODE, Glyphs
from zaptui.view.lines import Line, Span, crop
from zaptui.view.text import one_line

DEAD_S = 0.4
"""Seconds after it appears in which no key counts: it may have been meant for the prompt."""
_MOST_LINES = 14
_LOW = 14
"""Lines below which there is no room for blank ones."""
_WHEEL = 3


class QuestionPanel(Painted, can_focus=True):
    """Shows one question. Its keys work only while it has the focus: Tab, or a click, gives it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer('once')", "Once", show=False, id="approval.once"),
        Binding("s", "answer('session')", "This session", show=False, id="approval.session"),
        Binding("n", "answer('deny')", "Deny", show=False, id="approval.deny"),
        Binding("w", "answer('word')", "Deny with a word", show=False, id="approval.word"),
        Binding("enter", "choose", "Choose", show=False, id="approval.choose"),
        Binding("left", "mark(-1)", "Mark left", show=False, id="approval.left"),
        Binding("right", "mark(1)", "Mark right", show=False, id="approval.right"),
        Binding("up", "scroll_text(-1)", "Up", show=False, id="approval.up"),
        Binding("down", "scroll_text(1)", "Down", show=False, id="approval.down"),
        Binding("pageup", "scroll_text(-10)", "Page up", show=False, id="approval.page_up"),
        Binding("pagedown", "scroll_text(10)", "Page down", show=False, id="approval.page_down"),
    ]

    class Answered(Message):
        """A person has decided. `option`: the place of the answer to the model's question."""

        def __init__(self, question: Question, answer: Answer, option: int | None = None) -> None:
            super().__init__()
            self.question = question
            self.answer: Answer = answer
            self.option = option

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        room: Callable[[], int],
        glyphs: Glyphs = UNICODE,
    ) -> None:
        """`room` tells how many lines the screen can spare."""
        super().__init__(id="question")
        self.question: Question | None = None
        self.display = False
        self._clock = clock
        self._spare = room
        self._glyphs = glyphs
        self._opened_at = 0.0
        self._top = 0
        self._marked = 0
        self._seen_end = False
        self._body: tuple[Question, int, list[Line]] | None = None

    def ask(self, question: Question | None) -> None:
        """Show a question, or none. One that shows already is left as it is."""
        if question is self.question:
            return
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
        gap: list[Line] = [] if self._low else [()]
        head = head_lines(question, width, low=self._low)
        foot = self._foot(question, width)
        text = self._text(question, width)
        if question.options:
            head = [*head, *text, *gap]
        room = self._spare() - len(head) - len(foot) - (1 if self._low else 4)
        room = max(2, min(_MOST_LINES, room))
        if question.options:
            text = self._options(question, width, room)
        return [*head, *self._window(text, room), *gap, *foot]

    def repaint(self) -> None:
        """Draw anew, without blank lines where there is little room."""
        self.set_class(self._low, "-low")
        super().repaint()

    @property
    def _low(self) -> bool:
        return self._spare() < _LOW

    def _text(self, question: Question, width: int) -> list[Line]:
        """The text, cut into lines once."""
        known = self._body
        if known is None or known[0] is not question or known[1] != width:
            known = (question, width, body_lines(question, width))
            self._body = known
        return known[2]

    def _options(self, question: Question, width: int, room: int) -> list[Line]:
        """The options; the marked one never leaves what shows."""
        marked = self._mark(len(question.options))
        options = option_lines(question, width, marked=marked, glyphs=self._glyphs)
        if marked is not None:
            start = sum(map(len, options[:marked]))
            end = start + len(options[marked])
            self._top = max(min(self._top, start), end - room)
        return [line for option in options for line in option]

    def _mark(self, count: int) -> int | None:
        return self._marked % count if self.has_focus else None

    def _window(self, text: list[Line], room: int) -> list[Line]:
        """As much of the text as there is room for; what is below is counted."""
        self._top = max(0, min(self._top, len(text) - room))
        shown = text[self._top : self._top + room]
        hidden = len(text) - self._top - len(shown)
        if not hidden:
            self._seen_end = True
            return shown
        words = f"   {self._glyphs.down} {hidden} more line{'s' if hidden != 1 else ''}"
        return [*shown, (Span(words, "asks"),)]

    def _foot(self, question: Question, width: int) -> list[Line]:
        if question.approval is None:
            chooses = "tab to choose, or " if question.options else ""
            return [_hint(f"{chooses}type an answer and press Enter", width)]
        marked = self._mark(len(answers_of(question)))
        lines = answer_lines(question, width, marked=marked, glyphs=self._glyphs)
        return [*lines, _hint(self._word(question), width)]

    def _word(self, question: Question) -> str:
        if not self.has_focus:
            return "tab to answer; keys typed in the prompt never do"
        if not self._seen_end:
            return f"see it to its end first: {self._glyphs.down}"
        if question.rule is None:
            return "there is no rule for this call: it can be allowed once"
        return "enter gives the marked answer"

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
            return
        self.post_message(self.Answered(question, answer))

    def action_choose(self) -> None:
        """Enter: the marked answer; at first that is to deny."""
        question = self.question
        if question is None or self.dead:
            return
        if question.approval is not None:
            names = answers_of(question)
            self.action_answer(names[self._marked % len(names)][2])
        elif question.options:
            place = self._marked % len(question.options)
            self.post_message(self.Answered(question, "once", place))

    def action_mark(self, by: int) -> None:
        """Mark another answer."""
        self._marked += by
        self.repaint()

    def action_scroll_text(self, by: int) -> None:
        """Move the text; for a question with options, the mark."""
        question = self.question
        if question is not None and question.options:
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

    def on_mouse_scroll_down(self) -> None:
        """The wheel moves the text."""
        self.action_scroll_text(_WHEEL)

    def on_mouse_scroll_up(self) -> None:
        """The wheel moves the text."""
        self.action_scroll_text(-_WHEEL)

    def on_focus(self) -> None:
        """The keys work now: show that."""
        self.repaint()

    def on_blur(self) -> None:
        """The keys do not work any more."""
        self.repaint()


def _hint(text: str, width: int) -> Line:
    return crop((Span(f"   {one_line(text, 400)}", "dim"),), width)
