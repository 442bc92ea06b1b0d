"""`zap recipes`: what recipes there are, and what is in one."""

from pathlib import Path

from zaptui.config.recipe_file import RecipeTable
from zaptui.errors import ConfigError
from zaptui.headless.stdout import write_line
from zaptui.view.text import one_line, sanitize
from zaptui.wiring.recipes import Listed, find_recipe, list_recipes, sources
from zaptui.wiring.talk import say


def print_recipes(root: Path) -> int:
    """A line a recipe: its name, whose it is, how it runs, how its prompt begins."""
    found = list_recipes(root)
    width = max((len(listed.name) for listed in found), default=0)
    for listed in found:
        write_line(f"{listed.name:<{width}}  {_words(listed)}")
    if not found:
        places = " or ".join(f"{source.folder}/NAME/recipe.md" for source in sources(root))
        say(f"there are no recipes yet; they go into {places}")
    return ConfigError.exit_code if any(listed.fault for listed in found) else 0


def show_recipe(name: str, root: Path) -> int:
    """Print a recipe: where it is, how it runs, its prompt, its plan."""
    recipe = find_recipe(name, root)
    if recipe.warning:
        say(f"warning: {recipe.warning}")
    facts = {
        "recipe": recipe.name,
        "file": str(recipe.file),
        "whose": "yours" if recipe.trusted else "the project's",
        "runs": _facts(recipe.table) or "as the settings say",
        "plan": "none" if recipe.plan is None else str(recipe.plan),
    }
    for label, value in facts.items():
        write_line(f"{label:<8}{sanitize(value)}")
    write_line(f"\n{sanitize(recipe.prompt)}")
    if recipe.plan is not None:
        text = recipe.plan.read_text("utf-8", "replace").rstrip()
        write_line(f"\n{sanitize(text)}")
    return 0


def _words(listed: Listed) -> str:
    whose = "yours  " if listed.trusted else "project"
    if listed.recipe is None:
        return f"{whose}  cannot be read: {one_line(listed.fault, 300)}"
    facts = _facts(listed.recipe.table)
    plan = ["plan.md"] if listed.recipe.plan is not None else []
    how = ", ".join([facts, *plan] if facts else plan)
    return f"{whose}  {f'[{how}] ' if how else ''}{one_line(listed.recipe.prompt, 100)}"


def _facts(table: RecipeTable) -> str:
    said = table.model_dump(exclude_none=True)
    words = {
        key: " ".join(value) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        for key, value in said.items()
    }
    return ", ".join(f"{key} {value or 'none'}" for key, value in words.items())
