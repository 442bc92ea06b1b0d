"""A session on the disk as a run over fakes leaves it."""

import asyncio
import os
from pathlib import Path
from typing import Any

from tests.fakes import make_session, play
from zaptui.core import events as e
from zaptui.core.lines import encode

SESSION = "20260101-000000-abcdef"


def save_run(*replies: Any, mode: str = "metronome", prompt: str = "task", **more: Any) -> Path:
    """Play it and write its tape into `ZAP_HOME`; the file."""
    session = make_session(replies, mode=mode, session=SESSION, **more)
    told = asyncio.run(play(session, prompt))
    file = Path(os.environ["ZAP_HOME"]) / "sessions" / f"{SESSION}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [encode(e.Entry(seq=n, at=n / 2, event=event)) for n, event in enumerate(told)]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file
