"""A recipe in the app: its plan is seeded, its tools and steps hold for one turn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from zaptui.agent.calls import AnyTool
from zaptui.agent.loop import Session
from zaptui.agent.setup import Setup
from zaptui.agent.stop import Limits
from zaptui.config.recipe_file import fill_in
from zaptui.errors import UsageError
from zaptui.planning.plan_file import PlanFile, parse_plan_file
from zaptui.tools.complete import COMPLETE
from zaptui.tui.kept import KeptRecipe, RecipeTurn
from zaptui.view.text import one_line
from zaptui.wiring.recipes import Recipe, list_recipes


class RecipeTurns:
    """What a recipe changes for one turn, and how it was before."""

    def __init__(self) -> None:
        self._before: tuple[Sequence[AnyTool], Limits] | None = None

    def begin(
        self,
        recipe: Recipe,
        arguments: str,
        *,
        live: Callable[[], Session],
        change: Callable[[Setup], None],
    ) -> RecipeTurn:
        """Make the session ready for it. The turn that comes next is the recipe's."""
        plan = plan_of(recipe)
        setup, table = live().setup, recipe.table
        self._before = (setup.tools, setup.limits)
        names = None if table.tools is None else (*table.tools, COMPLETE.name)
        tools = [tool for tool in setup.tools if names is None or tool.name in names]
        steps = table.max_steps or setup.limits.max_steps
        change(replace(setup, tools=tools, limits=replace(setup.limits, max_steps=steps)))
        if plan.items:
            setup.planner.seed(plan)
            live().seed()
        warnings = [recipe.warning] if recipe.warning else []
        if plan.too_large:
            warnings.append(f"{recipe.plan} is larger than 64 KiB; its items are ignored")
        return RecipeTurn(prompt=fill_in(recipe.prompt, arguments), warning="; ".join(warnings))

    def end(self, setup: Setup) -> Setup | None:
        """The setup as it was before; None where it is as it was."""
        if self._before is None:
            return None
        (tools, limits), self._before = self._before, None
        return replace(setup, tools=tools, limits=limits)


def plan_of(recipe: Recipe) -> PlanFile:
    """The plan beside a recipe; one of nothing where there is none."""
    if recipe.plan is None:
        return PlanFile()
    try:
        return parse_plan_file(recipe.plan.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {recipe.plan}: {error.strerror}") from error


def kept_recipes(root: Path) -> list[KeptRecipe]:
    """The recipes as commands; one that cannot be read says so when it is used."""
    return [
        KeptRecipe(
            name=listed.name,
            help=one_line(listed.recipe.prompt if listed.recipe else listed.fault, 60),
            takes_arguments=listed.recipe is not None and listed.recipe.takes_arguments,
        )
        for listed in list_recipes(root)
    ]
