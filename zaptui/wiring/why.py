"""`zap why`: what holds a session's gate now, and what would clear it."""

import os
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from zaptui.agent.restore import Restored, restore_planner, restored
from zaptui.core import events as e
from zaptui.core.json import dump_json
from zaptui.headless.stdout import write_line
from zaptui.planning.plan_rows import mode_of
from zaptui.planning.planner import MODES, Planner, select_planner
from zaptui.planning.stored_plan import StoredPlan
from zaptui.session.folder import session_file, state_dir
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.view.report_fold import report_of
from zaptui.view.text import redact
from zaptui.view.why import Why, why, why_json, why_lines
from zaptui.wiring.options import this_folder
from zaptui.wiring.sessions import last_session
from zaptui.wiring.tapes import read_run, run_path, say_told


def explain_session(name: str | None, *, as_json: bool) -> int:
    """Print why a session stands where it stands; None is the last one of this folder."""
    answer = why_of(_path_of(name))
    lines = [dump_json(why_json(answer))] if as_json else why_lines(answer)
    for line in lines:
        write_line(redact(line))
    return 0


def why_of(path: Path) -> Why:
    """The answer for a saved run, of any agent's; for a session that runs, of this moment."""
    entries: list[e.Entry] = []
    say_told(read_run(path, entries.append))
    told, live = restored(entries), _live(path)
    breakpoints = _told_breakpoints(entries)
    if live is not None and live.version > told.version:
        told = replace(told, snapshot=live.snapshot, version=live.version)
        breakpoints = [stored.row.id for stored in live.rows if stored.breakpoint]
    return why(report_of(entries), _planner_of(told), breakpoints=breakpoints)


def _path_of(name: str | None) -> Path:
    if name is not None:
        return run_path(name)
    return session_file(state_dir(os.environ), last_session(this_folder()))


def _planner_of(told: Restored) -> Planner:
    """The planner the session would go on with; another agent's mode is that of its plan."""
    mode = told.mode if told.mode in MODES else mode_of(told.snapshot)
    planner = select_planner(mode)
    restore_planner(planner, told)
    return planner


def _live(path: Path) -> StoredPlan | None:
    """The plan in the store, where it is a session of ours."""
    state = state_dir(os.environ)
    if path != session_file(state, path.stem):
        return None
    store = SqlitePlanStore(state)
    try:
        return store.read(path.stem)
    finally:
        store.close()


def _told_breakpoints(entries: list[e.Entry]) -> Collection[str]:
    updates = (x.event for x in reversed(entries) if isinstance(x.event, e.PlanUpdate))
    last = next(updates, None)
    return last.breakpoints or () if last is not None else ()
