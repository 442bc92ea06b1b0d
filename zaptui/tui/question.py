"""A question to a person as lines: what is asked, whole, and the answers there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zaptui.core.ports import Approval
from zaptui.view.approval_lines import approval_lines, approval_title
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, chop, crop, line_width, wrap_text
from zaptui.view.text import one_line, reveal

Answer = Literal["once", "session", "deny", "word"]

_INDENT = 3
_LONG_RULE = 200
"""Characters above which a rule does not repeat the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A call to approve, or the model's own question with its options."""

    approval: Approval | None = None
    rule: str | None = None
    """The exact rule that `session` would grant; None where there is none."""
    text: str = ""
    options: Sequence[str] = ()


def answers_of(question: Question) -> list[tuple[str, str, Answer]]:
    """Key, words and meaning of each answer to an approval; to deny comes first."""
    answers: list[tuple[str, str, Answer]] = [("n", "deny", "deny"), ("y", "once", "once")]
    if question.rule:
        answers.append(("s", "this session", "session"))
    answers.append(("w", "deny with a word", "word"))
    return answers


def head_lines(question: Question, width: int, *, low: bool) -> list[Line]:
    """Who asks for what, and why; one line where there is little room."""
    if question.approval is None:
        return [(Span(" A question", "asks"),)]
    title = crop((Span(f" {approval_title(question.approval)}", "asks"),), width)
    reason = one_line(reveal(question.approval.reason), 300)
    return [title] if low else [title, crop((Span(f" {reason}", "dim"),), width), ()]


def body_lines(question: Question, width: int) -> list[Line]:
    """What must be seen to its end: the call and the rule that would allow it for the session."""
    room = max(1, width - _INDENT - 1)
    if question.approval is None:
        return [(Span(" " * _INDENT + line),) for line in wrap_text(reveal(question.text), room)]
    lines = approval_lines(question.approval, room)
    if question.rule:
        rule = f"s allows from now on: {_named(question.rule, question.approval)}"
        pieces = [piece for line in reveal(rule).split("\n") for piece in chop(line, room)]
        lines += [(), *((Span(piece, "dim"),) for piece in pieces)]
    return [(Span(" " * _INDENT), *line) if line else () for line in lines]


def _named(rule: str, approval: Approval) -> str:
    """The exact rule; a long one that holds the call itself is what stands above it."""
    again = len(rule) > _LONG_RULE and approval.subject in rule
    return "this very call, as it stands above" if again else rule


def option_lines(
    question: Question, width: int, *, marked: int | None, glyphs: Glyphs
) -> list[list[Line]]:
    """The lines of each option of the model's question."""
    shown: list[list[Line]] = []
    for place, option in enumerate(question.options):
        mark = glyphs.closed if place == marked else " "
        number = f" {mark} {place + 1} "
        first, *rest = wrap_text(reveal(option), max(1, width - len(number)))
        lines: list[Line] = [(Span(number, "alive"), Span(first))]
        lines += [(Span(" " * len(number) + line),) for line in rest]
        shown.append(lines)
    return shown


def answer_lines(
    question: Question, width: int, *, marked: int | None, glyphs: Glyphs
) -> list[Line]:
    """The answers to an approval, on as many lines as they need."""
    lines: list[Line] = []
    line: Line = (Span("  "),)
    for place, (key, words, _) in enumerate(answers_of(question)):
        mark = glyphs.closed if place == marked else " "
        answer: Line = (
            Span(f"{mark}{key} ", "alive"),
            Span(f"{words}   ", "bold" if place == marked else "plain"),
        )
        if len(line) > 1 and line_width(line) + line_width(answer) - _INDENT > width:
            lines.append(line)
            line = (Span("  "),)
        line = (*line, *answer)
    return [*lines, line]
