"""What a list of sessions shows of one: read from its file without folding the whole of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zaptui.core import events as e
from zaptui.core.lines import decode
from zaptui.planning.checklist import Checklist, checklist_of_snapshot
from zaptui.session.transcript import LONGEST_LINE, numbered_lines

_TOLD = re.compile(rb'"type"\s*:\s*"(run_started|run_finished|plan_update)"')
_LONGEST_TASK = 2_000
CRASHED = "crashed"
"""The outcome of a session whose last run has no end. While it is being written it runs still."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A session in a few words. Times are UTC, ISO 8601; `task` is its first prompt."""

    session: str
    cwd: str = ""
    task: str = ""
    last_prompt: str = ""
    model: str = ""
    mode: str = ""
    runs: int = 0
    started: str = ""
    updated: str = ""
    """When its last run began."""
    outcome: str = CRASHED
    stages: int = 0
    done: int = 0
    cost: float | None = None
    """US dollars, where all of it is known."""

    @property
    def is_open(self) -> bool:
        """Whether there is something to go on with: an open stage, an end that was not good."""
        return self.done < self.stages or self.outcome not in ("complete", "answered")


def summarise(path: Path) -> Summary | None:
    """The summary of a transcript; None where no line starts a run. TranscriptError if it cannot
    be read."""
    runs: list[e.RunStarted] = []
    finished: e.RunFinished | None = None
    stages: Checklist = ()
    costs: list[float | None] = []
    for event in _told(path):
        match event:
            case e.RunStarted():
                runs.append(event)
                finished = None
            case e.PlanUpdate():
                stages = checklist_of_snapshot(event.snapshot) or ()
            case e.RunFinished():
                finished = event
                costs.append(event.cost)
            case _:
                pass
    if not runs:
        return None
    first, last = runs[0], runs[-1]
    known = [cost for cost in costs if cost is not None]
    return Summary(
        session=path.stem,
        cwd=last.cwd,
        task=first.prompt[:_LONGEST_TASK],
        last_prompt=last.prompt[:_LONGEST_TASK],
        model=last.model,
        mode=last.mode,
        runs=len(runs),
        started=first.time,
        updated=last.time,
        outcome=finished.outcome if finished else CRASHED,
        stages=len(stages),
        done=sum(stage.status == "done" for stage in stages),
        cost=sum(known) if known and len(known) == len(costs) else None,
    )


def _told(path: Path) -> Iterator[e.Event]:
    """The few events that a summary is made of; damaged lines are left out."""
    for _, line in numbered_lines(path):
        if len(line) <= LONGEST_LINE and _TOLD.search(line):
            try:
                yield decode(line).event
            except ValueError:
                continue
