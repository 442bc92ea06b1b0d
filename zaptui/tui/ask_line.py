"""A line in which a person types a word or two: what to look for, where to write to."""

from textual import events
from textual.message import Message

from zaptui.tui.painted import Painted
from zaptui.view.lines import Line, Span, line_width
from zaptui.view.text import clean_line

_MOST = 1_000


class AskLine(Painted, can_focus=True):
    """Hidden until `ask`. What is typed is clean."""

    class Closed(Message):
        """Enter was pressed, or Escape: then there is no text."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="ask")
        self.label = ""
        self.text = ""
        self.display = False

    def ask(self, label: str, text: str = "") -> None:
        """Show it and take the keys."""
        self.label, self.text = label, text
        self.display = True
        self.focus()
        self.repaint()

    def lines(self, width: int) -> list[Line]:
        left = (Span(f" {self.label} ", "alive"),)
        room = max(1, width - line_width(left) - 2)
        return [(*left, Span(self.text[-room:]), Span("▏", "alive"))]

    def on_key(self, event: events.Key) -> None:
        """Letters, and the few keys that edit."""
        event.stop()
        event.prevent_default()
        match event.key:
            case "enter":
                self._close(self.text)
            case "escape":
                self._close("")
            case "backspace" if not self.text:  # more than all is deleted
                self._close("")
            case "backspace":
                self._set(self.text[:-1])
            case "ctrl+u":
                self._set("")
            case "ctrl+w":
                self._set(self.text.rstrip().rpartition(" ")[0])
            case _ if event.is_printable and event.character:
                self._set(self.text + event.character)
            case _:
                pass

    def on_paste(self, event: events.Paste) -> None:
        """A paste, on one line."""
        event.stop()
        self._set(self.text + event.text.strip())

    def _set(self, text: str) -> None:
        self.text = clean_line(text)[:_MOST]
        self.repaint()

    def _close(self, text: str) -> None:
        self.display = False
        self.post_message(self.Closed(text.strip()))
