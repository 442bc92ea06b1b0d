"""The prompts the model reads: the wheel's copy, or the repository's if it is editable."""

from pathlib import Path

from zaptui.errors import ConfigError

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE / "_prompts", _HERE.parent / "prompts")
_EXAMPLES = (_HERE / "_config.example.toml", _HERE.parent / "config.example.toml")

LIST_TOOL = "write_todos"
"""The tool that `prompts/classic.md` speaks of."""


def load_prompt(name: str) -> str:
    """The text of `prompts/<name>.md`."""
    for folder in _PLACES:
        path = folder / f"{name}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8").strip()
    raise ConfigError(f"the prompt {name!r} is missing", hint="install zaptui again")


def system_prompt(mode: str, *, list_tool: str = LIST_TOOL) -> str:
    """The job, then the planner of the mode; with mode `none` the job alone. `list_tool` is what
    classic's tool is called in the dialect the model is offered."""
    parts = [load_prompt("system")]
    if mode != "none":
        parts.append(load_prompt(mode).replace(LIST_TOOL, list_tool))
    return "\n\n".join(parts)


def load_example() -> str:
    """The commented settings file."""
    for path in _EXAMPLES:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise ConfigError("the example settings are missing", hint="install zaptui again")
