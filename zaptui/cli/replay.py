"""`zap replay`: a transcript, folded and printed."""

import typer


def replay(
    file: str = typer.Argument(..., help="A transcript file, or a session's id."),
    output: str = typer.Option("text", help="text, json or jsonl."),
) -> None:
    """Show a saved run. Nothing is run, whatever the file says."""
    from zaptui.wiring.options import output_of
    from zaptui.wiring.replay import replay_file
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: replay_file(file, output_of(output))))
