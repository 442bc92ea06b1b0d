"""Questions of a one-shot: what is asked as lines, and what an answer means."""

from collections.abc import Sequence

from zaptui.core.ports import Approval, Decision
from zaptui.view.approval_lines import approval_lines, approval_title
from zaptui.view.lines import Line, Span, wrap_text
from zaptui.view.text import one_line, reveal

ALLOW = " y once · n deny, or a word to the model [n]: "
ANSWER = " answer: "


def approval_question(approval: Approval, width: int) -> list[Line]:
    """The whole command or change, and why it asks."""
    return [
        (Span(f" {approval_title(approval)}", "asks"),),
        (Span(f" {one_line(reveal(approval.reason), 300)}", "dim"),),
        *((Span("   "), *line) for line in approval_lines(approval, width - 4)),
    ]


def decision_of(answer: str) -> Decision:
    """`y` allows once; nothing, `n` and any other words deny, and the words are told."""
    word = answer.strip()
    if word.lower() in ("y", "yes"):
        return Decision(verdict="allow", by="the user, once")
    if word.lower() in ("", "n", "no"):
        return Decision(verdict="deny", by="the user", reason="the user said no")
    reason = f"the user said no: {one_line(word, 2000)}"
    return Decision(verdict="deny", by="the user", reason=reason)


def user_question(question: str, options: Sequence[str], width: int) -> list[Line]:
    """The model's own question, its options numbered."""
    lines: list[Line] = [
        (Span(f" {line}", "bold"),) for line in wrap_text(reveal(question), width - 2)
    ]
    for place, option in enumerate(options, start=1):
        lines.append((Span(f"   {place} ", "alive"), Span(one_line(option, 200))))
    return lines


def option_of(answer: str, options: Sequence[str]) -> str:
    """The option of a number, else the words themselves."""
    word = answer.strip()
    numbers = {str(place): option for place, option in enumerate(options, start=1)}
    return numbers.get(word, word)
