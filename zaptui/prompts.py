"""The prompts the model reads: the wheel's copy, or the repository's if it is editable."""

from pathlib import Path

from zaptui.errors import ConfigError

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE / "_prompts", _HERE.parent / "prompts")
_EXAMPLES = (_HERE / "_config.example.toml", _HERE.parent / "config.example.toml")


def load_prompt(name: str) -> str:
    """The text of `prompts/<name>.md`."""
    for folder in _PLACES:
        path = folder / f"{name}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8").strip()
    raise ConfigError(f"the prompt {name!r} is missing", hint="install zaptui again")


def system_prompt(mode: str) -> str:
    """The job, then the planner of the mode; with mode `none` the job alone."""
    parts = [load_prompt("system")]
    if mode != "none":
        parts.append(load_prompt(mode))
    return "\n\n".join(parts)


def load_example() -> str:
    """The commented settings file."""
    for path in _EXAMPLES:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise ConfigError("the example settings are missing", hint="install zaptui again")
