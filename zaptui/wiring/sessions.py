"""The saved sessions, as commands: list, show, remove, index anew."""

import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import cast

from zaptui.core.json import JsonObject, dump_json
from zaptui.errors import StateError, TranscriptError, UsageError
from zaptui.headless.stdout import write_line
from zaptui.replay.player import fold
from zaptui.session.folder import find_transcript, session_file, state_dir
from zaptui.session.index import forget, list_sessions
from zaptui.session.lock import SessionLock, is_being_written
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.summary import CRASHED, Summary, summarise
from zaptui.session.transcript import load
from zaptui.view.answer import answer_of
from zaptui.view.folder import StageFolder
from zaptui.view.plan_text import plan_lines
from zaptui.view.text import one_line, sanitize
from zaptui.wiring.options import this_folder
from zaptui.wiring.talk import say

RUNNING = "running"
_ID_LENGTH = 15
"""Date and time of an id: enough where no two sessions began in one second."""


def saved_sessions() -> list[Summary]:
    """All sessions, the latest first; one that is being written now runs."""
    state = state_dir(os.environ)
    return [_as_of_now(state, summary) for summary in list_sessions(state)]


def print_sessions(*, text: str, here: bool, unfinished: bool, as_json: bool) -> int:
    """List the sessions that fit: of this folder, unfinished, with these words."""
    found = saved_sessions()
    if here:
        cwd = str(this_folder())
        found = [summary for summary in found if summary.cwd == cwd]
    if unfinished:
        found = [summary for summary in found if summary.is_open]
    words = text.lower().split()
    found = [summary for summary in found if all(word in _searched(summary) for word in words)]
    if as_json:
        for summary in found:
            write_line(dump_json(cast("JsonObject", asdict(summary))))
        return 0
    for line in session_lines(found):
        write_line(line)
    if not found:
        say("no session fits" if here or unfinished or words else "there are no sessions yet")
    return 0


def session_lines(sessions: Sequence[Summary]) -> list[str]:
    """A line a session: id, which says when, outcome, stages, cost, model, folder, task."""
    width = _id_width(sessions)
    lines: list[str] = []
    for summary in sessions:
        folder, task = one_line(home_path(summary.cwd), 40), one_line(summary.task, 100)
        facts = f"{summary.outcome:<10}  {stages_text(summary):>5}  {cost_text(summary):>7}"
        model = one_line(summary.model, 40) or "no model"
        lines.append(f"{summary.session[:width]}  {facts}  {model}  {folder}  {task}")
    return lines


def show_session(name: str) -> int:
    """Print what is known of a session, its plan and its last answer."""
    state = state_dir(os.environ)
    path = find_transcript(state, name)
    summary = summarise(path)
    if summary is None:
        raise TranscriptError(f"{path.name} is not a zap transcript: no line starts a run")
    summary = _as_of_now(state, summary)
    conversation = fold(load(path).entries)
    turn = conversation.turn
    facts = {
        "session": summary.session,
        "task": one_line(summary.task, 300),
        "outcome": summary.outcome,
        "model": one_line(f"{summary.model} · {summary.mode}", 200),
        "folder": one_line(summary.cwd, 300),
        "began": one_line(summary.started, 40),
        "prompts": str(summary.runs),
        "cost": cost_text(summary) or "not known",
        "file": str(path),
    }
    for label, value in facts.items():
        write_line(f"{label:<9}{value}")
    rows = StageFolder(turn).fold().rows
    for line in ["", *plan_lines(rows)] if rows else []:
        write_line(line)
    if answer := answer_of(turn):
        write_line(f"\n{sanitize(answer)}")
    say(f"to go on: zap -r {summary.session}")
    return 0


def remove_sessions(names: Sequence[str]) -> int:
    """Delete sessions: their files, their plans, their places in the index."""
    state = state_dir(os.environ)
    paths = [find_transcript(state, name) for name in names]
    for path in paths:
        if path.parent != state / "sessions":
            raise UsageError(f"{path} is no session of zap's", hint="delete such a file yourself")
    for path in paths:
        lock = SessionLock(path)
        try:
            path.unlink()
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            raise StateError(f"cannot delete {path}: {reason}") from error
        finally:
            lock.release()
        forget(state, path.stem)
        store = SqlitePlanStore(state)
        store.forget(path.stem)
        store.close()
        say(f"deleted {path.stem}")
    return 0


def reindex() -> int:
    """Read every file again."""
    found = list_sessions(state_dir(os.environ), anew=True)
    say(f"{len(found)} session{'' if len(found) == 1 else 's'} indexed")
    return 0


def last_session(cwd: Path) -> str:
    """The session that was last written to in a folder. UsageError without one."""
    for summary in list_sessions(state_dir(os.environ)):
        if summary.cwd == str(cwd):
            return summary.session
    raise UsageError("no session to go on with in this folder", hint="zap sessions lists them all")


def _as_of_now(state: Path, summary: Summary) -> Summary:
    running = summary.outcome == CRASHED and is_being_written(session_file(state, summary.session))
    return replace(summary, outcome=RUNNING) if running else summary


def _searched(summary: Summary) -> str:
    fields = (summary.session, summary.task, summary.last_prompt, summary.cwd, summary.model)
    return " ".join([*fields, summary.outcome]).lower()


def _id_width(sessions: Sequence[Summary]) -> int:
    short = {summary.session[:_ID_LENGTH] for summary in sessions}
    return _ID_LENGTH if len(short) == len(sessions) else 22


def stages_text(summary: Summary) -> str:
    """`2/4`; nothing without a plan."""
    return f"{summary.done}/{summary.stages}" if summary.stages else ""


def cost_text(summary: Summary) -> str:
    """`$0.08`; nothing where it is not known."""
    return "" if summary.cost is None else f"${summary.cost:.2f}"


def home_path(folder: str) -> str:
    """A folder with `~` for the user's own."""
    home = os.path.expanduser("~")
    inside = folder == home or folder.startswith(f"{home}/")
    return f"~{folder[len(home) :]}" if inside and home != "/" else folder
