"""The host of the app: a session that can change its model, mode and approvals, and be left."""

import os
from collections.abc import Sequence
from dataclasses import replace

from zaptui.config.choice import choose_model
from zaptui.config.files import Loaded
from zaptui.core.events import Event
from zaptui.core.ports import Approval, Ran
from zaptui.errors import ConfigError, ToolError, UsageError
from zaptui.planning.convert import convert
from zaptui.planning.plan_edit import RowEdit
from zaptui.planning.plan_file import PlanFile
from zaptui.safety.policy import Mode
from zaptui.session.folder import state_dir
from zaptui.session.prompts_file import PromptsFile
from zaptui.wiring.export import format_of, write_export
from zaptui.wiring.files import list_files
from zaptui.wiring.live_host import LiveHost
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import may_say_yes
from zaptui.wiring.planners import open_planner, prompt_of
from zaptui.wiring.recipe_turns import KeptRecipe, RecipeTurn, kept_recipes
from zaptui.wiring.recipes import find_recipe, mode_with_plan
from zaptui.wiring.report import chunks_of, report_format, write_report
from zaptui.wiring.saved import SavedSession, preview_lines, saved_lines

_SHELL_TIMEOUT_S = 600.0


class SessionHost(LiveHost):
    """What a person does to the session behind the app, and around it. It is a Host."""

    def __init__(self, options: RunOptions, settings: Loaded) -> None:
        super().__init__(options, settings)
        self._prompts = PromptsFile(state_dir(os.environ))

    # ---- the plan, and recipes

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
        model = self._model_of(choice)
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
        setup = replace(self._live.setup, planner=planner, system=prompt_of(planner))
        self._change(setup)
        self._options = options

    def set_approval(self, approval: Mode) -> None:
        """Ask, only propose, or allow what would be asked."""
        if approval == "yes" and not may_say_yes(self._options, self._sandbox):
            raise ConfigError("yes needs a sandbox, or a start with --no-sandbox")
        self._policy.mode = approval
        if self._open.built is not None:
            self._remind(self._live)

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


def _unheard(event: Event) -> None:
    """Where events go before there is a tape."""


def _quiet(text: str) -> None:
    """Output of a person's own command is shown when it has ended."""
