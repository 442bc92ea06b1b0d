"""What each stage of a plan took, folded event by event: one more costs the same at any length."""

from collections.abc import Callable
from dataclasses import dataclass, field

from zaptui.core import events as e
from zaptui.core.json import JsonObject, as_object
from zaptui.core.parts import Usage
from zaptui.planning.checklist import (
    PLANNER_TOOLS,
    Checklist,
    all_done,
    checklist_of_snapshot,
    display_item,
)

StageKey = tuple[int, str]
"""The plan's number in the session, from 1, and the stage's id."""
PriceOf = Callable[[str, Usage], float | None]
"""US dollars of some usage of a model; None where they are not known."""

NOWHERE = ""
"""The id that work gets while no stage is open: before the plan, and behind it."""

_CHANGES = {
    "write": "path",
    "edit": "path",
    "Write": "file_path",
    "Edit": "file_path",
    "MultiEdit": "file_path",
    "NotebookEdit": "notebook_path",
    "write_file": "path",
    "edit_file": "path",
    "str_replace_editor": "path",
}
"""The tools that change files, with the argument that names the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFigures:
    """What a stage took. `cost` is US dollars, None where a part of it is not known; `files` are
    those that were changed."""

    seconds: float = 0.0
    steps: int = 0
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    files: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """Those read and those written."""
        return self.usage.input_tokens + self.usage.output_tokens

    @property
    def cache_share(self) -> float | None:
        """The share of what was read that came from the cache; None where nothing was read."""
        read = self.usage.input_tokens
        return self.usage.cached_tokens / read if read else None


@dataclass(slots=True, kw_only=True)
class _Sum:
    """Figures that grow."""

    seconds: float = 0.0
    steps: int = 0
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    files: dict[str, None] = field(default_factory=dict[str, None])

    def spend(self, usage: Usage, cost: float | None) -> None:
        self.usage += usage
        self.cost = None if cost is None or self.cost is None else self.cost + cost

    def frozen(self) -> StageFigures:
        return StageFigures(
            seconds=self.seconds,
            steps=self.steps,
            calls=self.calls,
            usage=self.usage,
            cost=self.cost,
            files=tuple(self.files),
        )


class StageMeter:
    """Takes the events of a session in order. Work counts for the stage that is shown (R52), so
    that a call that closes a stage is of that stage, and what follows of the next one."""

    def __init__(self, *, price: PriceOf | None = None) -> None:
        self.plan = 0
        """The number of the plan; a complete one is put away with the next prompt (R49)."""
        self.items: Checklist | None = None
        self._price = price
        self._sums: dict[StageKey, _Sum] = {}
        self._key: StageKey = (0, NOWHERE)
        self._model = ""
        self._at = 0.0
        self._tried = 0
        """Calls of the running try."""
        self._writing: dict[str, str] = {}
        """The file that each call in flight changes."""

    @property
    def stage(self) -> str:
        """The id of the stage that work counts for now; `NOWHERE` for none."""
        return self._key[1]

    def of(self, stage_id: str, *, plan: int | None = None) -> StageFigures:
        """The figures of a stage of the live plan, or of an earlier one."""
        found = self._sums.get((self.plan if plan is None else plan, stage_id))
        return StageFigures() if found is None else found.frozen()

    def total(self) -> StageFigures:
        """The figures of the whole session, what no stage counts included."""
        whole = _Sum()
        for one in self._sums.values():
            whole.seconds += one.seconds
            whole.steps += one.steps
            whole.calls += one.calls
            whole.spend(one.usage, one.cost)
            whole.files |= one.files
        return whole.frozen()

    def take(self, event: e.Event, *, at: float) -> None:
        """Take in one event; `at` is as `Entry.at`."""
        if isinstance(event, e.RunStarted):
            self._begin(event)
        else:
            self._now.seconds += max(0.0, at - self._at)
        self._at = at
        match event:
            case e.StepStarted():
                self._model = event.model or self._model
                self._now.steps += 1
                self._tried = 0
            case e.Retrying():
                self._now.calls -= self._tried
                self._tried = 0
            case e.ModelFinished() | e.Compacted() if event.usage is not None:
                self._spend(event.usage)
            case e.Subagent():
                self._take_subagent(event.event)
            case e.ToolCalled():
                self._called(event)
            case e.ToolReturned():
                self._returned(event)
            case e.PlanUpdate():
                self.items = checklist_of_snapshot(event.snapshot)
                self._place()
            case _:
                pass

    @property
    def _now(self) -> _Sum:
        found = self._sums.get(self._key)
        if found is None:
            found = self._sums[self._key] = _Sum()
        return found

    def _begin(self, event: e.RunStarted) -> None:
        self._model = event.model
        self._writing.clear()
        self._tried = 0
        if self.items is not None and all_done(self.items):
            self.items = None
            self._place()

    def _place(self) -> None:
        """Work counts for another stage from now on."""
        items = self.items
        if items is None:
            self._key = (self.plan, NOWHERE)
            self.plan += 1
            return
        self.plan = max(1, self.plan)
        item = None if all_done(items) else display_item(items)
        self._key = (self.plan, NOWHERE if item is None else item.id)

    def _spend(self, usage: Usage) -> None:
        cost = None if self._price is None else self._price(self._model, usage)
        self._now.spend(usage, cost)

    def _take_subagent(self, event: e.Event) -> None:
        """What a subagent spends and changes counts for the stage that began it."""
        match event:
            case e.ModelFinished() | e.Compacted() if event.usage is not None:
                self._spend(event.usage)
            case e.ToolCalled():
                self._note_file(event)
            case e.ToolReturned():
                self._returned(event)
            case _:
                pass

    def _called(self, event: e.ToolCalled) -> None:
        if event.tool not in PLANNER_TOOLS and event.tool != "complete":
            self._now.calls += 1
            self._tried += 1
            self._note_file(event)

    def _note_file(self, event: e.ToolCalled) -> None:
        path = changed_file(event.tool, event.input or {})
        if path is not None:
            self._writing[event.call_id] = path

    def _returned(self, event: e.ToolReturned) -> None:
        path = self._writing.pop(event.call_id, None)
        if path is not None and event.error is None:
            named = as_object(event.output).get("path")
            self._now.files[named if isinstance(named, str) else path] = None


def changed_file(tool: str, arguments: JsonObject) -> str | None:
    """The file that a call is to change; None for a call that changes none that is known."""
    path = arguments.get(_CHANGES.get(tool, ""))
    return path if isinstance(path, str) and path else None


def figures_json(figures: StageFigures) -> JsonObject:
    """The figures for programs."""
    share = figures.cache_share
    return {
        "seconds": round(figures.seconds, 3),
        "steps": figures.steps,
        "calls": figures.calls,
        "input_tokens": figures.usage.input_tokens,
        "cached_tokens": figures.usage.cached_tokens,
        "output_tokens": figures.usage.output_tokens,
        "cost": None if figures.cost is None else round(figures.cost, 6),
        "cache_share": None if share is None else round(share, 4),
        "files": [*figures.files],
    }
