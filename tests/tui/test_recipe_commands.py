"""Recipes as commands of the app, and its report."""

from tests.fakes import say
from tests.tui.by_hand import by_hand, step
from tests.tui.harness import FakeHost, ask, running, screen_text, until
from zaptui.tui.builtin_commands import builtin_commands
from zaptui.tui.kept import KeptRecipe
from zaptui.tui.recipe_commands import add_recipes

FIX = KeptRecipe(name="fix", help="Fix $ARGUMENTS.", takes_arguments=True)
PLAIN = KeptRecipe(name="plain", help="Talk.")
HELP = KeptRecipe(name="help", help="Not this one.")


def test_the_apps_own_commands_come_first() -> None:
    commands = builtin_commands()
    before = commands.find("/help")[0]
    add_recipes(commands, FakeHost(script=[say("Hi.")], kept=[FIX, PLAIN, HELP]))
    assert commands.find("/help")[0] is before
    assert [(c.name, c.help, c.takes) for c in commands.all()[-2:]] == [
        ("fix", "Fix $ARGUMENTS.", "[WORDS]"),
        ("plain", "Talk.", ""),
    ]


async def test_a_recipe_is_sent_as_a_prompt_with_its_arguments() -> None:
    host = FakeHost(script=[say("Fixed."), say("Talked.")], kept=[FIX, PLAIN])
    host.recipe_warning = "a project's recipe may not set model"
    async with running(host) as (app, pilot):
        await ask(pilot, "/fix the test")
        await until(pilot, lambda: "Fixed." in screen_text(app))
        assert host.used == [("fix", "the test")]
        assert host.prompts == ["do fix the test"]
        await ask(pilot, "/plain")
        await until(pilot, lambda: "Talked." in screen_text(app))
        assert host.used == [("fix", "the test"), ("plain", "")]


async def test_while_a_turn_runs_a_recipe_waits_for_nobody() -> None:
    async with by_hand(size=(100, 20)) as hand:
        add_recipes(hand.main.commands, FakeHost(script=[], kept=[PLAIN]))
        await hand.tell(step())
        await hand.say("/plain")
        assert "a turn is running — Esc cancels it" in hand.footer
        assert hand.main.prompt.text == "/plain"


async def test_the_report_is_shown_or_written() -> None:
    async with by_hand(size=(100, 20), prompt=None) as hand:
        await hand.say("/report")
        assert hand.transcript == [" • report", "   1 proved, 1 open"]
        await hand.say("/report html page")
        assert "written: /place/page.html" in hand.footer
