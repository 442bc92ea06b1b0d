"""A session put together: workspace, spawner, planner, tools, provider, tape."""

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from zaptui import __version__
from zaptui.agent.loop import Session
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.setup import Setup
from zaptui.agent.stop import Limits
from zaptui.config.files import Loaded
from zaptui.core.ports import Ask, AskUser, Decide, Sink
from zaptui.errors import UsageError
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import Planner, select_planner
from zaptui.prompts import load_prompt, system_prompt
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.spawn import ProcessSpawner
from zaptui.session.folder import new_session_id, session_file, state_dir
from zaptui.session.transcript import TranscriptWriter
from zaptui.tape import Tape
from zaptui.tools import default_tools
from zaptui.wiring.models import Model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.talk import say


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Who can be asked; None for nobody."""

    ask: Ask | None = None
    ask_user: AskUser | None = None


def build_session(
    options: RunOptions,
    settings: Loaded,
    model: Model,
    *,
    decide: Decide,
    people: People,
    stack: ExitStack,
) -> Session:
    """A session for a run; what it opens is closed with the stack."""
    if not options.cwd.is_dir():
        raise UsageError(f"--cwd {options.cwd}: there is no such folder")
    planner = select_planner(options.mode or settings.mode, new_ids=settings.user.planning.new_ids)
    seeded = _seed(planner, options.plan)
    workspace = FolderWorkspace(str(options.cwd))
    stack.callback(workspace.close)
    spawner = ProcessSpawner(workspace.root, os.environ)
    stack.callback(lambda: _say_left(spawner.close()))
    limits = settings.user.limits
    return Session(
        Setup(
            provider=model.provider,
            model=model.name,
            shown_model=model.shown,
            system=system_prompt(planner.mode),
            tools=default_tools(),
            planner=planner,
            decide=decide,
            workspace=workspace,
            spawner=spawner,
            session=new_session_id(now()),
            version=__version__,
            now=now,
            ask=people.ask,
            ask_user=people.ask_user,
            limits=Limits(
                max_steps=options.max_steps or limits.max_steps,
                max_cost=options.max_cost or limits.max_cost,
                timeout_s=options.timeout_s or limits.timeout_s,
            ),
            retry=RetryPolicy(
                max_wait_s=limits.max_wait_s if options.max_wait_s is None else options.max_wait_s
            ),
            price=model.price,
            set_window=model.set_window,
            known_window=model.known_window,
            compact_at=limits.compact_at,
            compact_prompt=load_prompt("compact"),
            baseline=settings.user.reminder,
            seeded=seeded,
        )
    )


def open_tape(session: Session, sinks: Sequence[Sink], *, save: bool, stack: ExitStack) -> Tape:
    """The tape of a session: the transcript first (R76), then the other sinks."""
    first: list[Sink] = []
    if save:
        path = session_file(state_dir(os.environ), session.setup.session)
        writer = TranscriptWriter(path)
        stack.callback(writer.close)
        first.append(writer)
    return Tape([*first, *sinks], clock=time.monotonic)


def now() -> str:
    """The time, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _seed(planner: Planner, path: Path | None) -> bool:
    """Seed the planner from a plan.md; a file that is too large only turns planning on (R60)."""
    if path is None:
        return False
    try:
        plan = parse_plan_file(path.read_bytes())
    except OSError as error:
        raise UsageError(f"--plan {path}: {os.strerror(error.errno or 0)}") from error
    if plan.too_large:
        say(f"warning: {path} is larger than 64 KiB; its items are ignored")
    planner.seed(plan)
    return planner.has_plan


def _say_left(groups: int) -> None:
    if groups:
        say(f"ended {groups} command{'s' if groups > 1 else ''} left running in the background")
