"""The host of the app: a session that can change its model, mode and approvals, and be left."""

import asyncio
import os
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from zaptui.agent.loop import Session
from zaptui.agent.window import told_window
from zaptui.config.choice import choose_model
from zaptui.config.files import Loaded
from zaptui.core.events import Entry, RunFinished
from zaptui.core.parts import Usage
from zaptui.core.ports import Approval, Ask, AskUser, Ran, Sink
from zaptui.errors import ConfigError, ToolError, UsageError
from zaptui.planning.convert import convert
from zaptui.planning.directives import PROPOSING
from zaptui.planning.plan_file import PlanFile
from zaptui.planning.planner import select_planner
from zaptui.prompts import system_prompt
from zaptui.safety.policy import Mode, Policy
from zaptui.safety.spawn import own_program
from zaptui.session.folder import state_dir
from zaptui.session.prompts_file import PromptsFile
from zaptui.tape import Tape
from zaptui.tools.search import ripgrep
from zaptui.wiring.build import People, build_session, open_tape
from zaptui.wiring.models import open_model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import Guard, may_say_yes, policy_for, sandbox_for
from zaptui.wiring.prices import Known, known_of

_SHELL_TIMEOUT_S = 600.0
_FILES_TIMEOUT_S = 10.0
_PROPOSE = "propose"


class SessionHost:
    """Holds the session behind the app. What it opens is closed with the stack."""

    def __init__(self, options: RunOptions, settings: Loaded, *, stack: ExitStack) -> None:
        self._options = options
        self._settings = settings
        self._stack = stack
        self._sandbox = sandbox_for(options, settings)
        self._policy: Policy = policy_for(options, settings, self._sandbox, has_approver=True)
        self._choice = choose_model(options.model, settings.user, os.environ)
        self._prompts = PromptsFile(state_dir(os.environ))
        self._known: dict[str, Known] = {}
        """What is known of a model, by its name, once `warm` has looked."""
        self._sink: Sink = _nowhere
        self._people = People()
        self._session: Session | None = None
        self._tape: Tape | None = None

    # ---- what it is

    @property
    def model(self) -> str:
        return self._choice.name

    @property
    def mode(self) -> str:
        return self._options.mode or self._settings.mode

    @property
    def approval(self) -> Mode:
        return self._policy.mode

    @property
    def session(self) -> str:
        return self._live.setup.session

    @property
    def boundary(self) -> str:
        return self._sandbox.name

    @property
    def context_window(self) -> int | None:
        told = told_window(self._session.setup) if self._session is not None else None
        known = self._known.get(self._choice.name)
        return told or (known.window if known else None)

    # ---- running

    def attach(self, sink: Sink, ask: Ask, ask_user: AskUser) -> None:
        """Where entries go, and who answers; a fresh session begins when there is none."""
        self._sink = sink
        self._people = People(ask=ask, ask_user=ask_user)

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
        """Play a turn."""
        session = self._live
        if self._tape is None:
            self._tape = open_tape(
                session, [self._tell], save=self._options.save, stack=self._stack
            )
        return await session.run(prompt, self._tape)

    def steer(self, text: str) -> None:
        """Words for the running turn's next step."""
        self._live.inbox.append(text)

    def new_session(self) -> None:
        """The next turn begins another session, with another tape."""
        self._session, self._tape = None, None

    def accept_plan(self, plan: PlanFile) -> None:
        """A proposed plan becomes the live plan (R80)."""
        session = self._live
        session.setup.planner.seed(plan)
        session.seed()
        self.set_approval("ask")

    # ---- changes

    def set_model(self, name: str) -> None:
        """Go on with another model."""
        choice = choose_model(name, self._settings.user, os.environ)
        model = open_model(choice, self._settings)
        self._choice = choice
        if self._session is not None:
            setup = replace(
                self._session.setup,
                provider=model.provider,
                model=model.name,
                shown_model=model.shown,
                set_window=model.set_window,
                known_window=model.known_window,
            )
            self._session = Session(setup, past=self._session.past)

    def set_mode(self, mode: str) -> None:
        """Go on with another planner."""
        planner = select_planner(mode, new_ids=self._settings.user.planning.new_ids)
        if self._session is not None:
            before = self._session.setup.planner
            planner.work_tick = before.work_tick
            planner.restore(convert(before.snapshot(), planner.mode), version=before.version)
            setup = replace(
                self._session.setup, planner=planner, system=system_prompt(planner.mode)
            )
            self._session = Session(setup, past=self._session.past)
        self._options = replace(self._options, mode=mode)

    def set_approval(self, approval: Mode) -> None:
        """Ask, only propose, or allow what would be asked."""
        if approval == "yes" and not may_say_yes(self._options, self._sandbox):
            raise ConfigError("yes needs a sandbox, or a start with --no-sandbox")
        self._policy.mode = approval
        if self._session is not None:
            self._session.remind(_PROPOSE, PROPOSING if approval == "propose" else None)

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
        root = self._options.cwd
        program = own_program(ripgrep(), os.environ, str(root))
        try:
            done = subprocess.run(
                [program, "--no-config", "--files", "--no-require-git", "--sort=none"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=root,
                timeout=_FILES_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ToolError(f"the files cannot be listed: {error}") from error
        return done.stdout.decode("utf-8", "replace").split("\n")[:-1]

    def history(self) -> Sequence[str]:
        """What was asked before."""
        return self._prompts.all()

    def remember(self, prompt: str) -> None:
        """Keep a prompt."""
        self._prompts.add(prompt)

    def price(self, usage: Usage) -> float | None:
        """US dollars of some usage, None if not known."""
        if usage == Usage():
            return None
        known = self._known.get(self._choice.name)
        return known.price(usage) if known is not None and known.price is not None else None

    # ---- within

    @property
    def _live(self) -> Session:
        if self._session is None:
            self._session = build_session(
                self._options,
                self._settings,
                open_model(self._choice, self._settings),
                guard=Guard(decide=self._policy, sandbox=self._sandbox),
                people=self._people,
                stack=self._stack,
            )
            self.set_approval(self._policy.mode)
        return self._session

    def _tell(self, entry: Entry) -> None:
        self._sink(entry)


def _nowhere(entry: Entry) -> None:
    """Where entries go before the app listens."""


def _quiet(text: str) -> None:
    """Output of a person's own command is shown when it has ended."""
