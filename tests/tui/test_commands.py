"""The registry of commands: found by name, near ones named, completed, listed in the palette."""

import re

import pytest

from tests.tui.by_hand import by_hand
from zaptui.errors import UsageError
from zaptui.tui.builtin_commands import builtin_commands
from zaptui.tui.commands import Commands
from zaptui.tui.completion import Choice

NAMES = [
    "help",
    "mode",
    "model",
    "new",
    "steer",
    "quit",
    "plan",
    "copy",
    "cost",
    "status",
    "theme",
    "keys",
]


async def act(screen, rest) -> None:
    """A command that does nothing."""


def two() -> Commands:
    commands = Commands()
    commands.add("mode", "the mode", takes="[MODE]")(act)
    commands.add("quit", "leave")(act)
    return commands


def test_the_builtin_commands_are_those_of_the_manual():
    names = [command.name for command in builtin_commands().all()]
    assert [name for name in names if name in NAMES] == NAMES  # later parts add theirs
    assert all(command.help for command in builtin_commands().all())


def test_a_line_is_a_command_and_the_rest():
    command, rest = two().find("/mode  classic ")
    assert (command.name, rest) == ("mode", "classic")


@pytest.mark.parametrize(
    ("line", "hint"),
    [("/mo", "there are /mode"), ("/modes", "there are /mode"), ("/zzz", "there are /mode, /quit")],
)
def test_an_unknown_name_names_the_near_ones(line: str, hint: str):
    with pytest.raises(UsageError, match=hint):
        two().find(line)


def test_a_long_unknown_name_is_cut():
    with pytest.raises(UsageError) as raised:
        two().find("/" + "x" * 1000)
    assert len(str(raised.value)) < 120


def test_a_command_that_takes_something_is_completed_with_a_blank():
    assert two().choices("") == [
        Choice(value="/mode ", title="/mode [MODE]", help="the mode"),
        Choice(value="/quit", title="/quit", help="leave"),
    ]
    assert [choice.value for choice in two().choices("q")] == ["/quit"]


async def test_a_slash_lists_all_commands_with_their_help():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.press("slash")
        lines = hand.shown(hand.main._menu)
        assert re.fullmatch(r" /help +what there is to say and to press", lines[0])
        assert {choice.value.strip() for choice in hand.main._menu.choices} >= {
            f"/{name}" for name in NAMES
        }


async def test_tab_completes_a_command_and_enter_runs_it():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.press("slash", *"sta", "tab")
        assert hand.main.prompt.text == "/status"
        await hand.press("enter")
        assert hand.transcript[0] == " • status"


async def test_enter_runs_the_marked_command_at_once():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.press("slash", *"sta", "enter")
        assert hand.transcript[0] == " • status"
        assert hand.main.prompt.text == ""


async def test_enter_on_a_command_that_takes_something_waits_for_it():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.press("slash", *"mod", "enter")
        assert hand.main.prompt.text == "/mode "
        assert hand.transcript == []


async def test_a_slash_in_the_middle_completes_nothing():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.press("a", "space", "slash")
        assert not hand.main._menu.display


async def test_an_unknown_command_names_the_near_ones_and_comes_back_to_be_mended():
    async with by_hand(size=(80, 20), prompt=None) as hand:
        await hand.say("/plam copy")
        assert "there is no command /plam — there are /plan" in hand.footer
        assert hand.main.prompt.text == "/plam copy"
        assert hand.transcript == []


async def test_the_palette_lists_the_commands_and_runs_one():
    async with by_hand(size=(80, 70), prompt=None) as hand:
        await hand.press("ctrl+p")
        await hand.pilot.pause(0.3)
        await hand.show()
        assert [name for name in NAMES if f"/{name}" not in hand.text] == []
        await hand.press(*"status")
        await hand.pilot.pause(0.3)
        await hand.press("enter")
        await hand.pilot.pause()
        await hand.show()
        assert hand.transcript[0] == " • status"


async def test_from_the_palette_a_command_that_takes_something_waits_in_the_prompt():
    async with by_hand(size=(80, 40), prompt=None) as hand:
        await hand.main.enter("/mode ")
        await hand.show()
        assert hand.main.prompt.text == "/mode "
        assert hand.main.focused is hand.main.prompt
