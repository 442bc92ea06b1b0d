"""The versions of a plan as a session's tape tells them: what the store is rebuilt from."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from zaptui.core import events as e
from zaptui.planning.stored_plan import PlanVersion

_LARGEST = 2**53
"""A number that is larger was damaged."""


def told_versions(entries: Iterable[e.Entry]) -> list[PlanVersion]:
    """The versions in order, their numbers rising.

    What was told twice, as at the start of a run that resumes, is one version. A tape whose numbers
    start anew with a run gets numbers that go on.
    """
    told: list[PlanVersion] = []
    started = ""
    for entry in entries:
        event = entry.event
        if isinstance(event, e.RunStarted):
            started = event.time
        if not isinstance(event, e.PlanUpdate):
            continue
        last = told[-1].version if told else 0
        rises = last < event.version < _LARGEST
        if told and not rises and event.snapshot == told[-1].snapshot:
            continue
        told.append(
            PlanVersion(
                version=event.version if rises else last + 1,
                who=_who(event),
                what=event.change,
                why=event.why or "",
                time=_time(started, entry.at),
                snapshot=event.snapshot,
                pinned=frozenset(event.pinned or ()),
                breakpoints=frozenset(event.breakpoints or ()),
            )
        )
    return told


def _who(event: e.PlanUpdate) -> str:
    if event.tool_call_id is not None:
        return "model"
    return "person" if event.change == "edited" else "zap"


def _time(started: str, seconds: float) -> str:
    """The time of an entry: the start of its run and the seconds since."""
    try:
        time = datetime.fromisoformat(started) + timedelta(seconds=seconds)
    except (ValueError, OverflowError):
        return started
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")
