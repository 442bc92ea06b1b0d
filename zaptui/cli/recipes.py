"""`zap recipes`: prompts that are kept."""

import typer

recipes = typer.Typer(
    help="Recipes: list them (the default), show NAME.", invoke_without_command=True
)


@recipes.callback()
def root(context: typer.Context) -> None:
    """List the recipes, yours and this project's."""
    if context.invoked_subcommand is None:
        list_()


@recipes.command("list")
def list_() -> None:
    """List the recipes, yours and this project's."""
    from zaptui.wiring.options import this_folder
    from zaptui.wiring.recipe_commands import print_recipes
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: print_recipes(this_folder())))


@recipes.command()
def show(name: str = typer.Argument(..., help="A recipe.")) -> None:
    """Print a recipe: how it runs, its prompt, its plan."""
    from zaptui.wiring.options import this_folder
    from zaptui.wiring.recipe_commands import show_recipe
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: show_recipe(name, this_folder())))
