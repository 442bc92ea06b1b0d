"""The quiet lines of the viewer: what is watched, the timeline, what the keys do."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from zaptui.tui.painted import Painted
from zaptui.tui.viewer_keys import HELP, HINT, SHORT_HINT
from zaptui.view.activity import count_text
from zaptui.view.lines import Line, Span, crop, line_width, spread, wrap_text
from zaptui.view.text import clean_line, one_line
from zaptui.view.timeline import Moment, axis_at, timeline_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewerFacts:
    """What the lines tell."""

    title: str = ""
    model: str = ""
    mode: str = ""
    format: str = ""
    context_tokens: int = 0
    warning: str = ""


class ViewerHeader(Painted):
    """The task that is replayed; whose run it is."""

    def __init__(self) -> None:
        super().__init__(id="header")
        self.facts = ViewerFacts()

    def lines(self, width: int) -> list[Line]:
        facts = self.facts
        told = [one_line(word, 40) for word in (facts.format, facts.model, facts.mode) if word]
        right = crop((Span(f"{' · '.join(told)} ", "dim"),), max(8, width // 3))
        name = Span(" zap replay ", "bold")
        room = width - line_width((name, *right)) - 3
        title = crop((Span(f" {one_line(facts.title, 300)}"),), room)
        return [spread([name, *title], right, width)]


class Timeline(Painted):
    """Where one is; a click goes there."""

    class Clicked(Message):
        """Take me to this moment of watching."""

        def __init__(self, axis: float) -> None:
            super().__init__()
            self.axis = axis

    def __init__(self) -> None:
        super().__init__(id="timeline")
        self.moment = Moment()

    def lines(self, width: int) -> list[Line]:
        return timeline_lines(self.moment, width)

    def on_click(self, event: events.Click) -> None:
        """To the moment below the pointer."""
        axis = axis_at(self.moment, self.size.width, event.x)
        if axis is not None:
            self.post_message(self.Clicked(axis))


class ViewerFooter(Painted):
    """What there is to say; what the keys do."""

    def __init__(self) -> None:
        super().__init__(id="footer")
        self.facts = ViewerFacts()

    def lines(self, width: int) -> list[Line]:
        facts = self.facts
        left: list[Span] = []
        if facts.warning:
            left.append(Span(f" {one_line(facts.warning, 200)}", "asks"))
        elif facts.context_tokens:
            left.append(Span(f" {count_text(facts.context_tokens)} tokens", "dim"))
        keys = SHORT_HINT if width < 70 or facts.warning else HINT
        return [spread(left, [Span(keys, "dim")], width)]


class ViewerHelp(Painted):
    """What can be pressed, and what is known of the file. Hidden at first."""

    def __init__(self) -> None:
        super().__init__(id="viewer-help")
        self.about: Sequence[str] = ()
        self.display = False

    def lines(self, width: int) -> list[Line]:
        columns = 2 if width >= 76 else 1
        rows = -(-len(HELP) // columns)
        lines: list[Line] = []
        for row in range(rows):
            pairs = HELP[row::rows]
            spans: list[Span] = []
            for keys, words in pairs:
                spans += [Span(f" {keys:<10}", "bold"), Span(f"{words:<27}", "plain")]
            lines.append(crop(spans, width))
        for text in self.about:
            lines += [
                (Span(f" {line}", "dim"),)
                for line in wrap_text(clean_line(text), max(1, width - 2))[:3]
            ]
        return lines
