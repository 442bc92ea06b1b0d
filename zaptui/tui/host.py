"""What the app drives: a host of wiring's holds the session and all that is no screen."""

from collections.abc import Sequence
from typing import Literal, Protocol

from zaptui.core.events import RunFinished
from zaptui.core.parts import Usage
from zaptui.core.ports import Approval, Ask, AskUser, Ran, Sink
from zaptui.planning.plan_edit import RowEdit
from zaptui.planning.plan_file import PlanFile
from zaptui.tui.kept import KeptRecipe, RecipeTurn
from zaptui.tui.saved import SavedSession

ApprovalMode = Literal["ask", "propose", "yes"]


class Host(Protocol):
    """A session and its surroundings. Methods raise ZapError for what a person can mend."""

    @property
    def model(self) -> str:
        """`provider/model`."""
        ...

    @property
    def mode(self) -> str:
        """The planning mode."""
        ...

    @property
    def approval(self) -> ApprovalMode: ...
    @property
    def session(self) -> str: ...
    @property
    def trouble(self) -> str:
        """Why the session is not being saved; empty while all is well."""
        ...

    @property
    def boundary(self) -> str:
        """What confines commands, in a word: `no sandbox`, `bubblewrap`, …"""
        ...

    def about(self) -> Sequence[tuple[str, str]]:
        """What else /status tells, by name: the sandbox in full, the instructions that are read."""
        ...

    def program(self, name: str) -> str:
        """The path of a program by its name, never one of the workspace's. ToolError without."""
        ...

    @property
    def context_window(self) -> int | None:
        """Tokens, None if not known, or not yet."""
        ...

    def attach(self, sink: Sink, ask: Ask, ask_user: AskUser) -> None:
        """Where entries go, and who answers questions; what is past goes there at once."""
        ...

    async def warm(self) -> None:
        """Load what the first turn needs, and what is known of the model, while nobody waits."""
        ...

    def compact(self) -> None:
        """Compact the history before the next step."""
        ...

    async def run(self, prompt: str) -> RunFinished:
        """Play a turn. Cancelled, its tape has ended when this raises."""
        ...

    def steer(self, text: str) -> None:
        """Words for the running turn's next step."""
        ...

    def set_model(self, name: str) -> None: ...
    def set_mode(self, mode: str) -> None: ...
    def set_approval(self, approval: ApprovalMode) -> None: ...
    def new_session(self) -> None: ...
    def open_session(self, session: str) -> None:
        """Go on with a saved session: `attach` gives its past."""
        ...

    def sessions(self) -> Sequence[SavedSession]:
        """The saved sessions, the latest first. Slow: to be called in a thread."""
        ...

    def preview(self, session: str) -> Sequence[str]:
        """What a saved session came to. Slow: to be called in a thread."""
        ...

    def export(self, format: str, file: str) -> str:
        """Write this session out; the path of the file."""
        ...

    def report(self, format: str, file: str) -> str:
        """The report of this session as text; with a format, the path it was written to."""
        ...

    def recipes(self) -> Sequence[KeptRecipe]:
        """The recipes that can be used as commands."""
        ...

    def use_recipe(self, name: str, arguments: str) -> RecipeTurn:
        """Get ready for the turn of a recipe; its tools and steps hold for that turn alone."""
        ...

    def accept_plan(self, plan: PlanFile) -> None:
        """A proposed plan becomes the live plan; approvals go back to asking (R80)."""
        ...

    def edit_plan(self, edits: Sequence[RowEdit]) -> None:
        """Change the live plan; the tape tells it at once."""
        ...

    def follow_plan(self) -> None:
        """Look whether other processes have changed the plan; the tape tells it."""
        ...

    def rule_for(self, approval: Approval) -> str | None:
        """The exact rule that would allow a call for this session."""
        ...

    def grant(self, rule: str) -> None: ...
    async def shell(self, command: str) -> Ran:
        """Run a person's own command under the rules. ToolError when it may not run."""
        ...

    def files(self) -> Sequence[str]:
        """The workspace's files, .gitignore honoured. Slow: to be called in a thread."""
        ...

    def history(self) -> Sequence[str]:
        """What was asked before, oldest first."""
        ...

    def remember(self, prompt: str) -> None: ...
    def price(self, usage: Usage) -> float | None:
        """US dollars, None if not known, or not yet."""
        ...
