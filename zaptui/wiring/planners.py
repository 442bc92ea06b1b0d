"""The planner of a run: its mode, its words, and the plan it begins with."""

import os
from pathlib import Path

from zaptui.agent.restore import Restored, restore_planner
from zaptui.config.files import Loaded
from zaptui.errors import UsageError
from zaptui.planning.checks import POLICIES, Policy
from zaptui.planning.dialects import select_dialect
from zaptui.planning.plan_file import LIMIT, parse_plan_file
from zaptui.planning.planner import Planner, select_planner
from zaptui.prompts import system_prompt
from zaptui.wiring.options import RunOptions
from zaptui.wiring.talk import say


def open_planner(
    options: RunOptions, settings: Loaded, *, restored: Restored | None = None
) -> Planner:
    """The planner a command line and the settings ask for; a session that goes on keeps its mode
    unless told otherwise, and its plan."""
    wanted = options.mode or ("classic" if options.dialect else None)
    mode = wanted or (restored.mode if restored else "") or settings.mode
    dialect = select_dialect(options.dialect or settings.dialect)
    planner = select_planner(
        mode,
        new_ids=settings.user.planning.new_ids,
        dialect=dialect.name,
        checks=check_policy(options, settings) != "off",
    )
    if options.dialect and planner.mode != "classic":
        raise UsageError("--dialect is about the list of mode classic", hint="add --mode classic")
    if restored is not None:
        restore_planner(planner, restored)
    return planner


def prompt_of(planner: Planner) -> str:
    """The system prompt, with the planner's own tool by its name in the dialect."""
    names = [tool.name for tool in planner.tools]
    return system_prompt(planner.mode, list_tool=names[0] if names else "")


def check_policy(options: RunOptions, settings: Loaded) -> Policy:
    """What checks of stages do. UsageError for an unknown word."""
    wanted = options.checks or settings.user.planning.checks
    for policy in POLICIES:
        if policy == wanted:
            return policy
    raise UsageError(f"unknown --checks {wanted[:40]!r}", hint=f"one of {', '.join(POLICIES)}")


def seed(planner: Planner, path: Path | None) -> bool:
    """Seed the planner from a plan.md; a file that is too large only turns planning on (R60)."""
    if path is None:
        return False
    if not planner.complete:
        raise UsageError("the session has an open plan", hint="leave --plan out to go on with it")
    try:
        with path.open("rb") as file:  # no more of it: it may have no end
            text = file.read(LIMIT + 1)
    except OSError as error:
        raise UsageError(f"--plan {path}: {os.strerror(error.errno or 0)}") from error
    plan = parse_plan_file(text)
    if plan.too_large:
        say(f"warning: {path} is larger than 64 KiB; its items are ignored")
    elif text.strip() and not plan.items:
        say(f"warning: {path} has no line as `- [ ] something to do`; the plan begins empty")
    planner.seed(plan)
    return planner.has_plan
