"""The calls of an imported conversation: which result belongs to which call, copies told apart."""

from dataclasses import dataclass, field
from itertools import count

from zaptui.core.json import Json, JsonObject

UNNAMED = "(call not recorded)"


@dataclass(slots=True, kw_only=True)
class Call:
    """A call as the transcript tells of it. `raw`: its arguments, when they are no object."""

    tool: str
    input: JsonObject | None = None
    raw: str | None = None
    orphan: bool = False
    """It stands for one that is not in the transcript; only its result is."""
    id: str = field(default="", compare=False)
    returned: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A result; `detail` is the structured twin that some programs write beside the output."""

    output: Json = None
    error: str | None = None
    detail: Json = None
    tool: str = ""


class CallBook:
    """Joins by id, never by position. Ids may repeat: in copies of a call, or for another one."""

    def __init__(self) -> None:
        self.calls: dict[str, Call] = {}
        self._open: dict[str, Call] = {}
        self._same_id: dict[str, list[Call]] = {}
        """The later calls of an id that was used again."""
        self._early: dict[str, Result] = {}
        """Results that came before their call."""
        self._numbers = count(1)

    def add(self, given_id: str, call: Call) -> Call | None:
        """Take a call in and give it its id; None for the copy of one that is known."""
        known = self.calls.get(given_id)
        if known is not None and known == call and not call.orphan:
            return None
        call.id = given_id
        if known is not None or not given_id:
            call.id = self._free_id(given_id or call.tool)
            self._same_id.setdefault(given_id, []).append(call)
        self.calls[call.id] = self._open[call.id] = call
        return call

    def home_of(self, given_id: str) -> Call | None:
        """The call that a result with this id is of: the first that waits; None when unknown."""
        first = self.calls.get(given_id) if given_id else None
        if first is None:
            return None
        later = self._same_id.get(given_id, [])
        while later and first.id not in self._open and later[0].id not in self._open and later[1:]:
            later.pop(0)
        return first if first.id in self._open or not later else later[0]

    @property
    def waits(self) -> bool:
        """Whether any call has no result yet."""
        return bool(self._open)

    def is_open(self, call_id: str) -> bool:
        """Whether a call waits for its result."""
        return call_id in self._open

    def close(self, call: Call) -> None:
        """The call has its result."""
        call.returned = True
        self._open.pop(call.id, None)

    def give_up(self) -> list[Call]:
        """The calls without a result. Nothing waits for it any more; it may come all the same."""
        found, self._open = list(self._open.values()), {}
        return found

    def keep_early(self, given_id: str, result: Result) -> bool:
        """Hold a result until its call comes; False when that id holds one already, or is none."""
        if not given_id or given_id in self._early:
            return False
        self._early[given_id] = result
        return True

    def take_early(self, given_id: str) -> Result | None:
        """The result that came before the call."""
        return self._early.pop(given_id, None)

    def all_early(self) -> list[tuple[str, Result]]:
        """The results whose call has not come, and will not."""
        found, self._early = list(self._early.items()), {}
        return found

    def _free_id(self, stem: str) -> str:
        found = f"{stem}#{next(self._numbers)}"
        while found in self.calls:
            found = f"{stem}#{next(self._numbers)}"
        return found
