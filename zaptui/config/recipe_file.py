"""recipe.md: a prompt, and in its front matter how it is to be run."""

import difflib
import re
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from zaptui.config.schema import Mode
from zaptui.errors import ConfigError

ARGUMENTS = "$ARGUMENTS"
_FENCE = "---"
_LINE = re.compile(r"(?P<key>[A-Za-z_][\w-]*)\s*:(?:\s+(?P<value>.*)|\s*)$")
_ITEM = re.compile(r"\s+-\s+(?P<value>.+)$|-\s+(?P<top>.+)$")


class RecipeTable(BaseModel):
    """The front matter of a recipe."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Mode | None = None
    model: str | None = None
    tools: list[str] | None = None
    """The only ones that are offered, `complete` aside."""
    max_steps: Annotated[int, Field(gt=0)] | None = None


TRUSTED_KEYS = ("model", "tools", "max_steps")
"""What a project's recipe may not say: it is text and a plan."""


def parse_recipe(text: str, path: Path, *, known_tools: Collection[str]) -> tuple[RecipeTable, str]:
    """The front matter and the prompt. ConfigError names the file, the line, the key."""
    text = text.removeprefix("\ufeff")
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        return RecipeTable(), _prompt(text, path)
    end = next((n for n, line in enumerate(lines) if n and line.rstrip() == _FENCE), None)
    if end is None:
        raise ConfigError(f"{path}:1: the front matter has no end", hint=f"end it with {_FENCE}")
    values, places = _values(lines[1:end], path)
    table = _table(values, places, path)
    for name in table.tools or []:
        if name not in known_tools:
            near = difflib.get_close_matches(name, known_tools, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known_tools)}"
            raise ConfigError(f"{path}:{places['tools']}: there is no tool {name!r}", hint=hint)
    return table, _prompt("\n".join(lines[end + 1 :]), path)


def fill_in(prompt: str, arguments: str) -> str:
    """The prompt with the arguments in their place; without a place they come last."""
    if ARGUMENTS in prompt:
        return prompt.replace(ARGUMENTS, arguments)
    return f"{prompt}\n\n{arguments}" if arguments.strip() else prompt


def _prompt(text: str, path: Path) -> str:
    if not text.strip():
        raise ConfigError(f"{path}: there is no prompt below the front matter")
    return text.strip()


def _values(lines: list[str], path: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """The values by key, and the line of each key."""
    values: dict[str, Any] = {}
    places: dict[str, int] = {}
    key = ""
    for number, line in enumerate(lines, start=2):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if item := _ITEM.match(line):
            if not isinstance(values.get(key), list):
                raise ConfigError(f"{path}:{number}: an item belongs below a key without a value")
            values[key].append(_unquoted(item["value"] or item["top"]))
            continue
        found = _LINE.match(line.rstrip())
        if found is None:
            raise ConfigError(f"{path}:{number}: this is no `key: value`: {line.strip()[:60]!r}")
        key = found["key"]
        if key in values:
            raise ConfigError(f"{path}:{number}: {key} is there twice")
        values[key], places[key] = _value(key, found["value"] or ""), number
    return values, places


def _value(key: str, text: str) -> str | list[str]:
    """Text; a list where one is meant: `[a, b]`, and `a, b` for tools."""
    text = re.sub(r"\s+#.*$", "", text).strip()
    listed = text.startswith("[") and text.endswith("]")
    if listed or key == "tools" or not text:
        inner = text[1:-1] if listed else text
        return [_unquoted(part) for part in inner.split(",") if part.strip()]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if quoted else text


def _table(values: dict[str, Any], places: dict[str, int], path: Path) -> RecipeTable:
    try:
        return RecipeTable.model_validate(values)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        fault = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
        key = str(fault["loc"][0])
        place = f"{path}:{places.get(key, 1)}: {key}"
        if fault["type"] != "extra_forbidden":
            raise ConfigError(f"{place}: {fault['msg']}") from error
        known = list(RecipeTable.model_fields)
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise ConfigError(f"{place} is no key of a recipe", hint=hint) from error
