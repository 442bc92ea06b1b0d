"""`zap replay`: the viewer on a terminal, print elsewhere."""

import typer


def replay(
    file: list[str] = typer.Argument(..., help="A transcript, or an id; two are compared."),
    output: str = typer.Option(None, help="text, json or jsonl, printed instead of played."),
    at: str = typer.Option(None, metavar="PLACE", help="73%, 1:30, 90s, or an event's number."),
    stage: int = typer.Option(None, min=1, help="Where this stage begins."),
    speed: float = typer.Option(None, help="How fast it plays: 0.25 to 32."),
    plain: bool = typer.Option(False, "--plain", help="No motion, plain marks."),
) -> None:
    """Play a saved run, or print it. Nothing is run, whatever the file says."""
    from zaptui.wiring.compare import compare
    from zaptui.wiring.replay import replay_run
    from zaptui.wiring.talk import guarded

    def run() -> int:
        if len(file) == 1:
            return replay_run(file[0], output, at=at, stage=stage, speed=speed, plain=plain)
        return compare(file, output, placed=(at, stage, speed) != (None, None, None))

    raise typer.Exit(guarded(run))
