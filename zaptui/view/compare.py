"""Two runs of one task, side by side: their stages aligned, what each took, what each called."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import cast

from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.view.report import Report, StageReport
from zaptui.view.report_fold import ReportFold
from zaptui.view.stage_meter import PriceOf, StageFigures, figures_json

FORMAT = "zap-compare/1"
_ALIKE = 0.5
"""The share of their words that two stages must have in common to be one."""
_WORD = re.compile(r"\w+")

Pair = tuple[StageReport | None, StageReport | None]
"""A stage of each run that is the same work; None where one run has no such stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two runs. `tools` counts the calls of each tool, its subagents' included."""

    name: str
    report: Report
    model: str
    tools: Counter[str]

    @property
    def outcome(self) -> str:
        """How the last run ended; empty where the tape has no end of it."""
        return (self.report.runs[-1].outcome or "") if self.report.runs else ""

    @property
    def done(self) -> int:
        """How many stages are closed."""
        return sum(stage.status == "done" for stage in self.report.stages)

    @property
    def seconds(self) -> float:
        """How long its runs took."""
        return sum(run.seconds for run in self.report.runs)


class SideFold:
    """Takes the entries of one of the runs in order."""

    def __init__(self, name: str, *, price: PriceOf | None = None) -> None:
        self._name = name
        self._fold = ReportFold(price=price)
        self._model = ""
        self._tools = Counter[str]()

    def take(self, entry: e.Entry) -> None:
        """Take in one entry."""
        self._fold.take(entry)
        event = entry.event
        if isinstance(event, e.RunStarted | e.StepStarted):
            self._model = event.model or self._model
        while isinstance(event, e.Subagent):
            event = event.event
        if isinstance(event, e.ToolCalled):
            self._tools[event.tool] += 1

    def side(self) -> Side:
        """The run as it stands."""
        report = self._fold.report()
        return Side(name=self._name, report=report, model=self._model, tools=self._tools)


def aligned(left: Sequence[StageReport], right: Sequence[StageReport]) -> list[Pair]:
    """The stages of both in order, those that are the same work in pairs.

    Of all ways to pair them without crossing, the one with the most in common.
    """
    alike = [[_likeness(_words(a), _words(b)) for b in right] for a in left]
    best = _best(alike, len(left), len(right))
    pairs: list[Pair] = []
    i = j = 0
    while i < len(left) and j < len(right):
        together = alike[i][j] + best[i + 1][j + 1] if alike[i][j] >= _ALIKE else -1.0
        if together >= best[i][j]:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            pairs.append((left[i], None))
            i += 1
        else:
            pairs.append((None, right[j]))
            j += 1
    pairs += [(stage, None) for stage in left[i:]]
    return [*pairs, *((None, stage) for stage in right[j:])]


def comparison_json(left: Side, right: Side) -> JsonObject:
    """Both runs for programs: `a`, `b`, and `b` less `a`."""
    pairs: list[Json] = [
        {"a": _stage_json(a), "b": _stage_json(b)}
        for a, b in aligned(left.report.stages, right.report.stages)
    ]
    tools: JsonObject = {
        name: {"a": left.tools[name], "b": right.tools[name]}
        for name in sorted(left.tools | right.tools)
    }
    sides = (left, right)
    costs = [side.report.cost for side in sides]
    calls = [side.tools.total() for side in sides]
    tokens = [side.report.total.tokens for side in sides]
    steps = [side.report.total.steps for side in sides]
    more: JsonObject = {
        "seconds": round(right.seconds - left.seconds, 3),
        "cost": None if costs[0] is None or costs[1] is None else costs[1] - costs[0],
        "calls": calls[1] - calls[0],
        "tokens": tokens[1] - tokens[0],
        "steps": steps[1] - steps[0],
        "done": right.done - left.done,
    }
    told: JsonObject = {"type": "comparison", "format": FORMAT}
    return {
        **told,
        "a": _side_json(left),
        "b": _side_json(right),
        "stages": pairs,
        "tools": tools,
        "difference": more,
    }


def _best(alike: Sequence[Sequence[float]], rows: int, columns: int) -> list[list[float]]:
    """The most that the stages from each place on can have in common."""
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            together = alike[i][j] + best[i + 1][j + 1] if alike[i][j] >= _ALIKE else 0.0
            best[i][j] = max(together, best[i + 1][j], best[i][j + 1])
    return best


def _words(stage: StageReport) -> frozenset[str]:
    return frozenset(_WORD.findall(stage.content[:1000].lower()))


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """The words that both have, as a share of those that either has."""
    return len(a & b) / len(a | b) if a or b else 1.0


def _side_json(side: Side) -> JsonObject:
    report = side.report
    last: Json = None
    if report.runs:
        last = cast("JsonObject", asdict(report.runs[-1]))
    return {
        "name": side.name,
        "session": report.session,
        "model": side.model,
        "outcome": side.outcome,
        "stages": len(report.stages),
        "done": side.done,
        "seconds": round(side.seconds, 3),
        "cost": report.cost,
        "calls": side.tools.total(),
        "total": figures_json(report.total),
        "last_run": last,
    }


def _stage_json(stage: StageReport | None) -> Json:
    if stage is None:
        return None
    figures: StageFigures = stage.figures
    return {
        "id": stage.id,
        "content": stage.content,
        "status": stage.status,
        "proof": stage.proof,
        "figures": figures_json(figures),
    }
