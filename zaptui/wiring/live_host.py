"""The session behind the app: built when it is needed, run turn by turn, left for another one."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from zaptui.agent.loop import Session
from zaptui.agent.setup import Setup
from zaptui.agent.window import told_window
from zaptui.config.choice import ModelChoice, choose_model
from zaptui.config.files import Loaded
from zaptui.core.events import Entry, RunFinished
from zaptui.core.parts import Usage
from zaptui.core.ports import Ask, AskUser, Sink
from zaptui.planning.directives import PROPOSING
from zaptui.safety.policy import Mode, Policy
from zaptui.safety.spawn import own_program
from zaptui.view.report_fold import ReportFold
from zaptui.wiring.app_session import AppSession
from zaptui.wiring.budgets import price_for
from zaptui.wiring.build import People, build_session
from zaptui.wiring.models import Model, open_model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import Guard, policy_for, sandbox_for, word_of_sandbox
from zaptui.wiring.plans import ForgivingPlans
from zaptui.wiring.prices import Known, known_of
from zaptui.wiring.recipe_turns import RecipeTurns
from zaptui.wiring.report import list_price
from zaptui.wiring.resume import Resumed
from zaptui.wiring.secrets import mask_of

_PROPOSE = "propose"
"""The key of the reminder that a plan is only to be proposed."""


class LiveHost:
    """Holds the session, until `close`."""

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

    def _model_of(self, choice: ModelChoice) -> Model:
        return open_model(choice, self._settings, price=price_for(choice, self._settings))

    def _build(self, stack: ExitStack, resumed: Resumed | None) -> Session:
        session = build_session(
            self._options,
            self._settings,
            self._model_of(self._choice),
            guard=Guard(decide=self._policy, sandbox=self._sandbox),
            people=self._people,
            stack=stack,
            resumed=resumed,
        )
        self._remind(session)
        return session

    def _change(self, setup: Setup) -> None:
        self._open.change(setup)
        self._remind(self._live)

    def _remind(self, session: Session) -> None:
        """A session knows whether it may only propose."""
        session.remind(_PROPOSE, PROPOSING if self._policy.mode == "propose" else None)

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


def _nowhere(entry: Entry) -> None:
    """Where entries go before the app listens."""
