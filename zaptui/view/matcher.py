"""Finding words in a tape: what shows of an event, words that came in pieces put together."""

from collections.abc import Iterator

from zaptui.core import events as e
from zaptui.core.json import Json, dump_json
from zaptui.planning.checklist import PLANNER_TOOLS, checklist_of_snapshot

_DELTAS = (b'"text_delta"', b'"reasoning_delta"')
_HEAD = 60
"""Bytes of a line that tell its type."""


class Matcher:
    """Looks for a text, large and small letters alike. Takes the events of a tape in order."""

    def __init__(self, wanted: str) -> None:
        self._wanted = wanted.casefold()
        self._raw = dump_json(wanted)[1:-1].lower().encode() if wanted.isascii() else b""
        self._tails: dict[tuple[str, str], str] = {}
        self._planning: set[str] = set()
        self._plan: set[str] = set()

    def may_match(self, line: bytes) -> bool:
        """Whether the event of a line has to be looked at; False costs next to nothing."""
        head = line[:_HEAD]
        if any(kind in head for kind in _DELTAS) or b"step_started" in head:
            return True
        if b'"tool_called"' in head or b'"plan_update"' in head:
            return True
        return self._raw in line.lower()

    def match(self, event: e.Event) -> bool:
        """Whether the text shows in an event, or ends in it."""
        match event:
            case e.StepStarted():
                self._tails.clear()
                return False
            case e.TextDelta() | e.ReasoningDelta():
                return self._delta(event)
            case e.PlanUpdate():
                return self._planned(event)
            case e.ToolCalled() if event.tool in PLANNER_TOOLS:
                self._planning.add(event.call_id)
                return False
            case e.ToolReturned() if event.call_id in self._planning:
                self._planning.discard(event.call_id)
                return False
            case _:
                return any(self._wanted in text.casefold() for text in _texts(event))

    def _delta(self, event: e.TextDelta | e.ReasoningDelta) -> bool:
        """The end of what came before may be the beginning of the text."""
        key = (event.type, event.part)
        text = self._tails.get(key, "") + event.text.casefold()
        keep = len(self._wanted) - 1
        self._tails[key] = text[-keep:] if keep else ""
        return self._wanted in text

    def _planned(self, event: e.PlanUpdate) -> bool:
        """A plan is told again and again; only what is new in it counts."""
        before, self._plan = self._plan, set()
        for item in checklist_of_snapshot(event.snapshot) or ():
            self._plan |= {text for text in (item.content, item.evidence, item.deliverable) if text}
        return any(self._wanted in text.casefold() for text in self._plan - before)


def _texts(event: e.Event) -> Iterator[str]:
    match event:
        case e.RunStarted():
            yield event.prompt
        case e.UserMessage() | e.Notice():
            yield event.text
        case e.ToolCalled():
            yield event.tool
            yield from _strings(event.input or event.raw)
        case e.ToolReturned():
            yield from _strings(event.output)
            yield event.error or ""
        case e.StageChecked():
            yield event.check
        case e.Retrying():
            yield event.error
        case e.RunFinished():
            yield event.error or ""
        case _:
            return


def _strings(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _strings(each)
        case dict():
            for each in value.values():
                yield from _strings(each)
        case _:
            return
