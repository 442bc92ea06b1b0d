"""What a tape says of a session that goes on: the conversation, the plan, the work done."""

from collections.abc import Iterable
from dataclasses import dataclass

from zaptui.agent.calls import COMPLETE
from zaptui.agent.setup import Past
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import JsonObject
from zaptui.core.parts import ToolPart
from zaptui.core.result_text import INTERRUPTED
from zaptui.planning.checklist import PLANNER_TOOLS
from zaptui.planning.convert import convert
from zaptui.planning.planner import Planner

_LARGEST = 2**53
"""A version that is larger was damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A session as its tape tells it. No approval, no folder, no address: these are of today."""

    past: Past
    mode: str
    """The planning mode of the last run."""
    model: str
    snapshot: JsonObject
    """Of the plan; empty without one."""
    version: int
    work_tick: int


def restored(entries: Iterable[e.Entry]) -> Restored:
    """The session of these entries."""
    conversation, mode, model = Conversation(), "", ""
    snapshot: JsonObject = {}
    version = 0
    for entry in entries:
        event = entry.event
        conversation.apply(event, at=entry.at)
        match event:
            case e.RunStarted():
                mode, model = event.mode, event.model
            case e.PlanUpdate():
                rises, same = version < event.version < _LARGEST, snapshot == event.snapshot
                version = event.version if rises else version + (not same)  # as it is stored
                snapshot = event.snapshot
            case _:
                pass
    return Restored(
        past=Past(conversation=conversation),
        mode=mode,
        model=model,
        snapshot=snapshot,
        version=version,
        work_tick=work_done(conversation),
    )


def restore_planner(planner: Planner, session: Restored) -> None:
    """Give a planner the plan of a session, converted if it was another mode's (R49). The next
    directive is the one that would have come next."""
    planner.work_tick = session.work_tick
    if session.snapshot:
        snapshot = convert(session.snapshot, planner.mode, version=session.version)
        planner.restore(snapshot, version=session.version)


def work_done(conversation: Conversation) -> int:
    """How many calls have counted as work: those that ran to an end of their own (R39)."""
    return sum(
        _is_work(part)
        for turn in conversation.turns
        for step in turn.steps
        for part in step.parts
        if isinstance(part, ToolPart)
    )


def _is_work(part: ToolPart) -> bool:
    ended = part.started and part.finished and part.error != INTERRUPTED
    return ended and part.tool != COMPLETE and part.tool not in PLANNER_TOOLS
