"""What a config.toml may say. Each key is documented in config.example.toml."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Mode = Literal["metronome", "classic", "ledger", "none"]
Dialect = Literal["zap", "codex", "opencode", "claude", "b4run"]
Positive = Annotated[float, Field(gt=0)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ProviderTable(_Table):
    """`[providers.NAME]`: a server of one's own."""

    kind: Literal["openai-chat", "anthropic"]
    base_url: Annotated[str, Field(pattern=r"^https?://[^\s/]+\S*$")] | None = None
    api_key_env: str | None = None
    max_tokens: Annotated[int, Field(gt=0)] | None = None
    """Tokens of a reply at most."""
    context_window: Annotated[int, Field(gt=0)] | None = None
    """Tokens of a request and its reply; else what the server or the price list says."""


class StageBudgetTable(_Table):
    """`[planning.stage_budget]`: what one stage may take."""

    steps: Annotated[int, Field(gt=0)] | None = None
    seconds: Positive | None = None
    tokens: Annotated[int, Field(gt=0)] | None = None
    cost: Positive | None = None
    """US dollars."""
    then: Literal["warn", "ask", "stop"] = "warn"


class PlanningTable(_Table):
    """`[planning]`."""

    mode: Mode = "metronome"
    dialect: Dialect = "zap"
    """The words in which classic offers its list: those a model was trained on."""
    new_ids: Literal["append", "as_sent"] = "append"
    """Where classic puts items it has not seen before (R11)."""
    checks: Literal["off", "warn", "enforce"] = "warn"
    """What the check of a stage does: nothing, it is told, or its stage stays open until it is
    green."""
    stage_budget: StageBudgetTable = Field(default_factory=StageBudgetTable)


class RuleTable(_Table):
    """A rule with examples that are checked when it is read."""

    rule: str
    match: list[str] = Field(default_factory=list[str])
    not_match: list[str] = Field(default_factory=list[str])


RuleEntry = str | RuleTable


class PermissionsTable(_Table):
    """`[permissions]`: deny > ask > allow, over all sources."""

    allow: list[RuleEntry] = Field(default_factory=list[RuleEntry])
    ask: list[RuleEntry] = Field(default_factory=list[RuleEntry])
    deny: list[RuleEntry] = Field(default_factory=list[RuleEntry])
    shell: Literal["ask", "sandboxed"] = "ask"
    """Commands that no rule allows: asked about, or run unasked in a sandbox that works."""


class SandboxTable(_Table):
    """`[sandbox]`: what holds commands back."""

    mode: Literal["auto", "require", "off"] = "auto"
    network: Literal["off", "on"] = "off"


class LimitsTable(_Table):
    """`[limits]`: seconds, steps, US dollars."""

    max_steps: Annotated[int, Field(gt=0)] = 200
    max_cost: Positive | None = None
    timeout_s: Positive | None = None
    max_wait_s: Annotated[float, Field(ge=0)] = 120.0
    """How long to wait, in all, for a service that asks to be tried again."""
    idle_timeout_s: Positive = 300.0
    """How long a stream may be silent."""
    compact_at: Annotated[float, Field(gt=0.1, le=1)] = 0.8
    """Share of the context window at which older history becomes a summary."""


class UiTable(_Table):
    """`[ui]`: the app and the live one-shot."""

    theme: str | None = None
    plain: bool = False
    """No motion, ASCII marks: for screen readers and slow lines."""
    ascii: bool = False
    mouse: bool = True
    title: bool = True
    progress: bool = True
    bell: bool = True
    notify: bool = True
    keys: dict[str, str] = Field(default_factory=dict[str, str])
    """Keys by the id of what they do, as `"run.cancel" = "ctrl+x"`."""


class Settings(_Table):
    """A whole config.toml."""

    model: str | None = None
    reminder: str | None = None
    """Told to the model before each step, as "No emoji."."""
    project_instructions: bool = True
    """Whether AGENTS.md files of the workspace are told to the model."""
    planning: PlanningTable = Field(default_factory=PlanningTable)
    providers: dict[str, ProviderTable] = Field(default_factory=dict[str, ProviderTable])
    permissions: PermissionsTable = Field(default_factory=PermissionsTable)
    sandbox: SandboxTable = Field(default_factory=SandboxTable)
    limits: LimitsTable = Field(default_factory=LimitsTable)
    ui: UiTable = Field(default_factory=UiTable)


class ProjectPermissions(_Table):
    """What a project may say of permissions: it can only narrow."""

    ask: list[RuleEntry] = Field(default_factory=list[RuleEntry])
    deny: list[RuleEntry] = Field(default_factory=list[RuleEntry])


class ProjectPlanning(_Table):
    """The defaults of planning that a project may set."""

    mode: Mode | None = None
    dialect: Dialect | None = None


class ProjectSettings(_Table):
    """All that a project's .zap/config.toml may say."""

    planning: ProjectPlanning = Field(default_factory=ProjectPlanning)
    permissions: ProjectPermissions = Field(default_factory=ProjectPermissions)
