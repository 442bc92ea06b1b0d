"""Recipes: prompts with a plan, the user's and a project's; listed, shown, used (R60)."""

import difflib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from zaptui.config.files import load_settings, user_file
from zaptui.config.recipe_file import (
    ARGUMENTS,
    TRUSTED_KEYS,
    RecipeTable,
    fill_in,
    parse_recipe,
)
from zaptui.errors import ConfigError, UsageError
from zaptui.tools import default_tools
from zaptui.wiring.options import RunOptions
from zaptui.wiring.talk import say

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", re.ASCII)
_LARGEST = 256 * 1024
"""Bytes of a recipe.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A folder of recipes. A project's is text and plan only, and bound to the workspace."""

    folder: Path
    trusted: bool
    root: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A recipe, read. `plan` is its plan.md, None where there is none."""

    name: str
    file: Path
    prompt: str
    trusted: bool
    table: RecipeTable = field(default_factory=RecipeTable)
    plan: Path | None = None
    warning: str = ""
    """What it may not say, and is ignored."""

    @property
    def takes_arguments(self) -> bool:
        return ARGUMENTS in self.prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A recipe that is there. One that cannot be read has a fault."""

    name: str
    file: Path
    trusted: bool
    recipe: Recipe | None
    fault: str = ""


def find_recipe(name: str, root: Path) -> Recipe:
    """The recipe of that name, the user's first. UsageError where there is none, ConfigError for a
    fault in it."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name[:80]!r} is no name of a recipe", hint="letters, digits, _ and -; no path"
        )
    for source in sources(root):
        file = source.folder / name / "recipe.md"
        if file.is_file():
            return _read(name, file, source)
    known = [listed.name for listed in list_recipes(root)]
    near = difflib.get_close_matches(name, known, n=1)
    there = f"there are {', '.join(known)}" if known else "`zap recipes` says where they go"
    raise UsageError(
        f"there is no recipe {name!r}", hint=f"did you mean {near[0]}?" if near else there
    )


def list_recipes(root: Path) -> Sequence[Listed]:
    """All recipes by name, each once: the user's hides a project's."""
    found: dict[str, Listed] = {}
    for source in sources(root):
        for file in sorted(source.folder.glob("*/recipe.md")):
            name = file.parent.name
            if name in found or not _NAME.fullmatch(name) or not file.is_file():
                continue
            recipe, fault = None, ""
            try:
                recipe = _read(name, file, source)
            except ConfigError as error:
                fault = str(error)
            found[name] = Listed(
                name=name, file=file, trusted=source.trusted, recipe=recipe, fault=fault
            )
    return [found[name] for name in sorted(found)]


def sources(root: Path) -> list[Source]:
    """Where recipes are: beside the user's settings, and in the project. Settings that lie in the
    workspace are a project's."""
    own, project = user_file(os.environ).parent / "recipes", root / ".zap" / "recipes"
    inside = own.resolve().is_relative_to(root.resolve())
    return [
        Source(folder=own, trusted=not inside, root=root),
        Source(folder=project, trusted=False, root=root),
    ]


def with_recipe(options: RunOptions, name: str | None, arguments: str) -> RunOptions:
    """The options with what a recipe says; the command line comes first. Its warning is said."""
    if name is None:
        return options
    recipe = find_recipe(name, options.cwd)
    if recipe.warning:
        say(f"warning: {recipe.warning}")
    table = recipe.table
    mode = options.mode or (None if options.dialect else table.mode)
    plan = options.plan or recipe.plan
    return replace(
        options,
        task=fill_in(recipe.prompt, arguments),
        mode=mode or mode_with_plan(plan, load_settings(os.environ, options.cwd).mode),
        model=options.model or table.model,
        max_steps=options.max_steps or table.max_steps,
        tools=table.tools,
        plan=plan,
    )


def mode_with_plan(plan: Path | None, mode: str) -> str | None:
    """A plan.md turns planning on where the settings have it off, also an empty one (R60)."""
    return "metronome" if plan is not None and mode == "none" else None


def tool_names() -> list[str]:
    """The tools a recipe can name."""
    return [tool.name for tool in default_tools()]


def _read(name: str, file: Path, source: Source) -> Recipe:
    path = _inside(file, source)
    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST else None
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {os.strerror(error.errno or 0)}") from error
    if data is None:
        raise ConfigError(f"{file} is larger than {_LARGEST} bytes; that is no recipe")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is no UTF-8 text") from error
    table, prompt = parse_recipe(text, file, known_tools=tool_names())
    plan = file.with_name("plan.md")
    warning = ""
    said = [key for key in TRUSTED_KEYS if getattr(table, key) is not None]
    if said and not source.trusted:
        warning = f"{file}: a project's recipe may not set {', '.join(said)}; ignored"
        table = RecipeTable(mode=table.mode)
    return Recipe(
        name=name,
        file=file,
        prompt=prompt,
        trusted=source.trusted,
        table=table,
        plan=_inside(plan, source) if plan.is_file() else None,
        warning=warning,
    )


def _inside(file: Path, source: Source) -> Path:
    """The file itself; a project's may not be a link that leads out of the workspace."""
    path = file.resolve()
    if not source.trusted and not path.is_relative_to(source.root.resolve()):
        raise ConfigError(f"{file} leads out of {source.root}")
    return path
