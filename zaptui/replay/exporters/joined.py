"""The deltas of each part joined into one: what an export masks or quotes is never cut in two."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from zaptui.core import events as e

_Path = tuple[str, ...]
_Key = tuple[_Path, str, str]


def joined(entries: Iterable[e.Entry]) -> Iterator[e.Entry]:
    """The same tape with the deltas of a part told at once, just before what follows them.

    Live output of a call is left out where its result follows, as the fold does.
    """
    held = _Held()
    for entry in entries:
        path, event = unwrap(entry.event)
        match event:
            case e.TextDelta() | e.ReasoningDelta():
                held.add((path, event.type, event.part), event.text, entry)
            case e.ToolInputDelta():
                held.add((path, event.type, event.call_id), event.delta, entry)
            case e.ToolProgress():
                held.add_progress((path, event.type, event.call_id), event.text, entry)
            case _:
                if isinstance(event, e.ToolReturned):
                    held.progress.pop((path, e.ToolProgress.type, event.call_id), None)
                yield from held.release(path, whole=isinstance(event, e.RunFinished))
                yield entry
    yield from held.release_all()


def unwrap(event: e.Event) -> tuple[_Path, e.Event]:
    """The calls that lead to a subagent's event, outermost first, and the event itself."""
    path: list[str] = []
    while isinstance(event, e.Subagent):
        path.append(event.call_id)
        event = event.event
    return tuple(path), event


def wrap(path: _Path, event: e.Event) -> e.Event:
    """The event as one of the subagent that these calls lead to."""
    for call_id in reversed(path):
        event = e.Subagent(call_id=call_id, event=event)
    return event


@dataclass(slots=True)
class _Pending:
    """A part whose deltas still come; `first` is the entry of the first one."""

    first: e.Entry
    pieces: list[str] = field(default_factory=list[str])


class _Held:
    """What was not told yet, in the order it began."""

    def __init__(self) -> None:
        self.deltas: dict[_Key, _Pending] = {}
        self.progress: dict[_Key, _Pending] = {}

    def add(self, key: _Key, text: str, entry: e.Entry) -> None:
        self.deltas.setdefault(key, _Pending(entry)).pieces.append(text)

    def add_progress(self, key: _Key, text: str, entry: e.Entry) -> None:
        self.progress.setdefault(key, _Pending(entry)).pieces.append(text)

    def release(self, path: _Path, *, whole: bool) -> Iterator[e.Entry]:
        """What the agent of that path has said. `whole`: its run ends, nothing can follow."""
        yield from _released(self.deltas, path)
        if whole:
            yield from _released(self.progress, path)

    def release_all(self) -> Iterator[e.Entry]:
        """Everything: the tape ends."""
        yield from map(_one, [*self.deltas.values(), *self.progress.values()])


def _released(held: dict[_Key, _Pending], path: _Path) -> Iterator[e.Entry]:
    for key in [key for key in held if key[0] == path]:
        yield _one(held.pop(key))


def _one(pending: _Pending) -> e.Entry:
    path, first = unwrap(pending.first.event)
    text = "".join(pending.pieces)
    match first:
        case e.TextDelta() | e.ReasoningDelta() | e.ToolProgress():
            whole: e.Event = replace(first, text=text)
        case e.ToolInputDelta():
            whole = replace(first, delta=text)
        case _:
            whole = first  # nothing else is held
    return replace(pending.first, event=wrap(path, whole))
