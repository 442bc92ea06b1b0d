"""`!` runs a person's own command under the rules and shows what it printed."""

from dataclasses import dataclass

from tests.tui.by_hand import HandHost, by_hand
from zaptui.core.ports import Ran


@dataclass
class BrokenShell(HandHost):
    """A host with a bug."""

    async def shell(self, command: str) -> Ran:
        raise RuntimeError("no shell at all")


@dataclass
class FailingShell(HandHost):
    """Every command fails."""

    async def shell(self, command: str) -> Ran:
        return Ran(code=2, output="oops\n")


async def test_the_output_of_a_command_is_shown():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.say("!git status")
        await hand.show()
        assert hand.transcript == [" • ! git status", "   ran git status"]
        assert hand.host.prompts == []


async def test_a_command_that_fails_shows_its_exit_code():
    async with by_hand(size=(60, 14), prompt=None, host=FailingShell()) as hand:
        await hand.say("!x")
        await hand.show()
        assert hand.transcript == [" • ! x", "   oops", "   exit 2"]


async def test_a_denied_command_says_which_rule_denies_it():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.say("!rm")
        await hand.show()
        assert hand.transcript == [" • ! rm", "   denied: the rule deny shell(rm) denies it"]


async def test_a_mark_alone_says_what_it_needs():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.say("!")
        await hand.show()
        assert hand.transcript == [" • !", "   ! needs a command"]


async def test_a_bug_while_running_it_is_told_and_the_app_stays():
    async with by_hand(size=(60, 14), prompt=None, host=BrokenShell()) as hand:
        await hand.say("!x")
        await hand.show()
        assert hand.transcript == [" • ! x", "   internal error: RuntimeError: no shell at all"]


async def test_it_runs_beside_a_turn():
    async with by_hand(size=(60, 14)) as hand:
        await hand.say("!ls")
        await hand.show()
        assert hand.transcript[-2:] == [" • ! ls", "   ran ls"]
        assert hand.main.turns.queue == []
