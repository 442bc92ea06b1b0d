"""`zap doctor`: what works here."""

from pathlib import Path

import typer


def doctor() -> None:
    """Say what works here: keys, endpoints, programs, terminal, folders, settings."""
    from zaptui.wiring.doctor import run_doctor
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: run_doctor(Path.cwd())))
