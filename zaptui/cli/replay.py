"""`zap replay`: the viewer on a terminal, print elsewhere."""

import typer


def replay(
    file: str = typer.Argument(..., help="A transcript file, or a session's id."),
    output: str = typer.Option(None, help="text, json or jsonl, printed instead of played."),
    at: str = typer.Option(None, metavar="PLACE", help="73%, 1:30, 90s, or an event's number."),
    stage: int = typer.Option(None, min=1, help="Where this stage begins."),
    speed: float = typer.Option(None, help="How fast it plays: 0.25 to 32."),
    plain: bool = typer.Option(False, "--plain", help="No motion, plain marks."),
) -> None:
    """Play a saved run, or print it. Nothing is run, whatever the file says."""
    from zaptui.wiring.replay import replay_run
    from zaptui.wiring.talk import guarded

    def run() -> int:
        return replay_run(file, output, at=at, stage=stage, speed=speed, plain=plain)

    raise typer.Exit(guarded(run))
