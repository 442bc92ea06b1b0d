"""The prompt: many lines, history, completion; its draft is never lost."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import TextArea

from zaptui.view.text import sanitize

_LONG_PASTE = 3000
"""Characters above which a paste stands in the prompt as a placeholder."""
_LONG_PASTE_LINES = 30


Wish = Literal["earlier", "later", "search", "editor", "next"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A text that waits, with the pastes its placeholders stand for."""

    text: str
    pastes: Mapping[str, str]


class Prompt(TextArea):
    """Posts what is sent. Keys of an open menu are the screen's to handle first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "shift+enter,alt+enter,ctrl+j", "newline", "New line", show=False, id="prompt.newline"
        ),
        Binding("enter", "send", "Send", show=False, id="prompt.send"),
        Binding("ctrl+enter", "steer", "Steer", show=False, id="prompt.steer"),
        Binding("up", "earlier", "Earlier", show=False, id="prompt.earlier"),
        Binding("down", "later", "Later", show=False, id="prompt.later"),
        Binding("ctrl+r", "search", "Search history", show=False, id="prompt.search"),
        Binding("ctrl+g", "editor", "Open in $EDITOR", show=False, id="prompt.editor"),
    ]

    class Sent(Message):
        """A text was sent. `steer`: to the running turn."""

        def __init__(self, text: str, *, steer: bool = False) -> None:
            super().__init__()
            self.text = text
            self.steer = steer

    class Asked(Message):
        """A key that concerns more than the text."""

        def __init__(self, what: Wish) -> None:
            super().__init__()
            self.what: Wish = what

    class MenuKey(Message):
        """A key for the open menu: up, down, enter, tab, escape."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__(
            id="prompt", soft_wrap=True, tab_behavior="focus", show_line_numbers=False,
            highlight_cursor_line=False, compact=True,
        )  # fmt: skip
        self.cursor_blink = False
        self.menu_open = False
        self._pastes: dict[str, str] = {}

    # ---- the text

    def full_text(self) -> str:
        """The text with its pastes in place of their placeholders."""
        if not self._pastes:
            return self.text
        placeholders = "|".join(map(re.escape, self._pastes))
        return re.sub(placeholders, lambda found: self._pastes[found[0]], self.text)

    def set_text(self, text: str) -> None:
        """Put a text in, the cursor behind it."""
        self.load_text(sanitize(text))
        self.move_cursor(self.document.end)

    def set_aside(self) -> Draft:
        """The draft as it is, to be brought back; the prompt is empty afterwards."""
        draft = Draft(text=self.text, pastes=self._pastes)
        self.take()
        return draft

    def bring_back(self, draft: Draft) -> None:
        """Put a draft in again, its pastes too."""
        self._pastes = dict(draft.pastes)
        self.set_text(draft.text)

    def take(self) -> str:
        """The whole text; the prompt is empty afterwards."""
        text = self.full_text()
        self._pastes = {}
        self.load_text("")
        return text

    def replace_word(self, start: int, value: str) -> None:
        """Put a completion in the place of the word before the cursor."""
        row, column = self.cursor_location
        self.replace(value, (row, start), (row, column))

    # ---- keys

    async def _on_key(self, event: events.Key) -> None:
        if self.menu_open and event.key in ("up", "down", "tab", "enter", "escape"):
            event.stop()
            event.prevent_default()
            self.post_message(self.MenuKey(event.key))
            return
        if not event.is_printable and (bound := self.screen.active_bindings.get(event.key)):
            event.prevent_default()  # Enter is no new line of the text area's own
            if bound.node is self:  # at once: what is typed after it must not overtake it
                event.stop()
                await self.run_action(bound.binding.action)
            return
        if event.is_printable and sanitize(event.character or "") != event.character:
            event.stop()
            event.prevent_default()
            return
        await super()._on_key(event)

    async def _on_paste(self, event: events.Paste) -> None:
        """A paste is text, whatever is in it; a long one stands as a placeholder."""
        event.stop()
        event.prevent_default()
        text = sanitize(event.text)
        lines = text.count("\n") + 1
        if len(text) > _LONG_PASTE or lines > _LONG_PASTE_LINES:
            size = f"{lines} line{'s' if lines != 1 else ''}, {len(text)} characters"
            placeholder = f"[paste {len(self._pastes) + 1}: {size}]"
            self._pastes[placeholder] = text
            text = placeholder
        result = self.replace(text, *self.selection)
        self.move_cursor(result.end_location)

    def action_send(self) -> None:
        """Send the text, or with none what waits; a backslash at its end makes a new line."""
        if self.text.endswith("\\") and self.cursor_location == self.document.end:
            self.action_delete_left()
            self.action_newline()
        elif self.full_text().strip():
            self.post_message(self.Sent(self.take()))
        else:
            self.post_message(self.Asked("next"))

    def action_steer(self) -> None:
        """Send the text to the running turn."""
        if self.full_text().strip():
            self.post_message(self.Sent(self.take(), steer=True))

    def action_newline(self) -> None:
        """A new line."""
        self.insert("\n")

    def action_earlier(self) -> None:
        """Up: within the text, then into history."""
        if self.navigator.is_first_wrapped_line(self.cursor_location):
            self.post_message(self.Asked("earlier"))
        else:
            self.action_cursor_up()

    def action_later(self) -> None:
        """Down: within the text, then back out of history."""
        if self.navigator.is_last_wrapped_line(self.cursor_location):
            self.post_message(self.Asked("later"))
        else:
            self.action_cursor_down()

    def action_search(self) -> None:
        """Search what was asked before."""
        self.post_message(self.Asked("search"))

    def action_editor(self) -> None:
        """Write the text in an editor."""
        self.post_message(self.Asked("editor"))
