"""`zap doctor`: what works here."""

import typer


def doctor(
    planner: bool = typer.Option(False, "--planner", help="Try the planning rules instead."),
) -> None:
    """Say what works here: keys, endpoints, programs, terminal, folders, settings."""
    from zaptui.wiring.doctor import run_doctor
    from zaptui.wiring.options import this_folder
    from zaptui.wiring.talk import guarded

    if planner:
        from zaptui.wiring.doctor_planner import run_planner_doctor

        raise typer.Exit(guarded(run_planner_doctor))
    raise typer.Exit(guarded(lambda: run_doctor(this_folder())))
