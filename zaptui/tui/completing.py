"""The menu above the prompt: completions of `@` and `/`, and the search through what was asked."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

from zaptui.errors import ZapError
from zaptui.tui.commands import Commands
from zaptui.tui.completion import Choice, Trigger, find_trigger, rank_files, rank_lines
from zaptui.tui.host import Host
from zaptui.tui.menu import MOST_LINES, Menu
from zaptui.tui.prompt import Prompt
from zaptui.tui.recall import Recall
from zaptui.view.text import one_line


class Completing:
    """Watches the prompt and fills the menu; files are read and ranked in a thread."""

    def __init__(
        self,
        host: Host,
        prompt: Prompt,
        *,
        menu: Menu,
        commands: Commands,
        recall: Recall,
        warn: Callable[[str], None],
    ) -> None:
        self._host = host
        self._prompt = prompt
        self._menu = menu
        self._commands = commands
        self._recall = recall
        self._warn = warn
        self._mode: Literal["complete", "search"] = "complete"
        self._trigger: Trigger | None = None
        self._dismissed = ""
        self._files: Sequence[str] | None = None
        self._task: asyncio.Task[None] | None = None
        self._draft = ""

    def follow(self) -> None:
        """The prompt has changed."""
        if self._mode == "search":
            self._show_history()
            return
        row, column = self._prompt.cursor_location
        line = self._prompt.document.get_line(row)
        trigger = find_trigger(line, column, first_line=row == 0)
        dismissed = line[:column] == self._dismissed
        if not dismissed:
            self._dismissed = ""
        if trigger is None or dismissed:
            self.close()
            return
        self._trigger = trigger
        if trigger.kind == "command":
            self._show(self._commands.choices(trigger.word))
        else:
            self._find_files(trigger)

    def search(self) -> None:
        """Search what was asked before; the draft comes back when that is given up."""
        self._draft = self._prompt.text
        self._mode = "search"
        self._show_history()

    def key(self, key: str) -> None:
        """A key for the menu."""
        match key:
            case "up":
                self._menu.move(-1)
            case "down":
                self._menu.move(1)
            case "escape":
                self._give_up()
            case _:
                self.choose(self._menu.choice, enter=key == "enter")

    def choose(self, choice: Choice | None, *, enter: bool) -> None:
        """Take a choice. Enter sends a command that takes nothing, and one that is written out."""
        trigger, mode = self._trigger, self._mode
        self.close()
        if mode == "search":
            self._take_found(choice)
        elif choice is not None and trigger is not None:
            written_out = choice.value.rstrip() == f"/{trigger.word}"
            if not written_out:
                self._prompt.replace_word(trigger.start, choice.value)
            if (
                enter
                and trigger.kind == "command"
                and (written_out or not choice.value.endswith(" "))
            ):
                self._prompt.action_send()

    def close(self) -> None:
        """Put the menu away."""
        self._mode, self._trigger = "complete", None
        self._prompt.menu_open = False
        self._menu.hide()

    def forget_files(self) -> None:
        """The workspace may have changed: read its files again when asked."""
        self._files = None

    def _take_found(self, choice: Choice | None) -> None:
        """What was found takes the draft's place; the draft waits below the newest prompt."""
        if choice is None:
            self._prompt.set_text(self._draft)
            return
        self._recall.jump(self._host.history(), choice.value, draft=self._draft)
        self._prompt.set_text(choice.value)

    def _give_up(self) -> None:
        row, column = self._prompt.cursor_location
        self._dismissed = self._prompt.document.get_line(row)[:column]
        searching = self._mode == "search"
        self.close()
        if searching:
            self._prompt.set_text(self._draft)

    def _show(self, choices: list[Choice], *, title: str = "") -> None:
        self._prompt.menu_open = bool(choices or title)
        self._menu.show(choices[:50], title=title)

    def _show_history(self) -> None:
        found = rank_lines(self._host.history(), self._prompt.text, limit=50)
        choices = [Choice(value=line, title=one_line(line, 300)) for line in found]
        self._show(choices, title="search what was asked before · enter takes it · esc")

    def _find_files(self, trigger: Trigger) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.ensure_future(self._rank(trigger))

    async def _rank(self, trigger: Trigger) -> None:
        if self._files is None:
            try:
                self._files = await asyncio.to_thread(self._host.files)
            except ZapError as error:
                self._warn(str(error))
                return
        found = await asyncio.to_thread(rank_files, self._files, trigger.word, limit=MOST_LINES * 4)
        if trigger == self._trigger:
            self._show([Choice(value=f"@{path} ", title=path) for path in found])
