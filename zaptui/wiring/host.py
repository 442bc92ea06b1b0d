"""The host of the app: a session that can change its model, mode and approvals, and be left."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from zaptui.agent.loop import Session
from zaptui.agent.setup import Setup
from zaptui.agent.window import told_window
from zaptui.config.choice import choose_model
from zaptui.config.files import Loaded
from zaptui.core.events import Entry, Event, RunFinished
from zaptui.core.parts import Usage
from zaptui.core.ports import Approval, Ask, AskUser, Ran, Sink
from zaptui.errors import ConfigError, ToolError, UsageError
from zaptui.planning.convert import convert
from zaptui.planning.directives import PROPOSING
from zaptui.planning.plan_edit import RowEdit
from zaptui.planning.plan_file import PlanFile
from zaptui.prompts import system_prompt
from zaptui.safety.policy import Mode, Policy
from zaptui.safety.spawn import own_program
from zaptui.session.folder import state_dir
from zaptui.session.prompts_file import PromptsFile
from zaptui.view.report_fold import ReportFold
from zaptui.wiring.app_session import AppSession
from zaptui.wiring.budgets import price_for
from zaptui.wiring.build import People, build_session
from zaptui.wiring.export import format_of, write_export
from zaptui.wiring.files import list_files
from zaptui.wiring.models import open_model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import (
    Guard,
    may_say_yes,
    policy_for,
    sandbox_for,
    word_of_sandbox,
)
from zaptui.wiring.planners import open_planner
from zaptui.wiring.plans import ForgivingPlans
from zaptui.wiring.prices import Known, known_of
from zaptui.wiring.recipe_turns import KeptRecipe, RecipeTurn, RecipeTurns, kept_recipes
from zaptui.wiring.recipes import find_recipe, mode_with_plan
from zaptui.wiring.report import chunks_of, list_price, report_format, write_report
from zaptui.wiring.resume import Resumed
from zaptui.wiring.saved import SavedSession, preview_lines, saved_lines
from zaptui.wiring.secrets import mask_of

_SHELL_TIMEOUT_S = 600.0
_PROPOSE = "propose"


class SessionHost:
    """Holds the session behind the app, until `close`."""

    def __init__(self, options: RunOptions, settings: Loaded) -> None:
        self._options = options
        self._settings = settings
        self._sandbox = sandbox_for(options, settings)
        self._policy: Policy = policy_for(options, settings, self._sandbox, has_approver=True)
        self._mask = mask_of(os.environ, settings.user)
        self._open = AppSession(options, self._build, [self._tell], mask=self._mask)
        self._choice = choose_model(
            options.model, settings.user, os.environ, fallback=self._open.model
        )
        self._prompts = PromptsFile(state_dir(os.environ))
        self._known: dict[str, Known] = {}
        """What is known of a model, by its name, once `warm` has looked."""
        self._sink: Sink = _nowhere
        self._people = People(watching=True)
        self._recipes = RecipeTurns()
        self._report = ReportFold(price=list_price)

    # ---- what it is

    @property
    def model(self) -> str:
        return self._choice.name

    @property
    def mode(self) -> str:
        return self._live.setup.planner.mode

    @property
    def approval(self) -> Mode:
        return self._policy.mode

    @property
    def session(self) -> str:
        return self._live.setup.session

    @property
    def warning(self) -> str:
        """What a person should know of the sandbox from the start."""
        return word_of_sandbox(self._options, self._settings, self._sandbox)

    @property
    def boundary(self) -> str:
        return self._sandbox.name

    def about(self) -> Sequence[tuple[str, str]]:
        """The sandbox and the instructions as they are read now."""
        told = self._live.setup.instructions()
        files = ", ".join(told.files) if told is not None else "no instructions"
        return [("sandbox", self._sandbox.text), ("told", files)]

    def program(self, name: str) -> str:
        """The path of a program, never one of the workspace's."""
        return own_program(name, os.environ, str(self._options.cwd))

    @property
    def context_window(self) -> int | None:
        session = self._open.built
        told = told_window(session.setup) if session is not None else None
        known = self._known.get(self._choice.name)
        return told or (known.window if known else None)

    @property
    def trouble(self) -> str:
        """Why the session, or its plan, is not being saved."""
        session = self._open.built
        store = session.setup.store if session is not None else None
        return self._open.trouble or (store.trouble if isinstance(store, ForgivingPlans) else "")

    @property
    def resumable(self) -> str | None:
        """The id to go on with later; None for a session of which nothing is on the disk."""
        return self.session if self._open.on_disk else None

    # ---- running

    def attach(self, sink: Sink, ask: Ask, ask_user: AskUser) -> None:
        """Where entries go, and who answers. The past of a session that goes on comes at once."""
        self._sink = sink
        self._people = People(ask=ask, ask_user=ask_user, watching=True)
        self._report = ReportFold(price=list_price)
        for entry in self._open.past:
            self._tell(entry)

    async def warm(self) -> None:
        """Load the SDK and the price list in threads."""
        choice = self._choice
        _, self._known[choice.name] = await asyncio.gather(
            self._live.setup.provider.warm(), asyncio.to_thread(known_of, choice)
        )

    def compact(self) -> None:
        """Compact the history before the next step."""
        self._live.compaction.wanted = True

    async def run(self, prompt: str) -> RunFinished:
        """Play a turn. What a recipe set for it holds no longer."""
        try:
            return await self._live.run(prompt, self._open.tape())
        finally:
            if (setup := self._recipes.end(self._live.setup)) is not None:
                self._change(setup)

    def steer(self, text: str) -> None:
        """Words for the running turn's next step."""
        self._live.inbox.append(text)

    def new_session(self) -> None:
        """The next turn begins another session, with another tape."""
        self._switch(None)

    def open_session(self, session: str) -> None:
        """Go on with a saved session."""
        self._switch(session)

    def kill(self) -> None:
        """End every command at once, from any thread."""
        if self._open.built is not None:
            self._open.built.setup.spawner.kill()

    def close(self) -> None:
        """Let go of everything."""
        self._open.close()

    def accept_plan(self, plan: PlanFile) -> None:
        """A proposed plan becomes the live plan (R80)."""
        session = self._live
        session.setup.planner.seed(plan)
        session.seed()
        self.set_approval("ask")

    def recipes(self) -> Sequence[KeptRecipe]:
        """The recipes, the user's and the project's."""
        return kept_recipes(self._options.cwd)

    def use_recipe(self, name: str, arguments: str) -> RecipeTurn:
        """Get ready for a recipe's turn."""
        recipe = find_recipe(name, self._options.cwd)
        if recipe.plan is not None and not self._live.setup.planner.complete:
            raise UsageError("the session has an open plan", hint="/new begins another session")
        if recipe.table.model is not None:
            self.set_model(recipe.table.model)
        mode = recipe.table.mode or mode_with_plan(recipe.plan, self.mode)
        if mode is not None and mode != self.mode:
            self.set_mode(mode)
        return self._recipes.begin(recipe, arguments, live=self._open.live, change=self._change)

    def edit_plan(self, edits: Sequence[RowEdit]) -> None:
        """A person changes the live plan."""
        session = self._live
        begun = bool(session.conversation.turns)
        session.edit_plan(edits, self._open.tape() if begun else _unheard)

    def follow_plan(self) -> None:
        """Show what other processes have done to the plan meanwhile."""
        session = self._open.built
        if session is not None and session.conversation.turns:
            session.follow_plan(self._open.tape())

    # ---- changes

    def set_model(self, name: str) -> None:
        """Go on with another model."""
        choice = choose_model(name, self._settings.user, os.environ)
        model = open_model(choice, self._settings, price=price_for(choice, self._settings))
        self._choice = choice
        if self._open.built is not None:
            setup = replace(
                self._live.setup,
                provider=model.provider,
                model=model.name,
                shown_model=model.shown,
                price=model.price,
                set_window=model.set_window,
                known_window=model.known_window,
            )
            self._change(setup)

    def set_mode(self, mode: str) -> None:
        """Go on with another planner; an open plan is converted (R49)."""
        options = replace(self._options, mode=mode, dialect=None)
        planner = open_planner(options, self._settings)
        before = self._live.setup.planner
        planner.work_tick = before.work_tick
        planner.restore(convert(before.snapshot(), planner.mode, version=before.version),
                        version=before.version)  # fmt: skip
        setup = replace(self._live.setup, planner=planner, system=system_prompt(planner.mode))
        self._change(setup)
        self._options = options

    def set_approval(self, approval: Mode) -> None:
        """Ask, only propose, or allow what would be asked."""
        if approval == "yes" and not may_say_yes(self._options, self._sandbox):
            raise ConfigError("yes needs a sandbox, or a start with --no-sandbox")
        self._policy.mode = approval
        if self._open.built is not None:
            self._live.remind(_PROPOSE, PROPOSING if approval == "propose" else None)

    def rule_for(self, approval: Approval) -> str | None:
        """The exact rule that would allow a call for this session."""
        return self._policy.rule_for(approval.tool, approval.input)

    def grant(self, rule: str) -> None:
        """Allow an exact call for this session."""
        self._policy.grant(rule)

    # ---- around it

    async def shell(self, command: str) -> Ran:
        """A person's own command: what the rules deny is denied to him too."""
        if not command:
            raise UsageError("! needs a command")
        decision = self._policy("shell", {"command": command})
        if decision.verdict == "deny":
            raise ToolError(f"denied: {decision.reason}")
        spawner = self._live.setup.spawner
        return await spawner.run(command, timeout_s=_SHELL_TIMEOUT_S, progress=_quiet, outside=True)

    def files(self) -> Sequence[str]:
        """The workspace's files, .gitignore honoured."""
        return list_files(self._options.cwd)

    def sessions(self) -> Sequence[SavedSession]:
        """The saved sessions, the latest first."""
        return saved_lines(self._options.cwd)

    def preview(self, session: str) -> Sequence[str]:
        """The plan and the last answer of a saved session."""
        return preview_lines(session)

    def export(self, format: str, file: str) -> str:
        """Write this session out; the file's path."""
        if self.resumable is None:
            raise UsageError("nothing of this session is on the disk yet")
        path = self._options.cwd / (file or f"zap-{self.session}.{format}")
        write_export(self.session, format_of(format), to=path, redact=True)
        return str(path)

    def report(self, format: str, file: str) -> str:
        """The report of this session, or the file it was written to."""
        report = self._report.report()
        if not format:
            return "".join(chunks_of(report, "text"))
        wanted = report_format(format)
        path = self._options.cwd / (file or f"zap-report-{self.session}.{wanted}")
        write_report(report, wanted, to=path)
        return str(path)

    def history(self) -> Sequence[str]:
        """What was asked before."""
        return self._prompts.all()

    def remember(self, prompt: str) -> None:
        """Keep a prompt."""
        self._prompts.add(self._mask.text(prompt))

    def price(self, usage: Usage) -> float | None:
        """US dollars of some usage, None if not known."""
        if usage == Usage():
            return None
        known = self._known.get(self._choice.name)
        return known.price(usage) if known is not None and known.price is not None else None

    # ---- within

    @property
    def _live(self) -> Session:
        return self._open.live()

    def _build(self, stack: ExitStack, resumed: Resumed | None) -> Session:
        session = build_session(
            self._options,
            self._settings,
            open_model(self._choice, self._settings, price=price_for(self._choice, self._settings)),
            guard=Guard(decide=self._policy, sandbox=self._sandbox),
            people=self._people,
            stack=stack,
            resumed=resumed,
        )
        session.remind(_PROPOSE, PROPOSING if self._policy.mode == "propose" else None)
        return session

    def _change(self, setup: Setup) -> None:
        self._open.change(setup)
        self._live.remind(_PROPOSE, PROPOSING if self._policy.mode == "propose" else None)

    def _switch(self, session: str | None) -> None:
        """Leave this session for another one, its grants with it; one that cannot be opened leaves
        this one open."""
        if session is not None and session == self.resumable:
            return
        options = replace(self._options, resume=session, fork=False, plan=None)
        opened = AppSession(options, self._build, [self._tell], mask=self._mask)
        self._open.close()
        self._open, self._options = opened, options
        mode = self._policy.mode
        self._policy = policy_for(options, self._settings, self._sandbox, has_approver=True)
        self._policy.mode = mode

    def _tell(self, entry: Entry) -> None:
        self._report.take(entry)
        self._sink(entry)


def _unheard(event: Event) -> None:
    """Where events go before there is a tape."""


def _nowhere(entry: Entry) -> None:
    """Where entries go before the app listens."""


def _quiet(text: str) -> None:
    """Output of a person's own command is shown when it has ended."""
