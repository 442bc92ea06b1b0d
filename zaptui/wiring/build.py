"""A session put together: workspace, spawner, planner, tools, provider, tape."""

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from zaptui import __version__
from zaptui.agent.loop import Session
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.setup import Setup
from zaptui.agent.stop import Limits
from zaptui.config.files import Loaded, user_file
from zaptui.core.ports import Ask, AskUser, Sink
from zaptui.errors import UsageError
from zaptui.prompts import load_prompt
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.spawn import ProcessSpawner
from zaptui.session.folder import new_session_id, session_file, state_dir
from zaptui.session.writer import TranscriptWriter
from zaptui.tape import Tape
from zaptui.tools import offered
from zaptui.tools.search import ripgrep
from zaptui.view.masking import Mask
from zaptui.wiring.budgets import stage_budget
from zaptui.wiring.clock import now
from zaptui.wiring.instructions import read_instructions
from zaptui.wiring.models import Model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import Guard
from zaptui.wiring.planners import check_policy, open_planner, prompt_of, seed
from zaptui.wiring.plans import ForgivingPlans, open_plans
from zaptui.wiring.resume import Resumed
from zaptui.wiring.secrets import mask_of, without_keys
from zaptui.wiring.talk import say


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Who can be asked; None for nobody."""

    ask: Ask | None = None
    ask_user: AskUser | None = None
    watching: bool = False
    """Somebody sees at once what is amiss: a plan that cannot be kept does not end the run."""


def build_session(
    options: RunOptions,
    settings: Loaded,
    model: Model,
    *,
    guard: Guard,
    people: People,
    stack: ExitStack,
    resumed: Resumed | None = None,
) -> Session:
    """A session for a run; what it opens is closed with the stack."""
    if not options.cwd.is_dir():
        raise UsageError(f"--cwd {options.cwd}: there is no such folder")
    restored = resumed.restored if resumed else None
    planner = open_planner(options, settings, restored=restored)
    seeded = seed(planner, options.plan)
    mask = mask_of(os.environ, settings.user)
    plans = open_plans(save=options.save, mask=mask, stack=stack, resumed=resumed)
    workspace = FolderWorkspace(str(options.cwd))
    stack.callback(workspace.close)
    environ = without_keys(os.environ, settings.user)
    spawner = ProcessSpawner(workspace.root, environ, sandbox=guard.sandbox, hidden=_own_places())
    stack.callback(lambda: _say_left(spawner.close()))
    limits = settings.user.limits
    return Session(
        Setup(
            provider=model.provider,
            model=model.name,
            shown_model=model.shown,
            system=prompt_of(planner),
            tools=offered(options.tools, sandboxed=guard.sandbox.has_boundary),
            planner=planner,
            decide=guard.decide,
            workspace=workspace,
            spawner=spawner,
            session=resumed.session if resumed else new_session_id(now()),
            version=__version__,
            sandbox=guard.sandbox.text,
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
            instructions=partial(
                read_instructions, workspace, project=settings.user.project_instructions
            ),
            stage_budget=stage_budget(settings),
            enforce_checks=check_policy(options, settings) == "enforce",
            ripgrep=ripgrep,
            store=ForgivingPlans(plans) if plans is not None and people.watching else plans,
            seeded=seeded,
        ),
        past=restored.past if restored else None,
    )


def open_writer(
    session: Session, *, save: bool, stack: ExitStack, resumed: Resumed | None = None
) -> TranscriptWriter | None:
    """The writer of a session's file; None when nothing is saved."""
    if not save:
        return None
    if resumed is not None and resumed.writer is not None:
        return resumed.writer
    writer = TranscriptWriter(session_file(state_dir(os.environ), session.setup.session))
    stack.callback(writer.close)
    return writer


def open_tape(
    writer: Sink | None, sinks: Sequence[Sink], *, mask: Mask, resumed: Resumed | None = None
) -> Tape:
    """The tape of a session: the transcript first (R76), then the other sinks. What a crashed run
    never wrote is written before all else."""
    if resumed is not None and writer is not None:
        for entry in resumed.missing:
            writer(entry)
    first = [] if writer is None else [writer]
    return Tape(
        [*first, *sinks],
        clock=time.monotonic,
        next_seq=resumed.next_seq if resumed else 0,
        at=resumed.entries[-1].at if resumed else 0.0,
        mask=mask,
    )


def _own_places() -> list[str]:
    """Where zap's own files are: no command is to see them."""
    return [str(state_dir(os.environ)), str(user_file(os.environ).parent)]


def _say_left(groups: int) -> None:
    if groups:
        say(f"ended {groups} command{'s' if groups > 1 else ''} left running in the background")
