"""Saved sessions for the app's picker."""

import os
from collections.abc import Sequence
from pathlib import Path

from zaptui.replay.player import fold
from zaptui.session.folder import session_file, state_dir
from zaptui.session.transcript import load
from zaptui.tui.saved import SavedSession
from zaptui.view.answer import answer_of
from zaptui.view.folder import StageFolder
from zaptui.view.plan_text import plan_lines
from zaptui.wiring.sessions import cost_text, home_path, saved_sessions, stages_text


def saved_lines(cwd: Path) -> Sequence[SavedSession]:
    """The sessions, the latest first."""
    return [
        SavedSession(
            session=summary.session,
            task=summary.task,
            outcome=summary.outcome,
            stages=stages_text(summary),
            folder=home_path(summary.cwd),
            model=summary.model,
            began=summary.started,
            cost=cost_text(summary),
            here=summary.cwd == str(cwd),
        )
        for summary in saved_sessions()
    ]


def preview_lines(session: str) -> Sequence[str]:
    """The last prompt, the plan, the last answer."""
    turn = fold(load(session_file(state_dir(os.environ), session)).entries).turn
    rows = StageFolder(turn).fold().rows
    answer = answer_of(turn)
    return [turn.prompt, "", *plan_lines(rows), *(["", answer] if answer else [])]
