"""The two quiet lines: what runs and how it is allowed to, above; figures and keys, below."""

from dataclasses import dataclass

from zaptui.tui.host import ApprovalMode
from zaptui.tui.painted import Painted
from zaptui.view.activity import QUIET_S, count_text, silence
from zaptui.view.lines import Line, Span, StyleName, crop, line_width, spread
from zaptui.view.text import duration, one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the lines tell. `context_tokens` is the size of the last request."""

    title: str = ""
    model: str = ""
    mode: str = ""
    approval: ApprovalMode = "ask"
    boundary: str = ""
    context_tokens: int = 0
    context_window: int | None = None
    cost: float | None = None
    elapsed_s: float | None = None
    quiet_s: float = 0.0
    """Silence that no row of the plan tells."""
    running: bool = False
    queued: int = 0
    warning: str = ""


_APPROVAL: dict[ApprovalMode, StyleName] = {"ask": "dim", "propose": "alive", "yes": "asks"}


_NAME = " zap "
_ROOMY = 100
"""Columns from which on the header tells the sandbox whatever is allowed."""


class Header(Painted):
    """The name of the task, the model, the modes."""

    def __init__(self) -> None:
        super().__init__(id="header")
        self.facts = Facts()

    def lines(self, width: int) -> list[Line]:
        facts = self.facts
        tail = [
            Span(f" · {one_line(facts.mode, 24)} · ", "dim"),
            Span(facts.approval, _APPROVAL[facts.approval]),
        ]
        if facts.boundary and (facts.approval == "yes" or width >= _ROOMY):
            style = "asks" if facts.approval == "yes" else "dim"
            tail.append(Span(f" ({one_line(facts.boundary, 40)})", style))
        tail.append(Span(" ", "dim"))
        model = one_line(facts.model, max(8, width - line_width(tail) - len(_NAME) - 2))
        right = [Span(model, "dim"), *tail]
        room = width - line_width(right) - len(_NAME) - 3
        title = crop((Span(f" {one_line(facts.title, 300)}"),), room)
        return [spread([Span(_NAME, "bold"), *title], right, width)]


class Footer(Painted):
    """Tokens, cost, time; and what the keys do now."""

    def __init__(self) -> None:
        super().__init__(id="footer")
        self.facts = Facts()

    def lines(self, width: int) -> list[Line]:
        facts = self.facts
        words: list[str] = []
        if facts.context_tokens:
            window = f" of {count_text(facts.context_window)}" if facts.context_window else ""
            words.append(f"{count_text(facts.context_tokens)}{window}")
        if facts.cost is not None:
            words.append(f"${facts.cost:.2f}")
        if facts.elapsed_s is not None:
            words.append(duration(facts.elapsed_s))
        if facts.quiet_s >= QUIET_S:
            words.append(silence(facts.quiet_s))
        if facts.queued:
            words.append(f"queued: {facts.queued}")
        left = [Span(f" {' · '.join(words)}", "dim")]
        if facts.warning:
            left.append(Span(f"  {one_line(facts.warning, 200)}", "asks"))
        keys = (
            "esc cancel · ctrl+t plan · / commands "
            if facts.running
            else ("shift+tab approvals · ctrl+t plan · / commands ")
        )
        return [spread(left, [Span(keys, "dim")], width)]
