"""The budget of a stage, from the settings."""

from zaptui.agent.stage_budget import StageBudget
from zaptui.config.choice import ModelChoice
from zaptui.config.files import Loaded
from zaptui.core.ports import Price
from zaptui.wiring.prices import price_of


def stage_budget(settings: Loaded) -> StageBudget | None:
    """What a stage may take; None where nothing is said."""
    table = settings.user.planning.stage_budget
    budget = StageBudget(
        steps=table.steps,
        seconds=table.seconds,
        tokens=table.tokens,
        cost=table.cost,
        then=table.then,
    )
    return None if budget == StageBudget(then=table.then) else budget


def price_for(
    choice: ModelChoice, settings: Loaded, *, max_cost: float | None = None
) -> Price | None:
    """The price of a model where something is kept by it. UsageError where it is not known."""
    kept = max_cost or settings.user.limits.max_cost or settings.user.planning.stage_budget.cost
    return price_of(choice, required=True) if kept else None
