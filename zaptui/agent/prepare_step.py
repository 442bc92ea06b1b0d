"""Before each step: the live plan becomes a reminder, and the request is put together."""

from collections.abc import Sequence

from zaptui.agent.reminders import ONCE, Reminders
from zaptui.core.conversation import Conversation
from zaptui.core.ports import Request, ToolSpec
from zaptui.core.result_text import MODEL_LIMIT
from zaptui.planning.planner import Planner


def refresh_reminders(reminders: Reminders, planner: Planner) -> None:
    """Set the planner's key while a stage is open, else clear it (R19, R38)."""
    directive = planner.directive()
    if directive is None:
        reminders.clear(planner.key)
    else:
        reminders.set(planner.key, directive)
    if planner.once is not None:
        reminders.set(f"{ONCE}{planner.key}", planner.once)
        planner.once = None


def prepare_step(
    conversation: Conversation,
    *,
    reminders: Reminders,
    planner: Planner,
    system: str,
    tools: Sequence[ToolSpec],
    model: str,
    result_limit: int = MODEL_LIMIT,
) -> Request:
    """The next request. Takes the reminders, so that it is to be called once a step (R24)."""
    refresh_reminders(reminders, planner)
    planner.begin_step()
    return Request(
        system=system,
        turns=conversation.turns,
        tools=tools,
        reminder=reminders.take(),
        model=model,
        result_limit=result_limit,
    )
