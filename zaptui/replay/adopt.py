"""A tape under a new id: its session, and calls whose ids a service would refuse."""

import re
from dataclasses import replace

from zaptui.core import events as e

_SENDABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Adopted:
    """Takes the entries of a tape in order and gives them back as the session's.

    Subagents that share the session of the main agent still do. Ids that services accept are kept.
    """

    def __init__(self, session: str, *, notice: str = "") -> None:
        self._session = session
        self._notice = notice
        """Told once, where the first run begins."""
        self._known: set[str] = set()
        """The sessions that the main agent's runs have had."""
        self._ids: dict[str, str] = {}
        self._count = 0

    def __call__(self, entry: e.Entry) -> list[e.Entry]:
        """The entry; with the notice behind it when it begins the first run."""
        event = entry.event
        if isinstance(event, e.RunStarted):
            self._known.add(event.session)
        told = [self._event(event)]
        if isinstance(event, e.RunStarted) and self._notice:
            told.append(e.Notice(level="info", text=self._notice))
            self._notice = ""
        return [self._entry(entry.at, event) for event in told]

    def _entry(self, at: float, event: e.Event) -> e.Entry:
        self._count += 1
        return e.Entry(seq=self._count - 1, at=at, event=event)

    def _event(self, event: e.Event) -> e.Event:
        match event:
            case e.RunStarted():
                mine = event.session in self._known or not event.session
                return replace(event, session=self._session) if mine else event
            case e.Subagent():
                inner = self._event(event.event)
                return replace(event, call_id=self._id(event.call_id), event=inner)
            case e.PlanUpdate(tool_call_id=str() as call_id):
                return replace(event, tool_call_id=self._id(call_id))
            case e.ToolInputDelta() | e.ToolCalled() | e.ToolDecided() | e.ToolStarted():
                return replace(event, call_id=self._id(event.call_id))
            case e.ToolProgress() | e.ToolReturned() | e.StageChecked():
                return replace(event, call_id=self._id(event.call_id))
            case _:
                return event

    def _id(self, call_id: str) -> str:
        """The id of a call, or one for it that services accept."""
        if call_id not in self._ids:
            fits = _SENDABLE.fullmatch(call_id) is not None
            self._ids[call_id] = call_id if fits else f"imported_{len(self._ids) + 1}"
        return self._ids[call_id]
