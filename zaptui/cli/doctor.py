"""`zap doctor`: what works here."""

import typer


def doctor() -> None:
    """Say what works here: keys, endpoints, programs, terminal, folders, settings."""
    from zaptui.wiring.doctor import run_doctor
    from zaptui.wiring.options import this_folder
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: run_doctor(this_folder())))
