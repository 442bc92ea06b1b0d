"""What a session is made of, and what one goes on from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zaptui.agent.calls import AnyTool
from zaptui.agent.reply import Chance
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.stage_budget import StageBudget
from zaptui.agent.stop import Limits
from zaptui.core.conversation import Conversation
from zaptui.core.events import Instructions
from zaptui.core.ports import Ask, AskUser, Decide, Price, Provider, Spawner, Workspace
from zaptui.planning.planner import Planner
from zaptui.planning.stored_plan import PlanStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All a session needs from outside. `ask` and `ask_user` are None with nobody to ask."""

    provider: Provider
    model: str
    """The name the service knows."""
    shown_model: str
    """`provider/model`, for the tape."""
    system: str
    tools: Sequence[AnyTool]
    planner: Planner
    decide: Decide
    workspace: Workspace
    spawner: Spawner
    session: str
    version: str
    now: Callable[[], str]
    """The time, UTC, ISO 8601."""
    sandbox: str = ""
    """What holds commands back, for the tape."""
    chance: Chance = field(default_factory=Chance)
    ask: Ask | None = None
    ask_user: AskUser | None = None
    limits: Limits = field(default_factory=Limits)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    price: Price | None = None
    set_window: int | None = None
    """Tokens of the model's context window, as a person has set it."""
    known_window: Callable[[], int | None] = lambda: None
    """The same, as is known of a model of that name; slow the first time."""
    compact_at: float = 0.8
    """Share of the window at which the history is compacted."""
    compact_prompt: str = ""
    baseline: str | None = None
    instructions: Callable[[], Instructions | None] = lambda: None
    """What holds from one prompt to the next, read anew for each."""
    stage_budget: StageBudget | None = None
    enforce_checks: bool = False
    """A stage whose check is not green stays open."""
    ripgrep: Callable[[], str] = lambda: "rg"
    """The program that looks for patterns."""
    store: PlanStore | None = None
    """Where the plan is kept for other processes; None: nowhere."""
    seeded: bool = False
    """The planner was seeded from a file: the first run tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a session goes on from: its own past under another setup, or what a tape tells."""

    conversation: Conversation = field(default_factory=Conversation)
    seen: dict[str, str] = field(default_factory=dict[str, str])
    """Stamp of each file as the model last saw it."""
