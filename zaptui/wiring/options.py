"""What a command line says of a run."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from zaptui.errors import UsageError

Output = Literal["text", "json", "jsonl"]
OUTPUTS: tuple[Output, ...] = ("text", "json", "jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """None stands for what the settings say."""

    task: str = ""
    model: str | None = None
    mode: str | None = None
    dialect: str | None = None
    resume: str | None = None
    """The session to go on with: an id, the beginning of one, or a file."""
    fork: bool = False
    """Go on with a copy of it."""
    plan: Path | None = None
    checks: str | None = None
    output: Output = "text"
    yes: bool = False
    allow: Sequence[str] = ()
    deny: Sequence[str] = ()
    no_sandbox: bool = False
    save: bool = True
    plain: bool = False
    cwd: Path = field(default_factory=lambda: this_folder())
    max_steps: int | None = None
    max_cost: float | None = None
    timeout_s: float | None = None
    max_wait_s: float | None = None
    tools: Sequence[str] | None = None
    """The only ones that are offered, `complete` aside; None: all."""


def this_folder() -> Path:
    """The folder that zap was started in; UsageError where it has been deleted meanwhile."""
    try:
        return Path.cwd()
    except OSError as error:
        raise UsageError("this folder is gone", hint="cd into one that exists") from error


def output_of(name: str) -> Output:
    """The output of that name; UsageError lists them."""
    for output in OUTPUTS:
        if output == name:
            return output
    raise UsageError(f"unknown output {name[:40]!r}", hint=f"one of {', '.join(OUTPUTS)}")
