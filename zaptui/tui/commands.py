"""The `/` commands: one registry for the prompt, the help and the palette."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zaptui.errors import UsageError
from zaptui.tui.completion import Choice

if TYPE_CHECKING:
    from zaptui.tui.main_screen import MainScreen

Act = Callable[["MainScreen", str], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command: its name, what it takes, what it does in one line."""

    name: str
    help: str
    act: Act
    takes: str = ""


class Commands:
    """The commands by name, in the order they are listed."""

    def __init__(self) -> None:
        self._commands: dict[str, Command] = {}

    def add(self, name: str, help: str, *, takes: str = "") -> Callable[[Act], Act]:
        """Register a function as a command."""

        def register(act: Act) -> Act:
            self._commands[name] = Command(name=name, help=help, act=act, takes=takes)
            return act

        return register

    def all(self) -> list[Command]:
        """Every command."""
        return list(self._commands.values())

    def find(self, line: str) -> tuple[Command, str]:
        """The command of `/name rest` and its rest. UsageError names the nearest ones."""
        name, _, rest = line.removeprefix("/").partition(" ")
        command = self._commands.get(name)
        if command is None:
            near = [known for known in self._commands if known.startswith(name[:2])]
            names = ", ".join(f"/{known}" for known in near or list(self._commands))
            raise UsageError(f"there is no command /{name[:40]}", hint=f"there are {names}")
        return command, rest.strip()

    def choices(self, word: str) -> list[Choice]:
        """The commands that begin with a word, as completions."""
        return [
            Choice(
                value=f"/{command.name} " if command.takes else f"/{command.name}",
                title=f"/{command.name} {command.takes}".rstrip(),
                help=command.help,
            )
            for command in self._commands.values()
            if command.name.startswith(word)
        ]
