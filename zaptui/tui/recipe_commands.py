"""Each recipe as a command of its own name; the app's own commands come first."""

from typing import TYPE_CHECKING

from zaptui.errors import UsageError
from zaptui.tui.commands import Commands
from zaptui.tui.host import Host

if TYPE_CHECKING:
    from zaptui.tui.main_screen import MainScreen


def add_recipes(commands: Commands, host: Host) -> None:
    """Add what recipes there are now; what is in them is read when they are used."""
    taken = {command.name for command in commands.all()}
    for kept in host.recipes():
        if kept.name not in taken:
            _add(commands, kept.name, kept.help, takes="[WORDS]" if kept.takes_arguments else "")


def _add(commands: Commands, name: str, help: str, *, takes: str) -> None:
    @commands.add(name, help, takes=takes)
    async def _(screen: "MainScreen", rest: str) -> None:
        if screen.turns.running:
            raise UsageError("a turn is running", hint="Esc cancels it")
        turn = screen.host.use_recipe(name, rest)
        screen.show_facts()
        screen.sending.steer(turn.prompt)  # with no turn running it begins one
        if turn.warning:
            screen.warn(turn.warning)
